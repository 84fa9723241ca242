"""Loads the user's own classes by text: 'module:Class', 'file.py:Class', with or without arguments.

The `kind` of a class is its purpose: a scheduler or a format of traces. Messages begin with the
kind.
"""

import ast
import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Generic, TypeVar

from headstack import checks, files
from headstack.errors import ConfigError

T = TypeVar("T")

KINDS: Final = {
    "scheduler": ("headstack.Scheduler", "Aged(6)", "Aged(weight=6)"),
    "format": ("headstack.traces.Format", "Lab(2)", "Lab(disk=2)"),
}
"""Name of the base class of each kind in messages, and examples of calls."""

_kinds_of: dict[str, set[str]] = {}
"""Files of the modules that were loaded by a text, each with the kind of its class."""


@dataclass(frozen=True)
class Named(Generic[T]):
    """A class and the arguments for its call, from a text."""

    cls: type[T]
    arguments: tuple[Any, ...]
    named: dict[str, Any]


def named(kind: str, text: str, base: type[T]) -> Named[T]:
    """Returns the class of a text. A file runs anew at each call, because it can have changed.

    Args:
        kind: purpose of the class, one of KINDS.
        text: 'module:Class' or 'file.py:Class', with or without arguments that are plain values.
        base: required base class.

    Raises:
        ConfigError: an unknown file, module or class; a module that cannot be loaded, with file and
            line; or a class that is not a subclass of `base`.
    """
    place, _, rest = text.rpartition(":") if "(" not in text else _split(text)
    name, arguments, by_name = _call(kind, text, rest.strip())
    module = _load(kind, text, place.strip())
    cls = getattr(module, name, None)
    if cls is None:
        known = [key for key, value in vars(module).items() if _is_own(value, base)]
        raise checks.unknown(f"{kind} {text}: class", name, known)
    if not _is_own(cls, base):
        raise ConfigError(f"{kind} {text}: {name} is not a subclass of {KINDS[kind][0]}")
    return Named(cls, arguments, by_name)


def place_of(error: BaseException) -> str | None:
    """Returns the place and the text of an error in a file or module that was loaded by a text.

    Returns `None` for an error at another place.
    """
    found = _frame_of(error)
    if found is None:
        return None
    file, line, function = found
    if isinstance(error, SyntaxError) and error.filename == file:
        return f"{file}:{line}: SyntaxError: {error.msg}"
    what = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return f"{file}:{line} in {function}: {what}"


def failure(error: BaseException) -> str | None:
    """Returns `place_of` after the name of the failed part: 'the scheduler failed: ...'."""
    found = _frame_of(error)
    if found is None:
        return None
    return f"the {' or '.join(sorted(_kinds_of[found[0]]))} failed: {place_of(error)}"


def sha256_of(cls: type) -> str | None:
    """Returns the SHA-256 of the file with the source of a class. `None`: no such file exists."""
    try:
        file = inspect.getsourcefile(cls)
        return hashlib.sha256(Path(file or "").read_bytes()).hexdigest()
    except (OSError, TypeError):
        return None


def _frame_of(error: BaseException) -> tuple[str, int | None, str] | None:
    """Returns file, line and function of the last call in a loaded file."""
    if isinstance(error, SyntaxError) and error.filename in _kinds_of:
        return error.filename, error.lineno, ""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if frame.filename in _kinds_of]
    return (inside[-1].filename, inside[-1].lineno, inside[-1].name) if inside else None


def _split(text: str) -> tuple[str, str, str]:
    front, bracket, inside = text.partition("(")
    place, colon, name = front.rpartition(":")
    return place, colon, name + bracket + inside


def _is_own(value: object, base: type) -> bool:
    return isinstance(value, type) and issubclass(value, base) and value is not base


