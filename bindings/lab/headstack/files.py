"""Files that are written whole or not at all, and that overwrite nothing unless they may."""

import errno
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from headstack import checks
from headstack.errors import ConfigError, RunError
from headstack.lazy import needed

Name = str | os.PathLike[str]

CHARTS = ("png", "svg", "pdf", "eps", "jpg", "jpeg", "ps", "tif", "tiff", "webp")
"""Endings of the files that charts can be."""

MOST_TEXT: Final = 16 << 20
"""Limit of bytes in a text file that is read as a whole, such as a suite or a Python file."""

_CHUNK: Final = 1 << 20
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
_READER_GONE = {errno.EPIPE}


class New(os.PathLike[str]):
    """A path at which no file may be: `whole` refuses to overwrite one."""

    def __init__(self, path: Name) -> None:
        self._path = os.fspath(path)

    def __fspath__(self) -> str:
        return self._path

    def __str__(self) -> str:
        return self._path


def text(path: Name, where: str, most: int = MOST_TEXT) -> str:
    """A text that is read whole, in UTF-8.

    Args:
        path: the file, or a device or a pipe.
        where: what an error begins with, such as 'sweep a.toml: '.
        most: bytes that it may have.

    Raises:
        ConfigError: there are more.
        OSError: it cannot be read.
        UnicodeDecodeError: it is not UTF-8.
    """
    with Path(path).open("rb") as file:
        found = b"".join(chunks(file, where, most)).decode()
    return found.replace("\r\n", "\n").replace("\r", "\n")


def chunks(file: BinaryIO, where: str, most: int) -> Iterator[bytes]:
    """The bytes of an open file piece by piece; ConfigError if there are more than `most`.

    Of a plain file its size is looked at first.
    """
    left = most
    if os.fstat(file.fileno()).st_size <= most:
        while chunk := file.read(min(_CHUNK, left + 1)):
            left -= len(chunk)
            if left < 0:
                break
            yield chunk
        else:
            return
    raise ConfigError(f"{where}the file has more than {most:,} bytes, the most that are read")


def target(path: Path | None, force: bool, endings: Sequence[str] = ()) -> Name | None:
    """Checks, before anything has run, that a file can be made at `path`.

    Args:
        path: path of the file; None: there will be none.
        force: whether an existing file may be overwritten.
        endings: endings that the name may have; none: any.

    Returns:
        The path for `whole`, by way of whoever writes the file.

    Raises:
        ConfigError: no file can be made there, or there is one; or it would be a chart, and the
            library for charts is absent.
    """
    if path is None:
        return None
    checks.utf8(f"cannot write {path}", path)
    if endings and ending(path) in CHARTS:
        needed("matplotlib", "charts")
    if endings and ending(path) not in endings and not _is_device(path):
        raise ConfigError(
            f"cannot write {path}: its ending is {ending(path)!r}; one of {', '.join(endings)} is "
            "wanted"
        )
    try:
        there = os.path.lexists(path)
        (path if there else path.absolute().parent).stat()
        if not there:
            path.lstat()  # a name that is too long says so here only
    except FileNotFoundError:
        if not path.absolute().parent.is_dir():
            raise ConfigError(
                f"cannot write {path}: there is no folder {path.absolute().parent}"
            ) from None
    except OSError as error:
        raise _cannot(path, error) from error
    if path.is_dir():
        raise ConfigError(f"cannot write {path}: it is a folder; give a file")
    if not os.access(
        path if path.exists() and _is_device(path) else path.absolute().parent, os.W_OK
    ):
        raise ConfigError(f"cannot write {path}: no permission")
    if _is_device(path) or force:
        return path
    if path.exists():
        raise _there(path)
    return New(path)


@contextmanager
def whole(path: Name) -> Iterator[Path]:
    """Gives a temporary file to write to, so that `path` is written to its end or not at all.

    The temporary file gets its name when the `with` block ends well, else it is removed. A device
    or a pipe is written to directly. An error of the system in the block that names no file, or
    this one, is one of writing it.

    Raises:
        ConfigError: the file cannot be made; or `path` is `New`, and there is one.
        RunError: there is no room for it.
    """
    checks.path("cannot write", path)
    if _is_device(Path(path)):
        with _of_this_file(path, Path(path)):
            yield Path(path)
        return
    final = Path(os.path.realpath(path))
    temporary = final.parent / f".headstack-{secrets.token_hex(8)}"
    with saying(path):
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    try:
        try:
            with _of_this_file(path, temporary):
                yield temporary
        except (ConfigError, RunError) as error:
            if str(temporary) in str(error):
                raise type(error)(str(error).replace(str(temporary), str(path))) from error
            raise
        with saying(path):
            if isinstance(path, New):
                _name_new(temporary, final, path)
            else:
                temporary.replace(final)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def saying(path: Name) -> Iterator[None]:
    """Turns the system's errors into ones that say what could not be written."""
    try:
        yield
    except OSError as error:
        raise _cannot(path, error) from error


@contextmanager
def _of_this_file(path: Name, written: Path) -> Iterator[None]:
    """Like `saying`, also for errors without a file name: a full disk names no file."""
    try:
        yield
    except OSError as error:
        named = None if error.filename is None else os.fspath(error.filename)
        if error.errno in _READER_GONE or named not in (None, os.fspath(written)):
            raise
        raise _cannot(path, error) from error


def make_folder(path: Path) -> None:
    """Makes a folder, and those above it, if it is not there; ConfigError if that cannot be."""
    checks.path("cannot make the folder", path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {path}: {error.strerror}") from error
    if not os.access(path, os.W_OK):
        raise ConfigError(f"cannot write in the folder {path}: no permission")


def is_folder(path: Name) -> bool:
    """Whether the folder exists. A name that no file can have names no folder."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def ending(path: Name) -> str:
    """The ending of a name without the dot, such as 'png'."""
    return Path(path).suffix.removeprefix(".").lower()


def _is_device(path: Path) -> bool:
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except OSError:
        return False


def _name_new(temporary: Path, final: Path, path: Name) -> None:
    try:
        os.link(temporary, final)  # unlike a rename, it fails if there is one
    except FileExistsError:
        raise _there(path) from None
    except OSError:  # a file system without links
        if final.exists():
            raise _there(path) from None
        temporary.replace(final)


def _there(path: Name) -> ConfigError:
    return ConfigError(f"cannot write {path}: there is a file already; --force overwrites it")


def _cannot(path: Name, error: OSError) -> ConfigError | RunError:
    kind = RunError if error.errno in _NO_ROOM else ConfigError
    return kind(f"cannot write {path}: {error.strerror or error}")
