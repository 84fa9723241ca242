"""Kinds of the paper's claims that are not simply measured."""

from typing import Final

from headstack_papers.kinds import Kind, Mark

_LOOP: Final = (
    'A late stream stalls (`issue="after"`). This reading of the loop was chosen with the '
    "paper's order of the schedulers in view."
)
_SLACK: Final = (
    "SSEDV's slack is a length (`slack=distance`), and alpha is 0.5. Both were chosen with the "
    "paper's order of the schedulers in view."
)
_BETA: Final = (
    "SSEDO's beta of 1.01 was chosen with the 1.3 % below SSTF in view. With a beta of 2, SSEDO "
    "is far below SSTF."
)

KINDS: Final = (
    Mark(
        Kind.INPUT,
        "Table 1 is in the drive's description, `hp_97560`.",
        ("table1/*",),
    ),
    Mark(
        Kind.INPUT,
        "The formula is in the drive's description, as `seek.root` and `seek.linear` of "
        "`hp_97560`.",
        ("fig2/*",),
    ),
    Mark(
        Kind.OURS,
        "The paper has one reading of its words. These measurements compare several.",
        ("section4_2/*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "At these ends of a parameter the definitions are the same.",
        ("section2_2/*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "SSTF takes the shortest seek at each decision, and EDF does not look at seeks.",
        ("fig6/edf-mean-seek-above-that-of-sstf",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "A buffer only makes deadlines later, until stalls have used the buffer up. By its "
        "definition, merit grows with the time that a request is given.",
        ("fig10/*-merit-with-8-mb-less-that-without",),
    ),
    Mark(
        Kind.FITTED,
        _LOOP,
        (
            "fig6/f-edf-guarantee-ratio-less-the-best-of-the-other-six",
            "fig6/f-edf-guarantee-ratio-above-the-best-of-the-other-five",
            "fig6/edf-guarantee-ratio-less-the-least-of-the-other*",
            "fig6/sstf-guarantee-ratio-over-that-of-edf",
            "fig9/f-edf-merit-less-the-best-of-fcfs-sstf-and-scan",
            "fig9/f-edf-merit-above-the-best-of-the-other-five",
            "fig9/edf-merit-less-the-least-of-the-other-six",
        ),
    ),
    Mark(
        Kind.FITTED,
        _SLACK,
        (
            "fig6/ssedv-guarantee-ratio-over-that-of-f-edf",
            "fig6/ssedv-guarantee-ratio-above-the-best-of-the-other-five",
            "fig9/ssedv-merit-less-the-best-of-fcfs-sstf-and-scan",
            "fig9/ssedv-merit-above-the-best-of-the-other-five",
            "fig9/ssedv-merit-above-that-of-ssedo",
            "section3_4/ssedv-guarantee-ratio-less-the-best-of-the-other-five",
            "section3_4/ssedv-merit-less-the-best-of-fcfs-sstf-and-scan",
        ),
    ),
    Mark(
        Kind.FITTED,
        _BETA,
        ("fig9/ssedo-merit-below-that-of-sstf", "fig9/ssedo-merit-above-that-of-fcfs"),
    ),
)
"""Marks of the claims. A number of the paper that no choice had in view stays measured."""
