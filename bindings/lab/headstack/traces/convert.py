"""Writes a trace in another format."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from headstack import checks, files
from headstack.errors import ConfigError
from headstack.lazy import needed
from headstack.traces import formats
from headstack.traces.base import Batch
from headstack.traces.trace import Scan, Trace
from headstack.traces.writing import numbers_of


@dataclass(frozen=True)
class Converted:
    """Facts about a written trace.

    Attributes:
        scan: summary of the original trace.
        to: name of the new format, or its 'file.py:Class'.
        loses: parts of the requests that the new format cannot hold. Empty if it holds all parts.
        shifted_ps: time in ps that was added to all arrivals, to keep the earliest at 0 or above.
        devices: name of each device in the new file, by the name in the original file.
    """

    scan: Scan
    to: str
    loses: str
    shifted_ps: int
    devices: dict[str, str]

    def document(self) -> dict[str, Any]:
        """Returns the facts as plain values."""
        return asdict(self)


def convert(trace: Trace, path: files.Name, to: str) -> Converted:
    """Writes a trace to a file in another format. The order of the requests does not change.

    Args:
        trace: the trace. The function reads the trace twice. The first pass makes the summary.
        path: the new file. The file is written completely or not at all.
        to: name of the new format, or 'file.py:Class'.

    Raises:
        ConfigError: the format can only be read, the format cannot hold a request, the trace is
            malformed, or pyarrow is not installed.
        RunError: there is no room for the file.
    """
    checks.instance("trace", trace, Trace, "traces.open")
    form = formats.named(to)
    if not form.writes:
        known = ", ".join(one.name for one in formats.registered() if one.writes)
        raise ConfigError(f"traces in the format {to} are read only; those written are {known}")
    needed("pyarrow", "convert")
    scan = trace.scan()
    shift = max(-scan.first_ps, 0)
    devices = list(scan.devices)
    with files.whole(path) as temporary, files.saying(path), temporary.open("wb") as file:
        try:
            form.write(file, _prepared(trace.batches(), scan, shift), devices)
        except ConfigError as error:
            if str(error).startswith("line "):
                raise ConfigError(f"{trace.path}, {error}") from error
            raise
    names = devices
    if form.called in ("spc", "disksim"):
        names = [str(numbers_of(devices)[name]) for name in devices]
    lost = "" if form.holds_priorities or not scan.priorities else "priorities"
    loses = ", and ".join(part for part in (form.loses, lost) if part)
    return Converted(scan, form.called, loses, shift, dict(zip(devices, names, strict=True)))


def _prepared(batches: Iterator[Batch], scan: Scan, shift: int) -> Iterator[Batch]:
    """Yields the batches with later arrivals. All have the column of priorities, or none has."""
    for batch in batches:
        priority = batch.priorities if scan.priorities else None
        yield replace(batch, arrival_ps=batch.arrival_ps + shift, priority=priority)
