"""Schedulers written in Python: the firmware's schedules, views, names, errors."""

import json
import multiprocessing
import subprocess
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headstack
from headstack import Bus, ConfigError, Drive, RunError, Scheduler, workload

Cli = Callable[..., subprocess.CompletedProcess[str]]
LOAD = workload.closed(30, requests=1500)
OPEN = workload.random(60, requests=1500, seed=3)


def schedule(scheduler: Any, placement: str = "drive", load: Any = LOAD, **more: Any) -> str:
    drive = Drive("hp_c2247", scheduler, placement=placement, **more)
    return str(drive.run(load).summary["schedule_sha256"])


class Oldest(Scheduler):
    knows = "none"

    def pick(self, queue: Any, drive: Any) -> int:
        return 0


class Nearest(Scheduler):
    def pick(self, queue: Any, drive: Any) -> int:
        return int(np.argmin(np.abs(queue.lbn - drive.last_end)))


class Upwards(Scheduler):
    """C-LOOK by cylinder, with C-LOOK order on the cylinder."""

    knows = "map"

    def init(self, drive: Any) -> None:
        self.drive = drive

    def pick(self, queue: Any, drive: Any) -> int:
        here, _, _ = self.drive.locate(drive.last_first)
        behind = queue.cylinder < here
        before = (queue.cylinder == here) & (queue.lbn < drive.last_first)
        return int(np.lexsort((queue.lbn, before, queue.cylinder, behind))[0])


class Soonest(Scheduler):
    knows = "position"

    def pick(self, queue: Any, drive: Any) -> Any:
        return np.argmin(queue.cost())


class SoonestOrBuffered(Scheduler):
    knows = "cache"

    def pick(self, queue: Any, drive: Any) -> Any:
        return np.argmin(np.where(queue.hit(), 0, queue.cost()))


@dataclass
class Aged(Scheduler):
    weight: float = 6.0
    knows = "position"

    def pick(self, queue: Any, drive: Any) -> Any:
        return np.argmin(queue.cost() - self.weight / 1000 * (drive.now - queue.arrival))


@pytest.mark.parametrize("placement", ["drive", "host"])
@pytest.mark.parametrize(
    ("mine", "firmware"),
    [
        (Oldest, "fcfs"),
        (Nearest, "sstf"),
        (Upwards, "clook(map)"),
        (Soonest, "sptf"),
        (SoonestOrBuffered, "spctf"),
        (Aged(6), "asptf(6)"),
        (Aged, "asptf(6)"),
        (Aged(), "asptf(6)"),
        ("tb/python/lab/package/test_python_schedulers.py:Aged(6)", "asptf(6)"),
    ],
)
def test_the_schedule_is_the_firmware_s(
    mine: Any, firmware: str, placement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[4])
    for load in (LOAD, OPEN):
        assert schedule(mine, placement, load) == schedule(firmware, placement, load)


def test_several_outstanding_at_the_host() -> None:
    assert schedule(Nearest, "host", host_outstanding=5) == schedule(
        "sstf", "host", host_outstanding=5
    )


class Watcher(Scheduler):
    """The oldest first, and a record of everything."""

    knows = "cache"

    def init(self, drive: Any) -> None:
        self.facts = drive
        self.waiting: list[int] = []
        self.served: list[int] = []

    def arrival(self, queue: Any, row: int) -> None:
        assert row == len(queue) - 1
        self.waiting.append(int(queue.order[row]))

    def pick(self, queue: Any, drive: Any) -> int:
        assert queue.order.tolist() == self.waiting
        assert len(queue.cost()) == len(queue.hit()) == len(queue.write) == len(queue)
        assert (queue.cost([0, 0]) == queue.cost()[0]).all()
        assert (queue.arrival <= drive.now).all()
        assert drive.free_at >= drive.now
        cylinder, head, angle = self.facts.locate(int(queue.lbn[0]))
        assert (cylinder, head, angle) == (queue.cylinder[0], queue.head[0], queue.angle[0])
        self.queue, self.view = queue, queue.lbn
        return 0

    def remove(self, queue: Any, row: int) -> None:
        self.waiting.remove(int(queue.order[row]))
        assert queue.row(int(queue.order[row])) == row

    def completion(self, request: Any, drive: Any) -> None:
        assert drive.last_first == request.lbn
        assert drive.last_end == request.lbn + request.blocks
        assert drive.last_write == request.write
        assert request.arrival < drive.now
        self.served.append(request.order)


