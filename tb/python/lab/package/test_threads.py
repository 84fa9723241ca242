"""Threads and processes: whoever runs a drive, under whatever scheduler, the schedule is the same.

The expected schedules are those of runs one after another in one thread.
"""

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import headstack
from headstack import Bus, Drive, RunError, workload


class First(headstack.Scheduler):
    """Serves the oldest."""

    knows = "lbn"

    def pick(self, queue: object, drive: object) -> int:
        """Returns the first row, after some work in which threads may change places."""
        return sum(range(50)) * 0


SCHEDULERS: list[str | type[headstack.Scheduler]] = ["sptf", First, "fcfs", First]


def schedule(scheduler: str | type[headstack.Scheduler], requests: int = 3000) -> str:
    """Hash of a run's schedule; its progress too is Python in the midst of a run."""
    return str(
        Drive("hp_c2247", scheduler)
        .run(workload.closed(4, requests=requests, seed=2), progress=lambda _: sum(range(20_000)))
        .summary["schedule_sha256"]
    )


@pytest.fixture
def often() -> Iterator[None]:
    """Threads change places as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("threads", [2, 3, 4])
def test_runs_of_threads_are_as_alone(threads: int) -> None:
    alone = [schedule(scheduler) for scheduler in SCHEDULERS]
    with ThreadPoolExecutor(threads) as pool:
        assert list(pool.map(schedule, SCHEDULERS * 2)) == alone * 2


@pytest.mark.usefixtures("often")
def test_long_runs_of_threads_end() -> None:
    """Every 4,096 requests there is progress, with Python in it, within a run."""
    alone = schedule("fcfs", 150_000)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda _: schedule("fcfs", 150_000), range(2))) == [alone] * 2


@pytest.mark.usefixtures("often")
def test_sessions_of_threads_keep_their_data() -> None:
    """A session a thread, all open together, with runs between them."""

    def work(number: int) -> list[bytes]:
        with Drive("hp_c2247", First if number % 2 else "sptf").open() as device:
            found = []
            for round_ in range(5):
                data = bytes([number, round_]) * 256
                device.write(1000 * round_, data)
                schedule(First, 50)
                found.append(device.read(1000 * round_))
            return found

    with ThreadPoolExecutor(4) as pool:
        for number, found in enumerate(pool.map(work, range(8))):
            assert found == [bytes([number, round_]) * 256 for round_ in range(5)]


@pytest.mark.usefixtures("often")
def test_a_session_may_go_from_thread_to_thread() -> None:
    device = Drive("hp_c2247", First).open()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(device.write, 7, bytes(range(256)) * 2).result()
    assert device.read(7) == bytes(range(256)) * 2


@pytest.mark.usefixtures("often")
def test_buses_of_threads_are_as_alone() -> None:
    def run(_: int = 0) -> list[str]:
        chain = Bus([Drive("hp_c2247", First), Drive("hp_c2247", "sptf")])
        found = chain.run([workload.closed(4, requests=500, seed=seed) for seed in (1, 2)])
        return [result.summary["schedule_sha256"] for result in found.results]

    alone = run()
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(run, range(3))) == [alone] * 3


def test_a_scheduler_may_run_drives() -> None:
    """Within `pick`, here and in a thread that it waits for."""
    inner: set[str] = set()

    class Curious(First):
        def pick(self, queue: object, drive: object) -> int:
            if len(inner) == 0:
                inner.add(schedule("sptf", 500))
                with ThreadPoolExecutor(1) as pool:
                    inner.add(pool.submit(schedule, "sptf", 500).result())
            return 0

    assert schedule(Curious) == schedule(First)
    assert inner == {schedule("sptf", 500)}


def test_progress_may_run_drives() -> None:
    inner = []
    load = workload.closed(1, requests=7_000)
    Drive("hp_c2247").run(load, progress=lambda _: inner.append(schedule("sptf", 500)))
    assert inner == [schedule("sptf", 500)]


def test_a_session_is_not_for_its_own_scheduler() -> None:
    class Meddler(First):
        device: headstack.Session

        def pick(self, queue: object, drive: object) -> int:
            self.device.submit_read(5)
            return 0

    meddler = Meddler()
    device = Drive("hp_c2247", meddler).open()
    meddler.device = device
    with pytest.raises(RunError, match="at work already"):
        device.read(0)


def test_what_a_thread_raises_leaves_the_way_free() -> None:
    class Broken(First):
        def pick(self, queue: object, drive: object) -> int:
            raise ZeroDivisionError

    with ThreadPoolExecutor(2) as pool:
        failed = [pool.submit(schedule, Broken) for _ in range(4)]
        good = pool.submit(schedule, "sptf")
        for each in failed:
            with pytest.raises(ZeroDivisionError):
                each.result()
        assert good.result() == schedule("sptf")


def test_other_threads_go_on_during_a_run() -> None:
    """The run is told to stop by a thread that could not say so if it had to wait for its end."""
    begun, stop = threading.Event(), threading.Event()

    def other() -> None:
        begun.wait()
        stop.set()

    thread = threading.Thread(target=other)
    thread.start()

    def progress(_: int) -> bool:
        begun.set()
        return not stop.wait(timeout=60)

    with pytest.raises(RunError, match="stopped by progress"):
        Drive("hp_c2247").run(workload.closed(1, requests=10_000_000), progress=progress)
    thread.join()


PROCESSES = """
import multiprocessing, sys, threading, warnings
import headstack
from headstack import workload

warnings.simplefilter("ignore", DeprecationWarning)  # of fork beside threads, which is the point


class First(headstack.Scheduler):
    def pick(self, queue, drive):
        return 0


def schedule(scheduler):
    run = headstack.Drive("hp_c2247", scheduler).run
    return run(workload.closed(4, requests=2000, seed=2)).summary["schedule_sha256"]


def forever(stop):
    while not stop.is_set():
        schedule("fcfs")
        schedule(First)


if __name__ == "__main__":
    alone = [schedule("sptf"), schedule(First)]
    device = headstack.Drive("hp_c2247").open()
    stop = threading.Event()
    threads = [threading.Thread(target=forever, args=(stop,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    context = multiprocessing.get_context(sys.argv[1])
    for _ in range(3):
        with context.Pool(2) as pool:
            assert pool.map(schedule, ["sptf", First]) == alone
    stop.set()
    for thread in threads:
        thread.join()
    device.write(0, bytes(512))
    assert device.read(0) == bytes(512)
    print("same")
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_are_as_alone(method: str, tmp_path: Path) -> None:
    """While two threads run drives and a session is open."""
    file = tmp_path / "processes.py"
    file.write_text(PROCESSES)
    done = subprocess.run(
        [sys.executable, file, method], capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stdout) == (0, "same\n"), done.stderr
