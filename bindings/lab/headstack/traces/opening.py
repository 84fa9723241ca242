"""Opens plain files, and files packed by gzip or zstd. The first bytes tell the packing."""

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from headstack import checks
from headstack.errors import ConfigError
from headstack.files import Name
from headstack.lazy import needed

HEAD: Final = 1 << 16
"""Number of bytes from which a format is recognised."""

_PACKED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}


@contextmanager
def opened(path: Name, unpacked: bool = True) -> Iterator[BinaryIO]:
    """Opens a file of a trace for reading. With `unpacked`, a packed file is unpacked.

    Raises:
        ConfigError: the file does not exist, is a folder, is damaged or is cut short. Reads in the
            block also raise ConfigError.
    """
    checks.path("trace", path)
    with saying(path):
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise ConfigError(f"trace {os.fspath(path)}: it is no plain file; give one")
    with saying(path), Path(path).open("rb") as file:
        packing = _packing(file)
        if packing is None or not unpacked:
            yield file
        else:
            with _unpacked(file, packing) as stream:
                yield stream


@contextmanager
def saying(path: Name) -> Iterator[None]:
    """Turns errors of the system and of unpacking into errors that name the file."""
    try:
        yield
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or f"{error}; is the file whole?"
        raise ConfigError(f"trace {os.fspath(path)}: {reason}") from error


def beginning(path: Name) -> bytes:
    """Returns the first HEAD bytes of a file, unpacked."""
    with opened(path) as file:
        head = b""
        while len(head) < HEAD and (more := file.read(HEAD - len(head))):
            head += more
    return head


def head_of(path: Name) -> bytes:
    """Returns the first bytes of a file, unpacked. Raises ConfigError for an empty file."""
    head = beginning(path)
    if not head.strip():
        raise ConfigError(f"trace {os.fspath(path)}: the file is empty")
    return head


def sha256(*paths: Name) -> str:
    """Returns the digest of the bytes of files, one file after another, as stored on the disk."""
    digest = hashlib.sha256()
    for path in paths:
        with opened(path, unpacked=False) as file:
            hashlib.file_digest(cast("Any", file), lambda: digest)
    return digest.hexdigest()


def _packing(file: BinaryIO) -> str | None:
    start = file.read(4)
    file.seek(0)
    found = (name for magic, name in _PACKED.items() if start.startswith(magic))
    return next(found, None)


def _unpacked(file: BinaryIO, packing: str) -> Any:
    needed("pyarrow", f"a trace packed with {packing}")
    import pyarrow as pa

    return pa.CompressedInputStream(pa.PythonFile(file, mode="r"), packing)
