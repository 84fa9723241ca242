"""Every public object pickles, and is copied as deep as that; or says what to do in its place."""

import copy
import importlib
import inspect
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from packages import public_modules

import headstack
from headstack import (
    ConfigError,
    Drive,
    advice,
    datasheet,
    metrics,
    regression,
    statistics,
    traces,
    workload,
)
from headstack.comparator.building import Built
from headstack.errors import CheckCondition, CommandLost, RunError
from headstack.sweeps import plan, sweep
from headstack_identify.disksim import Imported
from headstack_identify.extract import (
    Answer,
    Extracted,
    Interrupted,
    Request,
    SessionTarget,
    Stopped,
    Target,
)
from headstack_identify.fit import phase

LOAD = workload.closed(2, requests=40)
LIVE = {headstack.Session, headstack.session.Command, SessionTarget, metrics.Run, metrics.Requests}
LIVE |= {traces.Reading, traces.Bad}
"""Objects of a process, each of which says what goes elsewhere in its place."""

Made = Callable[[], object]


class Mine(headstack.Scheduler):
    """A scheduler."""

    def pick(self, queue: Any, drive: Any) -> int:
        """The oldest."""
        return 0


class Box(Target):
    """A drive of somebody's own."""

    blocks = 5
    bytes_per_block = 512

    def run(self, *requests: Request) -> list[Answer]:
        """Answers nothing."""
        return []


class Lab(traces.Format):
    """A format."""

    name = "lab"
    title = "a lab's"

    def fits(self, head: bytes) -> bool:
        """It never does."""
        return False

    def read(self, file: Any, reading: Any) -> Iterator[traces.Batch]:
        """Has nothing."""
        return iter(())


def public() -> dict[str, Any]:
    """Every public object by its name; modules are none."""
    found = {}
    for package in public_modules():
        module = importlib.import_module(package)
        for name in getattr(module, "__all__", ()):
            if not inspect.ismodule(value := getattr(module, name)):
                found[f"{package}.{name}"] = value
    return found


PUBLIC = public()


