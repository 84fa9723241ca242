"""Rows of requests as an Arrow table, and as a Parquet file that is written in parts."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from headstack import _core, files
from headstack.keeping import stored
from headstack.lazy import needed
from headstack.settings import Settings
from headstack.workload.base import NO_DEADLINE

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa

COLUMNS: dict[str, tuple[str, str]] = _core.COLUMNS
"""Unit and meaning of each column of `Result.requests`."""

NULLABLE = ("seek_at", "rotation_at", "transfer_at", "deadline")
"""Columns in which the largest number stands for none, and is null in Arrow."""

PACKED: Mapping[str, Any] = {"compression": "lz4", "use_dictionary": False}
"""Options of the Parquet writer. Times hardly repeat, so a dictionary does not pay."""

Columns = Mapping[str, npt.NDArray[Any]]


def as_arrow(columns: Columns, settings: Settings) -> "pa.Table":
    """The columns as a table that explains itself.

    Args:
        columns: those of COLUMNS, as `_core.RunOutput` has them.
        settings: what the run depends on; the schema's metadata has it, keys as in `Settings` with
            `headstack.` before them.
    """
    import pyarrow as pa

    fields = [
        pa.field(
            name,
            pa.from_numpy_dtype(columns[name].dtype),
            nullable=name in NULLABLE,
            metadata={"unit": unit, "description": description},
        )
        for name, (unit, description) in COLUMNS.items()
    ]
    record = {
        f"headstack.{key}": value if isinstance(value, str) else json.dumps(value)
        for key, value in asdict(settings).items()
    }
    arrays = [
        pa.array(columns[name], mask=columns[name] == NO_DEADLINE if name in NULLABLE else None)
        for name in COLUMNS
    ]
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=record))


def as_pandas(table: "pa.Table") -> "pandas.DataFrame":
    """A table of requests as a DataFrame of pandas.

    Raises:
        ConfigError: pandas is not installed.
    """
    needed("pandas", "to_pandas")
    import pandas as pd
    import pyarrow as pa

    frame = table.to_pandas()
    kinds = {pa.int64(): pd.Int64Dtype()}
    frame["deadline"] = table.column("deadline").to_pandas(types_mapper=kinds.get)
    return frame


def as_polars(table: "pa.Table") -> "polars.DataFrame":
    """A table of requests as a DataFrame of polars.

    Raises:
        ConfigError: polars is not installed.
    """
    needed("polars", "to_polars")
    import polars

    return polars.DataFrame(table)


class ParquetFile:
    """A Parquet file that is open; each part becomes a row group.

    Args:
        path: what errors call it.
        file: where it is written, open for bytes.
        settings: what the run depends on.
    """

    def __init__(self, path: files.Name, file: Any, settings: Settings) -> None:
        self._path = path
        self._file = file
        self._settings = settings
        self._writer: Any = None

    def write(self, columns: Columns) -> None:
        """Writes the rows behind those that are there; ConfigError or RunError if it cannot."""
        import pyarrow.parquet as pq

        table = as_arrow(columns, self._settings)
        with files.saying(self._path):
            if self._writer is None:
                schema = stored.schema_of(table.schema, stored.REQUESTS)
                self._writer = pq.ParquetWriter(self._file, schema, **PACKED)
            self._writer.write_table(table, row_group_size=table.num_rows)

    def give_up(self) -> None:
        """Forgets what is there, of a file that will be removed."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()

    def close(self) -> None:
        """Writes the end of the file, which says where everything is."""
        if self._writer is not None:
            with files.saying(self._path):
                self._writer.close()


@contextmanager
def parquet(path: files.Name, settings: Settings) -> Iterator[ParquetFile]:
    """A Parquet file to write parts to. It appears whole, when the block ends well, or not at all.

    Raises:
        ConfigError: the file cannot be made; or `path` is a `files.New`, and there is one.
        RunError: there is no room for it.
    """
    with stored.writing(path, stored.REQUESTS) as to:
        made = ParquetFile(path, to, settings)
        try:
            yield made
        except BaseException:
            made.give_up()
            raise
        made.close()
