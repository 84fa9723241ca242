"""The paper."""

from typing import Final

from headstack.experiments.experiment import Paper

PAPER: Final = Paper(
    "seltzer1990",
    "Seltzer, Chen, Ousterhout 1990: Disk Scheduling Revisited",
    "A closed queue of Q requests of 4 KB on the Fujitsu Eagle.",
)
