"""The paper."""

from typing import Final

from headstack.experiments.experiment import Paper

PAPER: Final = Paper(
    "realtime",
    "The real-time paper: a comparison of real-time disk schedulers",
    "Media streams on the HP 97560.",
)
