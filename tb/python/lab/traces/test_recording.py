"""Recordings: times of issue and completion from every format that has them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from headstack import traces, workload
from headstack.arrays import Floats
from headstack.errors import ConfigError
from headstack.traces import coarse_clock, rounding
from headstack.traces.recording import recording
from headstack.traces.validation_trace import ValidationTrace

CSV = "arrival_s,start_byte,bytes,write,response_s\n"


def read(folder: Path, text: str, block_bytes: int = 512) -> ValidationTrace:
    path = folder / "mine.trace"
    path.write_text(text)
    return recording(traces.open(path), block_bytes)


def test_times_of_issue_and_completion_are_exact(tmp_path: Path) -> None:
    found = read(tmp_path, CSV + "0.5,0,4096,0,0.001\n0.75,8192,512,1,0.25\n1.0,512,512,0,0.1\n")
    assert found.lbn.tolist() == [0, 16, 1]
    assert found.blocks.tolist() == [8, 1, 1]
    assert found.write.tolist() == [False, True, False]
    assert found.measured_ps.tolist() == [10**9, 25 * 10**10, 10**11]
    assert found.think_ps.tolist() == [0, 249 * 10**9, 0]
    assert found.think == "before"


def test_blocks_have_the_size_of_the_drive(tmp_path: Path) -> None:
    found = read(tmp_path, CSV + "0,40960,8192,0,0.001\n", 4096)
    assert (found.lbn[0], found.blocks[0]) == (10, 2)


def test_a_recording_that_was_stopped_loses_its_last_request(tmp_path: Path) -> None:
    found = read(tmp_path, CSV + "0,0,512,0,0.001\n0.1,512,512,0,\n")
    assert len(found.lbn) == 1


def test_an_iolog_ends_each_request_at_the_next(tmp_path: Path) -> None:
    lines = ("0 d add", "5 d open", "100 d read 0 512", "900 d read 512 512", "1000 d close")
    found = read(tmp_path, "\n".join(["fio version 3 iolog", *lines, ""]))
    assert found.measured_ps.tolist() == [800 * 10**6]


def log(completion_ps: list[int], response_ps: list[int]) -> str:
    """fio's latency log: whole ms, whole ns."""
    pairs = zip(completion_ps, response_ps, strict=True)
    lines = (f"{at // 10**9}, {took // 1000}, 0, 512, {512 * n}, 0"
             for n, (at, took) in enumerate(pairs))  # fmt: skip
    return "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("pauses", [0, 4])
def test_latencies_give_the_parts_of_a_millisecond(tmp_path: Path, pauses: int) -> None:
    """Gaps of 4 to 8 us, and pauses of up to 5 ms: nearly all completions are right to 60 us."""
    rng = np.random.default_rng(1)
    response = rng.integers(2_000_000, 15_000_000, 4000) * 1000
    gap = rng.integers(4_000, 8_000, 4000) * 1000
    gap[rng.integers(1, 4000, pauses)] += 5 * 10**9
    truth = np.cumsum(response + gap)
    found = read(tmp_path, log(truth.tolist(), response.tolist()))
    completion = np.cumsum(found.measured_ps + found.think_ps)
    apart = completion - truth
    apart -= int(np.median(apart))
    assert np.mean(np.abs(apart) < 60e6) > 0.95
    assert np.abs(found.measured_ps - response).max() < 2e9


def rounded(unit_ps: int, how: Callable[[Floats], Floats], overlap_ps: int = 0) -> str:
    """Reads that are issued as soon as the read before ends, with times in whole units.

    Read 500 is issued `overlap_ps` before the end of the read before it.
    """
    response = np.random.default_rng(7).integers(10**9, 15 * 10**9, 1000)
    issue = np.r_[0, np.cumsum(response)[:-1]]
    issue[500] -= overlap_ps
    start, took = (how(times / unit_ps).astype(np.int64) * unit_ps for times in (issue, response))
    lines = (f"{at / 1e12:.12f},{512 * n},512,0,{t / 1e12:.12f}\n"
             for n, (at, t) in enumerate(zip(start, took, strict=True)))  # fmt: skip
    return CSV + "".join(lines)


