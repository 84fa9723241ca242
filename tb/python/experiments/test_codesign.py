"""`executed` timing from Python, `headstack codesign`, and the table of docs/codesign.md."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import headstack
import pytest
from headstack import workload
from headstack.experiments import codesign
from typer.testing import CliRunner

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "codesign.md"
LENGTHS, CLOCKS, REQUESTS = (1, 10, 100, 300, 1000), (5.0, 20.0, 100.0), 5000
"""Of the page's table."""


def timed(timing: str) -> headstack.Drive:
    drive = headstack.catalog.load("hp_c2247").with_value("controller.timing", timing)
    return headstack.Drive(drive, "sptf")


def test_every_result_says_its_timing() -> None:
    load = workload.closed(10, requests=300)
    measured, executed = (timed(name).run(load) for name in ("measured", "executed"))
    assert measured.document()["timing"] == measured.settings.timing == "measured"
    assert executed.document()["timing"] == executed.settings.timing == "executed"
    assert 'timing = "executed"' in executed.settings.configuration
    assert "mean_decision_ms" not in measured.summary
    assert 0 < executed.summary["mean_decision_ms"] < 1
    assert 0 <= executed.summary["hidden_decisions"] <= 1
    plain = headstack.Drive("hp_c2247", "sptf").run(load)
    assert plain.summary["schedule_sha256"] == measured.summary["schedule_sha256"]


def test_a_row_a_run(tmp_path: Path) -> None:
    from headstack.cli import app

    plot = tmp_path / "lost.png"
    arguments = ["codesign", "--outstanding", "1", "--outstanding", "20", "--clock", "5"]
    done = CliRunner().invoke(
        app,
        [*arguments, "--requests", "200", "--plot", str(plot), "--json"],
        catch_exceptions=False,
    )
    assert done.exit_code == 0
    rows = json.loads(done.stdout)["runs"]
    assert [(row["queue_length"], row["design"]) for row in rows] == [
        (length, design) for length in (1, 20) for design in codesign.DESIGNS
    ]
    assert {row["timing"] for row in rows} == {"executed"}
    assert plot.stat().st_size > 1000
    # A closed loop of one request: nothing is there to decide about while another is served.
    assert all(row["hidden_decisions"] == 0 and row["throughput_lost"] > 0 for row in rows[:4])
    scan, exact, serial, tree = (row["mean_decision_ms"] for row in rows[4:])
    assert scan > exact > serial > tree


def test_arrivals_at_a_rate(tmp_path: Path) -> None:
    from headstack.cli import app

    plot = tmp_path / "lost.png"
    arguments = ["codesign", "--rate", "20", "--rate", "60", "--clock", "5", "--requests", "1000"]
    done = CliRunner().invoke(
        app, [*arguments, "--plot", str(plot), "--json"], catch_exceptions=False
    )
    assert done.exit_code == 0
    rows = json.loads(done.stdout)["runs"]
    assert [(row["rate_per_s"], row["queue_length"], row["design"]) for row in rows] == [
        (rate, None, design) for rate in (20, 60) for design in codesign.DESIGNS
    ]
    assert plot.stat().st_size > 1000
    # What arrives is served, whoever decides; all that a decision can cost is time.
    assert not any(row["saturated"] for row in rows)
    assert all(abs(row["throughput_lost"]) < 0.01 for row in rows)
    # Most arrivals at 20 per s find the drive idle: a decision is a part of their response.
    for row in rows[:4]:
        assert row["hidden_decisions"] < 0.5
        assert 0 < row["response_lost_ms"] < 2 * row["mean_decision_ms"]
    table = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert "arrivals of 8 KiB requests" in table.stdout


def test_the_comparator_in_rtl_costs_what_the_behavioural_one_does() -> None:
    if not has_rtl():
        pytest.skip("this build has no RTL")
    found = {
        body: codesign.compare("hp_c2247", [60], [5.0], requests=200, body=body)
        for body in ("behavioural", "rtl")
    }
    for one, other in zip(found["behavioural"], found["rtl"], strict=True):
        assert {**one, "body": None} == {**other, "body": None}
    assert [row["body"] for row in found["rtl"]] == [None, None, "rtl", "rtl"]


def has_rtl() -> bool:
    drive = headstack.catalog.load("hp_c2247").with_value("comparator.body", "rtl")
    try:
        headstack.Drive(drive, "sptf_hw").run(workload.closed(1, requests=1))
    except headstack.ConfigError:
        return False
    return True


def test_bad_input_is_told() -> None:
    with pytest.raises(headstack.ConfigError, match="queue length"):
        codesign.compare("hp_c2247", queue_lengths=[0])
    with pytest.raises(headstack.ConfigError, match="body"):
        codesign.compare("hp_c2247", [1], body="wooden")
    with pytest.raises(headstack.ConfigError, match="RTL"):
        codesign.compare("hp_c2247", [1000], [5.0], requests=1000, body="rtl")


def test_the_table_of_the_page() -> None:
    rows = codesign.compare("hp_c2247", LENGTHS, CLOCKS, requests=REQUESTS)
    wanted = "\n".join(table(rows))
    assert wanted in PAGE.read_text(encoding="utf-8"), f"docs/codesign.md must hold\n{wanted}"


def table(rows: list[codesign.Row]) -> list[str]:
    """Lines of the page's table: time in us / share hidden in % / throughput lost in %."""
    lines = []
    for first in range(0, len(rows), len(codesign.DESIGNS)):
        here = rows[first : first + len(codesign.DESIGNS)]
        cells = [
            f"{1e3 * row['mean_decision_ms']:,.0f} / {100 * row['hidden_decisions']:.0f} / "
            f"{100 * row['throughput_lost'] + 0.0:.1f}".replace("-0.0", "0.0")
            for row in here
        ]
        lines.append(
            f"| {here[0]['queue_length']} | {here[0]['clock_mhz']:g} | {' | '.join(cells)} |"
        )
    return lines


def test_the_costs_are_those_counted() -> None:
    if shutil.which("riscv64-unknown-elf-gcc") is None:
        pytest.skip("no riscv64-unknown-elf-gcc")
    script = ROOT / "scripts" / "cycles.py"
    done = subprocess.run([sys.executable, script, "--json"], capture_output=True, check=True)
    counted = json.loads(done.stdout)
    text = (ROOT / "docs" / "drive-files.md").read_text(encoding="utf-8")
    for name, count in counted.items():
        found = re.search(rf"`controller\.{name}` .*?left out: (\d+)", text)
        assert found is not None, name
        # Another compiler makes other code.
        assert int(found[1]) == pytest.approx(count, rel=0.1), name
