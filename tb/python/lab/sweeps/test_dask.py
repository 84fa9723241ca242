"""A Dask cluster: what dies there, what it never runs, and who may run anything."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

import headstack
from headstack import ConfigError, RunError, sweeps
from headstack.sweeps import dask_crew, worker

Cli = Callable[..., subprocess.CompletedProcess[str]]
DEADLY = """
import os, pathlib, signal
import headstack

class Deadly(headstack.Scheduler):
    def pick(self, queue, drive):
        with (pathlib.Path(__file__).parent / "deaths").open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
"""
distributed = pytest.importorskip("distributed", reason="the package distributed is missing")
pytestmark = pytest.mark.filterwarnings("ignore")  # its own
LONG_S = 60


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two workers in processes of their own; a task that a worker dies of is given up at once."""
    with (
        distributed.dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as made,
    ):
        yield made


class Deadly:
    """A result that a worker dies of when it is to give it away."""

    def __reduce__(self) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


def first_deadly(marks: str, again: bool) -> Any:
    """Ends well, but its worker does not outlive the result; then `again` or 7."""
    try:
        Path(marks).touch(exist_ok=False)
    except FileExistsError:
        if again:
            os.kill(os.getpid(), signal.SIGKILL)
        return 7
    return Deadly()


@pytest.mark.parametrize("again", [True, False])
def test_a_result_that_is_lost_with_its_worker(cluster: Any, tmp_path: Path, again: bool) -> None:
    """It runs again; if that is given up, its future ends: `Client.get_executor` waits for ever."""
    crew = dask_crew.Dask(cluster.scheduler_address)
    try:
        future = crew.start(first_deadly, str(tmp_path / "mark"), again)
        wait([future], LONG_S)
        assert future.done()
        if again:
            assert isinstance(future.exception(), crew.lost)
        else:
            assert future.result() == 7
    finally:
        crew.close()


def test_a_point_that_kills_its_workers(cli: Cli, cluster: Any, tmp_path: Path) -> None:
    """One line, which says how many have died and what goes on; all else is kept."""
    (tmp_path / "deadly.py").write_text(DEADLY)
    (tmp_path / "s.toml").write_text(
        'drive = "hp_c2247"\nworkload = "random(rate=30)"\nrequests = 50\nseeds = 2\n'
        f'scheduler = ["fcfs", "{tmp_path}/deadly.py:Deadly", "sptf"]\n'
    )
    done = cli("sweep", "s.toml", "--folder", "out", "--dask", cluster.scheduler_address)
    assert done.returncode == 1, done.stderr
    lines = [line for line in done.stderr.splitlines() if "has no workers" not in line]
    assert len(lines) == 1, done.stderr
    found = re.search(r"(\d+) workers have died of this point: .*Deadly", lines[0])
    assert found, lines
    assert int(found[1]) <= len((tmp_path / "deaths").read_text()), "not more than have died"
    assert "the same command goes on from what is finished" in lines[0]


def test_no_workers_is_said(tmp_path: Path) -> None:
    """Within seconds; and when one comes, the sweep runs."""
    (tmp_path / "s.toml").write_text(
        'drive = "hp_c2247"\nworkload = "random(rate=30)"\nrequests = 50\n'
    )
    with distributed.LocalCluster(
        n_workers=0, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as made:
        process = subprocess.Popen(
            [sys.executable, "-m", "headstack", "sweep", "s.toml", "--json", "--dask",
             made.scheduler_address],
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stderr is not None
        said = process.stderr.readline()
        assert re.search(r"headstack: the Dask cluster at .* has no workers; waiting", said)
        made.scale(1)
        out, more = process.communicate(timeout=LONG_S)
        assert (process.returncode, more) == (0, "")
        assert json.loads(out)["points"] == 1


@pytest.mark.parametrize("address", ["tcp://127.0.0.1", "localhost", "tcp://[::1]"])
def test_an_address_without_a_port(cli: Cli, tmp_path: Path, address: str) -> None:
    (tmp_path / "s.toml").write_text('drive = "hp_c2247"\nworkload = "random(rate=30)"\n')
    done = cli("sweep", "s.toml", "--dask", address)
    assert done.returncode == 2
    said = f"headstack: dask {address}: it has no port; give one, as tcp://host:8786\n"
    assert done.stderr == said


def test_a_cluster_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep ends with an error, and keeps what is finished."""
    monkeypatch.setattr(dask_crew, "CONNECT_S", 2)
    made = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50
    )
    with pytest.raises(RunError, match="the same command goes on from what is finished"):
        headstack.sweep(
            drive="hp_c2247",
            workload="random(rate=30)",
            requests=2_000,
            seeds=2_000,
            folder=tmp_path,
            dask=made.scheduler_address,
            progress=lambda n: made.close() if n == 100 else None,
        )
    assert list(tmp_path.glob("part-*"))


def test_a_worker_of_another_commit_is_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same version, but other code: it says so, and runs nothing."""
    point = sweeps.Point(drive="hp_c2247", workload="random(rate=30)", requests=9)
    monkeypatch.setattr(worker.code, "sha256", lambda *_: "0" * 64)
    with pytest.raises(ConfigError, match=r"this worker has headstack .* with code .* commit"):
        headstack.sweep([point], dask=cluster.scheduler_address)
