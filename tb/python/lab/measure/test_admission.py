"""Admission control: what is accepted never misses, and what is refused is not refused idly."""

import json
import math
import subprocess
from collections.abc import Callable

import numpy as np
import pytest

from headstack import ConfigError, Drive, _core, catalog, workload
from headstack.measure import admission
from headstack.measure.admission import Cost
from headstack.workload import Kind

Cli = Callable[..., subprocess.CompletedProcess[str]]
TRACK = 72 * 512  # bytes, HP 97560


def missed(kinds: list[Kind], tracks: tuple[int, int], seed: int, **more: object) -> int:
    load = workload.streams(kinds, requests=1000, tracks=tracks, first_per_s=0.5, seed=seed, **more)  # type: ignore[arg-type]
    return int(Drive("hp_97560", "edf", placement="host").run(load).summary["missed"])


# --- the bound ------------------------------------------------------------------------------------


@pytest.mark.parametrize("drive", ["hp_97560", "hp_c2247", "fujitsu_m2361a"])
def test_no_request_takes_longer_than_the_bound(drive: str) -> None:
    """Neither reads nor writes, small or large, far or near, among reads ahead."""
    config = catalog.load(drive)
    longest = {False: 0.0, True: 0.0}
    for scheduler, tracks in (("fcfs", (1, 4)), ("fcfs", (20, 50)), ("sstf(map)", (1, 50))):
        load = workload.streams(
            {"5 MB/s": 10},
            requests=1500,
            tracks=tracks,
            read_fraction=0.5,
            best_effort=workload.closed(2, requests=500),
        )
        c = Drive(config, scheduler, placement="host").run(load).columns
        took = (c["finish"] - c["start"]) / 1e12
        for write in (False, True):
            fixed, per_block = _core.service_bound(config, write=write)
            here = c["write"] == write
            share = took[here] / (fixed + per_block * c["blocks"][here])
            longest[write] = max(longest[write], float(share.max()))
    assert max(longest.values()) <= 1
    assert min(longest.values()) > 0.8  # and it is not far off


def test_the_bound_by_hand() -> None:
    """Of reads of the HP 97560: 2.2 ms, the longest seek, two turns, half the buffer on the bus."""
    fixed, per_block = _core.service_bound(catalog.load("hp_97560"), write=False)
    turn = 60 / 4002
    sector = turn / 72
    # Sectors are skewed by 8 from head to head, and by 18 from cylinder to cylinder.
    assert per_block == pytest.approx((turn + 8 * sector + 10 * sector / 19) / 72, rel=0.01)
    seek = 8.20e-3 + 0.0075e-3 * 1961
    known = 2.2e-3 + seek + turn + 128 * 512 / 5e6 + 18 * sector
    assert known < fixed < known + 0.002


def test_drives_that_promise_nothing() -> None:
    config = catalog.load("hp_97560")
    for changed, why in (
        (catalog.load("ibm_dnes_309170w"), "a write cache"),
        (config.with_value("variation.seek", "0.1 ms"), "times that vary"),
        (config.with_value("defects.soft_rate", "20 ppm"), "errors of the medium"),
    ):
        with pytest.raises(ConfigError, match=why):
            admission.cost_of(changed, 1)


# --- the test -------------------------------------------------------------------------------------


def plain(streams: int, given_s: float, cost_s: float) -> admission._Asking:
    """Requests of one byte, each to be served within `given_s`, at a cost."""
    return admission._Asking(Kind(streams, 1 / given_s), Cost(cost_s, 0), 1, 1)


@pytest.mark.parametrize(
    ("tasks", "accepted"),
    [
        # Streams, period, cost. Utilisation 1 is too much for a test that sums up rates.
        ([(1, 10, 9.9)], True),
        ([(1, 10, 10.1)], False),
        ([(3, 10, 3.3)], True),
        ([(4, 10, 2.6)], False),
        # One of 6 s may have begun when one comes that is to be over in 5 s.
        ([(1, 5, 1), (1, 100, 6)], False),
        ([(1, 5, 1), (1, 100, 4)], True),
        ([(1, 5, 1), (1, 100, 4.1)], False),
        # 1 + 4 within 5 s; within 10 s the second one of 1 s as well.
        ([(1, 5, 1), (1, 10, 4)], True),
        ([(1, 4, 1), (1, 6, 2), (1, 12, 2)], True),
        ([(1, 4, 1), (1, 6, 2), (1, 12, 3.1)], False),
    ],
)
def test_by_hand(tasks: list[tuple[int, float, float]], accepted: bool) -> None:
    verdict = admission._judge([plain(*task) for task in tasks], 0.0)
    assert verdict.accepted is accepted
    assert (verdict.spare_s >= 0) is accepted


def test_best_effort_blocks() -> None:
    assert admission._judge([plain(1, 10, 4)], 6.0).accepted
    assert not admission._judge([plain(1, 10, 4)], 6.1).accepted


def test_a_buffer_gives_time_but_no_rate() -> None:
    """Blocking of 8 s is too much for requests given 5 s, not for those given 10 s more."""
    slow = plain(1, 100, 8)
    quick = admission._Asking(Kind(1, 1 / 5, 0), Cost(1, 0), 1, 1)
    ahead = admission._Asking(Kind(1, 1 / 5, 2), Cost(1, 0), 1, 1)
    assert not admission._judge([quick, slow], 0.0).accepted
    assert admission._judge([ahead, slow], 0.0).accepted
    assert quick.utilisation == ahead.utilisation == pytest.approx(0.2)


