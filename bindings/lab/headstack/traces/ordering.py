"""Sorts the requests of traces with arrivals that are almost in order."""

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from headstack import checks
from headstack.errors import ConfigError
from headstack.traces.base import Batch, joined
from headstack.units import PS_PER_S

WINDOW: Final = 65_536
"""Largest number of requests that a misplaced request may pass on the way to its place."""


class OutOfOrderError(ConfigError):
    """A request is too far from its place for the window of `ordered`."""


def ordered(batches: Iterable[Batch], path: str, window: int = WINDOW) -> Iterator[Batch]:
    """Sorts requests by arrival. Requests with equal arrivals keep their order.

    Args:
        batches: the requests in the order of the file.
        path: name of the file in messages.
        window: number of requests that wait, because later requests may arrive before them.

    Raises:
        OutOfOrderError: a request arrives before one that has left the window.
    """
    checks.whole("window", window, 0, 2**31)
    held: Batch | None = None
    last = None
    for batch in batches:
        if not len(batch):
            continue
        if last is not None and int(batch.arrival_ps.min()) < last:
            raise _too_late(batch, last, path, window)
        both = _sorted(batch if held is None else joined([held, batch]))
        leaving = max(len(both) - window, 0)
        held = both.take(slice(leaving, None))
        if leaving:
            last = int(both.arrival_ps[leaving - 1])
            yield both.take(slice(0, leaving))
    if held is not None and len(held):
        yield held


def rises(batch: Batch) -> bool:
    """Whether no request of a batch arrives before the previous request."""
    return bool((np.diff(batch.arrival_ps) >= 0).all())


def _sorted(batch: Batch) -> Batch:
    return batch if rises(batch) else batch.take(np.argsort(batch.arrival_ps, kind="stable"))


def _too_late(batch: Batch, last: int, path: str, window: int) -> OutOfOrderError:
    row = int(np.flatnonzero(batch.arrival_ps < last)[0])
    early = (last - int(batch.arrival_ps[row])) / PS_PER_S
    return OutOfOrderError(
        f"{path}:{batch.line[row]}: it arrives {early:g} s before a request that stands {window:,} "
        "requests or more in front of it; sort the file by its arrivals first"
    )
