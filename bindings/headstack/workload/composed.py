"""Workloads made of others: mixes, several at a time, bursts, deadlines."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from headstack import _core, checks, units
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.workload.base import MOST_REQUESTS, REQUESTS, SEED, Workload
from headstack.workload.process import (
    CHOICES,
    PERIODS,
    Composable,
    Drawn,
    Ints,
    Process,
    joined,
    seeds,
)
from headstack.workload.sized import Composed

MOST_PARTS = 256
PS_PER_S = 10**12


@dataclass(frozen=True, kw_only=True)
class OfParts(Composed):
    """A workload made of others, of which it takes what and when, but not how many.

    Attributes:
        parts: the others.
        requests: number of requests in all.
        seed: of the random numbers; each part draws from its own, by its place.
    """

    parts: tuple[Composable, ...]
    requests: int
    seed: int
    is_open: bool = field(init=False)
    outstanding: int | None = field(init=False)
    has_deadlines: bool = field(init=False)

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

    def begun(self, drive: DriveConfig, seed: int) -> list[Process]:
        """The parts, each at its beginning."""
        own = seeds(seed, len(self.parts))
        return [part.begin(drive, at) for part, at in zip(self.parts, own, strict=True)]

    def need_open(self, what: str) -> None:
        """Raises ConfigError if the parts are closed loops."""
        if self.outstanding is not None:
            raise ConfigError(
                f"{what} is of open arrivals; give each part a rate, and no outstanding"
            )


@dataclass(frozen=True, kw_only=True)
class Mix(OfParts):
    """Each request is of one part, chosen by its share; with that part's time behind the last.

    Attributes:
        shares: share of each part, above 0; they are divided by their sum.
    """

    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        for share in self.shares:
            if checks.real("share", share) <= 0:
                raise ConfigError(f"share is {share!r}; it must be more than 0")

    def text(self) -> str:
        """What stands for it on the command line."""
        parts = zip(self.shares, self.parts, strict=True)
        return f"mix({', '.join(f'{share:g}: {part.text()}' for share, part in parts)})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Its requests without end."""
        return _Mix(self.begun(drive, seed), self.shares, seed)


class _Mix(Process):
    def __init__(self, parts: list[Process], shares: tuple[float, ...], seed: int) -> None:
        self._parts = parts
        self._bounds = np.cumsum(shares)[:-1] / sum(shares)
        self._choices = _core.Random(seed, CHOICES)

    def take(self, count: int) -> Drawn:
        """The next ones."""
        chosen = np.searchsorted(self._bounds, self._choices.uniform(count), side="right")
        rows = [np.flatnonzero(chosen == place) for place in range(len(self._parts))]
        drawn = [part.take(len(own)) for part, own in zip(self._parts, rows, strict=True)]
        return joined(drawn).at(np.argsort(np.concatenate(rows)))


