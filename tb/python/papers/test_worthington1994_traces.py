"""The generated requests of the traces, and the runs of Worthington 1994's section 6."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from headstack import catalog
from headstack_papers.experiment import SAMPLE
from headstack_papers.reproduce import reproduce
from headstack_papers.worthington1994 import printed_tables, trace_fit, trace_runs
from headstack_papers.worthington1994.section6_3 import seeks
from headstack_papers.worthington1994.trace_requests import Generated, generated, geometric
from headstack_papers.worthington1994.traces import CELLO, PROFILES, SCI_TS, Profile

REQUESTS = 4000


@pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
def test_has_the_characteristics_of_table_2(profile: Profile) -> None:
    made = generated(profile, REQUESTS, 1, catalog.load(profile.drive).blocks)
    assert made.blocks.mean() / 2 == pytest.approx(profile.size_kb, abs=0.05)
    assert (~made.write).mean() == pytest.approx(profile.reads, abs=0.001)
    assert (np.diff(made.arrival_ps) >= 0).all()


def test_a_sequential_read_goes_on_where_one_ended() -> None:
    profile = PROFILES[1]
    made = generated(profile, REQUESTS, 1, catalog.load(profile.drive).blocks)
    ends = set((made.lbn + made.blocks).tolist())
    assert all(int(lbn) in ends for lbn in made.lbn[made.sequential])


def test_the_same_seed_gives_the_same_requests_at_every_factor() -> None:
    drive = catalog.load(CELLO.drive)
    one, two = (
        next(Generated(profile=CELLO, factor=factor, requests=500, seed=3).rows(drive))
        for factor in (1.0, 2.0)
    )
    assert (one[0] == two[0]).all()
    assert one[3].sum() == pytest.approx(2 * two[3].sum(), rel=1e-9)


def test_geometric_numbers_have_their_mean() -> None:
    found = geometric(1000, 5.0, np.random.default_rng(1))
    assert found.min() == 1
    assert found.mean() == pytest.approx(5, rel=0.01)


@pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
def test_the_disks_share_the_requests_of_table_2(profile: Profile) -> None:
    busy_per_s = profile.busy_disks * profile.rate_per_s
    rest_per_s = (profile.disks - profile.busy_disks) * profile.other_disk().rate_per_s
    assert rest_per_s >= 0
    assert busy_per_s + rest_per_s == pytest.approx(profile.total / profile.hours / 3600)
    assert profile.rate_per_s >= profile.other_disk().rate_per_s


@pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
def test_requests_come_at_the_rate_of_a_busy_disk(profile: Profile) -> None:
    made = generated(profile, REQUESTS, 1, catalog.load(profile.drive).blocks)
    # Jobs begin in the whole of this time. A late job or burst ends somewhat later.
    run_ps = REQUESTS / profile.rate_per_s * 1e12
    late = (made.arrival_ps > run_ps).mean()
    assert late < 0.05 + profile.largest_burst / REQUESTS
    assert made.arrival_ps[made.arrival_ps <= run_ps].max() > 0.95 * run_ps


def test_reads_of_a_run_are_a_pace_apart() -> None:
    profile = replace(SCI_TS, pace_ms=3.0)
    made = generated(profile, 20_000, 1, catalog.load(profile.drive).blocks)
    ends: dict[int, list[int]] = {}
    gaps = []
    for at, (lbn, blocks) in enumerate(zip(made.lbn.tolist(), made.blocks.tolist(), strict=True)):
        if made.sequential[at]:
            gaps.append((made.arrival_ps[at] - made.arrival_ps[ends[lbn][-1]]) / 1e9)
        ends.setdefault(lbn + blocks, []).append(at)
    mean = profile.pace_ms  # of exponential times, whose deviation is their mean
    assert np.mean(gaps) == pytest.approx(mean, abs=5 * mean / np.sqrt(len(gaps)))
    assert np.median(gaps) == pytest.approx(mean * np.log(2), rel=0.1)


@pytest.mark.parametrize("share", [0.0, 0.2, 0.6])
def test_a_share_of_the_requests_comes_in_bursts(share: float) -> None:
    # A single burst, and jobs of one request each.
    many, size = REQUESTS, max(1, round(share * REQUESTS))
    profile = replace(
        SCI_TS,
        sequential=0.0,
        local=0.0,
        writes=1.0,
        rate_per_s=1.0,
        burst_reads=share,
        burst_writes=share,
        burst=size,
        largest_burst=size,
        burst_per_s=10.0,
    )
    made = generated(profile, many, 1, catalog.load(profile.drive).blocks)
    length_ps = size / profile.burst_per_s * 1e12
    of_others = (1 - share) * size / profile.burst_per_s * profile.rate_per_s
    behind = np.searchsorted(made.arrival_ps, made.arrival_ps + length_ps)
    within = int((behind - np.arange(many)).max())
    expected = share * many + of_others
    assert within == pytest.approx(expected, abs=5 * np.sqrt(max(expected, 4)))


@pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
def test_the_means_of_busy_and_other_disks_make_the_mean_of_all(profile: Profile) -> None:
    printed_ms = printed_tables.PREFETCHING[profile.name][0]
    busy_ms = profile.of_busy(printed_ms)
    assert busy_ms > profile.others_ms
    assert profile.over_disks(busy_ms) == pytest.approx(printed_ms)
    assert trace_runs.of_busiest(profile.name, printed_ms) == pytest.approx(busy_ms)
    row = {"trace": profile.name, "memory": trace_runs.BUFFER, trace_runs.RESPONSE: 100.0}
    others_ms = (1 - profile.share) * profile.others_buffer_ms
    assert trace_runs.of_all(row) == pytest.approx(profile.share * 100 + others_ms)


@pytest.mark.parametrize("profile", [*PROFILES, replace(SCI_TS, busy_sequential=0.2)])
def test_all_disks_together_have_the_sequential_reads_of_table_2(profile: Profile) -> None:
    made, others = (
        generated(each, REQUESTS, 1, catalog.load(profile.drive).blocks).sequential.mean()
        for each in (profile, profile.other_disk())
    )
    assert made == pytest.approx(profile.runs, abs=1 / REQUESTS)
    all_disks = profile.share * made + (1 - profile.share) * others
    assert all_disks == pytest.approx(profile.sequential, abs=2 / REQUESTS)


def test_a_disk_has_no_more_sequential_reads_than_all_disks_together() -> None:
    fitted = trace_fit.judged(replace(SCI_TS, busy_sequential=0.5))
    assert fitted.cost == np.inf


def test_almost_half_of_cello_is_on_one_disk() -> None:
    assert CELLO.busy_disks == 1
    assert CELLO.share == pytest.approx(0.46, abs=0.01)


@pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
def test_c_look_has_its_columns_of_tables_3a_and_4_at_a_knee(profile: Profile) -> None:
    # The fit's own seeds. The page has the numbers of the experiments' seeds.
    found = trace_fit.judged(profile)
    assert found.all_ms == pytest.approx(printed_tables.PREFETCHING[profile.name][0], rel=0.1)
    assert found.hits == pytest.approx(printed_tables.HITS[profile.name][0], abs=0.5)
    assert found.knee.busy <= trace_fit.BUSIEST
    if profile is not CELLO:  # its queue of 1000 needs bursts that come faster than any disk serves
        assert found.elasticity >= trace_fit.KNEE


def test_a_seek_of_a_rotation_by_hand() -> None:
    (row,) = seeks("hp_c2247")
    assert row["cylinders"] == pytest.approx((11 - 7.75) / 0.0059)
    assert row["revolution_ms"] == pytest.approx(11.111, abs=1e-3)


def test_runs_in_small(tmp_path: Path) -> None:
    names = [
        f"worthington1994/{name}"
        for name in ("fig6", "fig12", "fig18", "table2", "table3", "table4", "table5")
    ]
    names += [f"worthington1994/section6_{part}" for part in ("1", "2", "3", "week")]
    found = reproduce(names, folder=tmp_path, scale=SAMPLE, workers=1)
    ids = [claim["id"] for claim in found.claims()]
    assert len(ids) == len(set(ids))
    assert len(found.done) == len(names)
