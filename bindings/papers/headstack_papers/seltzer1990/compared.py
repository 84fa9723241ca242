"""What the paper's words without a number stand for, and the comparisons that they need.

"Identical", "the same as" with no more words, and "very close" are a twentieth; "close", "nearly
the same", "similar", "roughly" are a tenth. "Substantially" and "significantly" are a fifth at
least, "much" and "dramatically" a factor of two.
"""

from collections.abc import Iterable
from typing import Final

from headstack.statistics.measured import Measured
from headstack_papers.claims import Bounds
from headstack_papers.experiment import Found, measured
from headstack_papers.seltzer1990.closed import LONG

TWENTIETH: Final = Bounds(high=5)
TENTH: Final = Bounds(high=10)
LOWER: Final = Bounds(high=1)
HIGHER: Final = Bounds(low=1)
A_FIFTH_LOWER: Final = Bounds(high=0.8)
A_FIFTH_HIGHER: Final = Bounds(low=1.2)
HALF: Final = Bounds(high=0.5)
TWICE: Final = Bounds(low=2)

UTILISATION: Final = "utilisation"
LONGEST: Final = "max_response_ms"
IO: Final = "mean_io_ms"


def by_queue(
    found: Found, metric: str, one: str, other: str, queues: Iterable[int] = LONG
) -> list[list[float]]:
    """For each seed one scheduler's values by another's, a number a queue."""
    ratios = [found.ratios(metric, {"name": one}, {"name": other}, queue=queue) for queue in queues]
    return [list(of_seed) for of_seed in zip(*ratios, strict=False)]


def farthest(
    found: Found, metric: str, one: str, other: str, queues: Iterable[int] = LONG
) -> Measured:
    """The largest departure from the other over the queues, in %, whatever its sign."""
    every = by_queue(found, metric, one, other, queues)
    return measured([max(abs(100 * (ratio - 1)) for ratio in of_seed) for of_seed in every])


def greatest(
    found: Found, metric: str, one: str, other: str, queues: Iterable[int] = LONG
) -> Measured:
    """The greatest ratio to the other over the queues."""
    return measured([max(of_seed) for of_seed in by_queue(found, metric, one, other, queues)])


def least(
    found: Found, metric: str, one: str, other: str, queues: Iterable[int] = LONG
) -> Measured:
    """The least ratio to the other over the queues."""
    return measured([min(of_seed) for of_seed in by_queue(found, metric, one, other, queues)])


def ratio(found: Found, metric: str, one: str, other: str, queue: int) -> Measured:
    """The ratio to the other at a queue, paired by seeds."""
    return measured(found.ratios(metric, {"name": one}, {"name": other}, queue=queue))
