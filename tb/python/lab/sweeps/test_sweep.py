"""A sweep: the same table whoever runs it, in the order of its axes; going on; what fails."""

import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

import headstack
from headstack import ConfigError, RunError, sweeps, workload
from headstack.metrics.runs import METRICS
from headstack.sweeps import columns
from headstack.sweeps.job import Job
from headstack.sweeps.worker import packed, run_batch

Axes = dict[str, Any]
LOAD = workload.random(40, requests=50)


def same(one: pa.Table, other: pa.Table) -> bool:
    """Whether two tables are the same to the bit, but for wall time."""
    varying = list(columns.VARYING)
    return bool(one.drop(varying).equals(other.drop(varying), check_metadata=True))


def test_order_is_that_of_the_axes(small: Axes, inline: Executor) -> None:
    table = headstack.sweep(**small, executor=inline).table
    names = ["drive", "scheduler", "drive_queue_depth", "seed"]
    assert [tuple(row.values()) for row in table.select(names).to_pylist()] == [
        (drive, scheduler, depth, seed)
        for drive in ("hp_c2247", "hp_97560")
        for scheduler in ("fcfs", "sptf")
        for depth in (2, 8)
        for seed in (1, 2)
    ]
    assert table["requests"].to_pylist() == [300] * 16


def test_the_same_from_processes(small: Axes, inline: Executor) -> None:
    one = headstack.sweep(**small, executor=inline).table
    assert same(one, headstack.sweep(**small, workers=2).table)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as given:
        assert same(one, headstack.sweep(**small, executor=given).table)


