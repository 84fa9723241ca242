"""The table of docs/use/extract.md is what comes out, but for the wall time."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from headstack.charts.page import marked

PAGE = Path(__file__).resolve().parents[4] / "docs/use/extract.md"


def lines() -> list[list[str]]:
    [found] = marked(PAGE.read_text(encoding="utf-8"), "extraction")
    return [line.split(" | ")[:-1] for line in found[2].splitlines()]


@pytest.mark.parametrize("name", ["fujitsu_m2361a", "hp_c2247", "ibm_9lzx_2", "ibm_dnes_309170w"])
def test_a_row(name: str, load_script: Callable[[str], ModuleType]) -> None:
    script = load_script("extraction")
    made = script.table([script.row(name)]).splitlines()[-1].split(" | ")[:-1]
    assert made in lines()


def test_every_drive_has_a_row_and_is_as_wanted(
    load_script: Callable[[str], ModuleType],
) -> None:
    rows = {row[0].strip("| `"): row[1:] for row in lines()[2:]}
    assert sorted(rows) == load_script("extraction").drives()
    for mapping, _, period, seek, other, cache, *_ in rows.values():
        assert (mapping, cache) == ("yes", "yes")
        assert float(period) <= 1
        assert float(seek) <= 0.05
        assert float(other) <= 0.02
