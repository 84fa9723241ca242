"""A suite: a TOML file of runs. The results of these runs must not change."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from headstack import catalog, checks, files
from headstack.drive import ON_MEDIA_ERROR
from headstack.errors import ConfigError
from headstack.files import Name
from headstack.regression.case import Case
from headstack.regression.tolerance import FIGURES, Tolerance, known

_OPTIONS: Final = (
    *("drive", "scheduler", "placement", "host_scheduler", "drive_scheduler"),
    *("host_outstanding", "host_queue_depth", "queue_depth", "learnt_distances"),
    *("conditions", "mimic"),
)
_TEXTS: Final = (
    *("name", "workload", "drive", "scheduler", "placement", "host_scheduler"),
    *("drive_scheduler", "conditions", "mimic", "on_media_error"),
)
_COMMON: Final = ("requests", "seed")
_COMPARING: Final = ("figures", "tolerance", "exact")
CASE_KEYS: Final = (
    *("name", *_OPTIONS, "workload", *_COMMON),
    *("set", "on_media_error", *_COMPARING),
)
SUITE_KEYS: Final = ("case", *_COMPARING)
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Suite:
    """Runs, each with a name.

    Attributes:
        path: the file of the suite.
        cases: the runs in the order of the file.
    """

    path: Path
    cases: tuple[Case, ...]

    @classmethod
    def read(cls, path: Name) -> "Suite":
        """Reads a suite. Makes every drive and workload once as a check.

        Raises:
            ConfigError: the file is not a suite. The message has the place and a correct input.
        """
        file = catalog.readable(path, "suite")
        with _within(str(file)):
            said = _document(file)
            _known_keys(said, SUITE_KEYS)
            shared = _Comparing.of(said, _Comparing(FIGURES, False, {}, True))
            tables = said.get("case")
            if not isinstance(tables, list) or not tables:
                raise ConfigError("no case in it; write a table [[case]] for each run")
            folder = file.absolute().parent
            cases = tuple(
                _case(table, number, folder, shared) for number, table in enumerate(tables, 1)
            )
            _check_names([case.name for case in cases])
        return cls(file, cases)

    def only(self, names: Iterable[str]) -> tuple[Case, ...]:
        """Returns the cases of these names in the order of the file. ConfigError: unknown name."""
        wanted, there = set(names), [case.name for case in self.cases]
        for name in sorted(wanted - set(there)):
            raise checks.unknown(f"{self.path}: case", name, there)
        return tuple(case for case in self.cases if case.name in wanted)


@dataclass(frozen=True)
class _Comparing:
    """Settings of the comparison. The suite gives the values that a case does not set."""

    figures: tuple[str, ...]
    figures_given: bool
    tolerance: Mapping[str, Tolerance]
    exact: bool

    @classmethod
    def of(cls, said: Mapping[str, Any], shared: "_Comparing") -> "_Comparing":
        figures, given = shared.figures, shared.figures_given
        if "figures" in said:
            names = checks.items("figures", said["figures"], str)
            figures, given = tuple(dict.fromkeys(map(known, names))), True
        own = said.get("tolerance", {})
        if not isinstance(own, dict):
            raise checks.wrong("tolerance", f" is {own!r}; it must be a table of figures")
        tolerance = {name: _tolerance(name, value) for name, value in own.items()}
        for name in tolerance:
            if name not in figures:
                raise checks.wrong("tolerance", f": {name} is not compared; add it to figures")
        kept = {name: value for name, value in shared.tolerance.items() if name in figures}
        exact = checks.flag("exact", said.get("exact", shared.exact))
        return cls(figures, given, {**kept, **tolerance}, exact)


def _tolerance(name: str, value: object) -> Tolerance:
    with _within("tolerance"):
        return Tolerance.of(name, value)


def _case(table: object, number: int, folder: Path, shared: _Comparing) -> Case:
    """Returns the case of a table, completely checked."""
    if not isinstance(table, dict):
        raise ConfigError(f"case {number} is {table!r}; it must be a table [[case]]")
    name = table.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ConfigError(
            f"case {number}: name is {name!r}; its baseline's file has this name: letters, digits, "
            "'.', '_' and '-'"
        )
    with _within(f"case {name!r}"):
        _known_keys(table, CASE_KEYS)
        for key in ("drive", "workload"):
            if key not in table:
                raise ConfigError(f"no {key} in it")
        for key in _TEXTS:
            if not isinstance(table.get(key, ""), str):
                raise ConfigError(f"{key} is {table[key]!r}; it must be a text")
        comparing = _Comparing.of(table, shared)
        case = Case(
            name=name,
            folder=folder,
            workload=table["workload"],
            options={key: table[key] for key in _OPTIONS if key in table},
            set=_flat("set", table.get("set", {})),
            common={key: table[key] for key in _COMMON if key in table},
            on_media_error=table.get("on_media_error", ON_MEDIA_ERROR),
            figures=comparing.figures,
            figures_given=comparing.figures_given,
            tolerance=comparing.tolerance,
            exact=comparing.exact,
        )
        drive, load = case.made()
        drive.resolved(load.load)
    return case


def _flat(name: str, table: object, before: str = "") -> dict[str, Any]:
    """Returns values by dotted keys. `cache.mode = 1` and `"cache.mode" = 1` are equal."""
    if not isinstance(table, dict):
        raise checks.wrong(name, f" is {table!r}; it must be a table of the drive file's keys")
    found: dict[str, Any] = {}
    for key, value in table.items():
        full = f"{before}{key}"
        inner = _flat(name, value, f"{full}.") if isinstance(value, dict) else {full: value}
        for twice in inner.keys() & found.keys():
            raise ConfigError(f"{name} has {twice!r} twice")
        found.update(inner)
    return found


def _document(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(files.text(file, ""))
    except UnicodeDecodeError:
        raise ConfigError("it is not UTF-8; a suite is TOML") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"it is not TOML: {error}") from None
    except RecursionError:
        raise ConfigError("it is nested too deep") from None
    checks.shallow("its tables", found)
    return found


def _known_keys(table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise checks.unknown("key", key, keys)


def _check_names(names: list[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise ConfigError(f"two cases have the name {name!r}; their baselines are one file")
        seen.add(name.casefold())


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Adds the place in the suite to errors."""
    try:
        yield
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from error
