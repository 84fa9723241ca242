"""The conclusions of docs/use/codesign.md about schedulers with deadlines, shares and limits."""

import importlib.util
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[4] / "scripts/pages/decision_costs.py"


def test_conclusions() -> None:
    spec = importlib.util.spec_from_file_location("decision_costs", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    costs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(costs)

    def cycles(scheduler: str) -> float:
        return float(costs.found(scheduler, "20 MHz")["mean_decision_cycles"])

    assert 0.04 < cycles("edf") / cycles("sptf") < 0.08
    assert cycles("yfq") < cycles("clook") < cycles("yfq_dor") < cycles("yfq_tuned")
    assert 2.5 < cycles("sptf_limits") / cycles("sptf") < 3.5
    assert 15 < costs.share_percent("sptf_limits", "5 MHz") < 25
