"""`scripts/bench.py` runs, with little work; two builds are compared, and what is said of them."""

import importlib
import importlib.util
import json
import math
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

import headstack

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scripts" / "bench.py"


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of scripts/speed by name."""
    monkeypatch.syspath_prepend(SCRIPT.parent)
    names = ("against", "builds", "cases", "instructions", "ratios")
    return {name: importlib.import_module(f"speed.{name}") for name in names}


def bench(*arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    env = None if path is None else {"PATH": path}
    return subprocess.run(
        command, capture_output=True, text=True, env=env, timeout=300, check=False
    )


def test_bench(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spec = importlib.util.spec_from_file_location("bench", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "bench", bench)
    monkeypatch.syspath_prepend(SCRIPT.parent)
    spec.loader.exec_module(bench)
    for name, value in {
        "SECONDS": 0.01,
        "OPEN_REQUESTS": 1000,
        "OUTSTANDING": (1, 10),
        "FIRST_REQUESTS": 100,
        "MOST_REQUESTS": 1000,
        "NOTIFICATIONS": 10_000,
        "QUEUES": (1, 30),
        "DECISIONS": 500,
    }.items():
        monkeypatch.setattr(bench, name, value)
    monkeypatch.setenv("HEADSTACK_DATA", "/absent")
    picture = tmp_path / "decisions.png"
    monkeypatch.setattr("sys.argv", ["bench", "--json", "--plot", str(picture)])
    bench.main()
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert [case["name"] for case in document["cases"]] == [
        "fcfs, open, 30/s",
        "sptf, closed, Q = 1",
        "sptf, closed, Q = 10",
    ]
    assert all(case["requests_per_s"] > 0 for case in document["cases"])
    assert "no trace at /absent/hp_c2247a.trace" in printed.err
    decisions = document["decisions"]
    assert len(decisions) == 2 * len(headstack.schedulers())
    assert all(decision["ns"] > 0 and decision["candidates"] >= 1 for decision in decisions)
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_cases_are_those_of_the_page(parts: dict[str, ModuleType]) -> None:
    closed = [(case.scheduler, case.outstanding) for case in parts["cases"].CASES]
    sptf = [("sptf", queue) for queue in (1, 10, 100, 1_000, 10_000)]
    assert closed == [("fcfs", None), ("fcfs", 16), *sptf]
    page = (ROOT / "docs/reference/speed.md").read_text(encoding="utf-8")
    for case in parts["cases"].CASES:
        assert f"| {case.name} |" in page


@pytest.mark.parametrize("pairs", range(8, 60))
def test_the_interval_has_its_confidence(parts: dict[str, ModuleType], pairs: int) -> None:
    """By the binomial distribution, in whole numbers; the next rank would have too little."""
    rank = parts["ratios"].rank(pairs)
    tails = [
        Fraction(2 * sum(math.comb(pairs, k) for k in range(until + 1)), 2**pairs)
        for until in (rank, rank + 1)
    ]
    assert tails[0] <= 1 - Fraction("0.99") < tails[1]


def test_too_few_pairs_say_nothing(parts: dict[str, ModuleType]) -> None:
    with pytest.raises(ValueError, match="7 pairs; at least 8"):
        parts["ratios"].ratio([0.5] * 7)


@pytest.mark.parametrize(
    ("ratios", "verdict"),
    [
        ([0.9] * 8, "faster"),
        ([1.1] * 8, "slower"),
        ([0.9] * 7 + [1.1], "no difference shown"),
        ([0.9] * 14 + [1.1], "faster"),  # of 15, the third from either end
        ([0.9] * 13 + [1.1] * 2, "faster"),
        ([0.9] * 12 + [1.1] * 3, "no difference shown"),
        ([1.0] * 15, "no difference shown"),
    ],
)
def test_verdicts(parts: dict[str, ModuleType], ratios: list[float], verdict: str) -> None:
    found = parts["ratios"].ratio(ratios)
    assert found.verdict == verdict
    assert found.low <= found.median <= found.high


def test_a_build_against_itself(parts: dict[str, ModuleType]) -> None:
    """Each run in a process of its own; the schedules are the same."""
    against, here = parts["against"], parts["builds"].here()
    rows = against.compare(here, here, 8, 200, parts["cases"].CASES[:1])
    assert rows[0].requests == 2_000  # the fewest that the case takes
    document = json.loads(json.dumps(against.document_of(rows, here)))
    assert [case["name"] for case in document["cases"]] == ["fcfs, open, 30/s"]
    for case in document["cases"]:
        assert case["same_schedule"] is True
        assert len(case["cpu_s"]) == len(case["reference_cpu_s"]) == 8
        assert 0 < case["low"] <= case["median"] <= case["high"]


@pytest.mark.parametrize("place", range(7))
def test_every_case_runs_in_a_worker(parts: dict[str, ModuleType], place: int) -> None:
    """With the fewest requests that it takes."""
    case, here = parts["cases"].CASES[place], parts["builds"].here()
    assert case.lengths()[0] >= 2 * (case.outstanding or 0)
    row = parts["against"].in_turns(here, here, case, 1, case.lengths()[0])
    assert row.same_schedule
    assert min(row.cpu_s + row.reference_cpu_s) > 0


def test_a_build_that_is_no_build(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    builds = parts["builds"]
    with pytest.raises(builds.BenchError, match=r"absent cannot run fcfs, open, 30/s: .*headstack"):
        parts["against"].compare(builds.Build("absent", tmp_path), builds.here(), 8, 100)


def test_another_builds_package_is_not_taken(parts: dict[str, ModuleType], tmp_path: Path) -> None:
    """Where `headstack` leads elsewhere, the worker says so."""
    (tmp_path / "headstack").symlink_to(ROOT / "bindings/lab/headstack")
    build = parts["builds"].Build("led astray", tmp_path)
    with pytest.raises(parts["builds"].BenchError, match="headstack was found in"):
        parts["against"].compare(build, build, 8, 100)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            ("--against", "no-such-commit"),
            "--against no-such-commit: .* has no such commit",
            marks=pytest.mark.skipif(shutil.which("git") is None, reason="no git"),
        ),
        (("--against", "HEAD", "--pairs", "7"), "--pairs is 7; it must be 8 or more"),
        (("--instructions", "--plot", "x.png"), "--plot is of the speeds"),
        (("--requests", "0"), "--requests is 0; it must be 1 or more"),
    ],
)
def test_what_cannot_be_is_an_error(arguments: tuple[str, ...], message: str) -> None:
    done = bench(*arguments)
    assert done.returncode != 0
    assert done.stdout == ""
    assert re.search(message, done.stderr)


def test_without_git(tmp_path: Path) -> None:
    done = bench("--against", "HEAD", path=str(tmp_path))
    assert done.returncode == 1
    assert "--against needs git; install the Debian package git" in done.stderr


def test_without_valgrind(tmp_path: Path) -> None:
    done = bench("--instructions", path=str(tmp_path))
    assert done.returncode == 1
    assert "--instructions needs valgrind; install the Debian package valgrind" in done.stderr


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="no valgrind")
def test_more_candidates_take_more_instructions(parts: dict[str, ModuleType]) -> None:
    """One that looks at one candidate, then one that looks at some fourteen; twice the same."""
    wanted = [f"sptf, closed, Q = {queue}" for queue in (1, 100)]
    cases = [case for case in parts["cases"].CASES if case.name in wanted]
    one, many = found = parts["instructions"].count(parts["builds"].here(), cases)
    assert found == parts["instructions"].count(parts["builds"].here(), cases)
    assert [one.name, many.name] == wanted
    assert 1_000 < one.instructions_per_request < many.instructions_per_request < 100_000


def test_a_dump_that_says_nothing(parts: dict[str, ModuleType]) -> None:
    instructions = parts["instructions"]
    assert instructions.total_of("events: Ir\nsummary: 4711\n") == 4711
    with pytest.raises(parts["builds"].BenchError, match="neither summary nor totals"):
        instructions.total_of("events: Ir\n")


def test_the_reference_has_the_same_systemc(parts: dict[str, ModuleType]) -> None:
    systemc_of = parts["builds"].systemc_of
    assert systemc_of("SystemCLanguage_DIR:PATH=/opt/systemc/cmake\n") == [
        "-DSystemCLanguage_DIR=/opt/systemc/cmake"
    ]
    debian = (
        "SystemCLanguage_DIR:PATH=SystemCLanguage_DIR-NOTFOUND\n"
        "SystemC_INCLUDE_DIR:PATH=/usr/include\nSystemC_LIBRARY:FILEPATH=/usr/lib/libsystemc.so\n"
    )
    assert systemc_of(debian) == [
        "-DCMAKE_DISABLE_FIND_PACKAGE_SystemCLanguage=ON",
        "-DSystemC_LIBRARY=/usr/lib/libsystemc.so",
        "-DSystemC_INCLUDE_DIR=/usr/include",
    ]
