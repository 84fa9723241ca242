"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.popovici2003.conclusions import CONCLUSIONS
from headstack_papers.popovici2003.kinds import KINDS

PAPER: Final = Paper(
    "popovici2003",
    "Popovici, Arpaci-Dusseau, Arpaci-Dusseau 2003: Robust, Portable I/O Scheduling with the Disk "
    "Mimic",
    "The paper has a scheduler in the host that predicts the time of a request (SMTF). The "
    "prediction comes from a table of request types and inter-request distances. Probes fill the "
    "table before a run, or the served requests fill it. Here the scheduler runs on the eight "
    "disks of the paper's table 1. The load is a generated week of a busy disk, which needs no "
    "file. A second load is HP Labs' ajw of the paper's dates, if the folder HEADSTACK_DATA has "
    "`hp_ajw_1992-05-30.srt`. Greedy-optimal is `sptf`, which follows the rotation from outside.",
    left_out={
        "real disk of figure 1, section 5.4 and figure 8": "runs on the simulated base disk, "
        "because the IBM 9LZX itself is not available",
        "mean best on all other days of the HP traces (5.1)": "the paper's other days are not "
        "available; every seed of the generated week is another week",
        "zoning, sparing, caches (3.1.2)": "arguments with no number of the paper's own",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
