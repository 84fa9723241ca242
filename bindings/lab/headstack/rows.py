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

PARTS = ("queue", "overhead", "seek", "rotation", "transfer", "bus")
"""Parts of a response time. Their sum is exactly the response time."""

NULLABLE = ("seek_at", "rotation_at", "transfer_at", "deadline")
"""Columns in which the largest number means a missing value. Arrow has null for such a value."""

PACKED: Mapping[str, Any] = {"compression": "lz4", "use_dictionary": False}
"""Options of the Parquet writer. Times rarely repeat, so a dictionary saves no space."""

Columns = Mapping[str, npt.NDArray[Any]]


def as_arrow(columns: Columns, settings: Settings) -> "pa.Table":
    """Returns the columns as a table with units, descriptions and settings.

    Args:
        columns: the columns of COLUMNS, in the form of `_core.RunOutput`.
        settings: everything on which the run depends. The metadata of the schema has the settings.
            Its keys are the names of `Settings` with the prefix `headstack.`.

    Raises:
        ConfigError: pyarrow is not installed.
    """
    needed("pyarrow", "a table of requests")
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
    """Returns a table of requests as a DataFrame of pandas.

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
    """Returns a table of requests as a DataFrame of polars.

    Raises:
        ConfigError: polars is not installed.
    """
    needed("polars", "to_polars")
    import polars

    return polars.DataFrame(table)


class ParquetFile:
    """An open Parquet file. Each part becomes a row group.

    Args:
        path: name of the file in errors.
        file: the file, open for bytes.
        settings: everything on which the run depends.
    """

    def __init__(self, path: files.Name, file: Any, settings: Settings) -> None:
        self._path = path
        self._file = file
        self._settings = settings
        self._writer: Any = None

    def write(self, columns: Columns) -> None:
        """Appends rows. Raises ConfigError or RunError if the file cannot be written."""
        import pyarrow.parquet as pq

        table = as_arrow(columns, self._settings)
        with files.saying(self._path):
            if self._writer is None:
                schema = stored.schema_of(table.schema, stored.REQUESTS)
                self._writer = pq.ParquetWriter(self._file, schema, **PACKED)
            self._writer.write_table(table, row_group_size=table.num_rows)

    def give_up(self) -> None:
        """Discards the written parts, because the file will be removed."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()

    def close(self) -> None:
        """Writes the end of the file. The end has the places of all parts."""
        if self._writer is not None:
            with files.saying(self._path):
                self._writer.close()


@contextmanager
def parquet(path: files.Name, settings: Settings) -> Iterator[ParquetFile]:
    """Yields a Parquet file for parts. The file appears if the block succeeds.

    Raises:
        ConfigError: the file cannot be made; or `path` is a `files.New`, and a file exists; or
            pyarrow is not installed.
        RunError: there is no room for the file.
    """
    needed("pyarrow", "a Parquet file")
    with stored.writing(path, stored.REQUESTS) as to:
        made = ParquetFile(path, to, settings)
        try:
            yield made
        except BaseException:
            made.give_up()
            raise
        made.close()