def _call(kind: str, text: str, call: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
    """Returns class name and arguments of 'Class' or 'Class(1, W=2.5)'."""
    try:
        tree = ast.parse(call, mode="eval").body
        if isinstance(tree, ast.Name):
            return tree.id, (), {}
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            positional = tuple(ast.literal_eval(argument) for argument in tree.args)
            by_name = {str(k.arg): ast.literal_eval(k.value) for k in tree.keywords if k.arg}
            return tree.func.id, positional, by_name
    except (SyntaxError, ValueError):
        pass
    _, one, two = KINDS[kind]
    raise ConfigError(
        f"{kind} {text}: write module:Class or file.py:Class, with plain values as arguments, "
        f"as in mine:{one} or mine:{two}"
    )


def _load(kind: str, text: str, place: str) -> ModuleType:
    checks.utf8(f"{kind} {place}", place)
    if place.endswith(".py"):
        return _load_file(kind, text, Path(place))
    if not all(part.isidentifier() for part in place.split(".")):
        raise ConfigError(f"{kind} {text}: {place!r} is no module")
    beside = f"{place.replace('.', os.sep)}.py"
    there = os.path.isfile(beside)  # noqa: PTH113 - isfile accepts names that are too long
    if there and place.partition(".")[0] in sys.stdlib_module_names:
        return _load_file(kind, text, Path(beside))  # modules of Python have no class of a user
    with _found_in(Path.cwd()):
        spec = _find(kind, text, place)
        if there and Path(beside).resolve() != Path(spec.origin or "").resolve():
            raise ConfigError(
                f"{kind} {text}: there are two modules {place}, {spec.origin} and ./{beside}; name "
                f"the file, as in ./{beside}:Class"
            )
        try:
            return importlib.import_module(place)
        except Exception as error:
            raise _broken(kind, text, error) from error


def _find(kind: str, text: str, place: str) -> ModuleSpec:
    """Finds a module. This imports the packages around the module."""
    try:
        spec = importlib.util.find_spec(place)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{place}.".startswith(f"{error.name}."):
            raise _broken(kind, text, error) from error
        raise ConfigError(f"{kind} {text}: there is no module {error.name}") from None
    except ValueError:
        raise ConfigError(f"{kind} {text}: {place!r} is no module") from None
    except Exception as error:
        raise _broken(kind, text, error) from error
    if spec is None:
        raise ConfigError(f"{kind} {text}: there is no module {place}")
    if spec.origin is not None:
        _note(kind, spec.origin)
    return spec


@contextmanager
def _found_in(folder: Path) -> Iterator[None]:
    """Puts a folder at the end of the module path, so that a user's module can import its siblings.

    A standard or installed module has priority over a file of the folder.
    """
    importlib.invalidate_caches()
    sys.path.append(str(folder))
    try:
        yield
    finally:
        for place in reversed(range(len(sys.path))):
            if sys.path[place] == str(folder):
                del sys.path[place]
                break


def _note(kind: str, file: str) -> None:
    _kinds_of.setdefault(file, set()).add(kind)


def _broken(kind: str, text: str, error: Exception) -> ConfigError:
    where = place_of(error) or f"{type(error).__name__}: {error}"
    return ConfigError(f"{kind} {text} cannot be loaded: {where}")


def _load_file(kind: str, text: str, path: Path) -> ModuleType:
    try:
        there = path.is_file()
        size = path.stat().st_size if there else 0
    except OSError as error:
        raise ConfigError(f"{kind} {text}: {path}: {error.strerror}") from error
    if not there:
        raise ConfigError(f"{kind} {text}: there is no file {path}")
    if size > files.MOST_TEXT:
        raise ConfigError(
            f"{kind} {text}: {path} has {size:,} bytes; {files.MOST_TEXT:,} are the most that are "
            "read"
        )
    name = f"headstack_{kind}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ConfigError(f"{kind} {text}: {path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their module there
    _note(kind, str(spec.origin))
    try:
        with _found_in(path.absolute().parent):
            spec.loader.exec_module(module)
    except Exception as error:
        raise _broken(kind, text, error) from error
    return module
