"""The paper."""

from typing import Final

from headstack.experiments.experiment import Paper

PAPER: Final = Paper(
    "popovici2003",
    "Popovici, Arpaci-Dusseau, Arpaci-Dusseau 2003: Robust, Portable I/O Scheduling with the Disk "
    "Mimic",
    "Schedulers that learn a disk's times.",
)
