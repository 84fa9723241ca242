"""`headstack codesign`, and the tables of docs/use/codesign.md."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

import headstack
from headstack import codesign, workload
from headstack._core import cores
from headstack.charts import page

ROOT = Path(__file__).resolve().parents[4]
PAGE = ROOT / "docs/use/codesign.md"

pytestmark = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def test_a_row_a_point(tmp_path: Path) -> None:
    from headstack.cli import app

    plot = tmp_path / "lost.png"
    arguments = ["codesign", "--outstanding", "1", "--outstanding", "20", "--clock", "5"]
    done = CliRunner().invoke(
        app,
        [*arguments, "--requests", "300", "--seeds", "2", "--plot", str(plot), "--json"],
        catch_exceptions=False,
    )
    assert done.exit_code == 0
    rows = json.loads(done.stdout)["runs"]
    assert [(row["queue_length"], row["design"]) for row in rows] == [
        (length, design) for length in (1, 20) for design in codesign.DESIGNS
    ]
    assert plot.stat().st_size > 1000
    # A closed loop of one request: nothing is there to choose from while another is served.
    each = len(codesign.DESIGNS)
    assert all(row["hidden_decisions"] == 0 and row["throughput_lost"] > 0 for row in rows[:each])
    search, serial, parallel, _, second = (row["mean_decision_cycles"] for row in rows[each:])
    # A scan of 20 entries can be over before the processor, at 5 MHz, reads its result.
    assert search > serial >= parallel >= second
    assert rows[each]["gain"] == rows[each]["gain_half"] == 0
    # The mean of two, and half the 95 % interval: 12.706 / sqrt(2) standard deviations.
    one, other = (
        codesign.compare("hp_c2247", [20], [5.0], requests=300, seed=seed, seeds=1)[1]
        for seed in (1, 2)
    )
    assert one["throughput_per_s_half"] is None
    rates = [one["throughput_per_s"], other["throughput_per_s"]]
    assert rows[each + 1]["throughput_per_s"] == pytest.approx(sum(rates) / 2)
    assert rows[each + 1]["throughput_per_s_half"] == pytest.approx(
        12.706 * abs(rates[0] - rates[1]) / 2, rel=1e-3
    )


def test_losses_are_against_code_that_takes_no_time() -> None:
    (row, *_) = codesign.compare("hp_c2247", [10], [20.0], requests=300, seeds=1)
    load = workload.closed(10, requests=300)
    ideal = headstack.Drive("hp_c2247", "sptf", conditions=codesign.IDEAL).run(load)
    finish, arrival = ideal.columns["finish"], ideal.columns["arrival"]
    begin = finish.min()
    throughput = 299e12 / int(finish.max() - begin)  # of the requests after the first
    assert row["throughput_lost"] == pytest.approx(1 - row["throughput_per_s"] / throughput)
    later = arrival >= begin
    response = (finish - arrival)[later].mean() / 1e9
    assert row["response_lost_ms"] == pytest.approx(row["mean_response_ms"] - response)


def by_design(rows: list[codesign.Row]) -> dict[str, codesign.Row]:
    """The rows of one load and clock by their designs."""
    return {row["design"]: row for row in rows}


def test_the_load_of_the_seek_table_does_not_count() -> None:
    """The 16 TB drive has 510,400 cylinders: 2 s at 5 MHz for both directions of the table."""
    rows = by_design(codesign.compare("seagate_exos_x16", [4], [5.0], requests=300, seeds=1))
    comparator = headstack.Drive(
        "seagate_exos_x16",
        "sptf_hw",
        conditions={
            "controller.core": "iss",
            "controller.clock": "5 MHz",
            "comparator.distances": 510_400,
        },
    )
    with_load = comparator.run(workload.closed(4, requests=300)).summary
    assert with_load["throughput_per_s"] < 0.7 * rows[codesign.SEARCH]["throughput_per_s"]
    assert abs(rows[codesign.SERIAL]["gain"]) < 0.02
    # Only the first four requests wait for it.
    assert rows[codesign.SERIAL]["mean_response_ms"] < with_load["mean_response_ms"] - 20


def test_twice_the_clock() -> None:
    rows = codesign.compare("hp_c2247", [4], [5.0, 10.0], requests=200, seeds=2)
    slow, fast = by_design(rows[: len(rows) // 2]), by_design(rows[len(rows) // 2 :])
    double, search = slow[codesign.DOUBLE_CLOCK], fast[codesign.SEARCH]
    assert (double["clock_mhz"], search["clock_mhz"]) == (5, 10)
    for name in ("throughput_per_s", "core_utilisation", "throughput_lost"):
        assert double[name] == search[name]
    assert double["gain"] > 0 == search["gain"]


def test_the_fastest_clock_is_not_doubled() -> None:
    fastest = codesign.FASTEST_MHZ
    rows = by_design(codesign.compare("hp_c2247", [1], [fastest], requests=20, seeds=1))
    assert rows[codesign.DOUBLE_CLOCK]["gain"] == 0


def test_the_second_core_does_not_wait_for_a_scan() -> None:
    """One request leaves no choice, and the durations of decisions can be compared."""
    rows = by_design(
        codesign.compare("hp_c2247", [1], [20.0], comparator_mhz=2, requests=200, seeds=1)
    )
    second, serial = rows[codesign.SECOND_CORE], rows[codesign.SERIAL]
    scan = 64 + 49  # clocks of the comparator, for 64 entries and one lane
    waits = serial["mean_decision_cycles"] - second["mean_decision_cycles"]
    assert waits == pytest.approx(scan * 20 / 2, rel=0.05)
    assert second["gain"] > serial["gain"]


def test_arrivals_at_a_rate(tmp_path: Path) -> None:
    from headstack.cli import app

    plot = tmp_path / "lost.png"
    arguments = ["codesign", "--rate", "20", "--rate", "60", "--clock", "5", "--requests", "500"]
    arguments += ["--seeds", "2"]
    done = CliRunner().invoke(
        app, [*arguments, "--plot", str(plot), "--json"], catch_exceptions=False
    )
    assert done.exit_code == 0
    rows = json.loads(done.stdout)["runs"]
    assert [(row["rate_per_s"], row["queue_length"], row["design"]) for row in rows] == [
        (rate, None, design) for rate in (20, 60) for design in codesign.DESIGNS
    ]
    assert plot.stat().st_size > 1000
    # What arrives is served, whoever chooses; all that it can cost is time.
    assert not any(row["saturated"] for row in rows)
    assert all(abs(row["throughput_lost"]) < 0.01 for row in rows)
    table = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert "arrivals of 8 KiB requests" in table.stdout


def test_the_comparator_in_rtl_costs_what_the_behavioural_one_does() -> None:
    if not has_rtl():
        pytest.skip("this build has no RTL")
    found = {
        body: codesign.compare("hp_c2247", [200], [5.0], requests=200, body=body, seeds=1)
        for body in ("behavioural", "rtl")
    }
    for one, other in zip(found["behavioural"], found["rtl"], strict=True):
        assert {**one, "body": None} == {**other, "body": None}
    assert [row["body"] for row in found["rtl"]] == [None, "rtl", "rtl", None, None]


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
    with pytest.raises(headstack.ConfigError, match="seeds"):
        codesign.compare("hp_c2247", [1], seeds=0)
    with pytest.raises(headstack.ConfigError, match="no time on the host"):
        codesign.compare("hp_c2247", [1], core="host")


def compiler() -> str:
    """Version of the cross compiler: another one makes other code, with other cycles."""
    command = shutil.which("riscv64-unknown-elf-gcc")
    if command is None:
        return "none"
    return subprocess.run(
        [command, "-dumpversion"], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize(
    ("drive", "length", "clock"), [("hp_c2247", 64, 20.0), ("seagate_exos_x16", 4, 10.0)]
)
def test_cells_of_the_page(
    load_script: Callable[[str], ModuleType], drive: str, length: int, clock: float
) -> None:
    """All cells take minutes; these are made anew as the page says that they were made."""
    text = PAGE.read_text(encoding="utf-8")
    made_with = re.search(r"GCC (\S+) for RISC-V", text)
    assert made_with is not None
    if compiler() != made_with[1]:
        pytest.skip(f"the page is of GCC {made_with[1]}, and this is {compiler()}")
    cells = load_script("codesign").line(codesign.compare(drive, [length], [clock]))
    assert cells[:3] == (drive, str(length), f"{clock:g}")
    assert f"| {' | '.join(cells)} |" in text


def test_areas_of_the_page(load_script: Callable[[str], ModuleType]) -> None:
    """The figures are in docs/inside/comparator.md."""
    [areas] = page.marked(PAGE.read_text(encoding="utf-8"), "areas")
    assert areas[2] == f"{load_script('codesign').areas()}\n"


def test_conclusions_of_the_page() -> None:
    """The statements of the prose are true of the numbers in the table."""
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d+) \| \d+ \| [\d,]+ \|(.*)\|$", text, re.MULTILINE)
    clocked, alone, paying = 0, [], []
    for drive, length, rest in rows:
        _, _, *measured = (cell.strip() for cell in rest.split("|"))
        gain, double, second, _ = (tuple(map(float, cell.split(" ± "))) for cell in measured)
        clocked += double[0] > gain[0]
        assert second[0] - gain[0] <= second[1] + gain[1]
        if length == "1":
            alone.append((drive, gain[0]))
        elif gain[0] > max(gain[1], 0.1):
            paying.append(gain[0])
    assert f"in {clocked} of the {len(rows)} rows" in " ".join(text.split())
    modern = [gain for drive, gain in alone if drive == "seagate_exos_x16"]
    older = [gain for drive, gain in alone if drive != "seagate_exos_x16"]
    assert (min(older), max(older), min(modern), max(modern)) == (0.2, 1.1, 1.0, 3.4)
    assert sorted(paying) == [0.7, 1.8, 3.0, 19.6]
    assert f"{len(paying)} of {len(rows) - len(alone)} rows" in text


@pytest.mark.parametrize("drive", [drive.name for drive in headstack.drives()])
def test_every_drive_is_compared(drive: str) -> None:
    from headstack.cli import app

    small = ["--outstanding", "1", "--clock", "20", "--requests", "10", "--seeds", "1", "--json"]
    done = CliRunner().invoke(app, ["codesign", "--drive", drive, *small])
    assert done.exit_code == 0, done.output
    assert {row["drive"] for row in json.loads(done.stdout)["runs"]} == {drive}
