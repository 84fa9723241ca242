"""Runs the tests: once to see which test reaches which bug, then with each bug.

A bug meets only the tests that reach it, the quickest tests first. To see which tests reach a bug,
each test runs in a process of its own. In a shared process, only the first test would reach a bug
in a table that is made once.

The image of the firmware has no bug. A test that compares the image with the firmware inside the
test would find each bug in the firmware, but a real bug is in both. So a bug in firmware/ meets no
image.
"""

import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from tree import EXECUTABLES, IMAGE, executable

MEMORY = 4 << 30  # bytes; a test needs far less
LONGEST = 1800.0  # seconds of a test without a bug
SLACK = 10.0  # a run has 10 s, and ten times the time that its tests take without a bug
FACTOR = 10.0
# Tests run in groups, because a process takes longer to start than most tests take.
FIRST_GROUP = 0.3  # seconds; each following group is FACTOR times as long
MOST_TESTS = 500  # of a group: their names are one environment variable


@dataclass(frozen=True)
class Test:
    """A test of an executable."""

    program: str
    name: str
    seconds: float
    reached: frozenset[int]  # bugs


def limit() -> None:
    """Bound the memory of a test process, and let it leave no core."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def image() -> dict[str, str]:
    """The variable with which the tests find the image; nothing without a cross compiler."""
    return {"HEADSTACK_IMAGE": str(IMAGE)} if IMAGE.is_file() else {}


def passes(program: str, names: Sequence[str], bug: int, timeout: float, **more: str) -> bool:
    """Whether the tests pass with the bug. A process that does not end in time fails."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            **more,
            "HEADSTACK_MUTANT": str(bug),
            "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1",
            "TEST_TMPDIR": folder,
            "TMPDIR": folder,
            "GTEST_FAIL_FAST": "1",
            "GTEST_FILTER": ":".join(names) or "*",
        }
        with subprocess.Popen(
            (str(executable(program)), "--gtest_brief=1"),
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=limit,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(timeout) == 0
            except subprocess.TimeoutExpired:
                process.kill()
                return False


def names_of(program: str) -> list[str]:
    """The names of the tests of an executable."""
    listed = subprocess.run(
        (str(executable(program)), "--gtest_list_tests"), capture_output=True, text=True, check=True
    )
    names, suite = [], ""
    for line in listed.stdout.splitlines():
        name = line.partition("#")[0].rstrip()
        if line.startswith(" "):
            names.append(suite + name.strip())
        elif name.endswith("."):
            suite = name
    return names


def record(program: str, workers: Executor) -> list[Test]:
    """Run each test of an executable without a bug, in its own process. Exits if a test fails."""
    return [
        test
        for found in workers.map(lambda name: record_test(program, name), names_of(program))
        for test in found
    ]


def record_test(program: str, name: str) -> list[Test]:
    """Run a test without a bug. Returns no test if it is disabled. Exits if the test fails."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "reached"
        if not passes(program, (name,), 0, LONGEST, HEADSTACK_REACHED=str(file), **image()):
            raise SystemExit(f"mutate: {program}: {name} fails without a bug")
        tests = []
        for line in file.read_text(encoding="utf-8").splitlines():
            name, microseconds, *numbers = line.split()
            reached = frozenset(map(int, numbers))
            tests.append(Test(program, name, int(microseconds) / 1e6, reached))
        return tests


def groups(tests: Sequence[Test]) -> Iterator[list[Test]]:
    """Tests in groups of one executable, the quickest tests first."""
    most = FIRST_GROUP
    group: list[Test] = []
    for test in sorted(tests, key=lambda test: (test.seconds, test.program, test.name)):
        seconds = sum(t.seconds for t in group) + test.seconds
        if group and (seconds > most or len(group) == MOST_TESTS):
            yield from by_program(group)
            group = []
            most *= FACTOR
        group.append(test)
    yield from by_program(group)


def by_program(group: Sequence[Test]) -> Iterator[list[Test]]:
    """The tests of each executable."""
    for program in EXECUTABLES:
        if tests := [test for test in group if test.program == program]:
            yield tests


def killer(tests: Sequence[Test], bug: int, file: str) -> str | None:
    """Returns the first group's test or tests that fail with the bug of a file, or None."""
    more = {} if file.startswith("firmware/") else image()
    for group in groups([test for test in tests if bug in test.reached]):
        timeout = SLACK + FACTOR * sum(test.seconds for test in group)
        if not passes(group[0].program, [test.name for test in group], bug, timeout, **more):
            return f"{group[0].program}: {group[0].name} (of {len(group)})"
    return None
