"""The formats of traces, each with a module and a line in `FORMATS`.

- `spc`: the format of the Storage Performance Council
- `disksim_ascii`: DiskSim's ASCII format
- `disksim_validate`: the format of DiskSim's validation traces
- `msr`: the format of the MSR Cambridge traces
- `srt`: HP Labs' SRT format
- `blktrace`: the binary format of Linux's blktrace
- `blkparse`: the text that blkparse prints
- `fio`: the iologs of fio
- `fio_log`: the latency logs of fio
- `own_csv`: headstack's own CSV format
- `own_parquet`: headstack's own Parquet format

`register` adds a format, and `registered` returns all formats. Uses the modules of `traces`. Begin
with `spc`.
"""

from typing import Final

from headstack import checks
from headstack.errors import ConfigError
from headstack.traces.base import Format, brought, check
from headstack.traces.formats.blkparse import Blkparse
from headstack.traces.formats.blktrace import Blktrace
from headstack.traces.formats.disksim_ascii import DisksimAscii
from headstack.traces.formats.disksim_validate import DisksimValidate
from headstack.traces.formats.fio import Fio
from headstack.traces.formats.fio_log import FioLog
from headstack.traces.formats.msr import Msr
from headstack.traces.formats.own_csv import OwnCsv
from headstack.traces.formats.own_parquet import OwnParquet
from headstack.traces.formats.spc import Spc
from headstack.traces.formats.srt import Srt

FORMATS: Final[tuple[type[Format], ...]] = (
    Spc,
    DisksimAscii,
    DisksimValidate,
    Msr,
    Srt,
    Blktrace,
    Blkparse,
    Fio,
    FioLog,
    OwnCsv,
    OwnParquet,
)

_registered: dict[str, Format] = {kind.name: kind() for kind in FORMATS}


def register(added: Format) -> None:
    """Adds a format. `open` finds a format by the contents of a file, or by its name.

    A class that was made again, as by a second run of its file, replaces the old class.

    Raises:
        ConfigError: `added` is not a `Format`, lacks a name or a title, or has the name of another
            format.
    """
    if not isinstance(added, Format):
        raise ConfigError(
            f"{added!r} is not a headstack.traces.Format; give an object of such a class"
        )
    check(added, f"format {type(added).__qualname__}")
    there = _registered.get(added.name)
    if there is not None and not _is_anew(type(added), type(there)):
        raise ConfigError(f"there is a format {added.name!r} already; give yours another name")
    _registered[added.name] = added


def _is_anew(new: type[Format], old: type[Format]) -> bool:
    """Whether a class is another version of a class from the same place."""
    same = (new.__module__, new.__qualname__) == (old.__module__, old.__qualname__)
    return same and new is not old


def registered() -> tuple[Format, ...]:
    """Returns all formats."""
    return tuple(_registered.values())


def named(name: str) -> Format:
    """Returns the format of a name or of 'file.py:Class'. Raises ConfigError if it is unknown."""
    if ":" in checks.text("format", name):
        return brought(name)
    if name not in _registered:
        raise checks.unknown(
            "format",
            name,
            _registered,
            f"{', '.join(_registered)}, or one of your own, as 'mine.py:Mine' (docs/use/traces.md)",
        )
    return _registered[name]


def found_in(head: bytes, path: str) -> Format:
    """Returns the format of a file by its head. ConfigError unless exactly one format fits."""
    fitting = [one for one in _registered.values() if one.fits(head)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        names = " and ".join(one.name for one in fitting)
        raise ConfigError(f"trace {path}: it could be {names}; give its format")
    known = "; ".join(f"{one.name} ({one.title})" for one in _registered.values())
    raise ConfigError(
        f"trace {path}: its format is not known; it begins with {head[:60]!r}; known are: {known}"
    )
