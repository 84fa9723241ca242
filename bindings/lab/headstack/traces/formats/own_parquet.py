"""headstack's own Parquet: a column for each quantity, with the unit in its name.

The columns are `arrival_ps`, `start_byte`, `bytes` and `write`. `device`, `response_ps` and
`priority` may be left out. The module also reads the rows of `headstack run --parquet`. Their
arrival is in ps, and their address is in blocks. The metadata of such a file has the size of a
block.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Final

import numpy as np

from headstack.arrays import Ints
from headstack.errors import ConfigError
from headstack.lazy import needed
from headstack.traces.base import (
    LONGEST_NAME,
    MOST_BYTE,
    SPAN,
    UNKNOWN,
    Bad,
    Batch,
    Format,
    Reading,
    is_name,
    out_of_span,
)
from headstack.traces.text import in_order
from headstack.traces.writing import names_of
from headstack.units import LOWEST_PRIORITY

DEVICE: Final = "0"

_AT_ONCE = 65_536
_OWN = ("arrival_ps", "start_byte", "bytes", "write")
_OPTIONAL = ("device", "response_ps", "priority")
_ROWS = ("arrival", "lbn", "blocks", "write", "finish")
_BLOCK = b"headstack.bytes_per_block"
_MOST_BLOCK = 2**20
_UNITS = {"arrival_ps": "ps", "start_byte": "B", "bytes": "B", "response_ps": "ps"}


class OwnParquet(Format):
    """Reads and writes headstack's own Parquet. Also reads the rows of runs."""

    name = "parquet"
    title = "headstack Parquet, also of run --parquet"
    unpacked = False
    holds_priorities = True

    def fits(self, head: bytes) -> bool:
        """Whether the first four bytes fit."""
        return head.startswith(b"PAR1")

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """Yields the requests, 65,536 at a time."""
        needed("pyarrow", "a Parquet file")
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            # A file of Arrow: the threads of Arrow may outlive a Python file (apache/arrow#34314).
            with pa.OSFile(file.name) as same, pq.ParquetFile(same) as opened:
                schema = opened.schema_arrow
                columns, block = _columns(schema, reading)
                number = 1
                for part in opened.iter_batches(_AT_ONCE, columns=columns):
                    yield _batch(part, number, block, reading)
                    number += part.num_rows
        except UnicodeDecodeError as error:
            raise ConfigError(
                f"trace {reading.path}: the name of a column is {error.object[:60]!r}, which is no "
                "UTF-8"
            ) from error
        except (pa.ArrowException, OSError) as error:
            raise ConfigError(f"trace {reading.path}: {error}; is the file whole?") from error

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes the columns, a row group for each batch."""
        import pyarrow.parquet as pq

        writer = None
        left_out: set[str] = set()
        for batch in batches:
            if writer is None:
                left_out = {name for name in _OPTIONAL[1:] if getattr(batch, name) is None}
            table = _table(batch, left_out)
            writer = writer or pq.ParquetWriter(file, table.schema, compression="zstd")
            writer.write_table(table)
        if writer is not None:
            writer.close()


def _columns(schema: Any, reading: Reading) -> tuple[list[str], int]:
    """Returns the columns to read, and the bytes of a block if the file has rows of a run."""
    import pyarrow.types as pt

    names = set(schema.names)
    metadata = schema.metadata or {}
    if names >= set(_ROWS) and _BLOCK in metadata:
        given = [name for name in ("priority",) if name in names]
        return [*_ROWS, *given], _block_of(metadata[_BLOCK], reading)
    missing = [name for name in _OWN if name not in names]
    if missing:
        known = ", ".join(repr(name[:60])[1:-1] for name in schema.names[:20])
        raise ConfigError(
            f"trace {reading.path}: no column {missing[0]!r}; it has {known}; "
            f"{', '.join(_OWN)} are needed, or the rows of headstack run --parquet"
        )
    twice = [name for name in (*_OWN, *_OPTIONAL) if schema.names.count(name) > 1]
    if twice:
        raise ConfigError(f"trace {reading.path}: the column {twice[0]!r} is there twice")
    found = [*_OWN, *(name for name in _OPTIONAL if name in names)]
    is_right = {"write": pt.is_boolean, "device": _is_text}
    for name in found:
        if not is_right.get(name, pt.is_integer)(schema.field(name).type):
            wanted = {"write": "bool", "device": "text"}.get(name, "whole numbers")
            raise ConfigError(
                f"trace {reading.path}: the column {name!r} is {schema.field(name).type}; "
                f"{wanted} are right"
            )
    return found, 0


def _block_of(text: bytes, reading: Reading) -> int:
    """Returns the bytes of a block from the metadata of a run."""
    block = int(text) if text.isdigit() and len(text) < 9 else 0
    if not 1 <= block <= _MOST_BLOCK:
        raise ConfigError(
            f"trace {reading.path}: {_BLOCK.decode()} is {text[:60]!r}; it must be a whole number, "
            f"1 to {_MOST_BLOCK}"
        )
    return block


def _is_text(kind: Any) -> bool:
    import pyarrow.types as pt

    return bool(
        pt.is_string(kind)
        or pt.is_large_string(kind)
        or (pt.is_dictionary(kind) and pt.is_string(kind.value_type))
    )


def _batch(part: Any, number: int, block: int, reading: Reading) -> Batch:
    lines = np.arange(number, number + part.num_rows)
    for name in part.schema.names:
        if name != "response_ps" and part.column(name).null_count:
            row = int(np.flatnonzero(part.column(name).is_null())[0])
            raise reading.wrong(int(lines[row]), f"{name} is null")
    if block:
        arrival, finish = _ints(part, "arrival"), _ints(part, "finish")
        start, size = (_bytes_of(_ints(part, name), block) for name in ("lbn", "blocks"))
        response: Ints | None = finish - arrival
    else:
        arrival, start, size = (_ints(part, name) for name in _OWN[:3])
        has = "response_ps" in part.schema.names
        response = _ints(part, "response_ps") if has else None
    checks = {
        f"start_byte is no number of bytes, 0 to {MOST_BYTE}": (start < 0) | (start > MOST_BYTE),
        f"bytes is no number of bytes, 1 to {MOST_BYTE}": (size < 1) | (size > MOST_BYTE),
        f"arrival_ps is out of its span, {SPAN}": out_of_span(arrival, 1),
    }
    priority = _ints(part, "priority") if "priority" in part.schema.names else None
    if priority is not None:
        wrong = (priority < 0) | (priority > LOWEST_PRIORITY)
        checks[f"priority is not from 0 to {LOWEST_PRIORITY}"] = wrong
    if response is not None:
        checks["response_ps is less than 0"] = response < UNKNOWN
    names, inverse = _devices(part)
    good = np.array([is_name(name) for name in names], np.bool_)
    checks[_NO_NAME] = ~good[inverse]
    bad = np.logical_or.reduce(list(checks.values()))

    def explain(place: int) -> str:
        row = np.flatnonzero(bad)[place]
        what = next(what for what, wrong in checks.items() if wrong[row])
        return f"device is {names[inverse[row]][:60]!r}; {_NO_NAME}" if what == _NO_NAME else what

    reading.refuse(Bad(lines[bad], explain))
    places = np.array([reading.place(name) if is_name(name) else 0 for name in names], np.uint16)
    found = Batch(
        arrival_ps=arrival,
        device=places[inverse],
        start_byte=start,
        bytes=size,
        write=part.column("write").to_numpy(zero_copy_only=False),
        line=lines,
        response_ps=response,
        names=reading.names,
        priority=None if priority is None else priority.astype(np.uint8),
    )
    return found.take(~bad) if bad.any() else found


_NO_NAME = f"it must be a name in ASCII, {LONGEST_NAME} characters at most"


def _bytes_of(blocks: Ints, block: int) -> Ints:
    """Converts blocks to bytes; -1: not a number, or beyond the limit of addresses."""
    far = (blocks < 0) | (blocks > MOST_BYTE // block)
    return np.where(far, -1, blocks) * block


def _ints(part: Any, name: str) -> Ints:
    import pyarrow as pa

    column = part.column(name).cast(pa.int64())
    values: Ints = column.fill_null(UNKNOWN).to_numpy(zero_copy_only=False)
    return values


def _devices(part: Any) -> tuple[list[str], Any]:
    """Returns the names of devices in order of appearance, and the index of each row's device."""
    import pyarrow as pa

    if "device" not in part.schema.names:
        return [DEVICE] * bool(part.num_rows), np.zeros(part.num_rows, np.int64)
    column = part.column("device")
    if not pa.types.is_dictionary(column.type):
        column = column.cast(pa.large_binary()).dictionary_encode()
    at, inverse = in_order(column.indices.to_numpy())
    values = column.dictionary.cast(pa.large_binary())
    names = [values[key].as_py() or b"" for key in column.indices.to_numpy()[at].tolist()]
    return [name[: LONGEST_NAME + 1].decode("latin-1") for name in names], inverse


def _table(batch: Batch, left_out: set[str]) -> Any:
    import pyarrow as pa

    columns = {name: pa.array(getattr(batch, name)) for name in _OWN}
    columns["device"] = names_of(batch)
    if "response_ps" not in left_out and batch.response_ps is not None:
        response = batch.response_ps
        columns["response_ps"] = pa.array(response, mask=response == UNKNOWN)
    if "priority" not in left_out:
        columns["priority"] = pa.array(batch.priorities)
    fields = [
        pa.field(name, column.type, metadata={"unit": _UNITS[name]} if name in _UNITS else None)
        for name, column in columns.items()
    ]
    return pa.Table.from_arrays(list(columns.values()), schema=pa.schema(fields))
