"""Which order of a queue a recording shows: of drives whose scheduler is known."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from headstack import Drive, catalog, workload
from headstack.cli import app
from headstack.errors import ConfigError
from headstack.traces.services import depth_of
from headstack_identify import queue_orders

DEEP = catalog.with_queue_depth(catalog.load("hp_c2247"), 64)


def recorded(folder: Path, scheduler: str, depth: int, requests: int = 1500) -> Path:
    """The rows of a run with `depth` requests outstanding, as a trace."""
    path = folder / f"depth{depth}.parquet"
    Drive(DEEP, scheduler).run(workload.closed(depth, requests=requests)).to_parquet(path)
    return path


def test_the_outstanding_requests_by_hand() -> None:
    """Two requests from the beginning; each completion brings the next at the same time."""
    arrival = np.array([0, 0, 5, 7, 12])
    completion = np.array([5, 7, 12, 20, 30])
    assert depth_of(arrival, completion) == 2
    assert depth_of(np.arange(5) * 10, np.arange(5) * 10 + 9) == 1


@pytest.mark.parametrize("scheduler", ["fcfs", "clook", "sptf"])
@pytest.mark.parametrize("depth", [4, 32])
def test_the_scheduler_of_a_run_is_found(tmp_path: Path, scheduler: str, depth: int) -> None:
    found = queue_orders.compare("hp_c2247", recorded(tmp_path, scheduler, depth))
    assert found.outstanding == depth
    assert found.requests == 1500
    assert found.rows[0].scheduler == scheduler
    assert found.rows[0].rms_ms == pytest.approx(0.0, abs=1e-9), "the same run"
    assert found.rows[0].throughput_per_s == pytest.approx(
        found.recorded.throughput_per_s, rel=2e-3
    )
    assert found.rows[1].rms_ms > 0.5


def test_a_recording_with_noise(tmp_path: Path) -> None:
    """fio's log has completions in whole ms, and the host sees them late."""
    rows = Drive(DEEP, "sptf").run(workload.closed(16, requests=1500)).columns
    rng = np.random.default_rng(1)
    late_ns = np.abs(rng.normal(20_000, 20_000, 1500)).astype(np.int64)
    end_ns = rows["finish"] // 1000 + late_ns
    begin_ns = rows["arrival"] // 1000
    order = np.argsort(end_ns, kind="stable")
    lines = [
        f"{end_ns[i] // 10**6}, {end_ns[i] - begin_ns[i]}, 0, {rows['blocks'][i] * 512}, "
        f"{int(rows['lbn'][i]) * 512}, 0"
        for i in order
        if rows["write"][i] == 0
    ]
    log = tmp_path / "depth16_lat.1.log"
    log.write_text("\n".join(lines) + "\n")
    found = queue_orders.compare("hp_c2247", log, ("fcfs", "sptf", "clook"))
    assert found.rows[0].scheduler == "sptf"


def test_the_command(tmp_path: Path) -> None:
    path = recorded(tmp_path, "clook", 8)
    done = CliRunner().invoke(
        app, ["validate", str(path), "--drive", "hp_c2247", "--schedulers", "fcfs, clook, sptf"]
    )
    assert done.exit_code == 0, done.output
    lines = [line.split()[0] for line in done.stdout.splitlines() if line[:4].strip()]
    assert lines.index("clook") < min(lines.index("fcfs"), lines.index("sptf"))
    assert "8 outstanding" in done.stdout


def test_a_lost_completion_is_refused(tmp_path: Path) -> None:
    """As many completions may be left at the end as requests are outstanding."""
    lines = [f"{max(n - 7, 0) * 0.01:.2f},{n * 512},512,0,0.08" for n in range(1500)]
    for name, places in (("end", range(1492, 1500)), ("begin", range(8))):
        rows = [line[:-4] if n in places else line for n, line in enumerate(lines)]
        text = "\n".join(["arrival_s,start_byte,bytes,write,response_s", *rows, ""])
        (tmp_path / f"{name}.csv").write_text(text)
    assert queue_orders.compare("hp_c2247", tmp_path / "end.csv", ("fcfs",)).requests == 1492
    with pytest.raises(ConfigError, match=r"begin.csv:2: .*no time of completion"):
        queue_orders.compare("hp_c2247", tmp_path / "begin.csv", ("fcfs",))


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="has one request outstanding"):
        queue_orders.compare("hp_c2247", recorded(tmp_path, "fcfs", 1))
    with pytest.raises(ConfigError, match="60 completed requests are too few"):
        queue_orders.compare("hp_c2247", recorded(tmp_path, "fcfs", 5, requests=60))
    done = CliRunner().invoke(
        app, ["validate", "x", "--drive", "hp_c2247", "--schedulers", "fcfs", "--cross"]
    )
    assert done.exit_code == 2
    assert "leave --cross" in done.stderr
