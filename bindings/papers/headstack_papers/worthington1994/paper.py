"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.worthington1994.conclusions import CONCLUSIONS
from headstack_papers.worthington1994.kinds import KINDS

PAPER: Final = Paper(
    "worthington1994",
    "Worthington, Ganger, Patt 1994: Scheduling for Modern Disk Drives and Non-Random Workloads",
    "What a drive's mapping, cache and positioning times do for scheduling: on random requests in "
    "section 5, on traces of six systems in section 6. These traces are not public: requests like "
    "them are generated, with table 2's characteristics. Skew over disks, bursts, runs and near "
    "reads are fitted to C-LOOK's columns of tables 3a, 3b and 4, at a knee. So these columns and "
    "table 2 are no blind test. What is said of other schedulers is, but for a trial on Sci-TS "
    "that had shown them before the fit. A real week stands beside them in section6_week. The "
    "drive is the HP C2247 as its appendix describes it; one request is at the drive at a time, "
    "and the rest is scheduled in the host.",
    left_out={
        "fig1": "a drawing of a drive's parts, with no results",
        "section2": "how drives work; its one result, that few defects do nothing, is section2_2. "
        "What it says with 'may', as of 20 ms against 2 ms for a read, is of no particular drive",
        "section3_others": "what others have found about the algorithms; the identities among them "
        "are section3",
        "section5_jacobson": "that the weight of Jacobson and Wilkes translates to ASPTF(6.3): "
        "their paper says, not this one",
        "figa2_demerit": "the demerit figures of A.2 to A.5 need the paper's own traces, which are "
        "not public; the experiments have what follows from them",
        "tables 3, 4 and 5, printed numbers": "milliseconds and per cents are those of traces that "
        "are not public; they stand beside ours, and C-LOOK's have set what is generated",
        "section 6.1, descending order": "that LOOK, VSCAN and SSTF are alike where the last of a "
        "sequence is scheduled before the first is about single sequences; the tables have the sum",
        "section 6.1, shorter seeks forward": 'what "may account for some of" C-LOOK\'s gain under '
        "Report has no number",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