@pytest.mark.parametrize("placement", ["drive", "host"])
def test_every_operation_is_called(placement: str) -> None:
    watcher = Watcher()
    result = Drive("hp_c2247", watcher, placement=placement).run(workload.closed(100, requests=400))
    assert watcher.waiting == []
    assert watcher.served == list(range(400))
    assert watcher.facts.blocks == Drive("hp_c2247").config.blocks
    assert watcher.facts.ticks_per_second == pytest.approx(2**32 * 5400 / 60, rel=1e-3)
    assert result.summary["candidates_per_decision"] > 50


def test_views_are_safe() -> None:
    watcher = Watcher()
    Drive("hp_c2247", watcher).run(workload.closed(100, requests=400))
    queue, view = watcher.queue, watcher.view
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 0
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True
    assert len(queue) == 0
    assert len(view) == 1
    assert view.base is not None
    facts = watcher.facts
    for question in (queue.cost, queue.hit, lambda: facts.locate(0)):
        with pytest.raises(RunError, match="while an operation of the scheduler runs"):
            question()
    del watcher, queue
    assert view.sum() >= 0  # its memory is still there


class Anywhere(Scheduler):
    """Takes requests from anywhere in the queue, and keeps a list of its own beside it."""

    def __init__(self, share: float) -> None:
        self.random = np.random.default_rng(7)
        self.share = share  # of the picks that come from the middle; the others are the oldest
        self.waiting: list[tuple[int, int, bool]] = []

    def rows(self, queue: Any) -> list[tuple[int, int, bool]]:
        return list(
            zip(queue.order.tolist(), queue.lbn.tolist(), queue.write.tolist(), strict=True)
        )

    def arrival(self, queue: Any, row: int) -> None:
        entry = (int(queue.order[row]), int(queue.lbn[row]), bool(queue.write[row]))
        self.waiting.insert(row, entry)

    def remove(self, queue: Any, row: int) -> None:
        assert self.rows(queue) == self.waiting
        del self.waiting[row]

    def pick(self, queue: Any, drive: Any) -> int:
        middle = self.random.random() < self.share
        return int(self.random.integers(len(queue))) if middle else 0


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_the_queue_is_what_came_and_has_not_gone(share: float) -> None:
    load = workload.closed(150, requests=1500)
    scheduler = Anywhere(share)
    Drive("hp_c2247", scheduler).run(load)
    assert scheduler.waiting == []


@pytest.mark.parametrize(
    ("level", "question", "needed"),
    [
        ("lbn", "queue.cylinder", "map"),
        ("map", "queue.cost()", "position"),
        ("lbn", "drive.free_at", "position"),
        ("position", "queue.hit()", "cache"),
    ],
)
def test_what_it_does_not_know_is_an_error(level: Any, question: str, needed: str) -> None:
    class Asker(Scheduler):
        knows = level

        def pick(self, queue: Any, drive: Any) -> Any:
            return eval(question, {"queue": queue, "drive": drive})

    with pytest.raises(RunError, match=f"needs '{needed}'"):
        schedule(Asker)


def test_costs_of_rows_that_are_not_there() -> None:
    class Asker(Soonest):
        rows: Any = None

        def pick(self, queue: Any, drive: Any) -> Any:
            return queue.cost(self.rows)[0]

    for rows, said in (
        ([0, 30], "no row 30"),
        ([-1], "no row -1"),
        ([[0]], "column"),
        ("x", "col"),
    ):
        asker = Asker()
        asker.rows = rows
        with pytest.raises(RunError, match=said):
            schedule(asker)


