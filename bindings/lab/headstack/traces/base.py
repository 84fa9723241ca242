"""The interface of every format of traces: batches of requests, in bytes and picoseconds."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final

import numpy as np
import numpy.typing as npt

from headstack import loading
from headstack.arrays import Bools, Ints
from headstack.errors import ConfigError
from headstack.live import Live

UNKNOWN: Final = -1
"""Value of a response time that was not measured."""

MOST: Final = 2**63 - 1
EARLIEST_PS: Final = -(2**60)
LATEST_PS: Final = MOST + EARLIEST_PS
"""Arrivals are from EARLIEST_PS to LATEST_PS, so every difference fits 64 bits."""

MOST_BYTE: Final = 10**18 - 1
"""Limit of addresses, in bytes. Sums of addresses fit 64 bits."""

LONGEST_NAME: Final = 255
"""Limit of characters in a device's name."""

SPAN: Final = "93 days after the first request and 13 days before it at most"
MOST_DEVICES: Final = 2**16

_COLUMNS = ("arrival_ps", "device", "start_byte", "bytes", "write", "line")


def out_of_span(times: Ints, unit_ps: int) -> Bools:
    """Returns which times, in units of `unit_ps`, are before EARLIEST_PS or after LATEST_PS."""
    return (times < EARLIEST_PS // unit_ps + 1) | (times > LATEST_PS // unit_ps - 1)


def is_name(name: object) -> bool:
    """Whether a device can have this name: printable ASCII, LONGEST_NAME characters at most."""
    return (
        isinstance(name, str)
        and 0 < len(name) <= LONGEST_NAME
        and name.isascii()
        and name.isprintable()
    )


def total(values: Ints) -> int:
    """Returns the exact sum of many large numbers."""
    return (int((values >> 20).sum()) << 20) + int((values & 0xFFFFF).sum())


@dataclass(frozen=True, eq=False)
class Batch:
    """Some requests of a trace, in the file's order. Arrays of one length.

    Attributes:
        arrival_ps: time of each arrival, in ps from an origin that the file defines.
        device: index of each request's device in `names`.
        start_byte: first byte of each request.
        bytes: length of each request in bytes, 1 or more.
        write: whether each request is a write.
        line: number of each request's line or record, from 1, for messages.
        response_ps: measured response times, in ps. UNKNOWN for a time that was not measured.
            `None`: the trace has no response times.
        names: names of the devices so far. The list grows while the file is read.
        priority: priority of each request as a command (SAM-5 8.7), 1 for the highest to 15; 0: no
            priority. `None`: the trace has no priorities.
    """

    arrival_ps: Ints
    device: npt.NDArray[np.uint16]
    start_byte: Ints
    bytes: Ints
    write: Bools
    line: Ints
    response_ps: Ints | None
    names: Sequence[str]
    priority: npt.NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        """Number of requests."""
        return len(self.line)

    def take(self, rows: Any) -> "Batch":
        """Returns some of the requests, by a mask, by indices or by a slice."""
        columns: dict[str, Any] = {name: getattr(self, name)[rows] for name in _COLUMNS}
        response = None if self.response_ps is None else self.response_ps[rows]
        priority = None if self.priority is None else self.priority[rows]
        return replace(self, **columns, response_ps=response, priority=priority)

    @property
    def priorities(self) -> npt.NDArray[np.uint8]:
        """The column `priority`; zeros if the trace has no priorities."""
        none = np.zeros(len(self), np.uint8)
        return none if self.priority is None else self.priority


def joined(batches: Sequence[Batch]) -> Batch:
    """Returns the batches of a trace as one batch. At least one batch is needed."""
    if len(batches) == 1:
        return batches[0]
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(batch, name) for batch in batches]) for name in _COLUMNS
    }
    responses = [batch.response_ps for batch in batches]
    known = [response for response in responses if response is not None]
    response = np.concatenate(known) if len(known) == len(batches) else None
    prioritized = any(batch.priority is not None for batch in batches)
    priority = np.concatenate([batch.priorities for batch in batches]) if prioritized else None
    return replace(batches[-1], **columns, response_ps=response, priority=priority)


@dataclass(frozen=True, eq=False)
class Bad(Live):
    """Malformed lines.

    Attributes:
        lines: numbers of the lines, rising.
        explain: function that returns the fault of a line, from its index in `lines`.
    """

    instead = "take the ConfigError that `Reading.wrong` makes of it"

    lines: Ints
    explain: Callable[[int], str]


