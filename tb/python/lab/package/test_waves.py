"""Waveforms, read back with pyvcd: what changes when."""

import itertools
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from wave_signals import Signals, of_vcd

import headstack
from headstack import Bus, ConfigError, Drive, _core, workload
from headstack.charts import page

TURN = 60e12 / 5400  # ps, of the C2247
CLOCK = 25_000  # ps: 40 MHz


def at(changes: list[tuple[int, int | str]], time: int) -> int | str:
    return [value for when, value in changes if when <= time][-1]


def in_ms(changes: list[tuple[int, int | str]]) -> list[tuple[float, int | str]]:
    return [(round(time / 1e9, 3), value) for time, value in changes]


@pytest.fixture
def one_read(tmp_path: Path) -> Signals:
    """The read miss of docs/inside/architecture.md."""
    trace = tmp_path / "one.trace"
    trace.write_text("R Miss 500000 16 0 0\n")
    waves = tmp_path / "one.vcd"
    Drive("hp_c2247").run(workload.trace(trace), waves=waves)
    return of_vcd(waves)


def test_a_read_miss_by_hand(one_read: Signals) -> None:
    """Times from the tables of the drive, as docs/inside/architecture.md works them out."""
    assert in_ms(one_read["drive.bus_phase"]) == [
        (0.0, "command"),
        (0.581, "free"),
        (14.120, "reselection"),
        (14.307, "data_in"),
        (17.029, "status"),
        (17.086, "free"),
    ]
    assert in_ms(one_read["drive.seeking"])[:3] == [(0.0, 0), (0.558, 1), (10.680, 0)]
    assert in_ms(one_read["drive.cylinder"])[:2] == [(0.0, 0), (10.680, 402)]
    assert in_ms(one_read["drive.head"])[:2] == [(0.0, 0), (10.680, 9)]
    assert in_ms(one_read["drive.transfer"])[:2] == [(0.0, 0), (12.731, 1)]
    assert in_ms(one_read["drive.busy"]) == [(0.0, 1), (17.086, 0)]
    assert one_read["drive.write"] == [(0, 0)]
    assert in_ms(one_read["drive.segment_0.state"]) == [(0.0, "filling")]
    assert one_read["drive.segment_0.first"] == [(0, 500_000)]


def test_the_angle_is_the_time(one_read: Signals) -> None:
    angles = one_read["drive.angle"]
    assert len(angles) > 20
    for time, angle in angles:
        assert isinstance(angle, int)
        assert abs((time / TURN * 65_536 - angle + 32_768) % 65_536 - 32_768) < 1.01


