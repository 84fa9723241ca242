"""The cycles that the firmware takes for a request, on its own processor.

A limit is about a tenth more than the cycles with GCC 12.2. If a struct travels by value, the
cycles of memcpy and memset rise.
"""

import re
from pathlib import Path

import pytest

from headstack import Drive, workload
from headstack._core import cores
from headstack.result import Result

REQUESTS = 1000
LIBRARY = Path(__file__).resolve().parents[4] / "firmware/image/target/library.c"
COPIES = set(re.findall(r"^[\w* ]+ (\w+)\([^;]*?\) \{$", LIBRARY.read_text(), re.MULTILINE))
assert {"memcpy", "memmove", "memset"} <= COPIES

pytestmark = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def run(drive: str, scheduler: str, *, profile: bool = False) -> Result:
    conditions = {"controller.core": "iss", "controller.clock": "10 MHz"}
    load = workload.closed(64, requests=REQUESTS)
    return Drive(drive, scheduler, conditions=conditions).run(load, profile=profile)


@pytest.mark.parametrize(
    ("drive", "scheduler", "most"),
    [
        ("hp_c2247", "fcfs", 5070),
        ("hp_c2247", "clook", 6290),
        ("hp_c2247", "sptf_hw", 6080),
        ("hp_c2247", "sptf", 11_150),
        ("ibm_dnes_309170w", "fcfs", 4820),
        ("ibm_dnes_309170w", "sptf", 12_130),
    ],
)
def test_cycles_of_a_request(drive: str, scheduler: str, most: int) -> None:
    summary = run(drive, scheduler).summary
    decision, share = summary["mean_decision_cycles"], summary["decision_share"]
    assert isinstance(decision, float)
    assert isinstance(share, float)
    assert decision / share <= most


@pytest.mark.parametrize("scheduler", ["fcfs", "sptf_hw", "sptf"])
def test_nothing_large_is_copied(scheduler: str) -> None:
    profile = run("hp_c2247", scheduler, profile=True).profile
    assert profile is not None
    cycles = {one.name: one.cycles for one in profile.functions()}
    assert "hs_receive" in cycles
    copied = {name: spent for name, spent in cycles.items() if name in COPIES}
    assert sum(copied.values()) / REQUESTS <= 40, copied
