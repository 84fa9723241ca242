"""A point's name: the same for every way to say the same run, another for every other run."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headstack
from headstack import ConfigError, Drive, Mimic, catalog, workload
from headstack.sweeps import Point
from headstack.sweeps.canonical import canonical
from headstack.sweeps.job import Job
from headstack.workload.text import WORDS

BASE: dict[str, Any] = {
    "drive": "hp_c2247",
    "workload": "random",
    "rate_per_s": 30,
    "requests": 200,
    "seed": 1,
}
SCHEDULER = """
import headstack

class First(headstack.Scheduler):
    def __init__(self, weight=1):
        self.weight = weight

    def pick(self, queue, drive):
        return {row}
"""


def key(**changes: Any) -> str:
    return Point(**{**BASE, **changes}).key


CHANGES: dict[str, dict[str, Any]] = {
    "drive": {"drive": "hp_97560"},
    "scheduler": {"scheduler": "sptf"},
    "parameter": {"scheduler": "clook(map)"},
    "placement": {"scheduler": "clook", "placement": "host"},
    "host": {"host_scheduler": "clook"},
    "both": {"host_scheduler": "clook", "drive_scheduler": "sptf"},
    "outstanding": {"host_scheduler": "clook", "host_outstanding": 3},
    "host depth": {"host_scheduler": "clook", "host_queue_depth": 3},
    "depth": {"queue_depth": 3},
    "set": {"set": {"spindle.rotation": "7200 rpm"}},
    "conditions": {"conditions": {"defects.soft_rate": "20 ppm"}},
    "weights": {"weights": (1, 2)},
    "learning": {"learnt_distances": 5},
    "rate": {"rate_per_s": 30.000000001},
    "requests": {"requests": 201},
    "seed": {"seed": 2},
    "size": {"size": "4KiB"},
    "reads": {"read_fraction": 0.5},
    "align": {"align": "8KiB"},
    "workload": {"workload": "closed", "rate_per_s": None, "outstanding": 3},
    "text": {"workload": "hot(rate=30)", "rate_per_s": None},
    "text to the last bit": {"workload": "hot(rate=30.0000001)", "rate_per_s": None},
}


def test_whatever_changes_the_run_changes_its_name() -> None:
    keys = [key(), *(key(**change) for change in CHANGES.values())]
    assert len(set(keys)) == len(keys)


def test_the_version_changes_it() -> None:
    job = Point(**BASE).job()
    assert Job(job.drive, job.load, "0.0.1").key != job.key == key()


SAME: dict[str, dict[str, Any]] = {
    "whole numbers": {"rate_per_s": 30.0, "requests": np.int64(200)},
    "workload": {
        "workload": workload.random(30, requests=7),
        "rate_per_s": None,
    },
    "text": {"workload": "random(rate=30)", "rate_per_s": None},
    "size": {"size": 8192},
    "full form": {"scheduler": "fcfs"},
    "place": {"drive_scheduler": "fcfs"},
    "description": {"drive": catalog.load("hp_c2247")},
    "path": {"drive": catalog.find("hp_c2247")},
    "depth": {"queue_depth": catalog.load("hp_c2247").queue_depth},
    "labels": {"labels": {"mine": 3}},
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_two_ways_to_say_the_same(change: dict[str, Any]) -> None:
    assert key(**change) == key()


def test_a_configuration_in_other_words(tmp_path: Path) -> None:
    (tmp_path / "hp_c2247.toml").write_text(catalog.load("hp_c2247").to_toml())
    assert key(drive=tmp_path / "hp_c2247.toml") == key()


def test_a_scheduler_in_python_is_its_source(tmp_path: Path) -> None:
    for folder, row in (("a", 0), ("b", 0), ("c", -1)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text(SCHEDULER.replace("{row}", str(row)))
    a, b, c = (key(scheduler=f"{tmp_path}/{folder}/mine.py:First") for folder in "abc")
    assert a == b != c
    assert key(scheduler=f"{tmp_path}/a/mine.py:First(weight=2)") != a


def trace(path: Path, lbn: int) -> Path:
    path.write_text(f"R Miss {lbn} 2 14095.370 13876.270\nW Hit 9 2 100.0 5.0\n")
    return path


def test_a_trace_is_its_contents(tmp_path: Path) -> None:
    given = {"rate_per_s": None, "requests": None, "seed": None}
    one, same, other = (trace(tmp_path / n, at) for n, at in (("a", 5), ("b", 5), ("c", 6)))
    keys = [key(workload=f"trace('{path}')", **given) for path in (one, same, other)]
    assert keys[0] == keys[1] != keys[2]
    assert keys[0] == key(workload=workload.trace(one), **given)
    assert keys[0] != key(workload=workload.trace(one, think="before"), **given)


def test_a_replayed_trace_is_its_contents(tmp_path: Path) -> None:
    given = {"rate_per_s": None, "requests": None, "seed": None}
    lines = "0,0,512,R,0.0\n0,{},512,W,0.1\n"
    loads = []
    for name, at in (("a", 5), ("b", 5), ("c", 6)):
        path = tmp_path / f"{name}.spc"
        path.write_text(lines.format(at))
        loads.append(workload.replay(path, format="spc"))
    keys = [key(workload=load, **given) for load in loads]
    assert keys[0] == keys[1] != keys[2]
    assert keys[0] != key(workload=workload.replay(tmp_path / "a.spc", speed=2), **given)


OWN_FORMAT = """
from headstack.traces.formats.spc import Spc