@dataclass(frozen=True, kw_only=True)
class Together(OfParts):
    """Parts that run at the same time, whatever the others do; all open.

    Attributes:
        by_class: whether part i is class i; else the parts' own classes stay.
    """

    by_class: bool = False

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        self.need_open("together")

    def text(self) -> str:
        """What stands for it on the command line."""
        parts = ", ".join(part.text() for part in self.parts)
        return f"{'apart' if self.by_class else 'together'}({parts})"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Its requests without end."""
        return _Together(self.begun(drive, seed), self.by_class)


class _Together(Process):
    def __init__(self, parts: list[Process], by_class: bool) -> None:
        self._parts = parts
        self._by_class = by_class
        self._waiting = [self._more(place, 1) for place in range(len(parts))]
        self._now_ps = 0

    def _more(self, place: int, count: int, behind_ps: int = 0) -> tuple[Ints, Drawn]:
        """Requests of a part, and when they come."""
        drawn = self._parts[place].take(count)
        if self._by_class:
            drawn = replace(drawn, class_id=np.full(len(drawn), place, np.int64))
        return behind_ps + np.cumsum(drawn.gap_ps), drawn

    def take(self, count: int) -> Drawn:
        """The next ones: with as many of each part, the first are known."""
        for place, (when, drawn) in enumerate(self._waiting):
            if len(when) <= count:
                last = int(when[-1])
                later, more = self._more(place, count + 1 - len(when), last)
                self._waiting[place] = np.concatenate([when, later]), joined([drawn, more])
        when = np.concatenate([times for times, _ in self._waiting])
        part = np.repeat(np.arange(len(self._waiting)), [len(t) for t, _ in self._waiting])
        first = np.argsort(when, kind="stable")[:count]
        drawn = joined([requests for _, requests in self._waiting]).at(first)
        times = when[first]
        gaps = np.diff(times, prepend=self._now_ps)
        self._now_ps = int(times[-1])
        gone = np.bincount(part[first], minlength=len(self._waiting))
        self._waiting = [
            (times[rows:], requests.at(slice(rows, None)))
            for (times, requests), rows in zip(self._waiting, gone, strict=True)
        ]
        return drawn.with_gaps(gaps)


@dataclass(frozen=True, kw_only=True)
class Bursts(OfParts):
    """An open part whose clock runs in bursts only: exponential times on and off, in turn.

    Attributes:
        on_s: mean time of a burst.
        off_s: mean time between bursts.
    """

    on_s: float
    off_s: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        self.need_open("bursts")
        for name in ("on_s", "off_s"):
            if checks.real(name, getattr(self, name)) <= 0:
                raise ConfigError(f"{name} is {getattr(self, name)!r}; it must be more than 0")

    def text(self) -> str:
        """What stands for it on the command line."""
        return f"bursts({self.parts[0].text()}, on={self.on_s:g}s, off={self.off_s:g}s)"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Its requests without end."""
        return _Bursts(self.begun(drive, seed)[0], self, seed)


class _Bursts(Process):
    def __init__(self, part: Process, what: Bursts, seed: int) -> None:
        self._part = part
        self._on_ps, self._off_ps = what.on_s * PS_PER_S, what.off_s * PS_PER_S
        self._random = _core.Random(seed, PERIODS)
        self._clock_ps = 0  # of the part: time in bursts
        self._now_ps = 0
        self._ends = np.zeros(0, np.int64)  # of bursts, by the part's clock
        self._idle = np.zeros(1, np.int64)  # before each burst, in all

    def take(self, count: int) -> Drawn:
        """The next ones."""
        drawn = self._part.take(count)
        clock = self._clock_ps + np.cumsum(drawn.gap_ps)
        while not len(self._ends) or self._ends[-1] <= clock[-1]:
            self._draw_periods()
        burst = np.searchsorted(self._ends, clock, side="right")
        when = clock + self._idle[burst]
        gaps = np.diff(when, prepend=self._now_ps)
        self._clock_ps, self._now_ps = int(clock[-1]), int(when[-1])
        self._ends, self._idle = self._ends[burst[-1] :], self._idle[burst[-1] :]
        return drawn.with_gaps(gaps)

    def _draw_periods(self) -> None:
        """Some bursts more, and the times between them."""
        drawn = self._random.exponential(2 * 64)
        on = np.rint(drawn[::2] * self._on_ps).astype(np.int64)
        off = np.rint(drawn[1::2] * self._off_ps).astype(np.int64)
        last = self._ends[-1] if len(self._ends) else self._clock_ps
        self._ends = np.concatenate([self._ends, last + np.cumsum(on)])
        self._idle = np.concatenate([self._idle, self._idle[-1] + np.cumsum(off)])


