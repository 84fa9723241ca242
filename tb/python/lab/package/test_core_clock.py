"""The firmware's image where its code takes time."""

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from inputs import INFO, arguments_for, load_with_facts

import headstack
from headstack import Drive, workload
from headstack._core import cores

Cli = Callable[..., subprocess.CompletedProcess[str]]
SCHEDULERS = [info.name for info in headstack.schedulers()]
pytestmark = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def at(
    clock: str | None,
    scheduler: str = "sptf",
    outstanding: int = 20,
    requests: int = 400,
    core: str = "iss",
    **more: Any,
) -> headstack.Result:
    timed = {} if clock is None else {"clock": clock}
    conditions = {
        f"controller.{key}": value for key, value in (timed | {"core": core} | more).items()
    }
    config = headstack.catalog.load("hp_c2247").with_values(conditions)
    needs = INFO[scheduler].needs
    load = load_with_facts(requests) if needs else workload.closed(outstanding, requests=requests)
    return Drive(config, scheduler, **arguments_for(scheduler, config)).run(load)


@pytest.mark.parametrize("scheduler", SCHEDULERS)
@pytest.mark.parametrize("clock", ["3 MHz", "40 MHz"])
def test_every_scheduler_serves_all(scheduler: str, clock: str) -> None:
    found = at(clock, scheduler)
    assert found.summary["requests"] == 400
    assert found.summary["timing"] == "executed"


@pytest.mark.parametrize("scheduler", ["sptf", "sptf_hw"])
@pytest.mark.parametrize("clock", ["3 MHz", "20 MHz"])
def test_the_simulator_is_ibex(scheduler: str, clock: str) -> None:
    """Cycle for cycle, with every time of the drive depending on it."""
    if "ibex" not in cores():
        pytest.skip("no Ibex in this build")
    more = {"outstanding": 10, "requests": 60}
    simulated, real = (at(clock, scheduler, core=core, **more) for core in ("iss", "ibex"))  # type: ignore[arg-type]
    assert real.requests.equals(simulated.requests)
    assert real.summary["core_utilisation"] == simulated.summary["core_utilisation"]
    assert real.summary["mean_decision_cycles"] is None


def test_picorv32_takes_longer() -> None:
    if "picorv32" not in cores():
        pytest.skip("no PicoRV32 in this build")
    small, tiny = (at("20 MHz", requests=60, core=core) for core in ("iss", "picorv32"))
    assert tiny.summary["core_utilisation"] > 1.5 * small.summary["core_utilisation"]


def test_wait_states_cost_time() -> None:
    quick, slow = at("20 MHz"), at("20 MHz", rom_wait="2 cycles", ram_wait="1 cycles")
    assert slow.summary["core_utilisation"] > 1.5 * quick.summary["core_utilisation"]
    assert slow.summary["mean_decision_cycles"] > 1.5 * quick.summary["mean_decision_cycles"]


@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_the_choice_ahead_is_the_same_on_a_core_without_a_clock(scheduler: str) -> None:
    host, core = (at(None, scheduler, core=which, choice="ahead") for which in ("host", "iss"))
    assert core.requests.equals(host.requests)


def test_a_fast_processor_chooses_as_one_without_time() -> None:
    """Without the times that stand for its work, and chosen when free: a cycle of 100 ps."""
    bare = {
        f"overhead.{key}": "0 ms"
        for key in (
            "read_hit_command",
            "read_miss_command",
            "write_command",
            "write_command_non_sequential",
            "write_disconnect_duration_non_sequential",
            "write_seek_delay_non_sequential",
        )
    } | {"write.reconnect_preparation": "0 ms"}
    load = workload.closed(1, requests=300)
    config = headstack.catalog.load("hp_c2247")
    for key, value in bare.items():
        config = config.with_value(key, value)
    free = Drive(config, "sptf").run(load)
    fast = Drive(
        "hp_c2247",
        "sptf",
        conditions={
            "controller.core": "iss",
            "controller.clock": "10000 MHz",
            "controller.choice": "when_free",
        },
    ).run(load)
    # Some 4000 cycles a request, 0.4 us, are next to nothing: but a sector may be just missed.
    ratio = fast.summary["throughput_per_s"] / free.summary["throughput_per_s"]
    assert ratio == pytest.approx(1, abs=0.01)
    assert list(fast.columns["lbn"]) == list(free.columns["lbn"])


