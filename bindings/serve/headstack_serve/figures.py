"""Figures of a service: the number of its commands, and the lags of its responses."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from headstack.traces.histogram import Histogram
from headstack_serve.pace import Pace
from headstack_serve.unit import Order

_PERCENTILES: Final = (50, 90, 99, 99.9)
_AT_ONCE: Final = 1_000


@dataclass
class Figures:
    """Figures of a service.

    Attributes:
        commands: number of orders.
        lags_ns: times from the simulated end of an order to its response, in ns. A lag is 0 at the
            free pace.
    """

    commands: int = 0
    lags_ns: Histogram = field(default_factory=Histogram)
    _latest: list[int] = field(default_factory=list)

    def served(self, order: Order, arrival: int, finish: int, lag_s: float) -> None:
        """Counts an order."""
        self.commands += 1
        self._latest.append(max(0, round(lag_s * 1e9)))
        if len(self._latest) >= _AT_ONCE:
            self._count()

    def _count(self) -> None:
        self.lags_ns.add(np.asarray(self._latest, np.int64))
        self._latest.clear()

    def document(self, pace: Pace) -> dict[str, Any]:
        """Returns the figures by name. The free pace has no figures of lags."""
        found: dict[str, Any] = {"pace": pace, "commands": self.commands}
        if pace == "real":
            self._count()
            for share in _PERCENTILES:
                lag = self.lags_ns.quantile(share / 100)
                found[f"lag_p{share:g}_ms"] = None if lag is None else lag / 1e6
            found["lag_max_ms"] = self.lags_ns.most / 1e6
        return found
