"""Processes of a command's own end with it."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from packages import sources

from headstack.parallel import processes

SCRIPT = """
import os, time
from headstack.parallel import processes

if __name__ == "__main__":
    with processes.pool(2) as pool:
        others = {pool.submit(os.getpid).result() for _ in range(20)}
        print(*others, flush=True)
        pool.submit(time.sleep, 600).result()
"""

INTERRUPTED = """
import time
from headstack.parallel import processes

if __name__ == "__main__":
    with processes.ending(processes.pool(1)) as pool:
        pool.submit(len, "so").result()
        pool.submit(time.sleep, 600)
        more = [pool.submit(len, bytes(10**6)) for _ in range(3)]
        print("so", flush=True)
        more[0].result()
"""

LONG_S = 60


def alive(pid: int) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_they_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        others = [int(word) for word in parent.stdout.readline().split()]
        assert others
        parent.send_signal(signal.SIGKILL)
    end = time.monotonic() + LONG_S
    while any(alive(pid) for pid in others):
        assert time.monotonic() < end, "still there"
        time.sleep(0.05)


def test_at_an_interrupt_nobody_waits_for_what_they_are_at(tmp_path: Path) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED, encoding="utf-8")
    parent = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "so\n"
        parent.send_signal(signal.SIGINT)
        _, said = parent.communicate(timeout=LONG_S)
    finally:
        parent.kill()
        parent.wait()
    assert said.rstrip().endswith("KeyboardInterrupt")


def test_half_a_result_is_not_waited_for() -> None:
    """A worker that is ended while it writes what is longer than a pipe."""
    pool = processes.pool(1)
    pool.submit(bytes, 1).result()
    future = pool.submit(bytes, 5 * 10**7)
    while pool._result_queue._reader.poll(0) is False:  # type: ignore[attr-defined]
        time.sleep(0.001)
    ending = threading.Thread(target=processes.end, args=(pool,), daemon=True)
    ending.start()
    ending.join(LONG_S)
    assert not ending.is_alive(), "waits"
    assert future.done()


def test_each_begins_as_it_is_told() -> None:
    with processes.pool(1, os.putenv, "HEADSTACK_TOLD", "so") as pool:
        told = pool.submit(subprocess.check_output, ["sh", "-c", "echo $HEADSTACK_TOLD"]).result()
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
    assert told == b"so\n"


def test_nobody_has_a_pool_of_another_kind() -> None:
    made = [
        name
        for name, path in sources().items()
        if "ProcessPoolExecutor(" in path.read_text(encoding="utf-8")
    ]
    assert made == ["headstack/parallel/processes.py"]
