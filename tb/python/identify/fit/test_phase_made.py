"""Truth comes back from traces that the model made, whatever was wrong with the description."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack_identify import circle
from headstack_identify.fit.phase import Phase, PhaseError, coherent, identify
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout import describing, many_slips
from headstack_identify.fit.phase.layout.angles import turn
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.media import classify
from headstack_identify.fit.writing import not_understood

Make = Callable[..., ValidationTrace]
CutOut = Callable[[ValidationTrace, int, int], ValidationTrace]


def zones_apart(found: Phase, truth: DriveConfig) -> float:
    """The largest error of where blocks lie, in revolutions, over all but 1 % of the disk."""
    assert found.corrected is not None
    blocks = np.linspace(0, truth.blocks - 1, 5000).astype(np.int64)
    apart = Layout(found.corrected).places(blocks).angle - Layout(truth).places(blocks).angle
    middle = np.angle(np.exp(2j * np.pi * apart).sum()) / (2 * np.pi)
    return float(np.quantile(np.abs((apart - middle + 0.5) % 1 - 0.5), 0.99))


@pytest.mark.parametrize("think", ["after", "before"])
@pytest.mark.parametrize("name", ["hp", "ibm"])
def test_a_right_description_stays(
    name: str, think: Think, made: Make, request: pytest.FixtureRequest
) -> None:
    drive: DriveConfig = request.getfixturevalue(name)
    found = identify(made(drive, think=think), drive)
    assert found.think == think
    assert found.cuts == ()
    assert not [key for key in found.overrides if key != "spindle.correction"]
    assert found.period is not None
    assert abs(found.period.against_drive_ppm or 0) < 1
    assert found.coherence_after == found.coherence_before
    assert found.coherence_after is not None
    assert found.coherence_after > 0.999
    assert found.understood
    assert found.used.sum() > 1000
    assert np.isfinite(found.residual_rev[found.used]).all()
    assert np.isnan(found.residual_rev[~found.used]).all()
    assert (np.diff(found.completion_ms) > 0).all()
    assert (found.completion_ms > found.issue_ms).all()


def test_period_phase_and_slip_of_an_old_drive_come_back(hp: DriveConfig, made: Make) -> None:
    """The description turns slower, has zone 3 begin elsewhere, and lacks slipped track 4880."""
    slips = list(hp.value("layout.zone.0.slipped_tracks"))
    slips.remove(4880)
    wrong = hp.with_values({
        "spindle.correction": "700 ppm",
        "layout.zone.3.first_sector": "20 sectors",
        "layout.zone.0.slipped_tracks": slips,
    })  # fmt: skip
    found = identify(made(hp, count=4000), wrong)
    assert found.period is not None
    assert found.period.ms == pytest.approx(11.114828, rel=1e-6)
    assert zones_apart(found, hp) < 0.002
    tracks = found.overrides["layout.zone.0.slipped_tracks"]
    assert isinstance(tracks, list)
    [new] = {int(str(track)) for track in tracks} - set(slips)
    assert abs(new - 4880) < 20
    [note] = [note for note in found.notes if "missing" in note]
    assert "zone 0, track" in note
    assert found.coherence_before is not None
    assert found.coherence_after is not None
    assert found.coherence_before < 0.9 < 0.998 < found.coherence_after


def lacking(hp: DriveConfig, count: int, surfaces: int = 13) -> tuple[DriveConfig, DriveConfig]:
    """A drive with more slipped tracks, and a description that lacks them.

    Each of the description's skews is a sector too long.
    """
    rng = np.random.default_rng(4)
    tracks = np.array([hp.value(f"layout.zone.{i}.cylinders")[1] + 1 for i in range(8)])
    tracks = np.diff(tracks, prepend=0) * surfaces
    true: dict[str, object] = {}
    wrong: dict[str, object] = {}
    for i, of_zone in enumerate(tracks):
        key = f"layout.zone.{i}."
        known = list(hp.value(key + "slipped_tracks"))
        most = of_zone - int(hp.value(key + "spare_tracks"))
        more = rng.choice(np.arange(20, most), round(count * of_zone / tracks.sum()), replace=False)
        true[key + "slipped_tracks"] = sorted({*known, *map(int, more)})
        for skew in ("track_skew", "cylinder_skew"):
            wrong[key + skew] = f"{int(hp.value(key + skew).split()[0]) + 1} sectors"
    return hp.with_values(true), hp.with_values(wrong)


def test_a_layout_that_is_not_understood_is_told(
    hp: DriveConfig, made: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Zones lack more slips than are searched for: neighbours agree all the same."""
    monkeypatch.setattr(many_slips, "_MOST_TRACKS", 30)
    truth, wrong = lacking(hp, 400)
    found = identify(made(truth, count=4000, pause_ms=120.0), wrong)
    assert found.layout_loss is not None
    assert found.layout_loss > 0.05
    assert not found.understood
    assert not_understood(found).startswith("LAYOUT NOT UNDERSTOOD: ")
    assert zones_apart(found, truth) > 0.01