def test_what_choosing_ahead_is_good_for() -> None:
    ahead, late = (
        at("5 MHz", outstanding=100, requests=1000, choice=c) for c in ("ahead", "when_free")
    )
    assert ahead.summary["throughput_per_s"] > 1.2 * late.summary["throughput_per_s"]
    assert ahead.summary["hidden_decisions"] > 0.9
    assert late.summary["hidden_decisions"] == 0


def test_the_comparator_s_clock_counts() -> None:
    """A serial scan of 256 entries at 1 MHz takes more than 256 us. A read waits for the scan."""

    def cycles(clock: str) -> float:
        conditions = {
            "controller.core": "iss",
            "controller.clock": "20 MHz",
            "comparator.clock": clock,
        }
        drive = Drive("hp_c2247", "sptf_hw", conditions=conditions)
        found: float = drive.run(workload.closed(20, requests=300)).summary["mean_decision_cycles"]
        return found

    assert cycles("1 MHz") - cycles("1000 MHz") > 256 * 20


def test_a_decision_in_the_comparator_is_short() -> None:
    """The cycles of a decision include the wait for the scan."""
    conditions = {
        "controller.core": "iss",
        "controller.clock": "10 MHz",
        "comparator.clock": "100 MHz",
        "comparator.entries": 64,
    }
    for drive in ("hp_c2247", "ibm_dnes_309170w", "ibm_9lzx"):
        model = Drive(drive, "sptf_hw", conditions=conditions)
        found = model.run(workload.closed(64, requests=300)).summary
        assert found["mean_decision_cycles"] <= 200, drive
        assert found["candidates_per_decision"] == 1


def test_the_metrics_belong_together() -> None:
    found = at("20 MHz", outstanding=50, requests=1000).summary
    assert found["mean_decision_ms"] == pytest.approx(found["mean_decision_cycles"] * 50e-6)
    assert found["mean_decision_cycles"] < found["p95_decision_cycles"]
    assert found["p95_decision_cycles"] <= found["max_decision_cycles"]
    assert 0 < found["decision_share"] < 1
    decisions_ms = found["mean_decision_ms"] * found["requests"]
    busy_ms = found["core_utilisation"] * found["requests"] / found["throughput_per_s"] * 1e3
    assert decisions_ms / busy_ms == pytest.approx(found["decision_share"], rel=0.01)


def test_on_the_command_line(cli: Cli) -> None:
    arguments = (
        "run",
        "--workload",
        "closed",
        "--outstanding",
        "10",
        "--requests",
        "200",
        "--json",
    )
    timed = json.loads(cli(*arguments, "--core", "iss", "--core-clock", "20 MHz").stdout)
    unlimited = json.loads(cli(*arguments, "--core", "iss", "--core-clock", "unlimited").stdout)
    host = json.loads(cli(*arguments).stdout)
    assert unlimited["schedule_sha256"] == host["schedule_sha256"] != timed["schedule_sha256"]
    assert (timed["timing"], unlimited["timing"]) == ("executed", "measured")
    wrong = cli(*arguments, "--core", "iss", "--core-clock", "20 miles")
    assert wrong.returncode == 2
    assert "20 miles" in wrong.stderr
    alone = cli(*arguments, "--core-clock", "20 MHz")
    assert alone.returncode == 2
    assert "add --core iss" in alone.stderr


@pytest.mark.parametrize("drive", [config.name for config in headstack.drives()])
def test_every_drive_keeps_its_books(drive: str) -> None:
    """Where handlers take long, tasks come, start and end in the middle of them."""
    conditions = {"controller.core": "iss", "controller.clock": "2 MHz"}
    found = Drive(drive, "sptf", conditions=conditions).run(workload.closed(100, requests=300))
    assert found.summary["requests"] == 300
