"""Where the processor's cycles go, by function: counts, graph and waves."""

import itertools
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from vcd.reader import TokenKind, tokenize

from headstack import ConfigError, Drive, workload
from headstack._core import cores
from headstack.processor import Function, Profile

Cli = Callable[..., subprocess.CompletedProcess[str]]
TIMED = {"controller.core": "iss", "controller.clock": "10 MHz"}
CYCLE_PS = 100_000

needs_iss = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def test_functions_own_and_whole() -> None:
    profile = Profile({"a": 1, "a;b": 10, "a;b;a": 100, "c": 5})
    assert profile.cycles == 116
    assert profile.functions() == [
        Function("a", 101, 111),
        Function("b", 10, 110),
        Function("c", 5, 5),
    ]
    assert profile.folded() == "a 1\na;b 10\na;b;a 100\nc 5\n"


@needs_iss
@pytest.mark.parametrize(
    "clock", [{}, {"controller.clock": "10 MHz"}, {"controller.rom_wait": "2 cycles"}]
)
def test_every_cycle_is_some_function_s(clock: dict[str, object]) -> None:
    drive = Drive("hp_c2247", "sptf", conditions={"controller.core": "iss", **clock})
    load = workload.closed(20, requests=200)
    plain, counted = drive.run(load), drive.run(load, profile=True)
    assert counted.requests.equals(plain.requests)
    assert plain.profile is None
    assert counted.profile is not None
    core = counted._run.core
    assert core is not None
    assert counted.profile.cycles == core.cycles
    main = next(f for f in counted.profile.functions() if f.name == "hs_image_main")
    assert main.with_callees == core.cycles
    streamed = drive.stream(load, profile=True)
    assert streamed.profile is not None
    assert streamed.profile.stacks == counted.profile.stacks


@needs_iss
def test_decisions_are_those_that_are_timed() -> None:
    """A choice is timed from the call of hs_task_queue_next to its return, two cycles earlier."""
    drive = Drive("hp_c2247", "sptf", conditions=TIMED)
    found = drive.run(workload.closed(20, requests=200), profile=True)
    core = found._run.core
    assert core is not None
    assert found.profile is not None
    choices = next(f for f in found.profile.functions() if f.name == "hs_task_queue_next")
    assert abs(choices.with_callees - core.decision_cycles) <= 3 * core.decisions


def test_not_without_the_simulator() -> None:
    with pytest.raises(ConfigError, match=r"set controller\.core to .iss"):
        Drive("hp_c2247").run(workload.closed(1, requests=5), profile=True)


@needs_iss
def test_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    run = ("run", "--core", "iss", "--rate", "30", "--requests", "50", "--profile")
    assert cli(*run, "cycles.folded").returncode == 0
    lines = (tmp_path / "cycles.folded").read_text().splitlines()
    assert lines
    assert all(line.startswith("hs_image_start;hs_image_main") for line in lines)
    assert cli(*run, "cycles.svg").returncode == 0
    assert "image_main" in (tmp_path / "cycles.svg").read_text()
    again = cli(*run, "cycles.svg")
    assert (again.returncode, "cycles.svg" in again.stderr) == (2, True)
    other = cli(*run, "cycles.text")
    assert (other.returncode, "folded" in other.stderr) == (2, True)
    same = cli(*run, "one.svg", "--waves", "one.svg")
    assert (same.returncode, "are one file" in same.stderr) == (2, True)
    failed = cli("run", "--rate", "30", "--profile", "none.svg")
    assert (failed.returncode, (tmp_path / "none.svg").exists()) == (2, False)


@needs_iss
def test_waves_show_the_function_that_runs(tmp_path: Path) -> None:
    """Awake for as long as the processor's cycles take; the names are the profile's."""
    waves = tmp_path / "waves.vcd"
    drive = Drive("hp_c2247", "sptf", conditions=TIMED)
    load = workload.closed(5, requests=40)
    found = drive.run(load, waves=waves, profile=True)
    assert found.requests.equals(drive.run(load).requests)
    changes = function_of(waves)
    assert changes[-1][1] == "asleep"
    awake = sum(
        end - start for (start, name), (end, _) in itertools.pairwise(changes) if name != "asleep"
    )
    core = found._run.core
    assert core is not None
    assert awake == core.cycles * CYCLE_PS
    assert found.profile is not None
    names = {function.name for function in found.profile.functions()}
    assert {name for _, name in changes} - {"asleep"} <= names
    assert "hs_receive" in {name for _, name in changes}


@needs_iss
def test_no_function_where_code_takes_no_time(tmp_path: Path) -> None:
    waves = tmp_path / "waves.vcd"
    Drive("hp_c2247", conditions={"controller.core": "iss"}).run(
        workload.closed(5, requests=10), waves=waves
    )
    assert "processor" not in waves.read_text()


def function_of(waves: Path) -> list[tuple[int, str]]:
    """Time in ps and value of each change of the signal."""
    code, now, changes = "", 0, []
    with waves.open("rb") as file:
        for token in tokenize(file):
            if token.kind is TokenKind.VAR and token.var.reference == "function":
                code = token.var.id_code
            elif token.kind is TokenKind.CHANGE_TIME:
                now = token.time_change
            elif token.kind is TokenKind.CHANGE_STRING and token.string_change.id_code == code:
                changes.append((now, token.string_change.value))
    return changes


@needs_iss
def test_json_stays_one_document(cli: Cli) -> None:
    run = ("run", "--core", "iss", "--rate", "30", "--requests", "20", "--json")
    assert json.loads(cli(*run, "--profile", "cycles.folded").stdout)["requests"] == 20
