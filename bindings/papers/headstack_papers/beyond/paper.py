"""What this group of experiments asks."""

from typing import Final

from headstack_papers.experiment import Paper

PAPER: Final = Paper(
    "beyond",
    "Beyond the papers: how far from the best order",
    "Every scheduler of the papers is greedy: it chooses the next request, and never an order of "
    "all. Here some requests wait, and no further request comes. The time of every order follows "
    "from times that the drive itself gives, so the best order is known: exactly for up to twelve "
    "requests, and between two bounds for more.",
)
