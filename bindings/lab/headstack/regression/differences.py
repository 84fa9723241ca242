"""What a run gave, beside its baseline: a row for each figure."""

import math
import tomllib
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any, Final

from headstack.errors import ConfigError
from headstack.regression.case import Case, Record
from headstack.regression.tolerance import SCHEDULE, Verdict, is_number, verdict

FAILING: Final = ("failed", "missing", "moved", "gone", "new")
"""Verdicts of a case that make a suite fail, the worst first."""

ORDER: Final = (*FAILING, "within", "same")


@dataclass(frozen=True)
class Row:
    """A figure.

    Attributes:
        figure: name of the metric.
        baseline: its value then; None: it had none, or was not there.
        now: its value now.
        difference: now - baseline; None: they are no numbers.
        relative: the same as a share of the baseline; None: that is 0, or they are no numbers.
        tolerance: how far it may be off, as text; None: it must be equal.
        reason: why it may; None: it must be equal.
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
    """A case beside its baseline.

    Attributes:
        name: the case's.
        verdict: that of the worst figure; `missing`: there is no baseline; `failed`: the run did.
        rows: its figures.
        changed_keys: keys of the resolved drive file that changed.
        configuration_diff: unified diff of the two; empty: they are the same.
        changed_settings: other settings that changed, as [baseline, now].
        error: why the run failed, or why its baseline does not count; None: neither.
        wall_s: seconds that the run took.
        updated: whether its baseline was written.
        record: what the run gave.
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
        """Whether it makes the suite fail."""
        return self.verdict in FAILING and not self.updated


def compared(case: Case, baseline: Record | None, now: Record, wall_s: float) -> Compared:
    """Holds a run against its baseline; None: there is none.

    Raises:
        ConfigError: the case names a figure that neither has.
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
    """Returns a finite difference, or None."""
    return number if math.isfinite(number) else None


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Values by key where two tables differ, None for a key that one of them lacks."""
    return {
        key: (before.get(key), after.get(key))
        for key in dict.fromkeys((*before, *after))
        if before.get(key) != after.get(key)
    }


def _keys(case: Case, lines: list[str]) -> dict[str, Any]:
    """The values of a configuration by key, as in 'layout.zone[2].cylinders'."""
    try:
        return _flat(tomllib.loads("\n".join(map(str, lines))))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
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