# --- promises kept --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "tracks", "least"),
    [
        ([Kind(60, 420_000, 400_000, name="mpeg2")], (25, 50), [4]),
        ([Kind(60, 180_000, 400_000, name="cd_audio")], (10, 50), [8]),
        ([Kind(60, 180_000, name="cd_audio")], (50, 50), [11]),
        ([Kind(60, 180_000, 400_000, name="cd_audio")], (1, 50), [2]),
        ([Kind(60, 420_000, 400_000, 0.0, "recorder")], (25, 50), [4]),
        ([Kind(2, 420_000, 500_000), Kind(60, 180_000, 500_000, 0.5)], (25, 50), [2, 4]),
    ],
)
def test_none_that_is_accepted_misses(
    kinds: list[Kind], tracks: tuple[int, int], least: list[int]
) -> None:
    counts = admission.admitted("hp_97560", kinds, tracks)
    assert all(count >= few for count, few in zip(counts, least, strict=True)), counts
    accepted = [
        Kind(count, kind.bytes_per_s, kind.buffer_bytes, kind.read_fraction)
        for count, kind in zip(counts, kinds, strict=True)
    ]
    for seed in range(5):
        for issue in ("after", "open"):
            assert missed(accepted, tracks, seed, issue=issue) == 0
    one_more = [*accepted[:-1], Kind(counts[-1] + 1, kinds[-1].bytes_per_s, kinds[-1].buffer_bytes)]
    load = workload.streams(one_more, tracks=tracks)
    assert not admission.judge("hp_97560", load).accepted or counts[-1] == kinds[-1].streams


def test_none_misses_beside_best_effort() -> None:
    kinds = [Kind(3, 420_000, 500_000)]
    beside = workload.closed(8, requests=2000)
    load = workload.streams(kinds, tracks=(25, 50), best_effort=beside)
    assert admission.judge("hp_97560", load).accepted
    for seed in range(5):
        assert missed(kinds, (25, 50), seed, best_effort=beside) == 0


def test_what_is_refused_for_its_rate_misses() -> None:
    """6 MPEG-2 streams ask for 2.5 MB/s, more than there is."""
    kinds = [Kind(6, 420_000, 1_000_000)]
    verdict = admission.judge("hp_97560", workload.streams(kinds, tracks=(50, 50)))
    assert not verdict.accepted
    assert verdict.utilisation > 1
    assert missed(kinds, (50, 50), 1) > 100


def test_a_full_drive_takes_small_ones_still() -> None:
    kinds = [Kind(60, 420_000, 400_000), Kind(60, 20_000, 400_000)]
    counts = admission.admitted("hp_97560", kinds, (25, 50))
    assert counts[0] == 4
    assert counts[1] >= 1


def test_the_least_time_left_is_where_it_is_said_to_be() -> None:
    load = workload.streams([Kind(4, 420_000, 400_000)], tracks=(25, 50))
    verdict = admission.judge("hp_97560", load)
    cost = admission.cost_of(catalog.load("hp_97560"), 1)
    asked = 4 * cost.of(25 * TRACK)
    assert verdict.interval_s == pytest.approx((25 * TRACK + 400_000) / 420_000)
    assert verdict.spare_s == pytest.approx(verdict.interval_s - asked - cost.of(50 * TRACK))
    assert math.isclose(verdict.utilisation, asked / (25 * TRACK / 420_000))


# --- the command ----------------------------------------------------------------------------------


def test_command(cli: Cli) -> None:
    few = ("--tracks", "25", "50", "--buffer", "400 kB")
    shown = cli("admit", *few)
    assert shown.returncode == 0, shown.stderr
    assert "mpeg2, accepted" in shown.stdout
    document = json.loads(cli("admit", *few, "--json").stdout)
    assert document["accepted"] == {"mpeg2": 4}
    assert 0 < document["utilisation"] < 1
    two = json.loads(
        cli(
            *("admit", *few, "--json", "--kind", "mpeg2", "--streams", "1"),
            *("--kind", "cd_audio", "--streams", "50"),
        ).stdout
    )
    assert two["accepted"]["mpeg2"] == 1
    assert two["accepted"]["cd_audio"] > 3
    none = json.loads(cli("admit", "--kind", "9 MB/s", "--json").stdout)
    assert {key: none[key] for key in ("drive", "tracks", "accepted")} == {
        "drive": "hp_97560",
        "tracks": [1, 50],
        "accepted": {"9 MB/s": 0},
    }


def test_command_refuses(cli: Cli) -> None:
    for arguments, message in (
        (("--drive", "ibm_dnes_309170w"), "a write cache"),
        (("--streams", "1", "--streams", "2"), "2 times --streams for 1 kinds"),
        (("--kind", "tape"), "--kind 'tape' is not known"),
        (("--tracks", "5", "2"), "tracks, the least is 5"),
    ):
        refused = cli("admit", *arguments)
        assert refused.returncode == 2, arguments
        assert message in refused.stderr, arguments


def test_numbers_are_plain() -> None:
    assert isinstance(admission.admitted("hp_97560", [Kind(1, 180_000)])[0], int)
    assert not np.isnan(admission.cost_of(catalog.load("hp_97560"), 0.5).fixed_s)
