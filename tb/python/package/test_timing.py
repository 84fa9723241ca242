"""Every result says whether the firmware's decisions took time."""

from pathlib import Path

import pytest
from headstack import Bus, Drive, catalog, workload
from headstack.measure import crossvalidation, validation

EXECUTED = catalog.load("hp_c2247").with_value("controller.timing", "executed")
MEASURED = EXECUTED.with_value("controller.timing", "measured")


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