@pytest.mark.filterwarnings("ignore")  # its own
def test_the_same_from_a_dask_cluster(small: Axes, inline: Executor, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the package distributed is missing")
    one = headstack.sweep(**small, executor=inline).table
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        assert same(one, headstack.sweep(**small, dask=cluster.scheduler_address).table)
        with distributed.Client(cluster) as client:
            assert same(one, headstack.sweep(**small, dask=client).table)
            axes = deadly(tmp_path, 1)
            lost = headstack.sweep(**axes, dask=client).table
            assert len(list((tmp_path / "marks").iterdir())) == 1
            del axes["folder"]
            assert same(lost, headstack.sweep(**axes, executor=inline).table)


def test_points_in_place_of_a_product(inline: Executor) -> None:
    found = headstack.sweep(
        [
            {
                "drive": "hp_c2247",
                "queue_depth": 2,
                "labels": {"era": "new", "year": 1992},
                "workload": LOAD,
            },
            sweeps.Point(drive="hp_97560", workload=LOAD, labels={"era": "old", "year": 1990}),
        ],
        executor=inline,
        set={"spindle.rotation": ["5400 rpm", "7200 rpm"]},
        seeds=[5, 3],
    )
    names = ["era", "year", "spindle.rotation", "seed"]
    assert [tuple(row.values()) for row in found.table.select(names).to_pylist()] == [
        (*label, rotation, seed)
        for label in (("new", 1992), ("old", 1990))
        for rotation in ("5400 rpm", "7200 rpm")
        for seed in (5, 3)
    ]
    assert len(set(found.table["schedule_sha256"].to_pylist())) == 8


def test_labels_are_axes_and_fill_texts(inline: Executor) -> None:
    """A label with several values is the slowest axis. A text may contain the label's name."""
    found = headstack.sweep(
        drive="hp_c2247",
        workload="random(rate={rate}, size={kib}KiB)",
        scheduler=["fcfs", "sptf"],
        requests=20,
        labels={"rate": [20, 40], "kib": 4},
        executor=inline,
    ).table.to_pylist()
    assert [(row["rate"], row["rate_per_s"], row["scheduler"]) for row in found] == [
        (rate, rate, name) for rate in (20, 40) for name in ("fcfs", "sptf")
    ]
    assert {row["size_bytes"] for row in found} == {4096}


def test_braces_of_no_label_stay(inline: Executor) -> None:
    with pytest.raises(ConfigError, match=r"\{rat\}"):
        headstack.sweep(
            drive="hp_c2247",
            workload="random(rate={rat})",
            labels={"rate": 20},
            executor=inline,
        )


def test_the_same_run_twice_runs_once(inline: Executor) -> None:
    told: list[int] = []
    found = headstack.sweep(
        drive=["hp_c2247", headstack.catalog.find("hp_c2247")],
        workload="closed",
        outstanding=2,
        requests=50,
        executor=inline,
        progress=told.append,
    )
    assert told == [2]
    assert found.table["wall_s"][0] == found.table["wall_s"][1]


def rows_of(folder: Path) -> list[str]:
    return [
        key
        for file in sorted(folder.glob("part-*.parquet"))
        for key in pq.read_table(file)["key"].to_pylist()
    ]


def test_a_folder_goes_on_and_takes_more(small: Axes, inline: Executor, tmp_path: Path) -> None:
    given = {**small, "executor": inline, "folder": tmp_path / "out"}
    first = headstack.sweep(**{**given, "seeds": 1})
    assert len(first.points) == 8
    told: list[int] = []
    more = headstack.sweep(**given, progress=told.append)
    assert told[0] == 8
    assert len(told) == 9
    keys = rows_of(tmp_path / "out")
    assert sorted(keys) == sorted(set(keys)) == sorted(more.table["key"].to_pylist())
    again = headstack.sweep(**given, progress=told.append)
    assert told[9:] == [16]
    assert again.table.equals(more.table)
    assert same(more.table, headstack.sweep(**small, executor=inline).table)
    assert repr(more) == f"<Sweep of 16 points in {tmp_path / 'out'}>"


def test_a_folder_is_a_data_set(small: Axes, inline: Executor, tmp_path: Path) -> None:
    found = headstack.sweep(**small, executor=inline, folder=tmp_path / "out", rows=True)
    data = ds.dataset(tmp_path / "out").to_table()
    assert data.num_rows == 16
    assert data.schema.equals(found.table.schema, check_metadata=False)
    requests = pq.read_table(found.requests(found.points[3]))
    assert requests.num_rows == 300
    assert requests.schema.metadata[b"headstack.scheduler"] == b"fcfs"
    assert found.table.schema.field("wall_s").metadata[b"varies"] == b"true"
    assert found.table.schema.field("mean_response_ms").metadata[b"unit"] == b"ms"


def test_other_programs_read_it(small: Axes, inline: Executor, tmp_path: Path) -> None:
    found = headstack.sweep(**small, executor=inline, folder=tmp_path / "out", rows=True)
    mean = sum(found.table["mean_response_ms"].to_pylist()) / 16
    duckdb = pytest.importorskip("duckdb", reason="duckdb is missing")
    sql = f"select avg(mean_response_ms) from '{tmp_path}/out/*.parquet'"
    assert duckdb.sql(sql).fetchall()[0][0] == pytest.approx(mean)
    polars = pytest.importorskip("polars", reason="polars is missing")
    frame = polars.read_parquet(f"{tmp_path}/out/*.parquet")
    assert frame["mean_response_ms"].mean() == pytest.approx(mean)
    assert found.to_polars().shape == (16, found.table.num_columns)
    pandas = pytest.importorskip("pandas", reason="pandas is missing")
    assert pandas.read_parquet(tmp_path / "out").mean_response_ms.mean() == pytest.approx(mean)
    assert found.to_pandas().shape == (16, found.table.num_columns)


def test_sweeps_with_other_labels_share_a_folder(inline: Executor, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb", reason="duckdb is missing")
    axes: Axes = {"drive": "hp_c2247", "workload": LOAD, "executor": inline, "folder": tmp_path}
    headstack.sweep(**axes, seeds=2, labels={"mine": 1})
    more = headstack.sweep(**axes, seeds=3, labels={"other": "x"})
    assert more.table["other"].to_pylist() == ["x"] * 3
    assert "mine" not in more.table.column_names
    sql = f"select mine, other from read_parquet('{tmp_path}/*.parquet', union_by_name=true)"
    assert sorted(duckdb.sql(sql).fetchall(), key=str) == [(1, None), (1, None), (None, "x")]


def test_requests_that_are_missing_run_again(small: Axes, inline: Executor, tmp_path: Path) -> None:
    given = {**small, "executor": inline, "folder": tmp_path, "drive": "hp_c2247"}
    found = headstack.sweep(**given, rows=True)
    found.requests(found.points[0]).unlink()
    told: list[int] = []
    headstack.sweep(**given, rows=True, progress=told.append)
    assert told == [7, 8]
    assert found.requests(found.points[0]).exists()


SCRIPT = """
import headstack, sys
if __name__ == "__main__":
    headstack.sweep(
        drive="hp_c2247", scheduler=["fcfs", "sptf"], workload="random", rate_per_s=[20, 40],
        requests=20_000, seeds=30, folder=sys.argv[1], workers=2,
    )
"""
KILLED = {
    "drive": "hp_c2247",
    "scheduler": ["fcfs", "sptf"],
    "workload": "random",
    "rate_per_s": [20, 40],
    "requests": 20_000,
    "seeds": 30,
}


def alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def until(what: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_killed_sweep_goes_on(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    out = tmp_path / "out"
    process = subprocess.Popen([sys.executable, "script.py", str(out)], cwd=tmp_path)
    until(lambda: list(out.glob("part-*")) or process.poll() is not None)
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    workers = [int(pid) for task in tasks for pid in task.read_text().split()]
    process.send_signal(signal.SIGKILL)
    process.wait()
    until(lambda: not any(map(alive, workers)))
    before = len(rows_of(out))
    assert 0 < before < 120
    told: list[int] = []
    found = headstack.sweep(**KILLED, folder=out, workers=2, progress=told.append)
    assert told[0] == before
    keys = rows_of(out)
    assert len(keys) == len(set(keys)) == 120
    assert same(found.table, headstack.sweep(**KILLED, workers=2).table)


def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "script.py", str(out)], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    until(lambda: list(out.glob("part-*")) or process.poll() is not None)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors
    assert rows_of(out)


DEADLY = """
import os, pathlib, signal
import headstack

class Deadly(headstack.Scheduler):
    def __init__(self, marks, lives):
        self.marks, self.lives = pathlib.Path(marks), lives

    def pick(self, queue, drive):
        for life in range(self.lives):
            try:
                (self.marks / str(life)).touch(exist_ok=False)
            except FileExistsError:
                continue  # another worker has lost it, maybe at this moment
            os.kill(os.getpid(), signal.SIGKILL)
        return 0
"""


def deadly(folder: Path, lives: int) -> Axes:
    (folder / "deadly.py").write_text(DEADLY)
    (folder / "marks").mkdir()
    return {
        "drive": "hp_c2247",
        "scheduler": ["fcfs", f"{folder}/deadly.py:Deadly('{folder}/marks', {lives})", "sptf"],
        "workload": "random",
        "rate_per_s": 40,
        "requests": 200,
        "seeds": 4,
        "folder": folder / "out",
    }


def test_points_of_a_worker_that_dies_run_again(tmp_path: Path, inline: Executor) -> None:
    axes = deadly(tmp_path, 1)
    found = headstack.sweep(**axes, workers=2)
    assert len(list((tmp_path / "marks").iterdir())) == 1
    assert len(rows_of(tmp_path / "out")) == 12
    del axes["folder"]
    assert same(found.table, headstack.sweep(**axes, executor=inline).table)


def test_a_point_that_kills_its_workers_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"3 workers have died of this point: .*Deadly"):
        headstack.sweep(**deadly(tmp_path, 1000), workers=2)


def test_a_script_without_its_guard_is_told(tmp_path: Path) -> None:
    call = "headstack.sweep(drive='hp_c2247', workload='closed(2)', requests=20, workers=1)"
    (tmp_path / "script.py").write_text(f"import headstack\n{call}\n")
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "is called again by each worker that starts" in done.stderr
    assert "a script needs `if __name__ == '__main__':`" in done.stderr.splitlines()[-1]


FAILING = """
import headstack

class Failing(headstack.Scheduler):
    def pick(self, queue, drive):
        raise KeyError("mine")
"""


def test_a_point_that_fails_ends_the_sweep(tmp_path: Path, inline: Executor) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    axes: Axes = {
        "drive": "hp_c2247",
        "scheduler": ["fcfs", f"{tmp_path}/failing.py:Failing"],
        "workload": "closed",
        "outstanding": 2,
        "requests": 50,
        "executor": inline,
        "folder": tmp_path / "out",
    }
    with pytest.raises(RunError, match=r"point drive hp_c2247, .*Failing.*: .*KeyError: 'mine'"):
        headstack.sweep(**axes)
    assert len(rows_of(tmp_path / "out")) == 1
    found = headstack.sweep(**axes, on_error="keep")
    assert found.table["error"].to_pylist()[0] is None
    assert "KeyError: 'mine'" in found.table["error"].to_pylist()[1]
    assert found.table["scheduler"].to_pylist()[1].endswith("Failing")
    assert repr(found).startswith("<Sweep of 2 points, 1 failed in")
    with pytest.raises(RunError, match=r"has failed before: .*on_error='keep'"):
        headstack.sweep(**axes)


def test_progress_can_stop_it(small: Axes, inline: Executor, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="stopped by progress"):
        headstack.sweep(**small, executor=inline, folder=tmp_path, progress=lambda n: n < 5)
    assert 5 <= len(rows_of(tmp_path)) < 16


def test_every_metric_has_its_kind(inline: Executor) -> None:
    """The kinds hold what runs of many sorts say; a value of another type would not fit."""
    assert columns.WHOLE | columns.OTHERS.keys() <= {metric.name for metric in METRICS}
    runs = [
        {"scheduler": "sptf", "workload": "random(rate=30)"},
        {"scheduler": "smtf_online", "placement": "host", "workload": "random(rate=30)"},
        {
            "scheduler": "yfq",
            "placement": "host",
            "workload": "classes(80: closed(4), 20: closed(4))",
        },
        {"scheduler": "fcfs", "workload": "deadlines(random(rate=9), within=1s)"},
        {"set": {"controller.core": "iss", "controller.clock": "20 MHz"}, "workload": "closed(2)"},
    ]
    found = headstack.sweep(runs, drive="hp_c2247", requests=100, executor=inline)
    for name in columns.WHOLE:
        for value in found.table[name].to_pylist():
            assert value is None or isinstance(value, int)
    for point in found.points:
        for name, value in point.run().items():
            kind = columns.FIXED[name][0] if name in columns.FIXED else "text"
            if isinstance(value, int) and not isinstance(value, bool):
                assert kind in {"whole", "number", "seed"}, name
                assert kind != "number" or columns.FIXED[name][1] != "B", name


WRONG: dict[str, tuple[Axes, str]] = {
    "unknown": (
        {"shceduler": "fcfs"},
        "'shceduler' is not known; did you mean 'scheduler'",
    ),
    "no drive": ({"drive": None}, "a point has no drive"),
    "no workload": ({"workload": None}, "a point has no workload"),
    "empty": ({"scheduler": []}, "scheduler is a list with nothing in it"),
    "depth twice": ({"depth": 3, "queue_depth": 4}, "name the same axis"),
    "seed twice": ({"seed": 3, "seeds": 4}, "name the same axis"),
    "seeds": ({"seeds": 0}, "seeds is 0"),
    "seed": ({"seeds": [-1]}, "seeds is -1"),
    "scheduler": ({"scheduler": ["fcfs", "sptt"]}, "point .*scheduler sptt.*: .*'sptf'"),
    "lambda": ({"scheduler": [lambda: 3]}, "is not a scheduler"),
    "set": ({"set": 3}, "set is 3"),
    "key": ({"set": {"spindle.rotatoin": "1 rpm"}}, "spindle.rotatoin"),
    "rate in a text": (
        {"workload": "hot(rate=3)"},
        "rate_per_s is for a workload that is one word",
    ),
    "size of an object": (
        {"workload": workload.random(3), "rate_per_s": None, "size": "4KiB"},
        "size is for a workload that is text",
    ),
    "rate of closed": (
        {"workload": "closed", "outstanding": 3},
        "rate: the workload .closed. has no use for it",
    ),
    "requests twice": (
        {"workload": "random(rate=3, requests=10)", "rate_per_s": None, "requests": 20},
        "requests: the workload .random. has no use for it",
    ),
    "seed of a list": (
        {
            "workload": workload.arrivals([0], [0], 8),
            "rate_per_s": None,
            "requests": None,
            "seeds": 3,
        },
        "seed is given, but the workload arrivals has none",
    ),
    "point": ({"points": [3]}, "points has 3 in it"),
    "no points": ({"points": []}, "points is empty"),
    "word of a point": ({"points": [{"drvie": "x"}]}, "number 1: argument 'drvie' is not known"),
    "twice": ({"points": [{"drive": "hp_97560"}]}, "drive is given twice"),
    "label": ({"labels": {"key": 3}}, "the table has a column of that name"),
    "label's kind": ({"labels": [{"x": 3}, {"x": "y"}]}, "label x is 'y' here, and a whole"),
    "executor": ({"executor": 3}, "executor is 3"),
    "two": ({"executor": 3, "dask": "tcp://x"}, "executor and dask both"),
    "workers": ({"executor": 3, "workers": 2}, "workers is for processes"),
    "no workers": ({"workers": 0}, "workers is 0"),
    "rows": ({"rows": True}, "rows needs a folder"),
    "on_error": ({"on_error": "go"}, "on_error is 'go'"),
}


@pytest.mark.parametrize(("changes", "message"), WRONG.values(), ids=WRONG)
def test_bad_input(changes: Axes, message: str) -> None:
    base = {"drive": "hp_c2247", "workload": "random", "rate_per_s": 30, "requests": 20}
    with pytest.raises(ConfigError, match=message):
        headstack.sweep(**{**base, **changes})


def test_a_workload_that_does_not_fit(inline: Executor) -> None:
    with pytest.raises(ConfigError, match=r"point .*size 1000B.*: .*blocks"):
        headstack.sweep(
            drive="hp_c2247", workload="random", rate_per_s=3, size="1000B", executor=inline
        )


def test_folders_of_others(small: Axes, inline: Executor, tmp_path: Path) -> None:
    pq.write_table(pa.table({"key": ["x"]}), tmp_path / "theirs.parquet")
    with pytest.raises(ConfigError, match=r"theirs\.parquet: no file of a sweep's points"):
        headstack.sweep(**small, executor=inline, folder=tmp_path)
    (tmp_path / "theirs.parquet").write_bytes(b"PAR1")
    with pytest.raises(ConfigError, match=r"theirs\.parquet: no file of a sweep's points"):
        headstack.sweep(**small, executor=inline, folder=tmp_path)
    (tmp_path / "theirs.parquet").unlink()
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="file"):
        headstack.sweep(**small, executor=inline, folder=tmp_path / "file")
    given = {**small, "drive": "hp_c2247", "executor": inline, "folder": tmp_path}
    headstack.sweep(**given, labels={"mine": 3})
    with pytest.raises(ConfigError, match="label mine is string here, and int64 in"):
        headstack.sweep(**given, labels={"mine": "three"})


def test_a_worker_with_another_version() -> None:
    job = sweeps.Point(drive="hp_c2247", workload="random", rate_per_s=3, requests=9).job()
    with pytest.raises(ConfigError, match=r"worker .*: this worker has headstack .* is of 0\.0\.1"):
        run_batch(packed([Job(job.drive, job.load, "0.0.1")], pickle.dumps), None)
    with pytest.raises(ConfigError, match="cannot be unpacked"):
        run_batch(b"nothing", None)


def test_dask_that_is_not_there() -> None:
    pytest.importorskip("distributed", reason="the package distributed is missing")
    with pytest.raises(ConfigError, match=r"dask is 3; give an address"):
        headstack.sweep(drive="hp_c2247", workload="random", rate_per_s=3, dask=3)
