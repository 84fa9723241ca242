"""Stores the rows of finished runs in a folder of Parquet files, or in memory."""

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from headstack import files
from headstack.errors import ConfigError
from headstack.keeping import stored
from headstack.sweeps import columns
from headstack.sweeps.job import Row

if TYPE_CHECKING:
    import pyarrow as pa

REQUESTS: Final = "_requests"
"""Folder of the points' requests. Readers of the whole folder skip a name that begins with _."""

MOST_ROWS: Final = 4096
LEAST_S: Final = 1.0
SHARE: Final = 0.01


class Store(ABC):
    """Keeps rows. Writes several rows at a time.

    At first, a store writes rows each second. Later, a store writes rows after each hundredth of
    the elapsed time of the sweep. So the number of files is small, and a killed process loses few
    rows.
    """

    def __init__(self, labels: Mapping[str, str]) -> None:
        self.labels = labels
        self._rows: list[Row] = []
        self._began = self._written = time.monotonic()

    @property
    @abstractmethod
    def errors(self) -> Mapping[str, str | None]:
        """Keys of the stored rows, each with the error of its run or `None`."""

    def add(self, row: Row) -> None:
        """Adds a row."""
        self._rows.append(row)
        now = time.monotonic()
        wait = max(LEAST_S, SHARE * (now - self._began))
        if len(self._rows) >= MOST_ROWS or now - self._written >= wait:
            self.flush()

    def flush(self) -> None:
        """Writes the added rows. Raises ConfigError or RunError if this is impossible."""
        self._written = time.monotonic()
        if self._rows:
            rows = sorted(self._rows, key=lambda row: str(row["key"]))
            self.keep(columns.table(rows, self.labels))
            self._rows = []

    @abstractmethod
    def keep(self, table: "pa.Table") -> None:
        """Stores rows. The rows are in the order of their keys."""

    @abstractmethod
    def tables(self) -> "list[pa.Table]":
        """Returns all stored rows."""


class Memory(Store):
    """Rows in memory."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        super().__init__(labels)
        self._tables: list[pa.Table] = []

    @property
    def errors(self) -> Mapping[str, str | None]:
        """Always empty, because the store begins without rows."""
        return {}

    def keep(self, table: "pa.Table") -> None:
        """Stores rows."""
        self._tables.append(table)

    def tables(self) -> "list[pa.Table]":
        """Returns all stored rows."""
        return self._tables


class Folder(Store):
    """Rows in a folder. Other sweeps may use the folder too, also at the same time.

    Args:
        path: the folder. A missing folder is made.
        labels: kinds of the sweep's own columns.
        requests: whether the folder also has the requests of each point.

    Raises:
        ConfigError: the folder cannot be made, or has Parquet files that no sweep wrote, or has
            labels of another kind.
    """

    def __init__(self, path: Path, labels: Mapping[str, str], requests: bool) -> None:
        super().__init__(labels)
        self.path = path
        files.make_folder(path / REQUESTS if requests else path)
        self._errors: dict[str, str | None] = {}
        for file in parts(path):
            rows = read(file, ("key", "error"), labels)
            self._errors.update(
                zip(*(rows[name].to_pylist() for name in ("key", "error")), strict=True)
            )
        if requests:
            self._errors = {
                key: error
                for key, error in self._errors.items()
                if error is not None or self.requests_of(key).exists()
            }

    @property
    def errors(self) -> Mapping[str, str | None]:
        """Keys of the stored rows, each with the error of its run or `None`."""
        return self._errors

    def requests_of(self, key: str) -> Path:
        """Returns the file of a point's requests."""
        return self.path / REQUESTS / f"{key}.parquet"

    def keep(self, table: "pa.Table") -> None:
        """Writes rows to a file whose name is a hash of their keys."""
        keys = "".join(table["key"].to_pylist())
        name = hashlib.sha256(keys.encode()).hexdigest()[:24]
        path = self.path / f"part-{name}.parquet"
        stored.write(path, table, stored.SWEEP, compression="zstd")

    def tables(self) -> "list[pa.Table]":
        """Returns all stored rows, including the rows of other sweeps."""
        return [read(file) for file in parts(self.path)]


def parts(folder: Path) -> list[Path]:
    """Returns a folder's files of rows, sorted by name. ConfigError: the folder is unreadable."""
    try:
        return sorted(file for file in folder.iterdir() if file.suffix == ".parquet")
    except OSError as error:
        raise ConfigError(f"folder {folder}: {error.strerror}") from error


def read(
    file: Path, wanted: Sequence[str] | None = None, labels: Mapping[str, str] | None = None
) -> "pa.Table":
    """Returns the rows of a file.

    Raises:
        ConfigError: no sweep of this version wrote the file, the file has changed, or the file has
            labels of another kind.
    """
    table = stored.read(file, stored.SWEEP)
    found = (table.schema.metadata or {}).get(b"headstack.sweep", b"?").decode()
    if found != columns.FORMAT:
        raise ConfigError(
            f"{file}: a sweep's points in form {found}, of another headstack; this one has form "
            f"{columns.FORMAT}: give another folder"
        )
    _check_kinds(file, table.schema, labels or {})
    return table if wanted is None else table.select(list(wanted))


def _check_kinds(file: Path, found: "pa.Schema", labels: Mapping[str, str]) -> None:
    wanted = columns.schema(labels)
    for name in labels:
        at = found.get_field_index(name)
        if at >= 0 and found.field(at).type != wanted.field(name).type:
            raise ConfigError(
                f"label {name} is {wanted.field(name).type} here, and {found.field(at).type} in "
                f"{file}; give it another name, or take another folder"
            )


def ordered(
    tables: "list[pa.Table]",
    keys: Sequence[str],
    own: Sequence[Mapping[str, Any]],
    labels: Mapping[str, str],
) -> "pa.Table":
    """Returns the rows of some keys, in the order of the keys.

    Args:
        tables: tables with all rows. If several rows have the same key, the first row counts.
        keys: a key for each row of the result.
        own: the labels of each row of the result.
        labels: kinds of the labels.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    schema = columns.schema(labels)
    fixed = pa.schema([field for field in schema if field.name not in labels])
    wanted = pa.array(sorted(set(keys)), pa.string())
    taken = [one.select(fixed.names).cast(fixed) for one in tables]
    rows = pa.concat_tables(
        [one.filter(pc.is_in(one["key"], wanted)) for one in taken] or [fixed.empty_table()]
    )
    place: dict[str, int] = {}
    for at, key in enumerate(rows["key"].to_pylist()):
        place.setdefault(key, at)
    rows = rows.take(pa.array([place[key] for key in keys], pa.int64())).combine_chunks()
    given = {
        name: pa.array([one.get(name) for one in own], schema.field(name).type) for name in labels
    }
    return pa.table(
        [given[name] if name in given else rows[name] for name in schema.names], schema=schema
    )
