"""The page that says which keys move which instants: made anew for the classes that take least."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from headstack.charts import page

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/timing.md"


@pytest.mark.parametrize("name", ["read hit", "read miss", "cached write"])
def test_rows_of_a_class(load_script: Callable[[str], ModuleType], name: str) -> None:
    timing = load_script("timing")
    [one] = [one for one in timing.CLASSES if one.name == name]
    [made] = page.marked(PAGE.read_text(encoding="utf-8"), "timing")
    lines = made[2].splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(f"| **{name}**"))
    rows = list(timing.rows_of(one))
    assert lines[first : first + len(rows)] == [f"| {' | '.join(row)} |" for row in rows]


def test_keys_that_a_read_waits_for(load_script: Callable[[str], ModuleType]) -> None:
    """As docs/inside/architecture.md tells the way of a read miss."""
    timing = load_script("timing")
    [miss] = [one for one in timing.CLASSES if one.name == "read miss"]
    found = timing.dependence(miss)
    assert "overhead.read_miss_command" in found["seek starts"]
    assert "overhead.first_reselect" in found["data start"]
    assert found["over"] == ["overhead.read_completion"]
    assert found["medium starts"] == []
