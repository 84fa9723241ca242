"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.share.conclusions import CONCLUSIONS
from headstack_papers.share.kinds import KINDS

PAPER: Final = Paper(
    "share",
    "The share paper: proportional-share disk scheduling that knows the disk's overhead",
    "A scheduler gives two classes their shares of a disk by weight (YFQ) and squeezes further "
    "requests into each batch (DOR), bounded by two margins: Mdmo, in percent of a full seek, and "
    "Mqos, in virtual time. The copy at hand names neither authors nor year. Here: weights of 80 "
    "and 20 on the IBM DNES-309170W, scheduled in the host with four commands at the drive, as in "
    "the paper. It leaves open the number of requests of a run (1,000), the deviation of their "
    "sizes (two blocks), and whether |IO| counts both workloads or each; here each has |IO| "
    "outstanding, with which the paper's gain comes out at every load. Property 2 is the paper's: "
    "only a class whose queue is not empty bounds the lead of the others (`counts=queued`). In "
    "figures 5 to 8 the rule `counts=unserved` runs too, by which a class's requests at the drive "
    "count as well. From |IO| = 21 on both rules give the same ratios. A gap takes one request "
    "and a seek is estimated as 2 ms and a part in proportion to the distance; both were chosen "
    "with its figures in view. The sign before the 5 of figure 4's Mqos is lost in the copy at "
    "hand and read as at least; its graphs are lost too, so values are compared where its words "
    "have them.",
    {"fig1": "a drawing of the architecture; nothing is measured"},
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
