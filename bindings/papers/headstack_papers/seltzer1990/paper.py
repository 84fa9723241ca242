"""The paper: a summary, and the parts without an experiment."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.seltzer1990.conclusions import CONCLUSIONS
from headstack_papers.seltzer1990.kinds import KINDS

PAPER: Final = Paper(
    "seltzer1990",
    "Seltzer, Chen, Ousterhout 1990: Disk Scheduling Revisited",
    "Schedulers for disk queues of up to a thousand writes, as a large buffer cache makes them: "
    "by seek distance (SSF, SCAN, CSCAN), by seek and rotation (STF), in groups of cylinders "
    "(GSTF), and by age too (WSTF). A closed queue of Q requests of 4 KB at multiples of 4 KB "
    "on the Fujitsu Eagle; the drive is mechanics only, its tracks are aligned, and blocks cross "
    "them at no cost. SSF is `sstf(map)`, STF `sptf`, GSTF210 `gstf(4)`, WSTF `wstf(30)`.",
    left_out={
        "section2": "results of other papers (Hofri; Coffman, Klimko and Ryan; Teorey), on other "
        "disks, with arrivals and loads that this paper does not give.",
        "section3_2": "measurements on the disks themselves, the lines FCFS-hw and SSF-hw of "
        "figures 2 and 4 among them: there is no such disk here, and their values are in plots "
        "that our copy of the paper does not have.",
        "footnote2": "3 ms of a processor's time, measured on a computer and then subtracted.",
        "section1": "how many blocks a file server might have waiting; no result.",
        "cost": "that STF costs much time of the processor (section 5.1): the paper has no number, "
        "and means a scan of the whole queue, which the scheduler here does not make.",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