@dataclass(frozen=True, kw_only=True)
class Deadlines(OfParts):
    """A part each of whose requests is to be over in time.

    Attributes:
        within_s: time from each arrival to its deadline.
    """

    within_s: float

    def __post_init__(self) -> None:
        """Checks every field."""
        super().__post_init__()
        if checks.real("within_s", self.within_s) <= 0:
            raise ConfigError(f"within_s is {self.within_s!r}; it must be more than 0")
        object.__setattr__(self, "has_deadlines", True)

    def text(self) -> str:
        """What stands for it on the command line."""
        return f"deadlines({self.parts[0].text()}, within={self.within_s:g}s)"

    def begin(self, drive: DriveConfig, seed: int) -> Process:
        """Its requests without end."""
        return _Deadlines(self.begun(drive, seed)[0], round(self.within_s * PS_PER_S))


class _Deadlines(Process):
    def __init__(self, part: Process, due_ps: int) -> None:
        self._part = part
        self._due_ps = due_ps

    def take(self, count: int) -> Drawn:
        """The next ones."""
        drawn = self._part.take(count)
        return replace(drawn, due_ps=np.full(count, self._due_ps, np.int64))


def _parts(parts: Sequence[Workload]) -> tuple[Composable, ...]:
    """The parts, as a workload has them; OfParts checks each."""
    return tuple(parts)  # type: ignore[arg-type]


def mix(*parts: tuple[float, Workload], requests: int = REQUESTS, seed: int = SEED) -> Mix:
    """Each request is of one part, chosen by its share.

    What is mixed are requests, with the parts' places, sizes and times between arrivals. All parts
    are open, or all are closed loops that keep the same number outstanding. Their own numbers of
    requests and seeds do not matter.

    Args:
        parts: share and workload of each, 1 to 256, as (0.7, workload.random(30)).
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: parts that do not go together, or an argument out of its range.
    """
    try:
        shares, loads = zip(*parts, strict=True) if parts else ((), ())
    except (TypeError, ValueError):
        raise ConfigError(
            f"parts is {parts!r}; each is a share and a workload, as in (0.7, random(30))"
        ) from None
    return Mix(parts=_parts(loads), shares=tuple(shares), requests=requests, seed=seed)


def together(
    *parts: Workload, by_class: bool = False, requests: int = REQUESTS, seed: int = SEED
) -> Together:
    """Open workloads at the same time, each with its own arrivals.

    Args:
        parts: the workloads, 1 to 256. Their own numbers of requests and seeds do not matter.
        by_class: whether part i is class i (docs/share.md); else the parts' classes stay.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: a part that is no open workload, or an argument out of its range.
    """
    return Together(parts=_parts(parts), by_class=by_class, requests=requests, seed=seed)


def bursts(
    load: Workload,
    *,
    on: str | float,
    off: str | float,
    requests: int = REQUESTS,
    seed: int = SEED,
) -> Bursts:
    """An open workload in bursts: its arrivals stand still between them.

    Args:
        load: what comes in a burst. Its own number of requests and seed do not matter.
        on: mean time of a burst, exponential, with its unit ('2 s', '300 ms') or in seconds.
        off: mean time between two, as `on`.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: a load that is not open, or an argument out of its range.
    """
    return Bursts(
        parts=_parts([load]),
        on_s=units.parse_time(on, "on"),
        off_s=units.parse_time(off, "off"),
        requests=requests,
        seed=seed,
    )


def deadlines(
    load: Workload, *, within: str | float, requests: int = REQUESTS, seed: int = SEED
) -> Deadlines:
    """A workload each of whose requests is to be over in time.

    Args:
        load: the workload. Its own number of requests and seed do not matter.
        within: time from each arrival to its deadline, with its unit ('50 ms') or in seconds.
        requests: number of requests in all.
        seed: 0 to 2^64 - 1; the same seed gives the same requests.

    Raises:
        ConfigError: an argument out of its range.
    """
    return Deadlines(
        parts=_parts([load]),
        within_s=units.parse_time(within, "within"),
        requests=requests,
        seed=seed,
    )
