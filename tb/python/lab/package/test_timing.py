"""Every result says whether the firmware's code took time."""

from pathlib import Path

import pytest

from headstack import Bus, Drive, catalog, workload
from headstack._core import cores
from headstack.measure import validation
from headstack_identify import crossvalidation

MEASURED = catalog.load("hp_c2247")
EXECUTED = MEASURED.with_conditions({"controller.core": "iss", "controller.clock": "20 MHz"})
pytestmark = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """Four reads that miss, in DiskSim's validation format."""
    path = tmp_path / "four.trace"
    lines = [f"R Miss {4000 * n} 16 20.5 500.0" for n in range(1, 5)]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_bus_says_which() -> None:
    load = workload.closed(2, requests=50)
    slow, quick = Drive(EXECUTED), Drive(MEASURED)
    for drives, timing in (
        ([slow, slow], "executed"),
        ([quick, quick], "measured"),
        ([slow, quick], "mixed"),
    ):
        found = Bus(drives).run([load, load])
        assert found.summary["timing"] == timing
        assert [r.summary["timing"] for r in found.results] == [
            "executed" if drive is slow else "measured" for drive in drives
        ]


def test_a_validation_says_which(trace: Path) -> None:
    quick = validation.validate(MEASURED, trace).document()
    slow = validation.validate(EXECUTED, trace).document()
    assert (quick["timing"], slow["timing"]) == ("measured", "executed")


def test_a_cross_validation_says_which(data: Path) -> None:
    recorded = workload.trace(data / "hp_c2247a.trace")
    found = crossvalidation.cross_validate("hp_c2247a", recorded, most_runs=1)
    assert found.document()["timing"] == "measured"
