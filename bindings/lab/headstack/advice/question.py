"""What is asked: requests, a drive, and what is to be tried."""

import shlex
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from headstack.advice.configurations import DEPTHS
from headstack.statistics.intervals import LEVEL
from headstack.traces.busiest import Window
from headstack.workload import SEED, Workload, parse, replay
from headstack.workload.traced import Traced, speed_of

By = Literal["mean", "p99", "throughput"]

DRIVE: Final = "seagate_exos_x16"
MOST_REQUESTS: Final = 200_000
WORKLOAD_REQUESTS: Final = 20_000


@dataclass(frozen=True, kw_only=True)
class Question:
    """What `headstack advise` is asked; see `advise` for each.

    Attributes:
        trace: file of the requests; None: `workload` makes them.
        workload: text of a workload; None: there is a trace.
        drive: name or file of the drive.
        schedulers: what is tried; none: the usual ones.
        places: where; none: everywhere.
        depths: most commands at the drive.
        by: what they are ranked by; None: the mean of response times, or throughput in a closed
            loop.
        map: how addresses lie on the drive.
        speed: what times between arrivals are divided by.
        outstanding: number in the system of a closed loop; None: requests come at their times.
        device: of the trace.
        format: of the trace.
        skip_bad: malformed lines that are left out.
        requests: most of them that are replayed, the first ones.
        seed: of a workload.
        level: of the intervals.
    """

    trace: str | None = None
    workload: str | None = None
    drive: str = DRIVE
    schedulers: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    depths: tuple[int, ...] = DEPTHS
    by: By | None = None
    map: str | None = None
    speed: float | str = 1.0
    outstanding: int | None = None
    device: str | None = None
    format: str | None = None
    skip_bad: int = 0
    requests: int | None = None
    seed: int = SEED
    level: float = LEVEL

    def load(self) -> Workload:
        """The requests; ConfigError if they cannot be read."""
        if self.trace is None:
            assert self.workload is not None
            requests = WORKLOAD_REQUESTS if self.requests is None else self.requests
            return parse(self.workload, requests=requests, seed=self.seed).load
        found = replay(
            self.trace,
            mode="open" if self.outstanding is None else "closed",
            speed=self.speed,
            map=self.map,
            outstanding=self.outstanding,
            requests=MOST_REQUESTS if self.requests is None else self.requests,
            device=self.device,
            format=self.format,
            skip_bad=self.skip_bad,
        )
        assert isinstance(found, Traced)
        return found

    @property
    def command(self) -> str:
        """The command that asks it."""
        default = Question()
        words = ["headstack", "advise"] + ([self.trace] if self.trace is not None else [])
        options: dict[str, Any] = {
            "workload": self.workload,
            "drive": self.drive,
            "schedulers": ", ".join(self.schedulers) or None,
            "places": ",".join(self.places) or None,
            "depths": ",".join(map(str, self.depths)),
            "by": self.by,
            "map": self.map,
            "speed": f"{speed_of(self.speed):g}",
            "outstanding": self.outstanding,
            "device": self.device,
            "format": self.format,
            "skip-bad": self.skip_bad,
            "requests": self.requests,
            "seed": self.seed,
        }
        usual = {"depths": ",".join(map(str, default.depths)), "speed": "1", "skip-bad": 0}
        usual["seed"] = default.seed
        for name, value in options.items():
            if value is not None and value != usual.get(name):
                words += [f"--{name}", str(value)]
        return shlex.join(words)


def closed(load: Traced, outstanding: int) -> Traced:
    """Returns the same requests of a trace, as a closed loop."""
    return replace(load, mode="closed", outstanding=outstanding)


def shorter(load: Workload, requests: int, part: Window | None) -> Workload:
    """The requests of a trace's part; without one, the first requests of a workload."""
    if part is not None:
        assert isinstance(load, Traced)
        return load.within(part)
    found: Workload = replace(load, requests=requests)  # type: ignore[type-var]
    return found
