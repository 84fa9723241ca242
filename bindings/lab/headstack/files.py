"""Writes files whole or not at all. A file overwrites another file only with permission."""

import errno
import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from headstack import checks
from headstack.errors import ConfigError, RunError
from headstack.lazy import needed

Name = str | os.PathLike[str]

CHARTS = ("png", "svg", "pdf", "eps", "jpg", "jpeg", "ps", "tif", "tiff", "webp")
"""Endings of chart files."""

MOST_TEXT: Final = 16 << 20
"""Limit of bytes in a text file that is read as a whole, such as a suite or a Python file."""

_CHUNK: Final = 1 << 20
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
_READER_GONE = {errno.EPIPE}


class New(os.PathLike[str]):
    """A path without a file. `whole` refuses to overwrite a file at this path."""

    def __init__(self, path: Name) -> None:
        self._path = os.fspath(path)

    def __fspath__(self) -> str:
        return self._path

    def __str__(self) -> str:
        return self._path


def text(path: Name, where: str, most: int = MOST_TEXT) -> str:
    """Reads a whole text in UTF-8.

    Args:
        path: the file, or a device or a pipe.
        where: beginning of errors, such as 'sweep a.toml: '.
        most: largest number of bytes.

    Raises:
        ConfigError: the text has more bytes.
        OSError: the text cannot be read.
        UnicodeDecodeError: the text is not UTF-8.
    """
    with Path(path).open("rb") as file:
        found = b"".join(chunks(file, where, most)).decode()
    return found.replace("\r\n", "\n").replace("\r", "\n")


def chunks(file: BinaryIO, where: str, most: int) -> Iterator[bytes]:
    """Yields the bytes of an open file in parts. Raises ConfigError for more than `most` bytes.

    The size of a plain file is checked before the first read.
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


def sha256(path: Name) -> str:
    """Returns the SHA-256 of a file, 64 hex digits.

    Raises:
        ConfigError: the file cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error


def target(path: Path | None, force: bool, endings: Sequence[str] = ()) -> Name | None:
    """Checks, before any run, that a file can be made at `path`.

    Args:
        path: path of the file. `None`: no file will be made.
        force: whether an existing file can be overwritten.
        endings: allowed endings of the name. Empty: any ending.

    Returns:
        The path, for the function that writes the file with `whole`.

    Raises:
        ConfigError: no file can be made there, or a file exists; or the file would be a chart, and
            the library for charts is absent.
    """
    if path is None:
        return None
    checks.utf8(f"cannot write {path}", path)
    if endings and ending(path) in CHARTS:
        needed("matplotlib", "charts")
    if endings and ending(path) not in endings and not is_device(path):
        raise ConfigError(
            f"cannot write {path}: its ending is {ending(path)!r}; one of {', '.join(endings)} is "
            "wanted"
        )
    try:
        there = os.path.lexists(path)
        (path if there else path.absolute().parent).stat()
        if not there:
            path.lstat()  # only this call reports a name that is too long
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
        path if path.exists() and is_device(path) else path.absolute().parent, os.W_OK
    ):
        raise ConfigError(f"cannot write {path}: no permission")
    if is_device(path) or force:
        return path
    if path.exists():
        raise _there(path)
    return New(path)


@contextmanager
def whole(path: Name) -> Iterator[Path]:
    """Yields a temporary file to write. So `path` is written completely or not at all.

    If the `with` block succeeds, the temporary file gets the name `path`. Else it is removed. A
    device or a pipe is written directly. A system error in the block counts as an error of writing
    if it names this file or no file.

    Raises:
        ConfigError: the file cannot be made; or `path` is `New`, and a file exists.
        RunError: there is no room for the file.
    """
    checks.path("cannot write", path)
    if is_device(Path(path)):
        with _of_this_file(path, Path(path)):
            yield Path(path)
        return
    final = Path(os.path.realpath(path))
    temporary = final.parent / f".headstack-{os.urandom(8).hex()}"
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
    """Turns system errors into errors that name the file that could not be written."""
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
    """Makes a folder and its parents if necessary. Raises ConfigError if this is impossible."""
    checks.path("cannot make the folder", path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot make the folder {path}: {error.strerror}") from error
    if not os.access(path, os.W_OK):
        raise ConfigError(f"cannot write in the folder {path}: no permission")


@contextmanager
def new_folder(folder: Name) -> Iterator[Path]:
    """Makes a folder with all its contents, or none.

    Args:
        folder: a folder that does not exist, or is empty.

    Yields:
        A temporary folder. It becomes `folder` at the end of the `with` block.

    Raises:
        ConfigError: the folder is not empty, or cannot be made.
        RunError: there is no room for the contents.
    """
    text = checks.path("cannot write", folder)
    path = Path(text)
    try:
        if path.exists() and any(path.iterdir()):
            raise ConfigError(f"cannot write {text}: there is something in it; give a new folder")
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        temporary = path.absolute().parent / f".headstack-{secrets.token_hex(8)}"
        temporary.mkdir()
    except OSError as error:
        raise ConfigError(f"cannot write {text}: {error.strerror}") from error
    try:
        yield temporary
        temporary.replace(path)  # also replaces an empty folder
    except (OSError, shutil.Error) as error:
        raise RunError(f"cannot write {text}: {_reason(error)}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _reason(error: OSError) -> str:
    """Returns the first reason of an error. `copytree` collects all reasons."""
    if isinstance(error, shutil.Error) and error.args and error.args[0]:
        return str(error.args[0][0][2])
    return error.strerror or str(error)


def is_folder(path: Name) -> bool:
    """Whether the folder exists. A name that no file can have names no folder."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def ending(path: Name) -> str:
    """Returns the ending of a name without the dot, such as 'png'."""
    return Path(path).suffix.removeprefix(".").lower()


def is_device(path: Path) -> bool:
    """Whether the path is a device or a pipe, which is written directly."""
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except OSError:
        return False


def _name_new(temporary: Path, final: Path, path: Name) -> None:
    try:
        os.link(temporary, final)  # unlike a rename, a link fails if the file exists
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
