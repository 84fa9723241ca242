"""Kinds of the paper's claims that are not simply measured."""

from typing import Final

from headstack_papers.kinds import Kind, Mark

KINDS: Final = (
    Mark(
        Kind.OURS,
        "The paper did not have this trace: a week of another machine of the same lab.",
        ("section6_week/*",),
    ),
    Mark(
        Kind.INPUT,
        "Table 1 is in the drive's description, `hp_c2247`: in `spindle`, `layout` and `cache`.",
        ("table1/*",),
    ),
    Mark(
        Kind.INPUT,
        "The tables of appendix A are in the drive's description, `hp_c2247`.",
        ("tablea?/*",),
    ),
    Mark(
        Kind.INPUT,
        "The curve of table A.3 is in the drive's description, as `seek.first`, `seek.root` and "
        "`seek.linear` of `hp_c2247`.",
        ("figa1/*",),
    ),
    Mark(
        Kind.INPUT,
        "`spindle.rotation` and `seek.linear` of `hp_c2247` have the numbers. No drive runs.",
        ("section6_3/a-full-rotation", "section6_3/seek-of-11-ms*"),
    ),
    Mark(
        Kind.INPUT,
        "The requests are generated with these numbers, as `size_kb`, `reads` and `sequential` in "
        "`traces`.",
        ("table2/*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "By its definition, the algorithm becomes the other one at the end of its parameter.",
        ("section3/*-share-of-runs-with-the-same-schedule",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "W = 60,000 gives a request a credit of a minute for each second of waiting. A positioning "
        "time is some milliseconds.",
        ("section3/asptf-60000-*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "The time follows from the number of requests and from the rate. The rate is ours.",
        ("section5/*-simulated-time",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "450 tracks are divided by 13 x 2051, the numbers of tables 1 and A.2. No drive runs.",
        ("section5_2/share-of-the-tracks-that-450-are",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "Places are drawn at random from the whole disk, and a read hardly ever follows another "
        "read.",
        ("section5_2/sstf-map-50-s-reads-that-the-cache-answers",),
    ),
    Mark(
        Kind.FITTED,
        "The load was chosen where FCFS saturates and the others do not yet. The paper's rates are "
        "not known.",
        ("fig3/*-50-s-share-of-runs-that-saturate",),
    ),
    Mark(
        Kind.FITTED,
        "The load was chosen where ASPTF(30) saturates and SPTF does not yet. The paper's rates "
        "are not known.",
        ("fig5/*-65-s-share-of-runs-that-saturate",),
    ),
    Mark(
        Kind.FITTED,
        "`largest_burst` of Cello was set with this queue in view.",
        ("fig6/longest-queue-at-the-identity-scaling-factor",),
    ),
    Mark(
        Kind.FITTED,
        "The scheduler, `aspctf_seq`, is ours. The rule was chosen among several by these "
        "responses.",
        ("section6_ordered/*",),
    ),
)
"""Marks of the claims. The first mark that has a claim decides."""
