"""Batches of a user's own format: whatever is wrong with one is an error that names it."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from headstack import ConfigError, traces
from headstack.traces import checking
from headstack.traces.base import MOST, MOST_BYTE

Change = dict[str, Any]

GOOD: Change = {
    "arrival_ps": np.array([5, 7, 6]),
    "device": np.array([0, 1, 0], np.uint16),
    "start_byte": np.array([0, 4096, 1]),
    "bytes": np.array([512, 1, 8192]),
    "write": np.array([True, False, True]),
    "line": np.array([1, 1, 3]),
    "response_ps": np.array([-1, 0, 10**12]),
    "names": ["sda", "sdb"],
    "priority": np.array([0, 15, 1]),
}


class Given(traces.Format):
    """Gives what it is made of."""

    name = "given"
    title = "what a test gives"

    def __init__(self, *batches: Any) -> None:
        self._batches = batches

    def fits(self, head: bytes) -> bool:
        """Whether it is of this format."""
        del head
        return False

    def read(self, file: Any, reading: traces.Reading) -> Iterator[traces.Batch]:
        """The batches."""
        del file, reading
        yield from self._batches


class Nothing(Given):
    """Forgot its yield."""

    def read(self, file: Any, reading: traces.Reading) -> Iterator[traces.Batch]:
        """None."""
        del file, reading
        return None  # type: ignore[return-value]


def batch(**changes: Any) -> traces.Batch:
    """A good batch with some columns that are others."""
    return traces.Batch(**{**GOOD, **changes})


@pytest.fixture
def scan(tmp_path: Path) -> Callable[..., traces.Scan]:
    """Scans a trace of some batches."""
    (tmp_path / "t").write_text("x")
    return lambda *batches: traces.Trace(str(tmp_path / "t"), Given(*batches)).scan()


def test_good_ones(scan: Callable[..., traces.Scan]) -> None:
    found = scan(batch(), batch(line=np.array([3, 4, 5]), response_ps=None))
    assert (found.requests, found.devices) == (6, {"sda": 4, "sdb": 2})
    none = {name: column[:0] for name, column in GOOD.items() if name != "names"}
    assert scan(batch(**none), batch()).requests == 3


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, ">i4", np.uint64, np.int64])
def test_any_whole_numbers_will_do(kind: Any, scan: Callable[..., traces.Scan]) -> None:
    whole = {name: np.array([1, 1, 1], kind) for name in GOOD if name not in ("write", "names")}
    assert scan(batch(**whole)).highest_byte == 2


WRONG: list[tuple[Change, str]] = [
    ({"bytes": np.array([512, -1, 512])}, "bytes of row 1 is -1; it must be bytes, 1 to 9"),
    ({"bytes": np.array([512, 1, 0])}, "bytes of row 2 is 0; it must be bytes, 1"),
    ({"bytes": np.array([2**64 - 1, 1, 1], np.uint64)}, "bytes of row 0 is 18446744073709551615"),
    ({"start_byte": np.array([-5, 0, 0])}, "start_byte of row 0 is -5; it must be bytes, 0 to"),
    ({"start_byte": np.array([0, 0, MOST_BYTE + 1])}, "start_byte of row 2 is 10{18}"),
    ({"response_ps": np.array([0, -5, -1])}, "response_ps of row 1 is -5; .* -1 where it is not"),
    (
        {"priority": np.array([0, 16, 1])},
        "priority of row 1 is 16; it must be 1 to 15, or 0 for no",
    ),
    ({"priority": np.array([0, 1, -1])}, "priority of row 2 is -1"),
    ({"arrival_ps": np.array([-1, MOST, 0])}, "arrival_ps of row 1 is 92.*earliest is -1; 93"),
    ({"arrival_ps": np.array([-(2**63), 0, 0])}, "arrival_ps of row 0 is -9223372036854775808"),
    ({"device": np.array([0, 2, 1])}, "device of row 1 is 2; .* in names, of which there are 2"),
    ({"device": np.array([0, -1, 1])}, "device of row 1 is -1"),
    ({"device": np.array([0, 70_000, 1])}, "device of row 1 is 70000"),
    ({"line": np.array([0, 1, 2])}, "line of row 0 is 0; it must be 1 or more"),
    ({"line": np.array([2, 1, 2])}, "line of row 1 is 1, and 2 before it; lines must not"),
    ({"names": ["sda"]}, "device of row 1 is 1; .* of which there are 1"),
    ({"names": ["sda", "sda"]}, "names has 'sda' at 1, which it has twice"),
    ({"names": ["sda", "\x1b[31m"]}, r"names has '\\x1b\[31m' at 1; each device must have"),
    ({"names": ["sda", "x" * 256]}, "names has 'x{60}' at 1"),
    ({"names": ["sda", ""]}, "names has '' at 1"),
    ({"names": ["sda", 7]}, "names has '7' at 1"),
    ({"names": ["sda", "s\u00e4"]}, "names has 's\u00e4' at 1"),
    ({"names": 7}, "names is 7; it must be a list of texts"),
]
for _name in (one.name for one in fields(traces.Batch) if one.name != "names"):
    WRONG += [
        ({_name: [1, 1, 1]}, f"{_name} is a list; it must be an array of NumPy"),
        ({_name: np.ma.masked_array([1, 2, 3])}, f"{_name} is a MaskedArray"),
        ({_name: GOOD[_name].astype(float)}, f"{_name} is of the type float64"),
        ({_name: GOOD[_name].astype(object)}, f"{_name} is of the type object"),
        ({_name: GOOD[_name].astype("M8[s]")}, f"{_name} is of the type datetime64"),
        ({_name: GOOD[_name].reshape(3, 1)}, f"{_name} has 2 dimensions; it must have one"),
        ({_name: GOOD[_name][0].reshape(())}, f"{_name} .*(dimensions|array of NumPy)"),
        ({_name: GOOD[_name][:2]}, "has . rows, and line has .; all columns of a batch"),
    ]
    if _name not in ("response_ps", "priority"):
        WRONG.append(({_name: None}, f"{_name} is a NoneType"))
    if _name == "write":
        WRONG.append(({_name: np.array([0, 1, 1])}, "write is of the type int64; it must be of bo"))


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_wrong_ones(change: Change, message: str, scan: Callable[..., traces.Scan]) -> None:
    with pytest.raises(ConfigError, match=rf"trace .*: format given: .*{message}"):
        scan(batch(**change))


def test_what_is_no_batch(scan: Callable[..., traces.Scan], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="its read gives 'sda', a str; it must give headstack"):
        scan("sda")
    with pytest.raises(ConfigError, match="line of row 0 is 1, and 3 before it"):
        scan(batch(), batch())
    with pytest.raises(ConfigError, match="names has 'sda' at 2, which it has twice"):
        scan(batch(), batch(line=np.array([3, 3, 3]), names=["sda", "sdb", "sda"]))
    none = Nothing()
    with pytest.raises(ConfigError, match="its read gives None; it must give batches, as by yield"):
        traces.Trace(str(tmp_path / "t"), none).scan()


def test_every_column_is_checked() -> None:
    assert set(checking._COLUMNS) == {one.name for one in fields(traces.Batch)} - {"names"}
