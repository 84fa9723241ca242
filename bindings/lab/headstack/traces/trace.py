"""A trace in a file: any number of passes over its requests, and a summary of one pass."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final

import numpy as np

from headstack import checks
from headstack.errors import ConfigError
from headstack.files import Name
from headstack.traces import opening, several
from headstack.traces.base import Batch, Format, Reading, joined
from headstack.traces.checking import Checker
from headstack.traces.ordering import WINDOW, ordered, rises

_LISTED: Final = 100
"""Limit of devices that a message names."""


@dataclass(frozen=True)
class Scan:
    """The summary of a pass over a trace, or over one of its devices.

    Attributes:
        path: the file, or the common name of several files.
        files: number of files.
        format: name of the format, or the 'file.py:Class' that named the format.
        requests: number of reads and writes of data.
        reads: number of reads.
        other: number of records without data, such as discards and flushes, of all devices.
        bad: number of skipped malformed lines.
        devices: number of requests of each device, in order of appearance.
        first_ps: earliest arrival, in ps.
        last_ps: latest arrival, in ps.
        lowest_byte: lowest address.
        highest_byte: highest end of a request, exclusive.
        most_bytes: bytes of the largest request.
        rising: whether no request arrives before the previous request.
        responses: whether the trace has measured response times.
        priorities: number of requests of each priority, in order of priority. Empty: no request has
            a priority.
        sha256: digest of the file's bytes, or of the bytes of several files one after another.
        notes: further remarks on the trace. Each remark is a sentence.
    """

    path: str
    files: int
    format: str
    requests: int
    reads: int
    other: int
    bad: int
    devices: dict[str, int]
    first_ps: int
    last_ps: int
    lowest_byte: int
    highest_byte: int
    most_bytes: int
    rising: bool
    responses: bool
    sha256: str
    notes: tuple[str, ...] = ()
    priorities: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Trace:
    """A file of requests, or several files that are read as one trace.

    Attributes:
        path: the file, or the name of several files in messages.
        format: the format of the trace.
        device: the device whose requests are returned. `None`: all devices.
        skip_bad: largest number of malformed lines that are left out.
        files: the files. Empty: `path` alone.
    """

    path: str
    format: Format
    device: str | None = None
    skip_bad: int = 0
    files: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Fills in the file."""
        object.__setattr__(self, "files", self.files or (self.path,))

    def batches(self) -> Iterator[Batch]:
        """Yields the requests in the file's order, in constant memory. Each call reads the file.

        Raises:
            ConfigError: a line is malformed (the message names file and line), a file is cut short,
                or the trace has no request, or no request of the device.
        """
        return self._read(Reading(self.path, self.skip_bad))

    def ordered_batches(self, window: int = WINDOW) -> Iterator[Batch]:
        """Yields the requests in the order of their arrivals.

        Args:
            window: number of requests that wait in memory for sorting.

        Raises:
            ConfigError: as for `batches`, or if a request is further from its place than `window`.
        """
        return ordered(self.batches(), self.path, window)

    def whole(self) -> Batch:
        """Returns all requests in the order of their arrivals. ConfigError: as for `batches`."""
        return joined(list(self.ordered_batches()))

    def scan(self) -> Scan:
        """Reads the trace once, in constant memory. ConfigError: as for `batches`."""
        reading = Reading(self.path, self.skip_bad)
        sums = _Sums()
        for batch in self._read(reading):
            sums.add(batch)
            names = batch.names
        devices = {names[place]: count for place, count in sorted(sums.devices.items())}
        return Scan(
            path=self.path,
            files=len(self.files),
            format=self.format.called,
            other=reading.other,
            bad=reading.bad,
            devices=devices,
            sha256=opening.sha256(*self.files),
            notes=tuple(reading.notes),
            **sums.found(),
        )

    def _read(self, reading: Reading) -> Iterator[Batch]:
        found = False
        with several.opened(self.files, self.format.unpacked) as files:
            for batch in Checker(self.format.called, reading).all(self._of_format(files, reading)):
                chosen = self._chosen(batch)
                if len(chosen):
                    found = True
                    yield chosen
        if not found:
            raise self._nothing(reading)

    def _of_format(
        self, files: Sequence[tuple[str, BinaryIO]], reading: Reading
    ) -> Iterator[Batch]:
        if len(files) > 1:
            return self.format.read_together(files, reading)
        return self.format.read(files[0][1], reading)

    def _chosen(self, batch: Batch) -> Batch:
        if self.device is None:
            return batch
        if self.device not in batch.names:
            return batch.take(slice(0, 0))
        mine = batch.device == batch.names.index(self.device)
        return batch if mine.all() else batch.take(mine)

    def _nothing(self, reading: Reading) -> ConfigError:
        if self.device is not None and reading.names:
            return ConfigError(
                f"trace {self.path}: no request for device {self.device[:60]}; it has "
                f"{listed(reading.names)}"
            )
        left = f"; {reading.other:,} records are of other kinds" if reading.other else ""
        left += f"; {reading.bad:,} lines are malformed" if reading.bad else ""
        left += "".join(f"; {note}" for note in reading.notes)
        return ConfigError(f"trace {self.path}: no request in it ({self.format.called}){left}")


