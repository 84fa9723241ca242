"""Requests of a trace (docs/use/traces.md), replayed while the trace is read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, get_args

import numpy as np

from headstack import checks, loading, traces
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.traces import Scan, Trace
from headstack.traces.busiest import Window, busiest
from headstack.traces.placing import Map
from headstack.traces.trace import listed
from headstack.units import PS_PER_S
from headstack.workload.base import LONGEST_S, MOST_OUTSTANDING, MOST_REQUESTS
from headstack.workload.streaming import Rows, Sourced

How = Literal["open", "closed", "dependent"]
"""When a request is issued. 'open': at its time. 'closed': at the completion of another request of
a closed loop. 'dependent': at its time, but after the completion of earlier requests for its
blocks, and in the order of the trace (Popovici 2003, section 4)."""

ALL: Final = "all"
"""Name for all devices of a trace."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Traced(Sourced):
    """A trace on a drive.

    Attributes:
        trace: the file.
        scan: results of a pass over the file.
        mode: when each request is issued.
        speed: divisor of the times between arrivals.
        map: mapping of addresses to the drive. `None`: addresses are unchanged.
        outstanding: number of requests in the system of a closed replay.
        requests: number of requests.
        left_out: number of requests that 'clip' leaves out, if the drive is known.
        skipped: number of requests before the first replayed request.
    """

    trace: Trace
    scan: Scan
    mode: How
    speed: float
    map: Map | None
    outstanding: int | None
    requests: int
    left_out: int = 0
    skipped: int = 0
    seed: None = field(init=False, default=None)

    @property
    def is_open(self) -> bool:  # type: ignore[override]
        """Whether requests come at their times."""
        return self.mode != "closed"

    @property
    def has_priorities(self) -> bool:  # type: ignore[override]
        """Whether a request of the trace has a priority."""
        return bool(self.scan.priorities)

    @property
    def hold_repeats(self) -> bool:  # type: ignore[override]
        """Whether a request waits for an earlier request for its blocks."""
        return self.mode == "dependent"

    def settings(self) -> dict[str, str | int | float]:
        """Returns the name and the parameters."""
        closed = {} if self.outstanding is None else {"outstanding": self.outstanding}
        skipped = {"skipped": self.skipped} if self.skipped else {}
        notes = {"notes": "; ".join(self.scan.notes)} if self.scan.notes else {}
        form = self.trace.format
        own = {}
        if form.spec is not None:
            own = {"format_sha256": loading.sha256_of(type(form)) or "unknown"}
        return {
            "workload": "trace",
            "trace": self.scan.path,
            "trace_sha256": self.scan.sha256,
            "format": self.scan.format,
            **own,
            "device": self.trace.device or ALL,
            "skip_bad": self.trace.skip_bad,
            "mode": self.mode,
            "speed": self.speed,
            "map": self.map or "none",
            "left_out": self.left_out,
            **skipped,
            **notes,
            "open": self.is_open,
            **closed,
        }

    def text(self) -> str:
        """Returns the text of the workload on the command line."""
        given = {
            "device": self.trace.device,
            "mode": None if self.mode == "open" else self.mode,
            "outstanding": self.outstanding,
            "speed": None if self.speed == 1 else f"{self.speed:g}",
            "map": self.map,
            "skip_bad": self.trace.skip_bad or None,
            "skipped": self.skipped or None,
        }
        more = "".join(f", {key}={value}" for key, value in given.items() if value is not None)
        return f"trace({self.scan.path}{more})"

    def on(self, drive: DriveConfig) -> "Traced":
        """Returns the workload with its number of requests on this drive."""
        if self.map != "clip":
            return self
        kept = sum(len(part.lbn) for part in self._placed(drive))
        if not kept:
            raise ConfigError(
                f"trace {self.scan.path}: clip leaves no request for {drive.name}; take another map"
            )
        return replace(self, requests=min(kept, self.requests), left_out=self.scan.requests - kept)

    def rows(self, drive: DriveConfig) -> Iterator[Rows]:
        """Yields the requests in the order of their arrivals."""
        last, begin = 0, None if self.skipped else self.scan.first_ps
        for part, rows in self._replayed(drive):
            begin = int(part.arrival_ps[rows.start]) if begin is None else begin
            since = part.arrival_ps[rows] - begin
            when = since if self.speed == 1 else np.rint(since / self.speed).astype(np.int64)
            wait = np.diff(when, prepend=last)
            priority = None if part.priority is None else part.priority[rows]
            yield Rows(part.lbn[rows], part.blocks[rows], part.write[rows], wait, priority=priority)
            last = int(when[-1])

    def busiest(self, drive: DriveConfig, requests: int) -> Window:
        """Returns the window of `requests` requests with the least time. Reads the trace once."""
        return busiest((p.arrival_ps[rows] for p, rows in self._replayed(drive)), requests)

    def within(self, window: Window) -> "Traced":
        """Returns the requests of the window alone. Time begins with the first request."""
        return replace(self, skipped=self.skipped + window.first, requests=window.requests)

    def _replayed(self, drive: DriveConfig) -> Iterator[tuple[traces.Placed, slice]]:
        """Yields parts of the trace on the drive, each with one or more replayed rows."""
        skip, left = self.skipped, self.requests
        for part in self._placed(drive):
            rows = slice(min(skip, len(part.lbn)), min(len(part.lbn), skip + left))
            skip, left = skip - rows.start, left - (rows.stop - rows.start)
            if rows.stop > rows.start:
                yield part, rows
            if not left:
                return

    def _placed(self, drive: DriveConfig) -> Iterator[traces.Placed]:
        """Yields the whole trace on the drive."""
        batches = self.trace.batches() if self.scan.rising else self.trace.ordered_batches()
        return traces.placed(
            batches,
            self.scan,
            drive_blocks=drive.blocks,
            bytes_per_block=drive.bytes_per_block,
            map=self.map,
        )