@pytest.mark.parametrize("jitter_ms", [0.1, 0.5])
def test_times_that_scatter_are_no_layout_that_is_not_understood(
    hp: DriveConfig, made: Make, jitter_ms: float
) -> None:
    trace = made(hp, count=3000)
    rng = np.random.default_rng(3)
    late_ns = np.rint(np.abs(rng.normal(0, jitter_ms, len(trace.lbn))) * 1e6).astype(np.int64)
    found = identify(replace(trace, measured_ps=trace.measured_ps + 1000 * late_ns), hp)
    assert found.coherence_after is not None
    assert (found.coherence_after < 0.98) == (jitter_ms == 0.5)
    assert found.understood


@pytest.mark.parametrize("count", [pytest.param(20, marks=pytest.mark.slow), 70])
def test_slipped_tracks_by_the_dozen_come_back(hp: DriveConfig, made: Make, count: int) -> None:
    """The description lacks them all, and each of its skews is a sector too long."""
    truth, wrong = lacking(hp, count)
    found = identify(made(truth, count=4000), wrong)
    assert found.corrected is not None
    assert found.understood
    for key in [f"layout.zone.{i}.slipped_tracks" for i in range(8)]:
        slips = truth.value(key)
        # One behind the last access of a zone cannot be told.
        assert 0 <= len(slips) - len(found.corrected.value(key)) <= 1
    assert [note for note in found.notes if "slipped tracks are missing: zone 0" in note]
    blocks = np.linspace(0, truth.blocks - 1, 20000).astype(np.int64)
    angles = [Layout(one).places(blocks).angle for one in (found.corrected, truth)]
    apart = circle.wrapped(angles[0] - angles[1])
    apart = circle.wrapped(apart - circle.mean(apart))
    # A slip lies anywhere between two accesses: there are 4000 of them, and 26,000 tracks.
    assert (np.abs(apart) < 0.005).mean() > 0.96
    assert found.coherence_before is not None
    assert found.coherence_after is not None
    assert found.coherence_before < 0.2 < 0.99 < found.coherence_after


