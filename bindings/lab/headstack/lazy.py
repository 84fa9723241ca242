"""Imports names of a package at their first use (PEP 562)."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from headstack.starting.interrupt import quietly


def lazily(
    package: str, names: Mapping[str, Iterable[str]], parts: Iterable[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Makes a package's `__getattr__` and `__dir__`, which import a name at its first use.

    Args:
        package: the package's name, its `__name__`.
        names: full names of modules, each with the names that the package takes from the module.
            A module is itself a name of its parent package.
        parts: modules of the package that are attributes of the package.

    Returns:
        The two functions. The first raises AttributeError for any other name.
    """
    module_of = {name: module for module, inside in names.items() for name in inside}
    all_parts = frozenset(parts)

    def get(name: str) -> Any:
        with quietly():
            if name in module_of:
                found = _member(module_of[name], name)
            elif name in all_parts:
                found = importlib.import_module(f"{package}.{name}")
            else:
                raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        setattr(sys.modules[package], name, found)
        return found

    def names_of() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of, *all_parts})

    return get, names_of


EXTRAS: Final = {
    "distributed": "headstack[dask]",
    "matplotlib": "headstack[plot]",
    "pandas": "pandas",
    "polars": "polars",
    "pyarrow": "headstack[arrow]",
}
"""Optional libraries, each with the name for pip."""


def needed(library: str, what: str) -> None:
    """Raises ConfigError if an optional library is absent. Call this before the work begins.

    Args:
        library: the module's name.
        what: the feature that needs the library, as in 'charts'.
    """
    if not present(library):
        from headstack.errors import ConfigError  # this import loads the compiled part

        error = ConfigError(f"{what}: {library} is not installed: pip install '{EXTRAS[library]}'")
        error.argument = what
        raise error


def present(library: str) -> bool:
    """Whether a library is installed."""
    return importlib.util.find_spec(library) is not None


def _member(module: str, name: str) -> Any:
    """Returns an attribute of a module, or the module with this name inside it."""
    found = importlib.import_module(module)
    try:
        return getattr(found, name)
    except AttributeError:
        return importlib.import_module(f"{module}.{name}")
