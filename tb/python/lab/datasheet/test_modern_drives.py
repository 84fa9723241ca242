"""The drives since 2009 against public figures, and the table of docs/reference/drives.md."""

from collections.abc import Callable
from types import ModuleType

import pytest

from headstack import catalog
from headstack.charts.page import marked

CHEETAH, SPINPOINT, X300, EXOS = (
    "seagate_st3450857ss",
    "samsung_hd103sj",
    "toshiba_hdwe150",
    "seagate_exos_x16",
)


@pytest.fixture(scope="module")
def modern(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("modern_drives")


def test_the_table(modern: ModuleType) -> None:
    [found] = marked(modern.DOCS.read_text(encoding="utf-8"), "modern")
    assert found[2] == f"{modern.table()}\n", "run scripts/pages/modern_drives.py --write"


def test_a_file_made_from_a_figure_has_this_figure(modern: ModuleType) -> None:
    for figure in modern.FIGURES:
        if figure.used:
            assert abs(figure.difference_percent) < 1, figure.name


def test_figures_that_no_file_is_made_from(modern: ModuleType) -> None:
    others = [figure for figure in modern.FIGURES if not figure.used]
    assert len(others) >= 6
    for figure in others:
        assert abs(figure.difference_percent) < 10, figure.name


@pytest.mark.parametrize(
    ("name", "gigabytes", "blocks", "sector"),
    [(CHEETAH, 450, 879_097_968, 512), (SPINPOINT, 1000, 1_953_525_168, 512)],
)
def test_blocks_of_the_standard(name: str, gigabytes: int, blocks: int, sector: int) -> None:
    """IDEMA, LBA1-03: 97,696,368 + 1,953,504 * (GB - 50) sectors of 512 bytes."""
    drive = catalog.load(name)
    assert drive.blocks == blocks == 97_696_368 + 1_953_504 * (gigabytes - 50)
    assert drive.bytes_per_block == sector


def test_blocks_of_4096_bytes() -> None:
    drive = catalog.load(X300)
    assert drive.blocks * 8 == 97_696_368 + 1_953_504 * (5000 - 50)
    assert drive.bytes_per_block == 4096


@pytest.mark.parametrize(
    ("name", "outer", "inner", "turn_ms", "skew_degrees"),
    [
        (CHEETAH, 1800, 1028, 60_000 / 15_047.7, 23.8),
        (SPINPOINT, 2937, 1546, 60_000 / 7247.1, 72),
        (X300, 500, 229, 60_000 / 7199.6, 22.5),
    ],
)
def test_the_rate_of_a_long_read(
    modern: ModuleType, name: str, outer: int, inner: int, turn_ms: float, skew_degrees: float
) -> None:
    """A track passes in a revolution and a skew: Wong's sectors, turns and skews."""
    drive = catalog.load(name)
    for rate, sectors in ((modern.outer_rate(drive), outer), (modern.inner_rate(drive), inner)):
        passing = turn_ms * (1 + skew_degrees / 360)
        assert rate == pytest.approx(sectors * drive.bytes_per_block / passing / 1000, rel=1e-3)


@pytest.mark.parametrize(
    ("name", "rate"), [(CHEETAH, 600), (SPINPOINT, 300), (X300, 600), (EXOS, 1200)]
)
def test_a_hit_takes_the_time_of_an_interface(modern: ModuleType, name: str, rate: int) -> None:
    assert modern.hit(catalog.load(name)) == pytest.approx(30 + 4096 / rate, abs=0.01)


def test_a_long_write_keeps_pace_with_a_read(modern: ModuleType) -> None:
    """No track's end of a write costs a revolution."""
    for name in (CHEETAH, SPINPOINT, X300, EXOS):
        drive = catalog.load(name)
        assert modern.write_rate(drive) == pytest.approx(modern.outer_rate(drive), rel=0.01), name
