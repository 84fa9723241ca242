"""Made drives: equal seeds give equal drives, the truth has its floor, mistakes are as stated."""

from copy import deepcopy

import numpy as np
import pytest

from headstack.measure import validation
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.trials import layouts, mistakes, requests, scores, timings, trial
from headstack_identify.trials.layouts import Made

SEEDS = (6, 9)  # skews in sectors with slipped tracks, and skews in angle with slipped sectors


def zones() -> list[layouts.Zone]:
    """Two zones with skews in sectors."""
    return [
        {
            "cylinders": [100 * number, 100 * number + 99],
            "sectors_per_track": spt,
            "first_sector": "7 sectors",
            "track_skew": "10 sectors",
            "cylinder_skew": "20 sectors",
            "slipped_tracks": list(range(50, 90)),
        }
        for number, spt in enumerate((80, 60))
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_seeds_give_equal_trials(seed: int) -> None:
    one, other = trial.make(seed, 300), trial.make(seed, 300)
    assert one.truth.to_toml() == other.truth.to_toml()
    assert one.description.to_toml() == other.description.to_toml()
    for name in ("lbn", "blocks", "write", "measured_ps", "think_ps"):
        assert (getattr(one.trace, name) == getattr(other.trace, name)).all()
    assert trial.make(seed + 2, 300).truth.to_toml() != one.truth.to_toml()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_truth_is_good_and_the_description_is_not(seed: int) -> None:
    made = trial.make(seed, 1500)
    truth, description = (scores.drive(made, one) for one in (made.truth, made.description))
    assert truth.good
    assert truth.within_percent > 85
    assert not description.good
    assert scores.layout(made, made.truth) == 1.0
    assert scores.layout(made, made.description) < 0.5
    assert made.truth.blocks == made.description.blocks


def test_without_noise_the_floor_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the microseconds of the file remain, so the replay of the trace is the one measured."""
    monkeypatch.setattr(trial, "JITTER_MS", (0.0, 0.0))
    monkeypatch.setattr(trial, "SPREAD_MS", (0.0, 0.0))
    monkeypatch.setattr(trial, "TAIL_SHARE", 0.0)
    for seed in SEEDS:
        made = trial.make(seed, 500)
        assert np.abs(made.truth_ms - made.measured_ms).max() < 0.01
        assert made.floor()["within_0_1_ms_percent"] == 100.0


def test_a_delay_of_the_host_moves_what_follows() -> None:
    """The drive waits for the pause and for the delay, so measured times and pauses add up."""
    made = trial.make(9, 500)
    assert made.think == "before"
    assert (made.trace.measured_ps % 10**6 == 0).all()
    apart = made.truth_ms - made.measured_ms
    assert 0.005 < float(np.median(np.abs(apart))) < 0.06


def test_a_turned_layout_is_right_and_a_sector_too_many_is_not() -> None:
    made = trial.make(1, 1500)
    begun = Layout(made.truth).zones
    turned = made.truth.with_values(
        {f"layout.zone.{i}.phase": f"{(z.begin + 0.37) % 1:.6f} rev" for i, z in enumerate(begun)}
    )
    alone = made.truth.with_value("layout.zone.0.phase", "0.37 rev")
    steps = made.truth.value("layout.head_skew")
    skewed = made.truth.with_value("layout.head_skew", ["0.123 rev", *steps[1:]])
    assert scores.layout(made, turned) == 1
    assert scores.layout(made, alone) < 1
    assert scores.layout(made, skewed) < 0.3


def test_skews_are_off_by_whole_sectors() -> None:
    seen = set()
    for seed in range(40):
        wrong = deepcopy(zones())
        seen.add(mistakes._sectors(np.random.default_rng(seed), wrong).split(" ")[-1])
        for zone in wrong:
            track, cylinder = (int(zone[f"{key}_skew"].split()[0]) for key in ("track", "cylinder"))
            assert -3 <= track - 10 <= 3
            assert -3 <= cylinder - 20 <= 8
    assert seen == {"", "sectors", "zone"}


def test_slips_are_left_out_by_none_some_or_all() -> None:
    shares = set()
    for seed in range(60):
        wrong = deepcopy(zones())
        text = mistakes._slips(np.random.default_rng(seed), wrong)
        left = sum(len(zone["slipped_tracks"]) for zone in wrong)
        assert all(set(zone["slipped_tracks"]) <= set(range(50, 90)) for zone in wrong)
        assert text == (f"{80 - left} of 80 slips missing" if left < 80 else "")
        shares.add("none" if left == 80 else "all" if left == 0 else "some")
    assert shares == {"none", "some", "all"}


def test_the_description_of_a_layout_leaves_the_truth_alone() -> None:
    made = Made("sectors", "tracks", {"layout.zone": zones()})
    for seed in range(5):
        mistakes.of_layout(np.random.default_rng(seed), made)
    assert made.zones == zones()


def test_points_of_a_seek_curve_scatter() -> None:
    rng = np.random.default_rng(1)
    points = timings.seeks(rng, 5000, "angle")["seek.points"]
    times = np.array([float(text.split()[0]) for _, text in points])
    assert (np.diff(times) > 0).all()
    wrong = mistakes.of_seeks(rng, points)
    assert [one for one, _ in wrong] == [one for one, _ in points]
    apart = np.array([float(text.split()[0]) for _, text in wrong]) / times - 1
    assert 0.005 < float(np.median(np.abs(apart))) < 0.05


def test_requests_are_as_in_real_traces() -> None:
    old = requests.draw(np.random.default_rng(1), 2_000_000, 10_000, "sectors")
    ends = old.lbn[:-1] + old.blocks[:-1]
    assert 0.27 < float(np.mean(old.lbn[1:] == ends)) < 0.33
    assert int((old.lbn + old.blocks).max()) <= 2_000_000
    new = requests.draw(np.random.default_rng(1), 9_000_000, 10_000, "angle")
    assert (new.blocks % 4 == 0).all()
    assert float(np.min(new.pause_ps)) >= 22e9


def test_slips_lie_within_the_zones_and_their_spares() -> None:
    """No zone has more slipped tracks than spare tracks, and all kinds of spares occur."""
    spares = set()
    for seed in range(40):
        rng = np.random.default_rng(seed)
        made = layouts.draw(rng, 10.0, "sectors" if seed % 2 else "angle")
        spares.add(made.spares)
        for zone in made.zones:
            tracks = zone["cylinders"][1] - zone["cylinders"][0] + 1
            tracks *= made.values["layout.surfaces"]
            assert len(zone.get("slipped_tracks", [])) <= zone.get("spare_tracks", 0)
            assert all(0 < one < tracks for one in zone.get("slipped_tracks", []))
    assert spares == {"tracks", "of a track", "of a cylinder", "of a zone", "of ranges"}


def test_the_figures_are_those_of_validation() -> None:
    made = trial.make(6, 300)
    own = validation.compare(made.truth_ms, made.measured_ms)
    assert made.floor() == own
    assert Layout(made.truth).drive.blocks == made.truth.blocks