@pytest.mark.parametrize("surfaces", [2, 3, 4, 5, 8, 13])
def test_the_skew_of_a_track_is_not_the_skew_of_a_cylinder(hp: DriveConfig, surfaces: int) -> None:
    """Each skew is described a sector too long. Pairs lie up to 8 tracks apart."""
    few: dict[str, object] = {"layout.surfaces": surfaces}
    for i in range(8):
        few[f"layout.zone.{i}.slipped_tracks"] = []
        few[f"layout.zone.{i}.spare_tracks"] = 40
    truth, wrong = lacking(hp.with_values(few), 0, surfaces)
    rng = np.random.default_rng(7)
    track = np.repeat(rng.integers(0, truth.blocks // 70 - 10, 400), 8) + rng.integers(0, 8, 3200)
    blocks = 70 * track + rng.integers(0, 70, 3200)
    zeros = np.zeros(3200)
    at = Layout(wrong).places(blocks)
    accesses = Accesses(blocks, zeros, zeros, zeros > 0, blocks // blocks, blocks, at, 0.1)
    phase = Layout(truth).places(blocks).angle
    found = many_slips.track_skews(accesses, np.arange(3200.0), phase, Layout(wrong))
    assert found.tolist() == [-1.0] * 8


@pytest.mark.parametrize("surfaces", [2, 3, 4])
def test_slipped_tracks_come_back_where_many_neighbours_lie_on_two_cylinders(
    hp: DriveConfig, made: Make, surfaces: int
) -> None:
    """With 2 surfaces, two tracks that follow each other lie on two cylinders half of the time."""
    few: dict[str, object] = {"layout.surfaces": surfaces}
    for i in range(8):
        few[f"layout.zone.{i}.slipped_tracks"] = []
        few[f"layout.zone.{i}.spare_tracks"] = 40
    truth, wrong = lacking(hp.with_values(few), 40, surfaces)
    found = identify(made(truth, count=4000), wrong)
    assert found.corrected is not None
    assert found.understood
    for i in range(8):
        key = f"layout.zone.{i}."
        for skew in ("track_skew", "cylinder_skew"):
            sectors = [turn(one.value(key + skew), 1) for one in (found.corrected, truth)]
            assert sectors[0] == pytest.approx(sectors[1], abs=0.1)


def test_skews_of_whole_sectors_are_the_nearest(hp: DriveConfig) -> None:
    """13 surfaces: 12 steps of 0.1 sectors from head to head belong to the step of the cylinder."""
    values = {
        "layout.zone.0.track_skew": "14.1 sectors",
        "layout.zone.0.cylinder_skew": "20.9 sectors",
        "layout.zone.1.cylinder_skew": "21.7 sectors",
        "layout.zone.1.phase": "0.3 rev",
    }
    assert describing.in_whole_sectors(values, hp) == {
        "layout.zone.0.track_skew": "14 sectors",
        "layout.zone.0.cylinder_skew": "22 sectors",
        "layout.zone.1.track_skew": hp.value("layout.zone.1.track_skew"),
        "layout.zone.1.cylinder_skew": "22 sectors",
        "layout.zone.1.phase": "0.3 rev",
    }


def test_skews_that_are_sectors_off_come_back(hp: DriveConfig, made: Make) -> None:
    skews = (15, 14, 14, 13, 13, 12, 11, 10)  # one too many
    wrong = {f"layout.zone.{i}.track_skew": f"{skew} sectors" for i, skew in enumerate(skews)}
    found = identify(made(hp, count=4000), hp.with_values(wrong))
    assert zones_apart(found, hp) < 0.003


def test_skews_that_nobody_knows_come_back(hp: DriveConfig, made: Make) -> None:
    wrong: dict[str, object] = {}
    for i in range(8):
        wrong |= {f"layout.zone.{i}.{key}_skew": "5 sectors" for key in ("track", "cylinder")}
        wrong[f"layout.zone.{i}.first_sector"] = "0 sectors"
    found = identify(made(hp, count=4000), hp.with_values(wrong))
    assert zones_apart(found, hp) < 0.005


def test_head_offsets_phase_and_period_of_a_new_drive_come_back(
    ibm: DriveConfig, made: Make
) -> None:
    skews = list(ibm.value("layout.head_skew"))
    wrong = ibm.with_values({
        "spindle.rotation": "7200 rpm",
        "layout.head_skew": [skews[0], "0.25 rev", *skews[2:]],
        "layout.zone.20.phase": "0.3 rev",
    })  # fmt: skip
    found = identify(made(ibm, think="before"), wrong)
    assert found.think == "before"
    assert found.period is not None
    assert found.period.ms == pytest.approx(8.228518, rel=1e-6)
    assert found.period.against_drive_ppm == pytest.approx(-12577.8, abs=1)
    assert zones_apart(found, ibm) < 0.002
    assert found.wedges is not None
    assert found.wedges.per_revolution == 39  # 80/78 of a revolution


def test_a_buffer_of_whole_tracks_hides_what_comes_back_soon(made: Make) -> None:
    """Two misses on a track are seconds apart then, and all skews are wrong."""
    truth = catalog.load("quantum_qm39100td").with_values(
        {
            "cache.whole_track_read_if_following": False,
            "overhead.terms": [],
        }
    )
    wrong = truth.with_values(
        {
            "spindle.rotation": "7190 rpm",
            "layout.head_skew": ["0.31 rev"] * 10,
        }
    )
    found = identify(made(truth, count=8000, think="before", pause_ms=200), wrong)
    assert found.think == "before"
    assert found.period is not None
    assert found.period.ms == pytest.approx(truth.revolution_ps / 1e9, rel=1e-6)
    assert zones_apart(found, truth) < 0.002


def test_a_slipped_sector_that_moves_all_later_blocks_comes_back(
    ibm: DriveConfig, made: Make
) -> None:
    wrong = ibm.with_value("layout.zone.0.slipped_sectors", [199078, 384777])  # 346029
    found = identify(made(ibm, count=4000, think="before"), wrong)
    assert [note for note in found.notes if "a slipped sector is missing: zone 0" in note]
    assert zones_apart(found, ibm) < 0.002


@pytest.mark.parametrize(("first", "last"), [(1500, 1590), (700, 1900)])
@pytest.mark.parametrize("name", ["hp", "ibm"])
def test_a_cut_is_found_with_its_turn(
    name: str, first: int, last: int, made: Make, cut_out: CutOut, request: pytest.FixtureRequest
) -> None:
    drive: DriveConfig = request.getfixturevalue(name)
    whole = made(drive, think="before", seed=2)
    truth = identify(whole, drive)
    found = identify(cut_out(whole, first, last), drive)
    lost = truth.completion_ms[last - 1] - truth.completion_ms[first - 1]
    turn = (lost / drive.revolution_ps * 1e9 + 0.5) % 1 - 0.5
    if abs(turn) < 0.03:
        pytest.skip("the platters stood where they had stood")
    [cut] = found.cuts
    assert cut.earliest < first <= cut.request
    assert abs((cut.turn + turn + 0.5) % 1 - 0.5) < 0.02
    assert found.period is not None
    assert abs(found.period.against_drive_ppm or 0) < 1


def test_without_a_description_convention_and_period_are_found(hp: DriveConfig, made: Make) -> None:
    found = identify(made(hp, count=4000))
    assert found.think == "after"
    assert found.period is not None
    assert found.period.ms == pytest.approx(11.114828, rel=3e-6)
    assert found.period.against_drive_ppm is None
    assert found.overrides == {}
    assert found.corrected is None
    assert "without a description" in found.notes[0]


@pytest.mark.parametrize("think", ["after", "before"])
def test_the_convention_alone(ibm: DriveConfig, made: Make, think: Think) -> None:
    trace = made(ibm, think=think)
    for drive in (ibm, None):
        seen = coherent(trace, drive)
        assert seen is not None
        assert seen.think == think
        right, wrong = (seen.after, seen.before)[:: 1 if think == "after" else -1]
        assert right > 0.85
        assert wrong < 0.4


def test_cached_writes_are_told_from_media(ibm: DriveConfig, hp: DriveConfig, made: Make) -> None:
    trace = made(ibm)
    media = classify(trace)
    assert media.write is not None
    assert not media.medium[trace.write].any()
    assert media.write.block_ms == pytest.approx(0.1025, abs=0.003)
    trace = made(hp)
    media = classify(trace)
    assert media.write is None
    assert media.medium[trace.write].all()


# ---- What cannot be used


def test_a_trace_without_times_is_refused(hp: DriveConfig, made: Make) -> None:
    trace = made(hp)
    with pytest.raises(PhaseError, match=r"made\.trace: column 5, the measured time, is 0"):
        identify(replace(trace, measured_ps=np.zeros_like(trace.measured_ps)), hp)
    with pytest.raises(PhaseError, match="one of 1 in every line"):
        identify(replace(trace, measured_ps=np.full_like(trace.measured_ps, 10**9)), hp)


def test_a_trace_of_a_larger_drive_is_refused(
    hp: DriveConfig, ibm: DriveConfig, made: Make
) -> None:
    with pytest.raises(PhaseError, match=r"made\.trace:\d+: blocks .* of another drive") as caught:
        identify(made(ibm), hp)
    assert caught.value.found.requests == 3000
    with pytest.raises(PhaseError):
        coherent(made(ibm), hp)


def test_a_trace_of_another_drive_is_refused_and_what_was_found_is_kept(
    hp: DriveConfig, ibm: DriveConfig, made: Make
) -> None:
    with pytest.raises(PhaseError, match="another drive") as caught:
        identify(made(hp), ibm)
    assert caught.value.found.medium.any()
    zones = {f"layout.zone.{i}.sectors_per_track": 75 for i in range(2)}
    zones |= {f"layout.zone.{i}.slipped_tracks": [] for i in range(8)}
    other = hp.with_values(zones | {"layout.zone.2.sectors_per_track": 130})
    if other.blocks >= int(made(hp).lbn.max()) + 20:
        with pytest.raises(PhaseError, match="no skews make hp_c2247a fit"):
            identify(made(hp), other)


def test_times_at_random_are_refused(hp: DriveConfig, made: Make) -> None:
    trace = made(hp)
    times = np.random.default_rng(5).integers(0, 20 * 10**9, len(trace.lbn))
    for drive in (hp, None):
        with pytest.raises(PhaseError, match="no phase, whether think times come after or before"):
            identify(replace(trace, measured_ps=times), drive)


def test_a_coarse_clock_is_enough(hp: DriveConfig, made: Make) -> None:
    """A host that tells milliseconds."""
    trace = made(hp)
    found = identify(replace(trace, measured_ps=trace.measured_ps // 10**9 * 10**9), hp)
    assert found.think == "after"


@pytest.mark.parametrize("name", ["fujitsu_m2361a", "hp_97560", "ibm_9lzx"])
def test_other_drives_are_right_as_they_are(name: str, made: Make) -> None:
    drive = catalog.load(name)
    found = identify(made(drive), drive)
    assert found.period is not None
    assert abs(found.period.against_drive_ppm or 0) < 0.5
    assert not [key for key in found.overrides if key != "spindle.correction"]


def test_a_short_trace_is_refused(hp: DriveConfig, made: Make, cut_out: CutOut) -> None:
    short = cut_out(made(hp), 60, 3000)
    with pytest.raises(PhaseError, match=r"the trace is too short: .* of 60 requests"):
        identify(short, hp)
    with pytest.raises(PhaseError, match="the trace is too short"):
        identify(short)


def test_the_wrong_convention_is_refused(hp: DriveConfig, made: Make) -> None:
    with pytest.raises(PhaseError, match="think times come after their requests, not before"):
        identify(made(hp), hp, think="before")


def test_a_file_is_read(
    hp: DriveConfig, made: Make, tmp_path: Path, as_text: Callable[[ValidationTrace], str]
) -> None:
    path = tmp_path / "made.trace"
    path.write_text(as_text(made(hp)))
    assert identify(path, hp, think="after").think == "after"
