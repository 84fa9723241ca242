"""The allowed differences of figures from their baselines, with reasons; the list of figures."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeGuard

from headstack import checks, metrics
from headstack.errors import ConfigError

Verdict = Literal["same", "within", "moved", "new", "gone"]

SCHEDULE: Final = "schedule_sha256"
WALL_CLOCK: Final = ("wall_s", "requests_per_wall_s")
"""Metrics of the speed of this machine. No baseline has these metrics."""

FIGURES: Final = (
    *("requests", "elapsed_s", "time_at_disk_s"),
    *("mean_response_ms", "median_response_ms", "p95_response_ms", "p99_response_ms"),
    *("max_response_ms", "scv_response", "mean_io_ms", "mean_wait_ms", "mean_overhead_ms"),
    *("mean_seek_ms", "mean_rotation_ms", "mean_transfer_ms", "mean_bus_ms"),
    *("mean_queue_length", "utilisation", "busy", "throughput_per_s", "throughput_mb_s"),
    *("reads", "hits", "hit_rate", "retries", "failed_requests"),
    *("deadlines", "missed", "guarantee_ratio", "merit", "saturated"),
    *("candidates_per_decision", "bus_utilisation", "inserted_fraction"),
    *("accuracy_percent", "mean_window_accuracy_percent", "worst_window_accuracy_percent"),
)
"""Metrics that are compared if a suite names no metrics and the run has the metric."""

UNITS: Final[Mapping[str, str]] = {
    metric.name: metric.unit for metric in metrics.METRICS if metric.name not in WALL_CLOCK
}
"""The metrics that can be compared, with their units; '' for a metric that is not a number."""

_LISTS: Final = ("ratios",)


@dataclass(frozen=True)
class Tolerance:
    """The allowed difference of a figure from its baseline.

    Attributes:
        amount: largest allowed difference: a share of the baseline, or a number in the unit of the
            figure.
        relative: whether `amount` is a share of the baseline.
        reason: reason for the difference.
    """

    amount: float
    relative: bool
    reason: str

    @classmethod
    def of(cls, figure: str, said: object) -> "Tolerance":
        """Reads a tolerance of a suite.

        Raises:
            ConfigError: the figure is no number or unknown, or the table is not one of 'relative'
                or 'absolute' with a 'reason'.
        """
        known(figure)
        if not UNITS[figure] or figure in _LISTS:
            raise ConfigError(
                f"{figure} is not a single number, and has no tolerance: leave it out"
            )
        if not isinstance(said, dict):
            raise ConfigError(f"{figure} = {said!r}; write {_example(figure)}")
        for key in said:
            if key not in ("relative", "absolute", "reason"):
                raise checks.unknown(
                    f"{figure}: key", key, ("relative", "absolute", "reason"), _example(figure)
                )
        reason = said.get("reason")
        if not isinstance(reason, str) or not reason.strip():
            raise ConfigError(
                f"{figure} has no reason; give a reason for the change: {_example(figure)}"
            )
        if ("relative" in said) == ("absolute" in said):
            raise ConfigError(f"{figure} needs one of relative and absolute: {_example(figure)}")
        if "relative" in said:
            return cls(_share(figure, said["relative"]), True, reason)
        return cls(_amount(figure, said["absolute"]), False, reason)

    def holds(self, baseline: float, now: float) -> bool:
        """Whether the difference of a figure is allowed."""
        allowed = self.amount * abs(baseline) if self.relative else self.amount
        return abs(now - baseline) <= allowed

    def __str__(self) -> str:
        return f"{100 * self.amount:g} %" if self.relative else f"{self.amount:g}"


def known(figure: object) -> str:
    """Returns the name of a comparable metric. Raises ConfigError for other names."""
    if isinstance(figure, str) and figure in UNITS:
        return figure
    if figure in WALL_CLOCK:
        raise ConfigError(f"{figure} says how fast the machine is; it cannot be compared")
    raise checks.unknown("figure", str(figure), UNITS, "those of docs/reference/metrics.md")


def verdict(baseline: Any, now: Any, tolerance: Tolerance | None) -> Verdict:
    """Returns the verdict about a figure that both runs have."""
    if type(baseline) is type(now) and _equal(baseline, now):
        return "same"
    if tolerance is None or not (is_number(baseline) and is_number(now)):
        return "moved"
    return "within" if tolerance.holds(baseline, now) else "moved"


def _equal(one: Any, other: Any) -> bool:
    """Whether two figures are equal. NaN equals nothing, also in a list."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    return bool(one == other)


def is_number(value: object) -> TypeGuard[float]:
    """Whether a figure is a number and can have a difference."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _share(figure: str, value: Any) -> float:
    share = checks.real(f"{figure}: relative", value)
    if not 0 < share < 1:
        raise ConfigError(f"{figure}: relative is {value!r}; 0.02 are 2 %, between 0 and 1")
    return share


def _amount(figure: str, value: Any) -> float:
    """Reads a number, or a text with a number and, if given, the unit of the figure."""
    unit = UNITS[figure]
    given = value.strip().removesuffix(unit if unit != "1" else "").strip() if isinstance(
        value, str
    ) else value  # fmt: skip
    try:
        amount = math.nan if isinstance(given, bool) else float(given)
    except (TypeError, ValueError):
        amount = math.nan
    if not (math.isfinite(amount) and amount > 0):
        in_unit = "" if unit == "1" else f" of {unit}"
        raise ConfigError(f"{figure}: absolute is {value!r}; it must be a number{in_unit} above 0")
    return amount


def _example(figure: str) -> str:
    return f'{figure} = {{relative = 0.02, reason = "..."}}'
