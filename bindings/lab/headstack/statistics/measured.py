"""A mean over independent runs, with its confidence interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from headstack.errors import ConfigError
from headstack.student import student_t

_LEVEL: Final = 0.95

_NO_SPREAD: Final = 1e-9
"""Half of an interval as a share of its mean. A smaller half is only the rounding of sums."""


@dataclass(frozen=True)
class Measured:
    """A mean over runs.

    Attributes:
        mean: mean of the runs.
        half: half of the width of the 95 % confidence interval of the mean.
        runs: number of runs. 1 for a value without an error, such as a count.
    """

    mean: float
    half: float = 0.0
    runs: int = 1

    @classmethod
    def of(cls, values: Sequence[float]) -> "Measured":
        """Returns the mean of independent runs. Raises ConfigError for fewer than two runs."""
        count = len(values)
        if count < 2:
            raise ConfigError(f"{count} runs do not show their spread; give at least 2")
        mean = math.fsum(values) / count
        variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
        return cls(mean, student_t(_LEVEL, count - 1) * math.sqrt(variance / count), count)

    @property
    def low(self) -> float:
        """Lower end of the confidence interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """Upper end of the confidence interval."""
        return self.mean + self.half

    def times(self, factor: float) -> "Measured":
        """Returns the same mean in another unit."""
        return Measured(factor * self.mean, abs(factor) * self.half, self.runs)

    def meets(self, other: "Measured") -> bool:
        """Whether the two intervals overlap."""
        return self.low <= other.high and other.low <= self.high

    def text(self, unit: str = "") -> str:
        """Returns the mean as text, to two digits of the interval. Without it, to three digits."""
        if self.half <= _NO_SPREAD * abs(self.mean):
            shown = f"{self.mean:.3g}"
        else:
            decimals = max(0, 1 - math.floor(math.log10(self.half)))
            shown = f"{self.mean:.{decimals}f} ± {self.half:.{decimals}f}"
        return f"{shown} {unit}" if unit else shown