class Reading(Live):
    """A pass through a file. Names devices, counts skipped lines, and refuses malformed lines.

    Attributes:
        path: name of the file in messages.
        names: names of devices, in order of appearance.
        bad: number of malformed lines so far.
        other: number of records so far that neither read nor write data, such as discards.
        notes: remarks on the trace besides its figures. Each remark is a sentence.
    """

    instead = "read the trace there, by `traces.open`"

    def __init__(self, path: str, skip_bad: int | None = 0) -> None:
        """Begins a pass.

        Args:
            path: name of the file in messages.
            skip_bad: number of malformed lines to leave out. `None`: the user cannot choose a
                number.
        """
        self.path = path
        self.names: list[str] = []
        self.bad = 0
        self.other = 0
        self.notes: list[str] = []
        self._skip_bad = skip_bad or 0
        self._can_skip = skip_bad is not None
        self._places: dict[str, int] = {}

    def place(self, name: str) -> int:
        """Returns the index of a device in `names`. A new device is added."""
        if name not in self._places:
            if not is_name(name):
                raise ConfigError(
                    f"trace {self.path}: a device is called {str(name)[:60]!r}; it must have a "
                    f"name of ASCII, {LONGEST_NAME} characters at most"
                )
            if len(self.names) == MOST_DEVICES:
                raise ConfigError(
                    f"trace {self.path}: more than {MOST_DEVICES:,} devices; is its column of "
                    "devices one?"
                )
            self._places[name] = len(self.names)
            self.names.append(name)
        return self._places[name]

    def places(self, names: Iterable[str], inverse: npt.NDArray[Any]) -> npt.NDArray[np.uint16]:
        """Returns indices in `self.names` for the requests, from indices in `names` (`inverse`)."""
        places = np.array([self.place(name) for name in names], np.uint16)
        return places.take(inverse)

    def one_device(self, name: str, requests: int) -> npt.NDArray[np.uint16]:
        """Returns the column of devices if the format has only a single device."""
        return np.full(requests, self.place(name), np.uint16)

    def note(self, what: str) -> None:
        """Adds a note on the trace, once."""
        if what not in self.notes:
            self.notes.append(what)

    def refuse(self, *bad: Bad) -> None:
        """Counts malformed lines. Raises ConfigError with file and line if they are too many."""
        before, self.bad = self.bad, self.bad + sum(len(one.lines) for one in bad)
        if self.bad <= self._skip_bad:
            return
        found = sorted(
            (int(line), number, place)
            for number, one in enumerate(bad)
            for place, line in enumerate(one.lines)
        )
        line, number, place = found[self._skip_bad - before]
        hint = ""
        if self._skip_bad:
            hint = f"; {self._skip_bad:,} malformed before it were skipped"
        elif self._can_skip:
            hint = "; skip_bad (--skip-bad) leaves malformed lines out"
        raise self.wrong(line, f"{bad[number].explain(place)}{hint}")

    def wrong(self, line: int, what: str) -> ConfigError:
        """Returns the error for a line that `skip_bad` cannot skip."""
        return ConfigError(f"{self.path}:{line}: {what}")


class Format(ABC):
    """A format of traces. Each format has a module and a line in `formats.FORMATS`."""

    name: str
    """Name of the format on the command line, as 'spc'."""
    title: str
    """Common name of the format, as 'SPC (UMass repository)'."""
    loses: str = ""
    """Parts of a request that a written file cannot hold. Only writable formats use the value."""
    holds_priorities: bool = False
    """Whether a written file holds priorities. Only writable formats use the value."""
    unpacked: bool = True
    """Whether a file may be packed as a whole. If False, `read` receives a file that can seek."""
    spec: str | None = None
    """Text that named the class, as 'file.py:Class', for pickles. `None`: no text named the
    class."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickles a user's format by `spec`, because other processes must load the class anew."""
        return super().__reduce_ex__(protocol) if self.spec is None else (brought, (self.spec,))

    @property
    def called(self) -> str:
        """Name in results and messages: `spec`, or `name` if there is no `spec`."""
        return self.name if self.spec is None else self.spec

    @abstractmethod
    def fits(self, head: bytes) -> bool:
        """Whether a file with this head (64 KiB at most, unpacked) is of this format."""

    @abstractmethod
    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests of a file, a bounded number at a time.

        The file is open at its beginning.

        Raises:
            ConfigError: a malformed line, from `reading.refuse`. The message names file and line.
        """

    @property
    def reads_together(self) -> bool:
        """Whether the format can read several files as one trace."""
        return type(self).read_together is not Format.read_together

    def read_together(
        self, files: Sequence[tuple[str, BinaryIO]], reading: Reading
    ) -> Iterator[Batch]:
        """Yields the requests of several files as one trace, as `read` does.

        Args:
            files: name and open file of each file. Each open file is at its beginning.
            reading: the pass through the files.
        """
        raise ConfigError(f"traces in the format {self.called} are of one file")

    @property
    def writes(self) -> bool:
        """Whether the format can be written."""
        return type(self).write is not Format.write

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes requests.

        Args:
            file: open for bytes, empty.
            batches: the requests; arrivals are 0 or more.
            devices: the names of all devices of the requests, in order of appearance.

        Raises:
            ConfigError: the format cannot hold a request. The message names its line.
        """
        raise ConfigError(f"traces in the format {self.name} are read only")


def brought(spec: str) -> Format:
    """Returns a user's own format, 'file.py:Class' or 'module:Class' (docs/use/traces.md).

    Raises:
        ConfigError: the file or the class does not exist, the class cannot be loaded or made, or
            the format has no name or no title.
    """
    found = loading.named("format", spec, Format)  # type: ignore[type-abstract]
    try:
        made = found.cls(*found.arguments, **found.named)
    except Exception as error:
        where = loading.place_of(error) or str(error)
        raise ConfigError(f"format {spec} cannot be made: {where}") from error
    check(made, f"format {spec}")
    object.__setattr__(made, "spec", spec)  # works for a frozen dataclass too
    return made


def check(made: Format, what: str) -> None:
    """Raises ConfigError if a required attribute is absent. The message calls the format `what`."""
    for name in ("name", "title"):
        if not isinstance(getattr(made, name, None), str):
            raise ConfigError(f"{what}: its class has no {name}; give it one, a text")
