"""Converts columns of numbers to text, and writes lines of text, a batch at a time."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.traces.base import Batch

if TYPE_CHECKING:
    import pyarrow as pa

Choice = tuple[str, str, Any]
"""Text for False, text for True, and a mask that chooses between them."""


def wholes(values: Any) -> "pa.Array":
    """Returns whole numbers as text."""
    import pyarrow as pa

    return pa.array(values).cast(pa.string())


def decimals(values: Ints, places: int, least: int) -> "pa.Array":
    """Returns whole numbers in units of 10^-places, 0 or more, as decimal numbers.

    Args:
        values: the numbers, such as ps for seconds with 12 places.
        places: number of decimals that represent every value exactly.
        least: least number of decimals. Further decimals are written up to the last digit that is
            not 0.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    whole, part = np.divmod(values, 10**places)
    digits = pc.utf8_lpad(wholes(part), places, "0")
    kept = pc.utf8_slice_codeunits(digits, 0, least)
    rest = pc.utf8_rtrim(pc.utf8_slice_codeunits(digits, least, places), "0")
    text: pa.Array = pc.binary_join_element_wise(
        wholes(whole), pc.binary_join_element_wise(kept, rest, ""), "."
    )
    return text


def put(file: BinaryIO, separator: str, *columns: "pa.Array | Choice | str") -> None:
    """Writes a line for each row. A column is an array of texts, a choice, or a constant text."""
    import pyarrow as pa
    import pyarrow.compute as pc

    arrays = [
        pc.if_else(pa.array(column[2]), column[1], column[0])
        if isinstance(column, tuple)
        else column
        for column in columns
    ]
    lines = pc.binary_join_element_wise(*arrays, separator)
    ended = pc.binary_join_element_wise(lines, "\n", "")
    for chunk in ended.chunks if isinstance(ended, pa.ChunkedArray) else [ended]:
        if len(chunk):
            _, offsets, data = chunk.buffers()
            bounds = np.frombuffer(offsets, np.int32)[chunk.offset :]
            file.write(memoryview(data)[bounds[0] : bounds[len(chunk)]])


def device_numbers(devices: Sequence[str]) -> Callable[[Batch], Ints]:
    """Returns a function that returns the devices of a batch as numbers, as in `numbers_of`.

    Args:
        devices: the names of all devices, in order of appearance.
    """
    numbers = numbers_of(devices)
    return lambda batch: np.array([numbers[name] for name in _named(batch, devices)], np.int64)[
        batch.device
    ]


def numbers_of(devices: Sequence[str]) -> dict[str, int]:
    """Returns a number for each device: its name if all names are numbers, otherwise its index."""
    if all(_is_number(name) for name in devices):
        return {name: int(name) for name in devices}
    return {name: place for place, name in enumerate(devices)}


def names_of(batch: Batch, change: Callable[[str], str] = str) -> "pa.Array":
    """Returns a name for the device of each request. `change` makes the name from the old name."""
    import pyarrow as pa

    used = np.unique(batch.device)
    names = [change(name) if place in used else "" for place, name in enumerate(batch.names)]
    return pa.array(names, pa.string()).take(pa.array(batch.device))


def in_blocks(batch: Batch, column: str, size: int, name: str) -> Ints:
    """Returns a column of bytes in blocks. Raises ConfigError unless all values are whole."""
    values: Ints = getattr(batch, column)
    blocks, rest = np.divmod(values, size)
    if rest.any():
        row = int(np.flatnonzero(rest)[0])
        raise ConfigError(
            f"line {batch.line[row]}: {column} is {values[row]}, which is not a multiple of "
            f"{size}; {name} cannot hold that, csv can"
        )
    return blocks


def _named(batch: Batch, devices: Sequence[str]) -> list[str]:
    known = set(devices)
    return [name if name in known else devices[0] for name in batch.names]


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and str(int(name)) == name and len(name) < 10
