"""Slipped tracks come between the accesses that they separate."""

from dataclasses import replace

import numpy as np
import pytest

from headstack import catalog
from headstack.arrays import Ints
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.fit import phase
from headstack_identify.fit.phase import Phase, slip_places
from headstack_identify.fit.phase.accesses import of_trace
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.media import classify
from headstack_identify.recording import addresses, simulated

KEY = "layout.zone.0.slipped_tracks"


def seen(track: list[int], earlier: list[float], later: list[float]) -> slip_places._Seen:
    return slip_places._Seen(np.array(track), np.array(earlier, float), np.array(later, float))


@pytest.mark.parametrize(
    ("slipped", "track", "earlier", "later", "places"),
    [
        # Tracks 3 to 6 have no access: the middle of them.
        ([3], [1, 2, 7, 8], [-7, -7, -7, -7], [-7, -7, -7, -7], [5]),
        # The access on track 2 is really on track 3, after the slip: only track 2 is left.
        ([5], [1, 2, 7, 8], [-7, 6, -7, -7], [-7, -7, -7, -7], [2]),
        # Two accesses after the slip are before it, on tracks 6 and 7. Track 8 is slipped.
        ([5], [1, 2, 7, 8, 9], [-7, -7, -7, -7, -7], [-7, -7, 4, 4, -7], [8]),
        # A small gain does not move the slip past an access.
        ([5], [1, 2, 7, 8], [-7, 2, -7, -7], [-7, -7, -7, -7], [5]),
        # A slip does not pass another slip.
        ([3, 5], [1, 4, 7], [6, 6, -7], [-7, -7, -7], [3, 4]),
        # An access changes its side of one slip only.
        ([6, 8], [1, 4, 12], [-7, 6, -7], [-7, -7, -7], [3, 9]),
        # Two slips in one gap stay two.
        ([4, 6], [1, 9], [-7, -7], [-7, -7], [4, 7]),
        # A slip with no access before it or after it stays.
        ([3], [5, 6], [6, 6], [-7, -7], [3]),
        ([9], [5, 6], [-7, -7], [-7, -7], [9]),
    ],
)
def test_places_worked_by_hand(
    slipped: list[int], track: list[int], earlier: list[float], later: list[float],
    places: list[int],
) -> None:  # fmt: skip
    assert list(slip_places._moved(slipped, seen(track, earlier, later))) == places


@pytest.fixture(scope="module")
def recording() -> ValidationTrace:
    truth = catalog.load("hp_c2247")
    return simulated.record(truth, addresses.plan(truth, 6000))


@pytest.fixture(scope="module")
def exact(recording: ValidationTrace) -> Phase:
    return phase.identify(recording, catalog.load("hp_c2247"), think=recording.think)


