"""The paper."""

from typing import Final

from headstack_papers.experiment import Paper
from headstack_papers.popovici2003.conclusions import CONCLUSIONS
from headstack_papers.popovici2003.kinds import KINDS

PAPER: Final = Paper(
    "popovici2003",
    "Popovici, Arpaci-Dusseau, Arpaci-Dusseau 2003: Robust, Portable I/O Scheduling with the Disk "
    "Mimic",
    "A scheduler in the host that predicts a request's time by a table of request types and "
    "inter-request distances, filled by probes before or by what it serves (SMTF). It runs here "
    "on the eight disks of the paper's table 1, on a generated week of a busy disk, which needs "
    "no file, and on HP Labs' ajw of the paper's dates if the folder HEADSTACK_DATA has "
    "`hp_ajw_1992-05-30.srt`. Greedy-optimal is `sptf`, which follows the rotation from outside.",
    left_out={
        "real disk of figure 1, section 5.4 and figure 8": "runs on the simulated base disk; the "
        "IBM 9LZX itself is not to be had",
        "mean best on all other days of the HP traces (5.1)": "the paper's other days are not to "
        "be had; every seed of the generated week is another one",
        "figure 7 with interpolation": "it is run without; table 2 has what interpolation costs on "
        "the base disk",
        "zoning, sparing, caches (3.1.2)": "arguments with no number of the paper's own",
    },
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