def alike(one: Any, other: Any) -> bool:
    """Whether two objects say the same."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=True))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(alike, one, other))
    if is_dataclass(one):
        names = [field.name for field in fields(one)]
        return all(alike(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, BaseException):
        return str(one) == str(other) and alike(vars(one), vars(other))
    if type(one).__eq__ is object.__eq__:
        return not hasattr(one, "__dict__") or alike(one.__getstate__(), other.__getstate__())
    return one is other or bool(one == other) or one != one


def copies(value: Any) -> Iterator[Any]:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))
    yield copy.deepcopy(value)
    yield copy.copy(value)


def trace_of(folder: Path) -> Path:
    """A trace with response times."""
    path = folder / "disk.csv"
    lines = [f"{place / 40},{place * 7919 % 999 * 4096},4096,0,0.01" for place in range(400)]
    path.write_text("\n".join(["arrival_s,start_byte,bytes,write,response_s", *lines, ""]))
    return path


def suite_of(folder: Path) -> regression.Suite:
    path = folder / "suite.toml"
    path.write_text(
        '[[case]]\nname = "one"\ndrive = "hp_c2247"\nworkload = "closed(2, requests=20)"\n'
    )
    return regression.Suite.read(path)


def roots(folder: Path) -> Iterator[Any]:
    """Objects that have all others in them."""
    drive = Drive("hp_c2247", "sptf")
    ran = Drive("hp_c2247", conditions={"controller.core": "iss"}).run(LOAD, profile=True)
    ran.to_parquet(folder / "rows.parquet")
    yield from (drive, ran, headstack.load(folder / "rows.parquet"), drive.config)
    yield Drive("hp_c2247").stream(LOAD)
    yield headstack.Bus([drive, Drive("hp_c2247")]).run([LOAD, LOAD])
    yield from (headstack.Bus([drive]), headstack.Timeline(folder / "run.pftrace"))
    yield from headstack.schedulers()
    yield Built(folder / "comparator.so", ["sptf_less.sv"], "")
    yield from (Mine(), Lab(), Box(), RunError("one"), ConfigError("two"), CommandLost("three"))
    yield CheckCondition("read", bytes([0x70, 0, 3]) + bytes(15))
    assert ran.profile is not None
    yield from ran.profile.functions()
    # --- workloads ---
    trace = trace_of(folder)
    yield from (
        LOAD,
        workload.random(30),
        workload.hot(rate_per_s=3),
        workload.arrivals([1.0], [7], [8]),
    )
    yield workload.streams({"mpeg2": 2}, best_effort=LOAD)
    yield workload.classes([workload.Class(2), workload.Class(3)])
    yield workload.mix((0.5, workload.random(3)), (0.5, workload.sequential(rate_per_s=3)))
    yield workload.bursts(workload.random(30), on="1 s", off="1 s")
    yield workload.deadlines(LOAD, within="20 ms")
    yield workload.limited(LOAD, limit=2)
    yield workload.prioritized(LOAD, priority=2)
    yield workload.together(workload.random(3), workload.random(4))
    yield workload.replay(trace)
    (folder / "disk.trace").write_text("R Miss 5 8 10.5 3.5\n")
    yield workload.trace(folder / "disk.trace")
    # --- traces ---
    opened = traces.open(trace)
    yield from (opened, opened.scan(), traces.profile(opened), *opened.batches())
    yield from traces.placed(
        opened.batches(), opened.scan(), drive_blocks=10**6, bytes_per_block=512
    )
    yield traces.convert(opened, folder / "disk.spc", "spc")
    # --- statistics, sweeps, regression, advice ---
    yield headstack.compare(Drive("hp_c2247"), drive, workload=workload.closed(2, requests=400))
    yield statistics.warmup(np.arange(100.0))
    yield statistics.MEASURES
    yield metrics.METRICS
    points = [headstack.sweeps.Point(drive="hp_c2247", workload=LOAD)]
    yield from (plan(points), sweep(points, executor=ThreadPoolExecutor(1)), points)
    suite = suite_of(folder)
    yield from (suite, regression.rerun(suite, folder / "baseline", update=True))
    yield regression.rerun(suite, folder / "baseline")
    yield regression.Tolerance(1.0, False, "a reason")
    yield advice.advise(
        advice.Question(trace=str(trace), drive="hp_c2247", schedulers=("fcfs", "sptf")), jobs=1
    )
    yield headstack.Mimic.probe("hp_c2247", step="40MiB", samples=1)
    sheet = datasheet.DataSheet.read(
        capacity="10MB", rpm=6000, seek_average="9ms", seek_track="1ms", rate_outer="2MB/s"
    )
    yield datasheet.make(sheet)
    yield datasheet.compared(drive.config, sheet)
    lists: dict[str, Any] = {one.name: [] for one in fields(Imported)}
    yield Imported(**lists | {"disk": "a", "toml": "", "blocks": 5})
    # --- a real drive ---
    yield from (Request(b"abc"), Answer(0, b"", b"", 1, 2), Extracted(), Stopped("it", Extracted()))
    yield Interrupted(Extracted())
    convention = phase.Convention("after", 0.5, 0.25, 9, 0.1, 11.1)
    period = phase.Period(11.1, 2.0, None, 0.9)
    cut = phase.Cut(1, 2, 3.0, 0.5)
    found = phase.Phase(9, "after", convention, (cut,), period)
    yield from (found, phase.PhaseError("it", found), phase.Wedges(1, 2, 0.5))


def harvest(value: Any, found: dict[type, Any], seen: set[int], kept: list[Any]) -> None:
    """Puts an object of each class that is in `value` into `found`."""
    if id(value) in seen or isinstance(value, (type, np.ndarray, str, int, float, bytes)):
        return
    seen.add(id(value))
    kept.append(value)  # so that no other gets its id
    inside: list[Any] = []
    if isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, (list, tuple)):
        inside = list(value)
    elif type(value).__module__.startswith(("headstack", __name__)):
        inside = list(getattr(value, "__dict__", {}).values())
        for kind in type(value).__mro__:
            found.setdefault(kind, value)
    for one in inside:
        harvest(one, found, seen, kept)


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[type, Any]:
    """An object of each class."""
    found: dict[type, Any] = {}
    seen: set[int] = set()
    kept: list[Any] = []
    for root in roots(tmp_path_factory.mktemp("pickling")):
        harvest(root, found, seen, kept)
    return found


CLASSES = {name: value for name, value in PUBLIC.items() if isinstance(value, type)}


@pytest.mark.parametrize("name", CLASSES)
def test_objects_of_public_classes(objects: dict[type, Any], name: str) -> None:
    kind = CLASSES[name]
    if kind in LIVE:
        return
    assert kind in objects, f"{name}: no object of it here; make one in roots()"
    for other in copies(objects[kind]):
        assert alike(objects[kind], other), name


@pytest.mark.parametrize("name", sorted(set(PUBLIC) - set(CLASSES)))
def test_values_and_functions(name: str) -> None:
    for other in copies(PUBLIC[name]):
        assert alike(PUBLIC[name], other), name


def test_classes_of_the_compiled_part(objects: dict[type, Any]) -> None:
    for kind in (headstack._core.DriveConfig, headstack._core.SchedulerInfo):
        for other in copies(objects[kind]):
            assert other.name == objects[kind].name


def test_a_result_that_was_pickled_says_what_it_said() -> None:
    ran = Drive("hp_c2247", "sptf").run(LOAD)
    for other in copies(ran):
        assert other.summary == ran.summary
        assert other.requests == ran.requests
        assert repr(other) == repr(ran)
        assert other.document() == ran.document()


def test_what_lives_in_a_process_says_what_to_do() -> None:
    device = Drive("hp_c2247").open()
    command = device.submit_read(0)
    ran = Drive("hp_c2247").run(LOAD)
    requests = metrics.Requests(
        totals=ran._run.totals, percentiles_ms=list, schedule_sha256="", bytes_per_block=512
    )
    live = [device, command, SessionTarget(device), ran._run, requests, traces.Reading("x")]
    live.append(traces.Bad(np.ones(1, np.int64), str))
    assert {type(one) for one in live} == LIVE
    for one in live:
        for copied in (pickle.dumps, copy.deepcopy, copy.copy):
            with pytest.raises(TypeError, match=r"^a \w+ .*; .+") as error:
                copied(one)
            assert type(one).__name__ in str(error.value)
