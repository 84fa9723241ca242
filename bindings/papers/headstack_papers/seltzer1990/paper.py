"""The paper: a summary, and the parts without an experiment."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.seltzer1990.conclusions import CONCLUSIONS
from headstack_papers.seltzer1990.kinds import KINDS

PAPER: Final = Paper(
    "seltzer1990",
    "Seltzer, Chen, Ousterhout 1990: Disk Scheduling Revisited",
    "The paper compares schedulers for disk queues of up to a thousand writes, which a large "
    "buffer cache makes. The schedulers choose by seek distance (SSF, SCAN, CSCAN), by seek and "
    "rotation (STF), in groups of cylinders (GSTF), or also by age (WSTF). Here a closed queue "
    "of Q requests runs on the Fujitsu Eagle. Requests are of 4 KB at multiples of 4 KB. The "
    "drive has mechanics only. Tracks are aligned, and a block that crosses tracks loses no "
    "time. SSF is `sstf(map)`, STF `sptf`, GSTF210 `gstf(4)`, WSTF `wstf(30)`.",
    left_out={
        "section2": "results of other papers (Hofri; Coffman, Klimko and Ryan; Teorey) on other "
        "disks. This paper does not give their arrivals and loads.",
        "section3_2": "measurements on real disks, with the lines FCFS-hw and SSF-hw of figures 2 "
        "and 4. We do not have such a disk. The values are in plots that our copy of the paper "
        "does not have.",
        "footnote2": "3 ms of processor time. The authors measured them on a computer and then "
        "subtracted them.",
        "section1": "how many blocks may wait in a file server. This is no result.",
        "cost": "the processor time that STF needs (section 5.1). The paper has no number for it. "
        "The words mean a scan of the whole queue, but the scheduler here does not scan the "
        "whole queue.",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
