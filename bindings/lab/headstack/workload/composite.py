"""The base class of workloads that are made of others."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from headstack import checks
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.workload.base import MOST_REQUESTS, Workload
from headstack.workload.generators import Composable, Process, seeds
from headstack.workload.sampled import Composed

MOST_PARTS = 256


@dataclass(frozen=True, kw_only=True)
class OfParts(Composed):
    """A workload made of other workloads. The numbers of requests of the others do not matter.

    Attributes:
        parts: the other workloads.
        requests: number of requests in all.
        seed: seed of the random numbers. The place of a part gives the part a seed of its own.
    """

    parts: tuple[Composable, ...]
    requests: int
    seed: int
    is_open: bool = field(init=False)
    outstanding: int | None = field(init=False)
    has_deadlines: bool = field(init=False)
    has_limits: bool = field(init=False)
    has_priorities: bool = field(init=False)

    def __post_init__(self) -> None:
        """Checks every field."""
        checks.whole("requests", self.requests, 1, MOST_REQUESTS)
        checks.whole("seed", self.seed, 0, 2**64 - 1)
        if not 1 <= len(self.parts) <= MOST_PARTS:
            raise ConfigError(f"{len(self.parts)} parts; there are 1 to {MOST_PARTS}")
        for part in self.parts:
            if not isinstance(part, Composable):
                raise ConfigError(f"{part!r} is no workload that others can be made of")
        kept = {part.outstanding for part in self.parts}
        if len(kept) > 1:
            raise ConfigError(
                f"parts keep {', '.join(sorted(map(str, kept)))} outstanding (None: open "
                "arrivals); all are to be open, or all to keep one number"
            )
        outstanding = kept.pop()
        object.__setattr__(self, "outstanding", outstanding)
        object.__setattr__(self, "is_open", outstanding is None)
        given = any(getattr(part, "has_deadlines", False) for part in self.parts)
        object.__setattr__(self, "has_deadlines", given)
        for name in ("has_limits", "has_priorities"):
            object.__setattr__(self, name, any(getattr(part, name) for part in self.parts))

    def begun(self, drive: DriveConfig, seed: int) -> list[Process]:
        """Returns the requests of each part, from the beginning."""
        own = seeds(seed, len(self.parts))
        return [part.begin(drive, at) for part, at in zip(self.parts, own, strict=True)]

    def need_open(self, what: str) -> None:
        """Raises ConfigError if the parts are closed loops."""
        if self.outstanding is not None:
            raise ConfigError(
                f"{what} is of open arrivals; give each part a rate, and no outstanding"
            )


def parts_of(parts: Sequence[Workload]) -> tuple[Composable, ...]:
    """Returns the parts, with the type for the type checker. `OfParts` checks each part."""
    return tuple(parts)  # type: ignore[arg-type]
