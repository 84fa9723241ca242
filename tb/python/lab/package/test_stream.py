"""Runs of which no request is kept: the same figures and rows, in the memory of a short run."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import headstack
from headstack import ConfigError, Drive, RunError, workload
from headstack.metrics import quantiles

OF_THE_MACHINE = ("wall_s", "requests_per_wall_s")
LARGE, SMALL = 2_000_000, 200_000
MOST_MB = 40  # between the two; a row takes 136 bytes in memory, so keeping them takes 245


def figures(found: Any) -> dict[str, Any]:
    return {key: value for key, value in found.document().items() if key not in OF_THE_MACHINE}


@pytest.mark.parametrize(
    ("scheduler", "load"),
    [
        ("fcfs", workload.random(30, requests=70_000)),
        ("fcfs", workload.random(200, requests=9_000)),  # saturated
        ("sptf", workload.random(60, requests=70_000, seed=3)),
        ("asptf", workload.closed(20, requests=66_000)),
        ("edf", workload.streams({"mpeg2": 5}, requests=300)),
        ("fcfs", workload.arrivals([0, 1, 1], [9, 9, 5], 3, deadline_ms=[10, 40, float("inf")])),
        ("fcfs", workload.random(30, requests=1)),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_a_stream_says_what_a_run_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, scheduler: str, load: workload.Workload
) -> None:
    monkeypatch.setattr(quantiles, "IN_MEMORY", 1000)
    file = tmp_path / "rows.parquet"
    depth = 65_536
    placement = "host" if scheduler == "edf" else "drive"
    drive = Drive("hp_c2247", scheduler, placement=placement, queue_depth=depth)
    whole = drive.run(load)
    assert figures(drive.stream(load, parquet=file)) == figures(whole)
    assert figures(drive.stream(load)) == figures(whole)
    assert headstack.load(file).requests.equals(whole.requests, check_metadata=True)
    groups = pq.ParquetFile(file).metadata.num_row_groups
    assert groups == -(-load.requests // 65_536)


def peak_mb(tmp_path: Path, requests: int) -> float:
    """Peak of the memory of `headstack run` that is resident, MB."""
    code = (
        "import atexit, resource, pathlib\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "atexit.register(lambda: pathlib.Path('peak').write_text(str(peak())))\n"
        "from headstack.__main__ import main; main()"
    )
    options = ["--rate", "30", "--requests", str(requests), "--parquet", "rows.parquet", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", code, "run", *options, "--force"],
        cwd=tmp_path, capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert json.loads(done.stdout)["requests"] == requests
    assert pq.ParquetFile(tmp_path / "rows.parquet").metadata.num_rows == requests
    return int((tmp_path / "peak").read_text()) / 1024


def test_ten_times_the_requests_take_the_same_memory(tmp_path: Path) -> None:
    assert peak_mb(tmp_path, LARGE) - peak_mb(tmp_path, SMALL) < MOST_MB


def test_metrics_by_class_need_all_requests() -> None:
    shared = Drive("hp_c2247", "yfq", placement="host", weights=(80, 20))
    load = workload.classes([workload.Class(2), workload.Class(2)], requests=100)
    with pytest.raises(ConfigError, match="weights: metrics by class need all requests at once"):
        shared.stream(load)
    with pytest.raises(ConfigError, match="has a class 1: metrics by class need all requests"):
        Drive("hp_c2247").stream(load)


def test_a_stream_that_fails_leaves_no_file(tmp_path: Path) -> None:
    drive, load = Drive("hp_c2247"), workload.random(30, requests=200_000)
    with pytest.raises(RunError, match=r"stopped by progress after \d+ of 200000"):
        drive.stream(load, parquet=tmp_path / "a.parquet", progress=lambda done: done < 100_000)
    with pytest.raises(ConfigError, match="cannot write"):
        drive.stream(load, parquet=tmp_path / "no" / "a.parquet")
    with pytest.raises(ConfigError, match="is no workload"):
        drive.stream(None)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_a_full_disk_ends_the_run() -> None:
    load = workload.random(30, requests=200_000)
    with pytest.raises(RunError, match="cannot write /dev/full: No space left on device"):
        Drive("hp_c2247").stream(load, parquet="/dev/full")


def test_no_place_for_the_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantiles, "IN_MEMORY", 1000)
    monkeypatch.setattr(quantiles.tempfile, "tempdir", "/absent")
    with pytest.raises(ConfigError, match="times of requests in /absent: No such file"):
        Drive("hp_c2247").stream(workload.random(30, requests=2000))


def test_the_next_run_is_sound() -> None:
    def fail(_: int) -> None:
        raise KeyError("mine")

    drive, load = Drive("hp_c2247"), workload.random(30, requests=100_000)
    with pytest.raises(KeyError, match="mine"):
        drive.stream(load, progress=fail)
    assert figures(drive.stream(load)) == figures(drive.run(load))
    assert isinstance(drive.stream(load), headstack.Streamed)
