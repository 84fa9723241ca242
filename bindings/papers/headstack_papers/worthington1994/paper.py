"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.worthington1994.conclusions import CONCLUSIONS
from headstack_papers.worthington1994.kinds import KINDS

PAPER: Final = Paper(
    "worthington1994",
    "Worthington, Ganger, Patt 1994: Scheduling for Modern Disk Drives and Non-Random Workloads",
    "The paper asks what a drive's mapping, cache and positioning times do for scheduling. "
    "Section 5 has random requests, and section 6 has traces of six systems. These traces are "
    "not public, so similar requests are generated with table 2's characteristics. Skew over "
    "disks, bursts, runs and near reads are fitted to C-LOOK's columns of tables 3a, 3b and 4, "
    "at a knee. These columns and table 2 are therefore no blind test. The words on other "
    "schedulers are a blind test, except on Sci-TS, where a trial had shown these schedulers "
    "before the fit. A real week stands beside them in section6_week. The drive is the HP C2247, "
    "as the paper's appendix describes it. One request is at the drive at a time, and the others "
    "are scheduled in the host.",
    left_out={
        "fig1": "a drawing of a drive's parts, with no results",
        "section2": "how drives work. The one result, that few defects do nothing, is section2_2. "
        "Words with 'may', such as 20 ms against 2 ms for a read, are about no particular drive",
        "section3_others": "results of other authors on the algorithms; section3 has the "
        "identities among the algorithms",
        "section5_jacobson": "the paper of Jacobson and Wilkes has the weight of ASPTF(6.3). "
        "Worthington's paper does not have this weight",
        "figa2_demerit": "the demerit figures of A.2 to A.5 need the paper's own traces, which "
        "are not public; the experiments judge what follows from these figures",
        "tables 3, 4 and 5, printed numbers": "milliseconds and per cents belong to traces that "
        "are not public; they stand beside ours; C-LOOK's columns have set the generated requests",
        "section 6.1, descending order": "LOOK, VSCAN and SSTF are said to be alike if the last "
        "request of a sequence is scheduled before the first. These words are about single "
        "sequences, and the tables have only the sum",
        "section 6.1, shorter seeks forward": 'the shorter seeks "may account for some of" '
        "C-LOOK's gain under Report, but the paper has no number",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