class Mine(Spc):
    name = "mine"
    {body}
"""


def test_a_format_of_ones_own_is_its_source(tmp_path: Path) -> None:
    given = {"rate_per_s": None, "requests": None, "seed": None}
    (tmp_path / "a.spc").write_text("0,0,512,R,0.0\n0,8,512,W,0.1\n")
    keys = []
    file = tmp_path / "mine.py"
    for body in ("one = 1", "one = 1", "one = 2"):
        file.write_text(OWN_FORMAT.format(body=body))
        load = workload.replay(tmp_path / "a.spc", format=f"{file}:Mine")
        keys.append(key(workload=load, **given))
    assert keys[0] == keys[1] != keys[2]


def test_own_requests_are_their_columns() -> None:
    given = {"rate_per_s": None, "requests": None, "seed": None}
    one, same, other = (workload.arrivals([0, 1], [5, at], 8) for at in (7, 7, 8))
    assert key(workload=one, **given) == key(workload=same, **given)
    assert key(workload=one, **given) != key(workload=other, **given)


def test_what_has_no_canonical_form() -> None:
    with pytest.raises(ConfigError, match="has no canonical form"):
        canonical(object())


LOADS = (
    workload.random(30, requests=50),
    workload.closed(3, requests=50),
    workload.mix((1, workload.random(30)), (2, workload.hot(rate_per_s=20)), requests=50),
    workload.streams({"mpeg2": 2}, requests=20),
    workload.arrivals([0, 1], [1, 2], 8),
)


@pytest.mark.parametrize("load", LOADS, ids=lambda load: type(load).__name__)
def test_workloads_and_drives_pickle(load: workload.Workload) -> None:
    drive = Drive("hp_c2247", host_scheduler="clook(map)", drive_scheduler="sptf", queue_depth=9)
    again, same = pickle.loads(pickle.dumps((drive, load)))
    assert again.config.to_toml() == drive.config.to_toml()
    one, other = drive.run(load), again.run(same)
    assert one.summary["schedule_sha256"] == other.summary["schedule_sha256"]
    assert one.settings == other.settings


@pytest.mark.parametrize("drive", catalog.names())
def test_descriptions_pickle(drive: str) -> None:
    config = catalog.load(drive)
    again = pickle.loads(pickle.dumps(config))
    assert (again.to_toml(), again.name, again.source) == (
        config.to_toml(),
        config.name,
        config.source,
    )


def test_mimics_pickle() -> None:
    table = Mimic.of_times("hp_c2247", np.array([1], np.int32), np.array([[5]], np.uint32))
    drive = Drive("hp_c2247", "smtf", placement="host", mimic=table)
    again = pickle.loads(pickle.dumps(drive))
    assert again.mimic.sha256 == table.sha256
    load = workload.random(60, requests=100)
    assert again.run(load).summary["schedule_sha256"] == drive.run(load).summary["schedule_sha256"]


def test_schedulers_in_python_pickle(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SCHEDULER.replace("{row}", "0"))
    drive = Drive("hp_c2247", f"{tmp_path}/mine.py:First(3)")
    again = pickle.loads(pickle.dumps(drive))
    assert again.queues.drive.name == drive.queues.drive.name
    load = workload.random(60, requests=100)
    assert again.run(load).summary["schedule_sha256"] == drive.run(load).summary["schedule_sha256"]


def test_a_point_runs_as_a_drive_does() -> None:
    row = Point(**BASE, scheduler="sptf", labels={"mine": 3}).run()
    found = headstack.Drive("hp_c2247", "sptf").run(workload.random(30, requests=200))
    for name, value in found.summary.items():
        if name not in headstack.sweeps.columns.VARYING:
            assert row[name] == value, name
    assert row["mine"] == 3


def test_other_code_changes_it() -> None:
    job = Point(**BASE).job()
    assert Job(job.drive, job.load, code="0" * 64).key != job.key


TEXTS = {
    "random": "random(rate=30)",
    "closed": "closed(4)",
    "sequential": "sequential(rate=30)",
    "hot": "hot(rate=30)",
    "bursts": "bursts(random(rate=30), on=1s, off=1s)",
    "deadlines": "deadlines(random(rate=30), within=1s)",
    "limited": "limited(random(rate=30), limit=2)",
    "prioritized": "prioritized(random(rate=30), priority=2)",
    "mix": "mix(0.5: random(rate=30), 0.5: hot(rate=30))",
    "together": "together(random(rate=30), hot(rate=30))",
    "classes": "classes(80: closed(4), 20: closed(4))",
    "streams": "streams(mpeg2=3)",
}
"""A text for each word; a trace has no seed."""


def test_every_workload_has_a_name_without_its_seed() -> None:
    """The same for all seeds, another for all else: what a line of the table is a mean of."""
    assert TEXTS.keys() | {"trace"} == {*WORDS}
    names = set()
    for text in TEXTS.values():
        jobs = [Point(drive="hp_c2247", workload=text, requests=99, seed=s).job() for s in (1, 2)]
        one, two = (job.key_without_seed for job in jobs)
        assert one == two, text
        assert jobs[0].key != jobs[1].key, text
        names.add(one)
    names |= {Point(**{**BASE, **change}).job().key_without_seed for change in CHANGES.values()}
    assert Point(**BASE).job().key_without_seed in names  # another seed is one of CHANGES
    assert len(names) == len(TEXTS) + len(CHANGES)
