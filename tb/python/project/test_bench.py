"""`scripts/bench.py` runs, with little work."""

import importlib.util
import json
from pathlib import Path

import headstack
import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "bench.py"


def test_bench(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spec = importlib.util.spec_from_file_location("bench", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    bench = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(__import__("sys").modules, "bench", bench)
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
