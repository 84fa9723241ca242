"""Real drives: what DiskSim's files lack, against what a study of the same traces found by hand."""

import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from headstack._core import DriveConfig
from headstack_identify.fit.phase import coherent, identify

Imported = Callable[[str], DriveConfig]
Real = Callable[[str], Path]

PERIODS_MS = {
    "hp_c2247a": 11.114828,
    "hp_c2490a": 9.378038,
    "dec_rz26": 11.19386,
    "st41601n": 11.117184,
    "cheetah9LP": 5.971820,
    "barracuda": 8.299391,
    "atlas_III": 8.333997,
    "ibm18es": 8.228518,
}
AFTER = {"hp_c2247a", "hp_c2490a", "dec_rz26", "st41601n"}
RIGHT = {"hp_c2490a", "dec_rz26"}  # layouts that need no correction
HEADS = {  # revolutions of each head's track against the first
    "cheetah9LP": (
        *(0.1269, 0.2675, 0.3942, 0.5350, 0.6613, 0.8023),
        *(0.9292, 0.0694, 0.1965, 0.3372, 0.4643),
    ),
    "barracuda": (0.2024, 0.3881, 0.5905, 0.7643),
    "atlas_III": tuple(0.2956 * head for head in range(1, 10)),
    "ibm18es": tuple(np.cumsum((12.93, 16.82, 16.95, 12.58)) / 78),
}  # fmt: skip
TURNS = (38, 36, 36, 36, 34, 34, 32, 30, 30, 28, 26)  # of the Barracuda, from range to range


@pytest.mark.parametrize("name", PERIODS_MS)
def test_convention_period_and_layout(name: str, imported: Imported, real: Real) -> None:
    found = identify(real(name), imported(name))
    assert found.think == ("after" if name in AFTER else "before")
    assert found.period is not None
    assert found.period.ms == pytest.approx(PERIODS_MS[name], rel=1e-6)
    assert found.coherence_after is not None
    assert found.coherence_after > (0.9 if name == "dec_rz26" else 0.99)
    assert found.understood
    if name in RIGHT:
        assert list(found.overrides) == ["spindle.correction"]
    if name in HEADS:
        skews = found.overrides["layout.head_skew"]
        assert isinstance(skews, list)
        offsets = np.cumsum([float(str(skew).split()[0]) for skew in skews[:-1]])
        apart = (offsets - np.array(HEADS[name]) + 0.5) % 1 - 0.5
        assert np.abs(apart).max() < 0.0065


@pytest.mark.parametrize("name", PERIODS_MS)
def test_the_convention_alone_takes_little_time(name: str, imported: Imported, real: Real) -> None:
    drive, trace = imported(name), real(name)
    began = time.process_time()
    seen = coherent(trace, drive)
    assert time.process_time() - began < 3  # some 0.4 on an idle machine
    assert seen is not None
    assert seen.think == ("after" if name in AFTER else "before")


def test_the_cuts_of_the_rz26_are_found(imported: Imported, real: Real) -> None:
    cuts = identify(real("dec_rz26"), imported("dec_rz26")).cuts
    at = ((2166, 2166), (3166, 3167), (5195, 5196), (6209, 6209), (6531, 6531))
    turns = (-0.434, -0.453, -0.272, -0.359, -0.358)
    assert len(cuts) == len(at)
    for cut, (first, last), turn in zip(cuts, at, turns, strict=True):
        assert cut.earliest <= last
        assert first <= cut.request
        assert cut.request - cut.earliest < 5
        assert cut.turn == pytest.approx(turn, abs=0.03)


@pytest.mark.parametrize(
    ("name", "wedges", "cylinder"), [("cheetah9LP", 67, 43), ("barracuda", 42, 2)]
)
def test_skews_are_whole_servo_wedges(
    name: str, wedges: int, cylinder: int, imported: Imported, real: Real
) -> None:
    found = identify(real(name), imported(name)).wedges
    assert found is not None
    assert (found.per_revolution, found.cylinder) == (wedges, cylinder)


def test_the_barracuda_turns_back_behind_its_ranges(imported: Imported, real: Real) -> None:
    """In wedges of 42, by zone; the zones stay what they are, with their spare sectors."""
    drive = imported("barracuda")
    found = identify(real("barracuda"), drive)
    zones = found.overrides["layout.zone"]
    heads = found.overrides["layout.head_skew"]
    assert isinstance(zones, list)
    assert isinstance(heads, list)
    assert found.corrected is not None
    assert found.corrected.blocks == drive.blocks
    for number, (zone, turn) in enumerate(zip(zones, TURNS, strict=True)):
        assert zone["cylinders"] == drive.value(f"layout.zone.{number}.cylinders")
        assert zone["spare_sectors_per_range"] == 88
        # Over a cylinder the drive turns by 2 wedges; over a range by so many in all.
        back = revolutions(zone["range_skew"]) - revolutions(heads[-1])
        apart = (6 * 2 / 42 + back - turn / 42 + 0.5) % 1 - 0.5
        assert abs(apart) < 0.002


def revolutions(text: str) -> float:
    """Those of an angle."""
    return float(Fraction(text.split()[0]))


def test_the_slip_of_the_c2247a_is_moved(imported: Imported, real: Real) -> None:
    """DiskSim's file has track 468; blocks on cylinders 36 and 37 lie as if it were 474."""
    found = identify(real("hp_c2247a"), imported("hp_c2247a"))
    tracks = found.overrides["layout.zone.0.slipped_tracks"]
    assert isinstance(tracks, list)
    assert 468 not in tracks
    assert {473, 474, 475} & set(tracks)


@pytest.mark.parametrize("name", sorted(set(PERIODS_MS) - {"dec_rz26"}))
def test_period_and_convention_without_a_description(name: str, real: Real) -> None:
    found = identify(real(name))
    assert found.think == ("after" if name in AFTER else "before")
    assert found.period is not None
    assert found.period.ms == pytest.approx(PERIODS_MS[name], rel=2e-6)


def test_what_cannot_be_told_is_not(real: Real) -> None:
    """The RZ26 reads from where the head arrives, and pieces are missing."""
    found = identify(real("dec_rz26"))
    assert found.think == "after"
    assert found.period is None
    assert "too many phases" in found.notes[0]
