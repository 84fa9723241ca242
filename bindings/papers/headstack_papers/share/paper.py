"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.share.conclusions import CONCLUSIONS
from headstack_papers.share.kinds import KINDS

PAPER: Final = Paper(
    "share",
    "The share paper: proportional-share disk scheduling that knows the disk's overhead",
    "The paper has a scheduler that gives two classes their shares of a disk by weight (YFQ). The "
    "scheduler squeezes further requests into each batch (DOR). Two margins bound these "
    "requests: Mdmo, in percent of a full seek, and Mqos, in virtual time. The copy at hand "
    "names neither authors nor year. Here the weights are 80 and 20, and the drive is the IBM "
    "DNES-309170W. Requests are scheduled in the host with four commands at the drive, as in the "
    "paper. The paper leaves open the number of requests of a run (1,000 here) and the deviation "
    "of their sizes (two blocks). The paper also leaves open whether |IO| counts both workloads "
    "or each. Here each has |IO| outstanding, and the paper's gain then comes out at every load. "
    "Property 2 is the paper's: only a class whose queue is not empty bounds the lead of the "
    "others (`counts=queued`). In figures 5 to 8 the rule `counts=unserved` runs too. By this "
    "rule, a class's requests at the drive count as well. From |IO| = 21 on, both rules give the "
    "same ratios. A gap takes one request. A seek is estimated as 2 ms and a part in proportion "
    "to the distance. Both were chosen with the paper's figures in view. The sign before the 5 "
    'of figure 4\'s Mqos is lost in the copy at hand. We read the sign as "at least". The '
    "graphs are lost too. Values are compared where the paper's words have them.",
    {"fig1": "a drawing of the architecture; nothing is measured"},
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
