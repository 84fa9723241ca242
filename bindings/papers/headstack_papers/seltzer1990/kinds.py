"""Kinds of the paper's claims that are not simply measured."""

from typing import Final

from headstack_papers.kinds import Kind, Mark

KINDS: Final = (
    Mark(
        Kind.FITTED,
        "The seek curve beyond 239 cylinders (`seek.linear` of `fujitsu_m2361a`) is lost in our "
        "copy. Our line joins the root. The line was compared with this average.",
        ("table1/average-seek",),
    ),
    Mark(
        Kind.INPUT,
        "Table 1 is in the drive's description, `fujitsu_m2361a`. Four spare sectors in each "
        "cylinder make the 140,280 blocks.",
        ("table1/*",),
    ),
    Mark(
        Kind.INPUT,
        "The curve is in the drive's description, as `seek.root` and as the reconstructed "
        "`seek.linear` of `fujitsu_m2361a`.",
        ("fig1/*",),
    ),
    Mark(
        Kind.INPUT,
        "A track has 67 sectors and turns 3600 times a minute in the drive's description. Tracks "
        "are aligned there (`track_skew`), and a block that crosses tracks loses no time.",
        ("fig2/transfer-of-a-block",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "FCFS serves requests in the order of their arrival. Each queue gives the same sequence.",
        ("fig2/fcfs-utilisation-at-q-1000-above-that-at-q-1",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "A queue of 1 leaves no choice.",
        ("fig2/all-others-at-q-1-largest-departure-of-i-o-time-from-fcfs",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "The paper's own formula is computed. No drive runs.",
        ("fig3/theory-q-100-i-o-time-without-the-transfer",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "A single group is the whole disk: `gstf(1)` is `sptf`.",
        ("fig8/groups-of-840-*-over-that-of-stf",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "The number of sets is computed from the paper's number of blocks. No drive runs.",
        ("section3/q-*-decimal-logarithm-of-the-number-of-sets-of-blocks",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "SCAN's arm passes an end once in two sweeps, and the middle once in each sweep. CSCAN's "
        "arm passes all places equally often. The waits follow.",
        ("section4_3/*-in-the-outer-tenths*",),
    ),
    Mark(
        Kind.CONSTRUCTION,
        "The longer run begins with the requests of the shorter run, except for the requests that "
        "empty the queue. The maximum of the longer run is at least as large.",
        ("section5_1/stf-q-100-maximum-response-of-a-run-*",),
    ),
    Mark(
        Kind.FITTED,
        "The groups are taken in turn, upwards. If groups are taken up and down, the maximum is "
        "well above CSCAN's. This sentence decided the reading.",
        ("fig7/gstf210-q-*-maximum-response-over-that-of-cscan",),
    ),
)
"""Marks of the claims. The first mark that has a claim decides."""
