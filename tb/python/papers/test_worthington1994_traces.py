"""The generated requests of the traces, and the runs of Worthington 1994's section 6."""

from pathlib import Path

import numpy as np
import pytest

from headstack import catalog
from headstack_papers.experiment import SAMPLE
from headstack_papers.reproduce import reproduce
from headstack_papers.worthington1994 import trace_runs
from headstack_papers.worthington1994.section6_3 import seeks
from headstack_papers.worthington1994.trace_requests import Generated, generated, geometric
from headstack_papers.worthington1994.traces import CELLO, PROFILES, Profile

REQUESTS = 4000


@pytest.mark.parametrize("profile", PROFILES, ids=lambda one: one.name)
def test_has_the_characteristics_of_table_2(profile: Profile) -> None:
    made = generated(profile, REQUESTS, 1, catalog.load(profile.drive).blocks)
    assert made.blocks.mean() / 2 == pytest.approx(profile.size_kb, abs=0.05)
    assert (~made.write).mean() == pytest.approx(profile.reads, abs=0.001)
    assert made.sequential.mean() == pytest.approx(profile.sequential, abs=0.001)
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


def test_almost_half_of_cello_is_on_one_disk() -> None:
    assert CELLO.share == pytest.approx(0.46, abs=0.01)
    others = (1 - CELLO.share) * trace_runs.OTHERS_MS
    assert CELLO.share * trace_runs.of_busiest("Cello", 134) + others == pytest.approx(134)
    assert trace_runs.of_busiest("Snake", 71.5) == 71.5


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