def listed(devices: Sequence[str]) -> str:
    """Lists devices for a message, with a hint where to find the rest."""
    more = len(devices) - _LISTED
    rest = f" and {more:,} more, which `headstack trace info --json` lists" if more > 0 else ""
    return f"{', '.join(devices[:_LISTED])}{rest}"


def open_trace(
    path: Name | Sequence[Name],
    *,
    format: str | None = None,  # noqa: A002 - the word that users know
    device: str | None = None,
    skip_bad: int = 0,
) -> Trace:
    """Opens a trace. Files packed by gzip or zstd are unpacked.

    Args:
        path: the file, or a list of the files that blktrace wrote, one for each CPU. The common
            name of these files without '.0', '.1' ... is also allowed if no file has this name.
        format: name of the format, or 'file.py:Class' of your own format. `None`: the contents of
            the file determine the format.
        device: the device whose requests are returned, as 'hm.0'. `None`: all devices.
        skip_bad: number of malformed lines that are left out and counted. A further malformed line
            is an error.

    Raises:
        ConfigError: the file does not exist or is empty, the format is unknown, or the file of a
            CPU is missing.
    """
    checks.whole("skip_bad", skip_bad, 0, 2**62)
    if device is not None and not isinstance(device, str):
        raise checks.wrong("device", f" is {device!r}; it must be its name, a text such as 'hm.0'")
    name, files = several.files_of(path)
    return Trace(name, several.format_of(name, files, format), device, skip_bad, files)


@dataclass
class _Sums:
    """Counts and extremes of a pass."""

    devices: Counter[int] = field(default_factory=Counter)
    priorities: Counter[int] = field(default_factory=Counter)
    parts: list[tuple[int, ...]] = field(default_factory=list)
    rising: bool = True
    responses: bool = False
    last: int | None = None

    def add(self, batch: Batch) -> None:
        arrival = batch.arrival_ps
        for place, count in enumerate(np.bincount(batch.device).tolist()):
            if count:
                self.devices[place] += count
        in_front = self.last is None or int(arrival[0]) >= self.last
        self.rising &= in_front and rises(batch)
        self.last = int(arrival[-1])
        self.responses |= batch.response_ps is not None and bool((batch.response_ps >= 0).any())
        if batch.priority is not None:
            self.priorities.update(batch.priority.tolist())
        end = batch.start_byte + batch.bytes
        now = (
            *(len(batch), int((~batch.write).sum()), int(arrival.min()), int(arrival.max())),
            *(int(batch.start_byte.min()), int(end.max()), int(batch.bytes.max())),
        )
        self.parts = [_merged(self.parts[0], now) if self.parts else now]

    def found(self) -> dict[str, Any]:
        names = ("requests", "reads", "first_ps", "last_ps", "lowest_byte", "highest_byte")
        values = dict(zip((*names, "most_bytes"), self.parts[0], strict=True))
        counts = dict(sorted(self.priorities.items())) if any(self.priorities) else {}
        return {
            **values,
            "rising": self.rising,
            "responses": self.responses,
            "priorities": counts,
        }


def _merged(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    both = list(zip(one, two, strict=True))
    added, (least, most, lowest, *highest) = both[:2], both[2:]
    return (
        *(sum(pair) for pair in added),
        *(min(least), max(most), min(lowest)),
        *(max(pair) for pair in highest),
    )