def tracks(found: Phase, lbn: Ints) -> Ints:
    assert found.corrected is not None
    at = Layout(found.corrected).places(lbn)
    return np.asarray(at.in_zone // at.spt)


@pytest.mark.parametrize("number", range(10))  # the last two slips come after all accesses
@pytest.mark.parametrize("by", [1, -1])
def test_one_access_tells_the_side_of_a_slip(
    recording: ValidationTrace, exact: Phase, number: int, by: int
) -> None:
    """Each slipped track between accesses is moved past the nearest access, and returns."""
    assert exact.corrected is not None
    slipped = list(exact.corrected.value(KEY))
    used = exact.used & (recording.blocks == 1) & (np.abs(exact.residual_rev) < 0.002)
    of_zone = used & (recording.lbn < Layout(exact.corrected).first_blocks[1])
    track = np.sort(tracks(exact, recording.lbn[of_zone]))
    at = np.searchsorted(track, slipped[number])
    passed = int(track[at] if by > 0 else track[at - 1])
    moved = sorted({*slipped} - {slipped[number]} | {passed})
    wrong = exact.corrected.with_values({KEY: moved})
    angle = Layout(wrong).places(recording.lbn).angle
    off = (exact.residual_rev + exact.angle_rev - angle + 0.5) % 1 - 0.5
    begun = replace(exact, corrected=wrong, angle_rev=angle, residual_rev=off)
    found = slip_places.moved(recording, begun)
    lbn = recording.lbn[of_zone]
    assert (tracks(begun, lbn) != tracks(exact, lbn)).any()
    assert (tracks(found, lbn) == tracks(exact, lbn)).all()
    assert np.allclose(found.residual_rev[of_zone], exact.residual_rev[of_zone])
    assert found.corrected is not None
    assert found.overrides[KEY] == found.corrected.value(KEY)
    turns = np.exp(2j * np.pi * found.residual_rev[found.used])
    assert found.coherence_after == pytest.approx(abs(turns.mean()))


def test_a_zone_with_spare_sectors_at_its_end(recording: ValidationTrace, exact: Phase) -> None:
    """Such a zone counts its slipped tracks as sectors. They move as other slipped tracks."""
    assert exact.corrected is not None
    zone = exact.corrected.value("layout.zone")[0]
    spare = zone["spare_tracks"] * zone["sectors_per_track"]
    with_sectors = exact.corrected.with_values(
        {"layout.zone.0.spare_tracks": None, "layout.zone.0.spare_sectors": spare}
    )
    slipped = with_sectors.value(KEY)
    assert Layout(with_sectors).drive.value(KEY) != slipped
    off = [slipped[0] + 30, *slipped[1:]]
    angle = Layout(with_sectors).places(recording.lbn).angle
    wrong = with_sectors.with_values({KEY: off})
    wrong_angle = Layout(wrong).places(recording.lbn).angle
    residual = (exact.residual_rev + angle - wrong_angle + 0.5) % 1 - 0.5
    begun = replace(exact, corrected=wrong, angle_rev=wrong_angle, residual_rev=residual)
    found = slip_places.moved(recording, begun)
    assert found.corrected is not None
    assert abs(found.corrected.value(KEY)[0] - slipped[0]) < 15
    sure = exact.used & (recording.blocks == 1) & (np.abs(exact.residual_rev) < 0.002)
    assert np.abs(begun.residual_rev[sure]).max() > 0.1
    assert np.abs(found.residual_rev[sure]).max() <= 0.002


def test_a_zone_with_spare_sectors_on_each_cylinder_stays(exact: Phase) -> None:
    """There, a slipped track does not move later blocks by whole tracks."""
    assert exact.corrected is not None
    spares = {"spare_tracks": None, "spare_sectors_per_cylinder": 2}
    other = exact.corrected.with_values({f"layout.zone.0.{key}": it for key, it in spares.items()})
    assert slip_places._slipped(other, Layout(other).zones[0]) == []
    assert slip_places._slipped(exact.corrected, Layout(exact.corrected).zones[0])


@pytest.mark.parametrize("slipped", [[5], [10**8]])
def test_slips_that_fewer_reads_agree_with_do_not_move(
    recording: ValidationTrace, exact: Phase, slipped: list[int]
) -> None:
    """Most blocks of the zone would lie on other tracks, or no drive has such a slipped track."""
    assert exact.corrected is not None
    accesses = of_trace(recording, classify(recording), Layout(exact.corrected))
    accesses = accesses.take(exact.used[accesses.request])
    assert slip_places._with_slips(recording, exact, accesses, {0: slipped}) is exact


def test_slips_of_an_override_of_all_zones(exact: Phase) -> None:
    assert exact.corrected is not None
    tables = exact.corrected.value("layout.zone")
    overrides = {"spindle.correction": "1 ppm", "layout.zone": tables}
    found = slip_places._overridden(overrides, {1: [7]})
    assert found == overrides | {
        "layout.zone": [tables[0], tables[1] | {"slipped_tracks": [7]}, *tables[2:]]
    }
