"""The conclusions of docs/use/codesign.md about schedulers with deadlines, shares and limits."""

from collections.abc import Callable
from types import ModuleType


def test_conclusions(load_script: Callable[[str], ModuleType]) -> None:
    costs = load_script("decision_costs")

    def cycles(scheduler: str) -> float:
        return float(costs.found(scheduler, "20 MHz")["mean_decision_cycles"])

    assert 0.04 < cycles("edf") / cycles("sptf") < 0.08
    assert cycles("yfq") < cycles("clook") < cycles("yfq_dor") < cycles("yfq_tuned")
    assert 2.5 < cycles("sptf_limits") / cycles("sptf") < 3.5
    assert 15 < costs.share_percent("sptf_limits", "5 MHz") < 25
