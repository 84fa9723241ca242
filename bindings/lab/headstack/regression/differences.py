"""Compares a run with its baseline: a row for each figure."""

import math
import tomllib
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any, Final

from headstack._core import with_new_names
from headstack.errors import ConfigError
from headstack.regression.case import Case, Record
from headstack.regression.tolerance import SCHEDULE, Verdict, is_number, verdict

FAILING: Final = ("failed", "missing", "moved", "gone", "new")
"""Verdicts of a case that fail the suite, the worst first."""

ORDER: Final = (*FAILING, "within", "same")


@dataclass(frozen=True)
class Row:
    """A figure.

    Attributes:
        figure: name of the metric.
        baseline: value in the baseline. `None`: the baseline has no value.
        now: value of the run.
        difference: now - baseline. `None`: the values are not numbers.
        relative: the difference as a share of the baseline. `None`: the baseline is 0, or the
            values are not numbers.
        tolerance: allowed difference, as text. `None`: the values must be equal.
        reason: reason of the tolerance. `None`: the values must be equal.
        verdict: `same`, `within` the tolerance, `moved`, `new` (not in the baseline), or `gone`.
    """

    figure: str
    baseline: Any
    now: Any
    difference: float | None
    relative: float | None
    tolerance: str | None
    reason: str | None
    verdict: Verdict

    @property
    def moved_by(self) -> str:
        """Difference as text, relative to the baseline if possible; '-': not numbers."""
        if self.relative is not None and self.relative:
            return f"{100 * self.relative:+.3g} %"
        return "-" if self.difference is None else f"{self.difference:+.3g}"


@dataclass(frozen=True)
class Compared:
    """A comparison of a case with its baseline.

    Attributes:
        name: name of the case.
        verdict: verdict of the worst figure; `missing`: the case has no baseline; `failed`: the
            run failed.
        rows: the figures.
        changed_keys: changed keys of the resolved drive file.
        configuration_diff: unified diff of the drive files. Empty: the files are equal.
        changed_settings: other changed settings, as [baseline, now].
        error: reason of a failed run, or of a baseline that does not count. `None`: no such error.
        wall_s: time of the run in seconds.
        updated: whether the baseline was written.
        record: result of the run.
    """

    name: str
    verdict: str
    rows: tuple[Row, ...] = ()
    changed_keys: tuple[str, ...] = ()
    configuration_diff: str = ""
    changed_settings: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    error: str | None = None
    wall_s: float = 0.0
    updated: bool = False
    record: Record | None = None

    @property
    def failing(self) -> bool:
        """Whether the case fails the suite."""
        return self.verdict in FAILING and not self.updated


def compared(case: Case, baseline: Record | None, now: Record, wall_s: float) -> Compared:
    """Compares a run with its baseline. `None`: the case has no baseline.

    Raises:
        ConfigError: the case names a figure that neither the run nor the baseline has.
    """
    if baseline is None:
        return Compared(case.name, "missing", wall_s=wall_s, record=now)
    rows = tuple(_rows(case, baseline["summary"], now["summary"]))
    verdicts = {row.verdict for row in rows}
    before, after = baseline["configuration"], now["configuration"]
    diff = unified_diff(before, after, "baseline", "now", lineterm="")
    return Compared(
        case.name,
        next((word for word in ORDER if word in verdicts), "same"),
        rows,
        changed_keys=tuple(_changed(_keys(case, before), _keys(case, after))),
        configuration_diff="".join(f"{line}\n" for line in diff),
        changed_settings=_changed(_flat(baseline["settings"]), _flat(now["settings"])),
        wall_s=wall_s,
        record=now,
    )


def _rows(case: Case, before: Record, after: Record) -> list[Row]:
    rows = []
    for figure in (*([SCHEDULE] if case.exact else []), *case.figures):
        if figure in before or figure in after:
            rows.append(_row(case, figure, before, after))
        elif case.figures_given:
            raise ConfigError(
                f"case {case.name!r}: its run has no figure {figure!r}; leave it out of figures "
                "(docs/reference/metrics.md says which runs have it)"
            )
    return list({row.figure: row for row in rows}.values())


def _row(case: Case, figure: str, before: Record, after: Record) -> Row:
    then, now = before.get(figure), after.get(figure)
    difference = _finite(now - then) if is_number(then) and is_number(now) else None
    tolerance = case.tolerance.get(figure)
    found: Verdict = verdict(then, now, tolerance)
    if figure not in before:
        found = "new"
    elif figure not in after:
        found = "gone"
    return Row(
        figure,
        then,
        now,
        difference,
        _finite(difference / abs(then)) if difference is not None and then else None,
        None if tolerance is None else str(tolerance),
        None if tolerance is None else tolerance.reason,
        found,
    )


def _finite(number: float) -> float | None:
    """Returns a difference. `None`: the difference is not finite."""
    return number if math.isfinite(number) else None


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Returns the different values of two tables by key. `None`: the key is missing."""
    return {
        key: (before.get(key), after.get(key))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    }


def _keys(case: Case, lines: list[str]) -> dict[str, Any]:
    """Returns the values of a configuration by key, as in 'layout.zone[2].cylinders'."""
    try:
        return _flat(tomllib.loads(with_new_names("\n".join(map(str, lines)), "baseline")))
    except (ConfigError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(
            f"case {case.name!r}: its baseline's configuration is damaged ({error}); restore it, "
            "or remove it and use --update"
        ) from None


def _flat(value: Any, name: str = "") -> dict[str, Any]:
    if isinstance(value, dict):
        parts = [(f"{name}.{key}" if name else key, part) for key, part in value.items()]
    elif isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        parts = [(f"{name}[{place}]", part) for place, part in enumerate(value)]
    else:
        return {name: value}
    return {key: found for full, part in parts for key, found in _flat(part, full).items()}
