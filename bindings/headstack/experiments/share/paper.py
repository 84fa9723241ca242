"""The paper."""

from typing import Final

from headstack.experiments.experiment import Paper

PAPER: Final = Paper(
    "share",
    "The share paper: proportional shares of a disk that know its overhead",
    "Classes with weights on one drive.",
)
