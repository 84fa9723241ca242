"""Stored results: Parquet files with a checksum.

The footer holds a hash of all bytes of the file. Other programs ignore the hash. headstack checks
the hash before it parses the file.
"""

import hashlib
import logging
import mmap
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from headstack import files
from headstack.errors import ConfigError
from headstack.lazy import needed

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Store:
    """A kind of stored results.

    Attributes:
        name: name of the kind in the file.
        what: name of the kind in messages.
        remedy: what to do with a damaged file.
        parquet: whether `write` and `read` handle the kind. Other kinds have another hash.
        bare: whether `read` accepts a file without a hash, with a warning.
    """

    name: str
    what: str
    remedy: str
    parquet: bool = True
    bare: bool = False


SWEEP: Final = Store(
    "sweep", "file of a sweep's points", "remove it, and its points run again, or give a new folder"
)
REQUESTS: Final = Store("requests", "file of a run's requests", "run it again", bare=True)
MIMIC: Final = Store("mimic", "file of `headstack mimic`", "make it again with `headstack mimic`")
CALL: Final = Store(
    "call", "file of `headstack reproduce`", "remove it, and what it holds is computed again"
)
BASELINE: Final = Store(
    "baseline",
    "baseline of `headstack regress`",
    "restore it, or let --update write it anew",
    parquet=False,
)
STORES: Final = (SWEEP, REQUESTS, MIMIC, CALL, BASELINE)
"""All kinds of results that headstack stores and reads back."""

_LOG: Final = logging.getLogger("headstack")
_KEY: Final = b"headstack_seal"
_NONE: Final = b"0" * 64
_SEAL: Final = re.compile(rb"headstack_seal\x18.([a-z]{1,32}) ([0-9a-f]{64})", re.DOTALL)
"""Key and value in a Parquet footer. Byte 0x18 and the length precede each text."""


class _Sealing:
    """A file that is written from front to end. `finish` puts the hash into the footer."""

    def __init__(self, file: BinaryIO, store: Store) -> None:
        self._file = file
        self._empty = re.compile(rb"headstack_seal\x18.%s 0{64}" % store.name.encode(), re.DOTALL)
        self._hash = hashlib.sha256()
        self._held = b""
        self._written = 0
        self.closed = False

    def write(self, data: Any) -> int:
        """Writes bytes. The footer waits for `finish`."""
        given = bytes(data)
        self._written += len(given)
        if self._held or self._empty.search(given):
            self._held += given
        else:
            self._hash.update(given)
            self._file.write(given)
        return len(given)

    def tell(self) -> int:
        """Number of bytes so far."""
        return self._written

    def flush(self) -> None:
        """Writes everything before the footer."""
        self._file.flush()

    def close(self) -> None:
        """Does nothing: the caller closes the file."""
        self.closed = True

    def finish(self) -> None:
        """Writes the footer with the hash."""
        self._hash.update(self._held)
        found = list(self._empty.finditer(self._held))
        end = found[-1].end() if found else 0
        sealed = self._hash.hexdigest().encode() if found else b""
        self._file.write(self._held[: end - len(sealed)] + sealed + self._held[end:])


@contextmanager
def writing(path: files.Name, store: Store) -> Iterator[Any]:
    """Opens a file of a store for a Parquet writer with a schema of `schema_of`.

    The file appears when the block ends, with the hash in its footer. The caller must close the
    writer before the end of the block.

    Args:
        path: the file. An existing file is replaced, unless the path is a `files.New`.
        store: the kind of results.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    with (
        files.whole(path) as temporary,
        files.saying(path),
        temporary.open("wb") as file,
    ):
        to = _Sealing(file, store)
        yield to
        to.finish()


def schema_of(schema: "pa.Schema", store: Store) -> "pa.Schema":
    """Returns the schema with room for the hash."""
    seal = {_KEY: store.name.encode() + b" " + _NONE}
    return schema.with_metadata({**(schema.metadata or {}), **seal})


def write(path: files.Name, table: "pa.Table", store: Store, **options: Any) -> None:
    """Writes a table as a Parquet file of a store, completely or not at all.

    Args:
        path: the file. An existing file is replaced, unless the path is a `files.New`.
        table: the rows.
        store: kind of the rows.
        options: options of pyarrow's `write_table`.

    Raises:
        ConfigError: the file cannot be made, or pyarrow is not installed.
        RunError: there is no room for the file.
    """
    needed("pyarrow", "a Parquet file")
    import pyarrow.parquet as pq

    table = table.replace_schema_metadata(schema_of(table.schema, store).metadata)
    with writing(path, store) as to:
        pq.write_table(table, to, **options)


def read(path: files.Name, store: Store, columns: Sequence[str] | None = None) -> "pa.Table":
    """Reads a file of `write`.

    Args:
        path: the file.
        store: kind of the file.
        columns: names of columns. `None`: all columns.

    Raises:
        ConfigError: the file cannot be read, is of another store, or is damaged; or pyarrow is not
            installed.
    """
    needed("pyarrow", "a Parquet file")
    import pyarrow as pa
    import pyarrow.parquet as pq

    shown = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            _check(file, shown, store)
            # A file of Arrow, because Arrow's threads may outlive a Python file:
            # apache/arrow#34314.
            with pa.OSFile(shown) as same, pq.ParquetFile(same) as parquet:
                table = parquet.read(columns=None if columns is None else list(columns))
    except (OSError, pa.ArrowException) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise ConfigError(f"{shown}: no {store.what} ({said})") from error
    return table.replace_schema_metadata(_without_seal(table.schema.metadata or {}))


def _without_seal(metadata: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    return {key: value for key, value in metadata.items() if key != _KEY}


def _check(file: BinaryIO, shown: str, store: Store) -> None:
    """Raises ConfigError if the file is damaged or of another store."""
    size = os.fstat(file.fileno()).st_size
    if size < 12:
        raise ConfigError(f"{shown}: no {store.what}: it has {size} bytes")
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = data.rfind(_KEY)
        seal = _SEAL.match(data[at : at + 128]) if at >= 0 else None
        if seal is None:
            _no_seal(shown, store, data[:4] == data[-4:] == b"PAR1", at >= 0)
            return
        found = hashlib.sha256()
        with memoryview(data) as view:
            found.update(view[: at + seal.start(2)])
            found.update(_NONE)
            found.update(view[at + seal.end(2) :])
    if found.hexdigest().encode() != seal.group(2):
        raise ConfigError(
            f"{shown}: it is damaged: the checksum in it is not that of its bytes; {store.remedy}"
        )
    if seal.group(1) != store.name.encode():
        others = {one.name.encode(): one.what for one in STORES}
        other = others.get(seal.group(1), "file of another headstack")
        raise ConfigError(f"{shown}: no {store.what}, but a {other}")


def _no_seal(shown: str, store: Store, parquet: bool, damaged: bool) -> None:
    """Raises ConfigError for a file without a checksum, or warns if the store accepts it."""
    if damaged:
        raise ConfigError(f"{shown}: it is damaged: its checksum cannot be read; {store.remedy}")
    if not parquet:
        raise ConfigError(f"{shown}: no {store.what}: it is not Parquet, or damaged")
    if store.bare:
        _LOG.warning(
            "headstack: %s has no checksum, so damage to it goes unseen: an earlier headstack "
            "wrote it, or another program",
            shown,
        )
        return
    raise ConfigError(
        f"{shown}: no {store.what} with a checksum: an earlier headstack wrote it, another program "
        f"did, or it is damaged; {store.remedy}"
    )