@pytest.mark.parametrize("unit_ps", [1000, 100_000, 1_000_000])
@pytest.mark.parametrize("how", [np.round, np.floor, np.ceil])
def test_rounded_times_do_not_overlap(
    tmp_path: Path, unit_ps: int, how: Callable[[Floats], Floats]
) -> None:
    found = read(tmp_path, rounded(unit_ps, how))
    assert found.queued is None
    truth = np.random.default_rng(7).integers(10**9, 15 * 10**9, 1000)
    assert np.abs(found.measured_ps - truth).max() <= 2 * unit_ps
    assert np.abs(np.cumsum(found.think_ps + found.measured_ps) - np.cumsum(truth)).max() < (
        3 * unit_ps
    )


@pytest.mark.parametrize(("unit_ps", "overlap_ps"), [(1000, 3000), (1_000_000, 3_000_000),
                                                      (10_000_000, 20_000_000)])  # fmt: skip
def test_a_longer_overlap_is_no_rounding(tmp_path: Path, unit_ps: int, overlap_ps: int) -> None:
    text = rounded(unit_ps, np.round, overlap_ps)
    with pytest.raises(ConfigError, match="issued before the request before it ends"):
        read(tmp_path, text)


def test_rounding_explains_an_overlap_of_one_unit() -> None:
    """Two issues are off by less than a unit together, and a latency by less than a unit."""
    for overlap, legal in ((0, True), (1000, True), (2000, False)):
        issue = np.array([0, 10_000 - overlap, 31_000])
        found = rounding.apart(issue, np.array([10_000, 21_000, 44_000]))
        assert (found[1] == 10_000) == legal
        assert found[[0, 2]].tolist() == [0, 31_000]


def test_issues_in_us_and_latencies_in_ns(tmp_path: Path) -> None:
    response = np.random.default_rng(7).integers(10**6, 15 * 10**6, 1000)
    issue = np.r_[0, np.cumsum(response)[:-1]] // 1000
    lines = (f"{at / 1e6:.6f},{512 * n},512,0,{took / 1e9:.9f}\n"
             for n, (at, took) in enumerate(zip(issue, response, strict=True)))  # fmt: skip
    assert read(tmp_path, CSV + "".join(lines)).queued is None


def test_a_clock_of_ns_is_not_coarse() -> None:
    assert not coarse_clock.is_coarse(np.array([10**9, 2 * 10**9 + 1000]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CSV + "0,0,512,0,0.5\n0.25,0,512,0,0.5\n", r"trace:3: .*before the request before it end"),
        (CSV + "0,0,512,0,\n1,0,512,0,0.5\n", r"trace:2: .*no time of completion .1 of 2"),
        (CSV + "0,0,100,0,1\n", r"trace:2: 100 bytes at byte 0 are no whole blocks of 512 bytes"),
        (CSV + "0,256,512,0,1\n", r"trace:2: .*no whole blocks"),
        (CSV + f"0,{2**41},512,0,1\n", r"trace:2: the request is past block 4,294,967,295 of 512"),
        (CSV.replace(",response_s", "") + "0,0,512,0\n", r"no times of completion \(csv\).*blktr"),
        ("fio version 2 iolog\na add\na read 0 512\na read 0 512\n", "no times of completion"),
        (
            CSV.replace("arrival_s", "arrival_s,device") + "0,a,0,512,0,1\n2,b,0,512,0,1\n",
            "2 devices: a, b",
        ),
    ],
)
def test_no_recording_gets_a_reason(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read(tmp_path, text)


def test_a_coarse_log_of_several_outstanding_gets_a_reason(tmp_path: Path) -> None:
    response = [8 * 10**9] * 2000
    truth = (np.arange(2000) * 2 * 10**9 + 9 * 10**9).tolist()
    with pytest.raises(ConfigError, match="several requests were outstanding"):
        read(tmp_path, log(truth, response))


def test_the_convention_of_a_recording_is_before(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(CSV + "0,0,512,0,0.001\n")
    assert workload.recorded(path).think == "before"
    with pytest.raises(ConfigError, match="each pause is before its request"):
        workload.recorded(path, think="after")


def test_a_trace_of_disksim_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "mine.trace"
    path.write_text("R Miss 564347 2 100.5 10.25\nR Miss 8 3 50 0\n")
    assert workload.recorded(path).think == "after"
    assert workload.recorded(path, think="before").think == "before"
    assert workload.recorded(path).recording.think is None
