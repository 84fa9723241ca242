"""The trace files that DiskSim validates real drives with (docs of its folder `valid/`).

A line is a request: `R|W outcome LBN blocks measured think`, the last two in microseconds. One
request was outstanding at a time, so a trace replays as a closed loop.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NoReturn

import numpy as np
import numpy.typing as npt

from headstack.errors import ConfigError

Think = Literal["after", "before"]
"""Whether column 6 is the pause after its line's request, or before it."""

THINK: Final[Think] = "after"

_NUMBER = r"(\d+)(?:\.(\d+))?"
_LINE = re.compile(
    rf"\s*([RW])\s+(Hit|Miss|Doub|Trip)\s+(\d+)\s+(\d+)\s+{_NUMBER}\s+{_NUMBER}\s*", re.ASCII
)
_COLUMNS = (
    ("direction", re.compile(r"[RW]"), "R or W"),
    ("outcome", re.compile(r"Hit|Miss|Doub|Trip"), "Hit, Miss, Doub or Trip"),
    ("LBN", re.compile(r"\d+", re.ASCII), "a whole number, 0 or more"),
    ("blocks", re.compile(r"\d+", re.ASCII), "a whole number, 1 or more"),
    ("measured time", re.compile(_NUMBER, re.ASCII), "microseconds, 0 or more"),
    ("think time", re.compile(_NUMBER, re.ASCII), "microseconds, 0 or more"),
)
_PS_DIGITS = 6  # decimals of a microsecond down to a picosecond
_LARGEST_U32 = 2**32 - 1
_LARGEST_PS = 2**63 - 1


@dataclass(frozen=True, eq=False)
class ValidationTrace:
    """A real drive's requests and times: arrays of one length, with row i from line i + 1."""

    path: str
    lbn: npt.NDArray[np.uint32]
    blocks: npt.NDArray[np.uint32]
    write: npt.NDArray[np.bool_]
    measured_ps: npt.NDArray[np.int64]
    think_ps: npt.NDArray[np.int64]

    def wait_ps(self, think: Think) -> npt.NDArray[np.int64]:
        """Pause before each request, counted from the completion of the one before it, in ps.

        'after' (DiskSim's rule, right for the HP C2247A): column 6 of the line before, 0 for the
        first. 'before' (right for the IBM DNES-309170W): column 6 of the line itself.
        """
        if think == "before":
            return self.think_ps
        wait = np.zeros_like(self.think_ps)
        wait[1:] = self.think_ps[:-1]
        return wait


def read_validation_trace(path: str | Path) -> ValidationTrace:
    """Reads and checks a whole trace.

    Args:
        path: the file, one request a line.

    Raises:
        ConfigError: no such file, not text, no request in it, or a line that is malformed,
            empty, cut short or out of range; names file and line.
    """
    lines = _lines(path)
    rows: list[tuple[bool, int, int, int, int]] = []
    for number, line in enumerate(lines, start=1):
        match = _LINE.fullmatch(line)
        if match is None:
            _explain(path, number, line)
        direction, _, lbn, blocks, whole5, part5, whole6, part6 = match.groups()
        row = (
            direction == "W",
            int(lbn),
            int(blocks),
            _picoseconds(path, number, "measured time", whole5, part5),
            _picoseconds(path, number, "think time", whole6, part6),
        )
        if not 1 <= row[2] <= _LARGEST_U32:
            raise ConfigError(f"{path}:{number}: blocks is {blocks}; it must be 1 or more, 32 bits")
        if row[1] > _LARGEST_U32:
            raise ConfigError(f"{path}:{number}: LBN is {lbn}; it must fit 32 bits")
        rows.append(row)
    write, lbns, lengths, measured, think = zip(*rows, strict=True)
    if sum(measured) + sum(think) > _LARGEST_PS:
        raise ConfigError(f"{path}: the times add up to more than 106 days; are they microseconds?")
    return ValidationTrace(
        path=str(path),
        lbn=np.array(lbns, np.uint32),
        blocks=np.array(lengths, np.uint32),
        write=np.array(write, np.bool_),
        measured_ps=np.array(measured, np.int64),
        think_ps=np.array(think, np.int64),
    )


def _lines(path: str | Path) -> list[str]:
    try:
        text = Path(path).read_text(encoding="ascii")
    except OSError as error:
        raise ConfigError(f"trace {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"trace {path}: byte {error.start} is not text; is it a trace?"
        ) from error
    if not text.strip():
        raise ConfigError(f"trace {path}: the file is empty; a line is: {_example()}")
    return text.removesuffix("\n").split("\n")


def _picoseconds(path: str | Path, number: int, column: str, whole: str, part: str | None) -> int:
    """Microseconds as decimal digits, exactly in picoseconds."""
    part = (part or "").rstrip("0")
    if len(part) > _PS_DIGITS:
        raise ConfigError(f"{path}:{number}: {column} {whole}.{part} is finer than a picosecond")
    return int(whole + part.ljust(_PS_DIGITS, "0"))


def _explain(path: str | Path, number: int, line: str) -> NoReturn:
    """Raises a ConfigError that says what is wrong with a line."""
    fields = line.split()
    where = f"{path}:{number}"
    if not fields:
        raise ConfigError(f"{where}: empty line; a line is: {_example()}")
    for field, (name, pattern, right) in zip(fields, _COLUMNS, strict=False):
        if pattern.fullmatch(field) is None:
            raise ConfigError(f"{where}: {name} is {field!r}; it must be {right}")
    raise ConfigError(
        f"{where}: {len(fields)} columns instead of {len(_COLUMNS)}; a line is: {_example()}"
    )


def _example() -> str:
    return "'R Miss 564347 2 14095.370 13876.270'"
