"""headstack's own Parquet: a column each for what a request is, with its unit in its name.

`arrival_ps`, `start_byte`, `bytes`, `write`, and if the writer likes `device` and `response_ps`.
The rows of `headstack run --parquet` are read as well: their arrival is in ps, their address in
blocks, whose size is in the file's metadata.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Final

import numpy as np

from headstack.errors import ConfigError
from headstack.traces.base import SPAN, UNKNOWN, Bad, Batch, Format, Ints, Reading, out_of_span
from headstack.traces.layout import MOST_BYTE
from headstack.traces.text import in_order
from headstack.traces.writing import names_of

DEVICE: Final = "0"

_AT_ONCE = 65_536
_OWN = ("arrival_ps", "start_byte", "bytes", "write")
_OPTIONAL = ("device", "response_ps")
_ROWS = ("arrival", "lbn", "blocks", "write", "finish")
_BLOCK = b"headstack.bytes_per_block"
_UNITS = {"arrival_ps": "ps", "start_byte": "B", "bytes": "B", "response_ps": "ps"}


class OwnParquet(Format):
    """Reads and writes headstack's own Parquet, and reads the rows of its runs."""

    name = "parquet"
    title = "headstack Parquet, also of run --parquet"
    unpacked = False

    def fits(self, head: bytes) -> bool:
        """By the first four bytes."""
        return head.startswith(b"PAR1")

    def read(self, file: BinaryIO, reading: Reading) -> Iterator[Batch]:
        """The requests, 65,536 at a time."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            opened = pq.ParquetFile(file)
            schema = opened.schema_arrow
            columns, block = _columns(schema, reading)
            number = 1
            for part in opened.iter_batches(_AT_ONCE, columns=columns):
                yield _batch(part, number, block, reading)
                number += part.num_rows
        except (pa.ArrowException, OSError) as error:
            raise ConfigError(f"trace {reading.path}: {error}; is the file whole?") from error

    def write(self, file: BinaryIO, batches: Iterable[Batch], devices: Sequence[str]) -> None:
        """Writes the columns, a row group a batch."""
        import pyarrow.parquet as pq

        writer = None
        timed = False
        for batch in batches:
            timed = batch.response_ps is not None if writer is None else timed
            table = _table(batch, timed)
            writer = writer or pq.ParquetWriter(file, table.schema, compression="zstd")
            writer.write_table(table)
        if writer is not None:
            writer.close()


def _columns(schema: Any, reading: Reading) -> tuple[list[str], int]:
    """The columns to read, and the bytes of a block if they are those of a run."""
    import pyarrow.types as pt

    names = set(schema.names)
    metadata = schema.metadata or {}
    if names >= set(_ROWS) and _BLOCK in metadata:
        return list(_ROWS), int(metadata[_BLOCK])
    missing = [name for name in _OWN if name not in names]
    if missing:
        raise ConfigError(
            f"trace {reading.path}: no column {missing[0]!r}; it has {', '.join(schema.names)}; "
            f"{', '.join(_OWN)} are needed, or the rows of headstack run --parquet"
        )
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
        start, size = _ints(part, "lbn") * block, _ints(part, "blocks") * block
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
    if response is not None:
        checks["response_ps is less than 0"] = response < UNKNOWN
    bad = np.logical_or.reduce(list(checks.values()))

    def explain(place: int) -> str:
        row = np.flatnonzero(bad)[place]
        return next(what for what, wrong in checks.items() if wrong[row])

    reading.refuse(Bad(lines[bad], explain))
    found = Batch(
        arrival_ps=arrival,
        device=_devices(part, reading),
        start_byte=start,
        bytes=size,
        write=part.column("write").to_numpy(zero_copy_only=False),
        line=lines,
        response_ps=response,
        names=reading.names,
    )
    return found.take(~bad) if bad.any() else found


def _ints(part: Any, name: str) -> Ints:
    import pyarrow as pa

    column = part.column(name).cast(pa.int64())
    values: Ints = column.fill_null(UNKNOWN).to_numpy(zero_copy_only=False)
    return values


def _devices(part: Any, reading: Reading) -> Any:
    import pyarrow as pa

    if "device" not in part.schema.names:
        return reading.one_device(DEVICE, part.num_rows)
    column = part.column("device")
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    at, inverse = in_order(column.indices.to_numpy())
    names = column.dictionary.to_pylist()
    keys = column.indices.to_numpy()[at]
    return reading.places([names[key] for key in keys], inverse)


def _table(batch: Batch, timed: bool) -> Any:
    import pyarrow as pa

    columns = {name: pa.array(getattr(batch, name)) for name in _OWN}
    columns["device"] = names_of(batch)
    if timed and batch.response_ps is not None:
        response = batch.response_ps
        columns["response_ps"] = pa.array(response, mask=response == UNKNOWN)
    fields = [
        pa.field(name, column.type, metadata={"unit": _UNITS[name]} if name in _UNITS else None)
        for name, column in columns.items()
    ]
    return pa.Table.from_arrays(list(columns.values()), schema=pa.schema(fields))
