"""The paper."""

from typing import Final

from headstack.experiments.experiment import Paper

PAPER: Final = Paper(
    "worthington1994",
    "Worthington, Ganger, Patt 1994: Scheduling for Modern Disk Drives and Non-Random Workloads",
    "Random and traced work on the HP C2247.",
)
