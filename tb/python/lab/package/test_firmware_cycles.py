"""The cycles that the firmware takes for a request, on its own processor.

The limits are what GCC 12.2 reaches, and a tenth more. A struct that travels by value shows in the
cycles of memcpy and memset.
"""

import pytest

from headstack import Drive, workload
from headstack._core import cores
from headstack.result import Result

REQUESTS = 1000
COPIES = {"memcpy", "memmove", "memset", "forward", "backward"}

pytestmark = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def run(drive: str, scheduler: str, *, profile: bool = False) -> Result:
    conditions = {"controller.core": "iss", "controller.clock": "10 MHz"}
    load = workload.closed(64, requests=REQUESTS)
    return Drive(drive, scheduler, conditions=conditions).run(load, profile=profile)


@pytest.mark.parametrize(
    ("drive", "scheduler", "most"),
    [
        ("hp_c2247", "fcfs", 5280),
        ("hp_c2247", "clook", 6600),
        ("hp_c2247", "sptf_hw", 7330),
        ("hp_c2247", "sptf", 12_100),
        ("ibm_dnes_309170w", "fcfs", 5280),
        ("ibm_dnes_309170w", "sptf", 13_400),
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
    copied = {one.name: one.cycles for one in profile.functions() if one.name in COPIES}
    assert sum(copied.values()) / REQUESTS <= 40, copied
