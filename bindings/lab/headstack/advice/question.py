"""The question: the requests, the drive and the choices to try."""

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
    """The arguments of `headstack advise`. The help of the command describes each argument.

    Attributes:
        trace: file of the requests. `None`: `workload` makes the requests.
        workload: text of a workload. `None`: the requests are from a trace.
        drive: name or file of the drive.
        schedulers: schedulers to try. Empty: the usual schedulers.
        places: places to try. Empty: the usual places.
        depths: largest numbers of commands at the drive.
        by: measure of the ranking. `None`: the mean response time, or the throughput in a closed
            loop.
        map: treatment of addresses past the drive's end, as in `workload.replay`.
        speed: divisor of the times between arrivals.
        outstanding: requests in the system of a closed loop. `None`: requests come at their times.
        device: device of the trace.
        format: format of the trace.
        skip_bad: largest number of malformed lines that are left out.
        requests: number of requests, from the first.
        seed: seed of the workload. `None`: SEED of `headstack.workload`.
        level: level of the intervals.
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
    seed: int | None = None
    level: float = LEVEL

    def load(self) -> Workload:
        """Returns the requests. Raises ConfigError if they cannot be read."""
        if self.trace is None:
            assert self.workload is not None
            requests = WORKLOAD_REQUESTS if self.requests is None else self.requests
            seed = SEED if self.seed is None else self.seed
            return parse(self.workload, requests=requests, seed=seed).load
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
        """The command for this question."""
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
        for name, value in options.items():
            if value is not None and value != usual.get(name):
                words += [f"--{name}", str(value)]
        return shlex.join(words)


def closed(load: Traced, outstanding: int) -> Traced:
    """Returns the same requests of a trace, as a closed loop."""
    return replace(load, mode="closed", outstanding=outstanding)


def shorter(load: Workload, requests: int, part: Window | None) -> Workload:
    """Returns the requests of a part of a trace. Without a part, returns the first requests."""
    if part is not None:
        assert isinstance(load, Traced)
        return load.within(part)
    found: Workload = replace(load, requests=requests)  # type: ignore[type-var]
    return found
