"""Drives that do not do the same twice: what is found is right, or the extraction says why not."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import headstack
from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.extract import Extracted, SessionTarget, Stopped, Target, extract
from headstack_identify.extract.truth.table import Comparison

PAGE = Path(__file__).parents[4] / "docs/use/extract.md"

Opened = Callable[[DriveConfig], Target]
Compared = Callable[[Extracted, DriveConfig], Comparison]

SOFT = {f"{share} %": {"defects.soft_rate": f"{share} %"} for share in (0.01, 0.05, 0.1, 0.2)}
SOFT["0.1 %, the third retry"] = {"defects.soft_rate": "0.1 %", "defects.soft_retries": 3}
SOFT["0.2 %, mostly correctable"] = {
    "defects.soft_rate": "0.2 %",
    "defects.soft_correctable": "80 %",
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("soft", SOFT.values(), ids=SOFT)
def test_a_retry_is_no_time_of_the_drive(
    small: DriveConfig, opened: Opened, compared: Compared, soft: dict[str, object], seed: int
) -> None:
    found = extract(opened(small.with_conditions({**soft, "defects.seed": seed})))
    assert found.complete
    assert [row for row in compared(found, small).rows if not row.good] == []
    assert any("blocks were read only after an error" in note for note in found.notes)
    assert all(f"# {note}" in found.toml for note in found.notes)


@pytest.mark.parametrize("share", [1, 5, 20])
def test_more_errors_than_can_be_told_apart(opened: Opened, share: float) -> None:
    """The read-ahead of this drive is long: it ends at an error nearly always."""
    truth = catalog.load("hp_c2247")
    with pytest.raises(Stopped, match=r"varies too much: [\d,]+ of [\d,]+ blocks") as stop:
        extract(opened(truth.with_conditions({"defects.soft_rate": f"{share} %"})))
    found = stop.value.found
    assert found.zones
    assert found.cache is None
    assert "# NOT COMPLETE" in found.toml
    assert found.turn == pytest.approx(truth.revolution_ps, rel=1e-6)


@pytest.mark.parametrize("scale_ms", [0.0005, 0.001, 0.01, 0.1, 1])
def test_seeks_that_vary(small: DriveConfig, opened: Opened, scale_ms: float) -> None:
    """A logistic distribution: of 16 times, some are off by its scale, few by eight times that."""
    varied = small.with_conditions({"variation.seek": f"{scale_ms} ms"})
    with pytest.raises(Stopped, match=r"seeks over 1 cylinder vary by more than") as stop:
        extract(opened(varied))
    told_us, limit_us = re.findall(r"([\d,.]+) us", str(stop.value))
    told_ms = float(told_us.replace(",", "")) / 1e3
    assert 0.5 * scale_ms < told_ms < 8 * scale_ms
    assert f"seeks that vary by more than {limit_us} us" in PAGE.read_text()
    assert told_ms >= float(limit_us) / 1e3
    found = stop.value.found
    assert found.drive_time > 0
    assert found.document()["drive_time_s"] > 0
    assert found.stage == "seeks"
    assert len(found.zones) == 3
    assert "[[layout.zone]]" in found.toml


@pytest.mark.parametrize("ppm", [1, 2, 4])
def test_a_speed_that_wanders_a_little(
    small: DriveConfig, opened: Opened, compared: Compared, ppm: int
) -> None:
    varied = small.with_conditions({"variation.spindle": f"{ppm} parts per million"})
    found = extract(opened(varied))
    comparison = compared(found, small)
    assert [row.key for row in comparison.rows if not row.good] in ([], ["mapping"])
    [note] = found.notes
    assert note.startswith("UNCERTAIN: its times vary, ends of reads by 0.0")
    assert f"# {note}" in found.toml


@pytest.mark.parametrize("ppm", [50, 1000, 10000])
def test_a_speed_that_wanders_much(small: DriveConfig, opened: Opened, ppm: int) -> None:
    varied = small.with_conditions({"variation.spindle": f"{ppm} parts per million"})
    with pytest.raises(Stopped, match=r"varies too much|fast the disk turns|ms apart") as stop:
        extract(opened(varied))
    assert not re.search(r"\de[+-]\d", str(stop.value))
    assert "# NOT COMPLETE" in stop.value.found.toml


def test_what_is_told_of_a_medium_error(small: DriveConfig, opened: Opened) -> None:
    """The command, its number, its block, and what was being found out."""
    truth = small.with_conditions({"defects.unreadable": [[0, 0, 0]]})
    message = r"READ\(10\) of block 0 \(command \d+, rotation\): medium error, code 11h/00h"
    with pytest.raises(Stopped, match=message):
        extract(opened(truth))


def test_the_drive_is_left_as_it_was(small: DriveConfig) -> None:
    """Mode pages 1 and 8 are changed meanwhile."""
    with headstack.Drive(small).open(contents=False) as session:
        before = session.command([0x1A, 8, 0x3F, 0, 255, 0], room=255).moved
        extract(SessionTarget(session))
        assert session.command([0x1A, 8, 0x3F, 0, 255, 0], room=255).moved == before
