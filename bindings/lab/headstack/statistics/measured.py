"""A mean over independent runs, with its confidence interval."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from headstack.errors import ConfigError

# Student's t, 97.5 %, for 1 to 30 degrees of freedom.
_STUDENT_T: Final = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)

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
        student_t = _STUDENT_T[min(count - 1, len(_STUDENT_T)) - 1]
        return cls(mean, student_t * math.sqrt(variance / count), count)

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