def replayed(
    trace: Trace,
    *,
    mode: str = "open",
    speed: str | float = 1.0,
    map: str | None = None,  # noqa: A002 - the word that users know
    outstanding: int | None = None,
    requests: int | None = None,
) -> Traced:
    """Makes a workload of a trace. Reads the trace once. `workload.replay` also opens the file.

    Raises:
        ConfigError: an argument out of its range, a trace of several devices without a chosen
            device, or a trace that cannot be read.
    """
    how = checks.choice("mode", mode, get_args(How))
    chosen: Map | None = None if map is None else checks.choice("map", map, get_args(Map))
    if how == "closed" and outstanding is None:
        raise ConfigError("mode 'closed' needs outstanding, the number of requests in the system")
    if how != "closed" and outstanding is not None:
        raise checks.wrong("outstanding", f" is for mode 'closed', not {how!r}; leave it out")
    if outstanding is not None:
        checks.whole("outstanding", outstanding, 1, MOST_OUTSTANDING)
    faster = speed_of(speed)
    every = trace.device == ALL
    opened = replace(trace, device=None) if every else trace
    scan = opened.scan()
    if len(scan.devices) > 1 and not every:
        shown = listed([f"{name} ({count:,})" for name, count in scan.devices.items()])
        raise ConfigError(
            f"trace {scan.path}: requests of {len(scan.devices)} devices; choose one with device "
            f"(--device), or '{ALL}', which lays them over each other: {shown}"
        )
    checks.whole(f"requests of trace {scan.path}", scan.requests, 1, MOST_REQUESTS)
    first = scan.requests if requests is None else checks.whole("requests", requests, 1, 2**63 - 1)
    span_s = (scan.last_ps - scan.first_ps) / PS_PER_S / faster
    if how != "closed" and span_s > LONGEST_S:
        raise ConfigError(
            f"trace {scan.path}: {span_s:.3g} s at speed {faster:g}; most is {LONGEST_S:.3g} s "
            "(106 days): take a higher speed"
        )
    return Traced(
        trace=opened,
        scan=scan,
        mode=how,
        speed=faster,
        map=chosen,
        outstanding=outstanding,
        requests=min(scan.requests, first),
    )


def speed_of(speed: str | float) -> float:
    """Returns the factor of '2x' or 2. Raises ConfigError unless the factor is in its range."""
    if isinstance(speed, str):
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*x?\s*", speed, re.ASCII)
        if match is None:
            raise checks.wrong("speed", f" is {speed!r}; it must be a factor, as 2x or 0.5")
        speed = float(match[1])
    if not 1e-6 <= checks.real("speed", speed) <= 1e9:
        raise checks.wrong(
            "speed", f" is {speed!r}; it must be a factor from 1e-6 to 1e9, as 2x or 0.5"
        )
    return float(speed)