class Breaks(Scheduler):
    """Fails in one operation, the tenth time that it is called."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.calls = 10 if where != "init" else 1

    def _called(self, operation: str) -> None:
        self.calls -= self.where == operation
        if self.calls == 0:
            raise LookupError(operation)

    def init(self, drive: Any) -> None:
        self._called("init")

    def arrival(self, queue: Any, row: int) -> None:
        self._called("arrival")

    def pick(self, queue: Any, drive: Any) -> int:
        self._called("pick")
        return 0

    def remove(self, queue: Any, row: int) -> None:
        self._called("remove")

    def completion(self, request: Any, drive: Any) -> None:
        self._called("completion")


OPERATIONS = ("init", "arrival", "pick", "remove", "completion")


@pytest.mark.parametrize("placement", ["drive", "host"])
@pytest.mark.parametrize("where", OPERATIONS)
def test_what_it_raises_comes_out(where: str, placement: str) -> None:
    before = schedule("sptf", placement)
    breaks = Breaks(where)
    with pytest.raises(LookupError, match=where) as raised:
        schedule(breaks, placement)
    assert [frame.name for frame in raised.traceback][-2:] == [where, "_called"]
    assert breaks.calls == 0  # nothing was called after it
    assert schedule("sptf", placement) == schedule(Soonest, placement) == before


def test_ctrl_c_in_it() -> None:
    class Interrupted(Scheduler):
        def pick(self, queue: Any, drive: Any) -> int:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        schedule(Interrupted)
    assert schedule(Oldest) == schedule("fcfs")


@pytest.mark.parametrize("answer", [None, -1, 31, 2**70, 1.0, True, "0", [0], np.arange(2)])
def test_what_is_no_row(answer: Any) -> None:
    class Wrong(Scheduler):
        def pick(self, queue: Any, drive: Any) -> Any:
            return answer

    with pytest.raises(RunError, match=r"Wrong\.pick returned .*; it returns the row of"):
        schedule(Wrong)


def test_another_run_inside_a_decision() -> None:
    class Asks(Scheduler):
        def pick(self, queue: Any, drive: Any) -> int:
            Drive("hp_c2247", Nearest).run(workload.closed(3, requests=5))
            return 0

    load = workload.closed(5, requests=40)
    assert schedule(Asks, load=load) == schedule("fcfs", load=load)


# --- sessions and the bus ---


def test_in_a_session() -> None:
    watcher = Watcher()
    with Drive("hp_c2247", watcher).open() as device:
        commands = [device.submit_read(lbn) for lbn in (500_000, 10, 900_000)]
        device.wait(*commands)
        assert watcher.served == [0, 1, 2]
        device.submit_read(77)
        device.power_cut()
        assert watcher.served == []  # init again
        device.read(77)
    assert watcher.served == [0]


def read_much(scheduler: Scheduler) -> None:
    with Drive("hp_c2247", scheduler).open(contents=False) as device:
        for lbn in range(20):
            device.read(lbn)


@pytest.mark.parametrize("where", OPERATIONS)
def test_a_session_whose_scheduler_fails(where: str) -> None:
    with pytest.raises(LookupError, match=where):
        read_much(Breaks(where))
    read_much(Oldest())


def test_a_session_cannot_go_on_with_it() -> None:
    device = Drive("hp_c2247", Breaks("pick")).open(contents=False)
    for lbn in range(9):
        device.read(lbn)
    with pytest.raises(LookupError):
        device.read(9)
    with pytest.raises(RunError, match="has failed; start anew"):
        device.read(10)


def test_a_request_that_is_moved_keeps_its_row() -> None:
    """Reallocation takes a waiting request out and puts it back, the older order among younger."""
    came = []

    class Follower(Watcher):
        def arrival(self, queue: Any, row: int) -> None:
            came.append((row, len(queue)))
            self.waiting.insert(row, int(queue.order[row]))

    with Drive("hp_c2247", Follower).open(contents=False) as device:
        device.submit_read(900_000)
        for lbn in (50, 60, 70):
            device.submit_read(lbn)
        moved = bytes([0, 0, 0, 4, 0, 0, 0, 50])
        device.submit(bytes([0x07, 0, 0, 0, 0, 0]), data=moved, attribute="head of queue")
        device.wait()
    assert came == [(0, 1), (0, 1), (1, 2), (2, 3), (0, 3)]


def test_on_a_bus() -> None:
    load = workload.closed(5, requests=200)
    mine = Bus([Drive("hp_c2247", Soonest)] * 2).run([load, load])
    firmware = Bus([Drive("hp_c2247", "sptf")] * 2).run([load, load])
    for a, b in zip(mine.results, firmware.results, strict=True):
        assert a.summary["schedule_sha256"] == b.summary["schedule_sha256"]
    with pytest.raises(ConfigError, match="same instance"):
        Bus([Drive("hp_c2247", Soonest())] * 2)
    one = Soonest()
    with pytest.raises(ConfigError, match="same instance"):
        Bus([Drive("hp_c2247", one), Drive("hp_97560", one)])


def test_a_failure_stops_all_at_once() -> None:
    class Counts(Oldest):
        picks = 0

        def pick(self, queue: Any, drive: Any) -> int:
            self.picks += 1
            return 0

    counts = Counts()
    load = workload.closed(3, requests=2000)
    with pytest.raises(LookupError):
        Bus([Drive("hp_c2247", Breaks("pick")), Drive("hp_c2247", counts)]).run([load, load])
    assert 5 <= counts.picks <= 15  # the other drive had come about as far as the tenth pick


# --- names ---


def test_names_in_results() -> None:
    here = __name__
    for scheduler, name in (
        (Nearest, f"{here}:Nearest"),
        (Nearest(), f"{here}:Nearest"),
        (Aged(2.5), f"{here}:Aged(weight=2.5)"),
        ("json:JSONDecoder", None),
        ("sptf", "sptf"),
    ):
        if name is None:
            with pytest.raises(ConfigError, match="not a subclass of"):
                Drive("hp_c2247", scheduler)
            continue
        result = Drive("hp_c2247", scheduler).run(workload.closed(2, requests=10))
        assert result.settings.scheduler == result.document()["scheduler"] == name
        assert result.requests.schema.metadata[b"headstack.scheduler"].decode() == name


@pytest.mark.parametrize(
    ("scheduler", "said"),
    [
        ("nowhere:Nearest", "no module nowhere"),
        ("nowhere.py:Nearest", "no file nowhere.py"),
        (f"{__file__}:Nearst", "class 'Nearst' is not known; did you mean 'Nearest'"),
        (f"{__file__}:Aged(1, 2)", "cannot be made: too many positional arguments"),
        (f"{__file__}:Aged(wait=2)", "unexpected keyword argument 'wait'"),
        (f"{__file__}:Aged(open)", "write module:Class"),
        (f"{__file__}:Aged(", "write module:Class"),
        (f"{__file__}:LOAD", "not a subclass"),
        (":Nearest", "is no module"),
        (Scheduler, "has no pick"),
        (Breaks, "cannot be made: missing a required argument: 'where'"),
        (int, "is not a scheduler"),
        (7, "is not a scheduler"),
        ("spft", "did you mean 'sptf'"),
    ],
)
def test_what_is_no_scheduler(scheduler: Any, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        Drive("hp_c2247", scheduler)


def test_an_unknown_level_of_knowledge() -> None:
    class Wise(Oldest):
        knows = "everything"  # type: ignore[assignment]

    with pytest.raises(ConfigError, match="knows is 'everything'"):
        schedule(Wise)


MODULE = """
import headstack

class Newest(headstack.Scheduler):
    def pick(self, queue, drive):
        return len(queue) - 1

class Broken(headstack.Scheduler):
    def pick(self, queue, drive):
        return self.nothing
"""


@pytest.mark.parametrize("name", ["mine:Newest", "mine.py:Newest"])
def test_on_the_command_line(cli: Cli, tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.py").write_text(MODULE)
    arguments = ("run", "--workload", "closed", "--requests", "50", "--scheduler", name, "--json")
    done = cli(*arguments)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scheduler"] == name


def test_a_broken_one_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MODULE)
    done = cli("run", "--workload", "closed", "--requests", "50", "--scheduler", "mine:Broken")
    assert done.returncode == 1
    assert "mine.py" in done.stderr
    assert "AttributeError: 'Broken' object has no attribute 'nothing'" in done.stderr


def run_elsewhere(scheduler: str) -> str:
    """In another process: what a sweep does."""
    return schedule(scheduler)


def test_in_other_processes() -> None:
    names = [f"{__file__}:Nearest", f"{__file__}:Aged(6)"]
    context = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(run_elsewhere, names)) == [schedule("sstf"), schedule("asptf(6)")]
    assert headstack.schedulers()  # and this one goes on