@pytest.fixture(params=["behavioural", "rtl"])
def body(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    try:
        busy("sptf_hw", name)(None)
    except headstack.ConfigError as error:
        if "no RTL" in str(error):
            pytest.skip("no RTL in this build")
        raise
    return name


def busy(scheduler: str, body: str = "behavioural") -> Callable[[Path | None], headstack.Result]:
    drive = headstack.catalog.load("hp_c2247").with_value("comparator.body", body)
    load = workload.closed(outstanding=8, requests=60, seed=3)
    return lambda waves: Drive(drive, scheduler).run(load, waves=waves)


def test_waves_change_nothing(tmp_path: Path) -> None:
    for scheduler in ("fcfs", "sptf_hw"):
        run = busy(scheduler)
        with_waves = run(tmp_path / f"{scheduler}.vcd").columns
        without = run(None).columns
        assert all((with_waves[name] == without[name]).all() for name in without)


def test_tags_and_queue_follow_the_rows(tmp_path: Path) -> None:
    rows = busy("sptf")(tmp_path / "waves.vcd").columns
    signals = of_vcd(tmp_path / "waves.vcd")
    for i in range(len(rows["id"])):
        start, finish = int(rows["start"][i]), int(rows["finish"][i])
        assert at(signals["drive.tag"], start) == rows["tag"][i]
        assert at(signals["drive.busy"], (start + finish) // 2) == 1
        if start == 0:
            continue  # the others are still on their way over the bus
        waiting = ((rows["arrival"] <= start) & (rows["start"] > start)).sum()
        assert at(signals["drive.queue"], start) == waiting
    assert at(signals["drive.busy"], int(rows["finish"][-1])) == 0


def test_the_arm_is_where_the_blocks_are(tmp_path: Path) -> None:
    """Blocks run from the outer edge inwards: the order of addresses is that of cylinders."""
    writes = workload.closed(outstanding=8, requests=60, read_fraction=0, seed=3)
    rows = Drive("hp_c2247", "fcfs").run(writes, waves=tmp_path / "waves.vcd").columns
    signals = of_vcd(tmp_path / "waves.vcd")
    places = sorted(
        (int(lbn), at(signals["drive.cylinder"], int(finish)))
        for lbn, finish in zip(rows["lbn"], rows["finish"], strict=True)
    )
    cylinders = [cylinder for _, cylinder in places]
    assert cylinders == sorted(cylinders)
    assert len(set(cylinders)) > 50
    assert cylinders[-1] <= 2050
    # Each has a transfer in its time, while writing.
    for start, finish in zip(rows["start"], rows["finish"], strict=True):
        begins = [t for t, value in signals["drive.transfer"] if value == 1 and start < t < finish]
        assert begins
        assert at(signals["drive.write"], begins[0]) == 1


def test_scans(tmp_path: Path, body: str) -> None:
    result = busy("sptf_hw", body)(tmp_path / "waves.vcd")
    signals = of_vcd(tmp_path / "waves.vcd")
    scanning = signals["drive.comparator.scanning"]
    begins = [time for time, value in scanning if value == 1]
    ends = [time for time, value in scanning if value == 0 and time > begins[0]]
    scans = round(result.summary["candidates_per_decision"] * 60)
    assert len(begins) == len(ends) == scans
    # 256 entries, one a clock, and what docs/inside/comparator.md adds for one lane.
    assert {end - begin for begin, end in zip(begins, ends, strict=True)} == {(256 + 49) * CLOCK}
    clock = [time for time, value in signals["drive.comparator.clock"] if value == 1]
    assert all(b - a >= CLOCK for a, b in itertools.pairwise(clock))
    # It decides when the requests start, and rests in between.
    starts = sorted(int(start) for start in result.columns["start"])[1:]
    for begin, start in zip(begins[1:], starts, strict=True):
        assert 0 <= begin - start < 100 * CLOCK
    assert at(signals["drive.comparator.found"], ends[0]) == 1


def test_the_command(cli: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path) -> None:
    options = ["run", "--rate", "20", "--requests", "5", "--waves"]
    assert cli(*options, "waves.vcd").returncode == 0
    assert of_vcd(tmp_path / "waves.vcd")["drive.tag"]
    outcome = cli(*options, "none/waves.vcd")
    assert outcome.returncode != 0
    assert "cannot write none/waves.vcd" in outcome.stderr
    with pytest.raises(headstack.ConfigError, match="cannot write"):
        busy("fcfs")(tmp_path / "none" / "waves.vcd")


def test_each_drive_of_a_bus_writes_its_own(tmp_path: Path) -> None:
    """They change nothing, and two drives never have the bus at once."""
    drives = [Drive("hp_c2247")] * 2
    loads = [workload.closed(2, requests=30, seed=seed) for seed in (1, 2)]
    plain = Bus(drives).run(loads)
    folder = tmp_path / "waves"
    waved = Bus(drives).run(loads, waves=folder)
    for one, other in zip(plain.results, waved.results, strict=True):
        assert one.summary["schedule_sha256"] == other.summary["schedule_sha256"]
    names = {"drive_0.vcd", "drive_1.vcd"}
    assert {file.name for file in folder.iterdir()} == {*names, "drive_0.gtkw", "drive_1.gtkw"}
    held = []
    for file in folder.glob("*.vcd"):
        signals = of_vcd(file)
        phases = next(signals[name] for name in signals if name.endswith(".bus_phase"))
        held += [
            (since, until)
            for (since, phase), (until, _) in itertools.pairwise(phases)
            if phase != "free"
        ]
    held.sort()
    assert len(held) > 200
    assert all(until <= since for (_, until), (since, _) in itertools.pairwise(held))
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="cannot make the folder"):
        Bus(drives).run(loads, waves=tmp_path / "file")


def test_the_page_says_how_large_a_file_is(tmp_path: Path) -> None:
    page_of_waves = Path(__file__).resolve().parents[4] / "docs/use/waves.md"
    [table] = page.marked(page_of_waves.read_text(encoding="utf-8"), "sizes")
    loads = [workload.closed(1, requests=100), workload.closed(20, requests=100)]
    loads.append(workload.random(20, requests=100))
    for line in table[2].splitlines()[2:]:
        core, schedulers, said = (cell.strip() for cell in line.strip("|").split("|"))
        timed = {"controller.core": "iss", "controller.clock": "20 MHz"}
        if "iss" in core and "iss" not in _core.cores():
            continue
        sizes = []
        for scheduler in re.findall(r"`(\w+)`", schedulers):
            drive = Drive("hp_c2247", scheduler, conditions=timed if "iss" in core else None)
            for load in loads:
                drive.run(load, waves=tmp_path / "x.vcd")
                sizes.append((tmp_path / "x.vcd").stat().st_size / load.requests / 1000)
        low, high = (float(one) for one in said.split(" to "))
        # A compiler may need some instructions more or less, and so some changes.
        within = 0.1 if "iss" in core else 0.05
        assert min(sizes) == pytest.approx(low, rel=within), line
        assert max(sizes) == pytest.approx(high, rel=within), line
