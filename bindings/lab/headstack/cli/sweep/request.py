"""Combines a preset, a file and options into the axes and the printed table of a sweep."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headstack import checks
from headstack.cli.shared.drive_options import key_and_value
from headstack.cli.sweep import file as sweep_file
from headstack.cli.sweep import presets
from headstack.errors import ConfigError
from headstack.sweeps.axes import TABLES


@dataclass(frozen=True)
class Shown:
    """The printed table of a sweep.

    Attributes:
        pivot: the axis with a column for each value. Empty: a line for each combination.
        figures: names of the printed columns. Empty: the usual columns.
        relative_to: axis and value of the other run of a comparison, as 'scheduler=fcfs'. Empty:
            no comparison.
    """

    pivot: str
    figures: tuple[str, ...]
    relative_to: str


@dataclass(frozen=True)
class Request:
    """A requested sweep.

    Attributes:
        axes: the arguments of `headstack.sweeps.planned`.
        shown: the printed table.
        name: name of the file or the preset; '--axis' without a file or a preset.
    """

    axes: dict[str, Any]
    shown: Shown
    name: str


def request_of(
    file: Path | None,
    preset: str | None,
    axes: Sequence[str],
    pivot: str | None,
    figures: Sequence[str],
    relative_to: str | None,
) -> Request:
    """Returns the request of a command. Options override the file; the file overrides the preset.

    Args:
        file: the file of a sweep.
        preset: name of a preset.
        axes: other values for keys of the file, as 'scheduler=sptf'.
        pivot: overrides the key `pivot` of the file.
        figures: overrides the key `figure` of the file.
        relative_to: overrides the key `relative_to` of the file.

    Raises:
        ConfigError: no file, preset or axis is given, or the command cannot read a file or an
            option.
    """
    if file is None and preset is None and not axes:
        raise ConfigError("give a file, --preset NAME, or --axis KEY=VALUE")
    given: dict[str, Any] = {}
    if preset is not None:
        given = sweep_file.read(presets.path_of(preset))
    if file is not None:
        given = _over(given, sweep_file.read(file))
    given = _over(given, _of_options(axes, given.get("labels", {})))
    asked = {"pivot": pivot, "figure": list(figures) or None, "relative_to": relative_to}
    shown = {name: given.pop(name, None) for name in sweep_file.SHOWN}
    shown |= {name: value for name, value in asked.items() if value is not None}
    name = file.name if file is not None else preset or "--axis"
    return Request(given, _shown(shown), name)


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merges the values. `above` overrides `below`. Tables are merged key by key.

    Raises:
        ConfigError: a list of tables and a table.
    """
    for name in TABLES:
        kinds = {isinstance(values[name], dict) for values in (below, above) if name in values}
        if len(kinds) > 1:
            raise checks.wrong(name, " is a list of tables, which no single value can override")
    tables = {
        name: {**below[name], **above[name]}
        for name in TABLES
        if isinstance(below.get(name), dict) and isinstance(above.get(name), dict)
    }
    other = {"seed": "seeds", "seeds": "seed"}
    left = {key: value for key, value in below.items() if other.get(key) not in above}
    return {**left, **above, **tables}


def _of_options(axes: Sequence[str], labels: Any) -> dict[str, Any]:
    """Returns the values of --axis. A repeated key is an axis with several values."""
    known = labels if isinstance(labels, dict) else {}
    values: dict[str, list[Any]] = {}
    for text in axes:
        key, value = key_and_value(text, "--axis", "scheduler=sptf")
        values.setdefault(key, []).extend(value if isinstance(value, list) else [value])
    found: dict[str, Any] = {}
    for key, several in values.items():
        table, _, inner = key.partition(".")
        one = len(several) == 1 and not isinstance(several[0], list)
        value = several[0] if one else several
        if table in TABLES and inner:
            found.setdefault(table, {})[inner] = value
        elif key in known:
            found.setdefault("labels", {})[key] = value
        elif key not in sweep_file.AXES:
            raise checks.unknown("--axis: key", key, [*sweep_file.AXES, *known])
        elif (name := sweep_file.SHORT.get(key, key)) in found:
            raise ConfigError(f"--axis: {key} names the axis {name} again; use one of the names")
        else:
            found[name] = value
    return found


def _shown(given: dict[str, Any]) -> Shown:
    figures = given["figure"] or ()
    figures = (figures,) if isinstance(figures, str) else figures
    return Shown(
        checks.text("pivot", given["pivot"] or ""),
        tuple(checks.text("figure", one) for one in checks.items("figure", figures, str)),
        checks.text("relative_to", given["relative_to"] or ""),
    )
