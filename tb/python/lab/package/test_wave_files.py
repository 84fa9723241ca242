"""Files of waveforms: FST against VCD, the requests in them, sessions, lanes, and save files."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from wave_signals import Signals, of_fst, of_vcd

from headstack import Bus, CheckCondition, ConfigError, Drive, Load, _core, workload

DRIVE = "hp_c2247"
CLOSED = workload.closed(8, requests=60, seed=3)
RTL = {"comparator.body": "rtl", "comparator.entries": 16, "comparator.lanes": 4}
ISS = {"controller.core": "iss", "controller.clock": "20 MHz"}

needs_iss = pytest.mark.skipif("iss" not in _core.cores(), reason="built without the core iss")


def value_at(signals: Signals, name: str, time: int) -> int | str:
    return [value for when, value in signals[name] if when <= time][-1]


@pytest.mark.parametrize(
    ("scheduler", "conditions"),
    [
        ("fcfs", {}),
        pytest.param("sptf", ISS, marks=needs_iss),
        ("sptf_hw", RTL),
        pytest.param("asptf_hw(6)", {**RTL, **ISS}, marks=needs_iss),
    ],
)
def test_fst_has_what_vcd_has(
    scheduler: str, conditions: dict[str, object], tmp_path: Path
) -> None:
    drive = Drive(DRIVE, scheduler, conditions=conditions)
    files = [tmp_path / "run.vcd", tmp_path / "run.fst"]
    for file in files:
        drive.run(CLOSED, waves=file)
    vcd, fst = of_vcd(files[0]), of_fst(files[1])
    assert vcd.keys() == fst.keys()
    for name, changes in vcd.items():
        assert fst[name] == changes, name
    assert sum(map(len, vcd.values())) > 1000
    assert files[1].stat().st_size < files[0].stat().st_size / 4


@needs_iss
def test_an_fst_file_is_as_small_as_its_page_says(tmp_path: Path) -> None:
    drive = Drive(DRIVE, "sptf", conditions=ISS)
    sizes = []
    for name in ("run.vcd", "run.fst"):
        drive.run(workload.random(20, requests=500), waves=tmp_path / name)
        sizes.append((tmp_path / name).stat().st_size)
    assert sizes[1] == pytest.approx(0.13e6, rel=0.1)
    assert sizes[0] > 20 * sizes[1]


def check_requests(rows: dict[str, np.ndarray], signals: Signals) -> None:
    for i, number in enumerate(rows["id"].tolist()):
        middle = (int(rows["start"][i]) + int(rows["finish"][i])) // 2
        assert value_at(signals, "drive.request", middle) == number
        assert value_at(signals, "drive.lbn", middle) == rows["lbn"][i]
        assert value_at(signals, "drive.tag", middle) == rows["tag"][i]
    sent = [number for _, number in signals["drive.command.request"]]
    assert len(sent) == len(set(sent)) > 40  # of several at one instant, the last
    assert set(sent) <= set(rows["id"].tolist())


@pytest.mark.parametrize("core", ["host", pytest.param("iss", marks=needs_iss)])
def test_requests_follow_the_rows(core: str, tmp_path: Path) -> None:
    drive = Drive(DRIVE, "sptf", conditions={"controller.core": core})
    rows = drive.run(CLOSED, waves=tmp_path / "run.vcd").columns
    check_requests(rows, of_vcd(tmp_path / "run.vcd"))


def test_two_hosts_with_the_same_tags(tmp_path: Path) -> None:
    """A tag does not name a request, because each host numbers its own."""
    loads = [
        Load(0, workload.closed(4, requests=40, seed=seed), host) for seed, host in ((1, 6), (2, 7))
    ]
    found = Bus([Drive(DRIVE, "sptf")]).run(loads, waves=tmp_path)
    signals = of_vcd(tmp_path / "drive_0.vcd")
    same = 0
    for result, other in itertools.permutations(found.results):
        rows = result.columns
        for i in range(len(rows["id"])):
            middle = (int(rows["start"][i]) + int(rows["finish"][i])) // 2
            assert value_at(signals, "drive.lbn", middle) == rows["lbn"][i]
            assert value_at(signals, "drive.request", middle) == rows["id"][i]
            waiting = (other.columns["arrival"] < middle) & (other.columns["finish"] > middle)
            same += rows["tag"][i] in other.columns["tag"][waiting]
    assert same > 10


@pytest.mark.parametrize("ending", ["vcd", "fst"])
def test_a_session(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"session.{ending}"
    with Drive(DRIVE).open(waves=file) as device:
        device.read(700_000, 4)
        device.write(123_456, bytes(512 * 2))
        device.command([0, 0, 0, 0, 0, 0])
        assert not file.exists()
        end = device.now
    signals = of_vcd(file) if ending == "vcd" else of_fst(file)
    assert [value for _, value in signals["drive.command.request"]] == [0, 1, 2]
    assert [value for _, value in signals["drive.command.lbn"]][:2] == [700_000, 123_456]
    assert [value for _, value in signals["drive.command.blocks"]][:2] == [4, 2]
    assert [value for _, value in signals["drive.bus_phase"]][-2:] == ["status", "free"]
    assert signals["drive.bus_phase"][-1][0] <= end


def test_a_session_that_fails_keeps_its_signals(tmp_path: Path) -> None:
    """The signals up to the failure are often the reason for the file."""
    file = tmp_path / "session.vcd"
    with pytest.raises(CheckCondition), Drive(DRIVE).open(waves=file) as device:
        device.command([0xFF] * 6)
    assert [value for _, value in of_vcd(file)["drive.command.request"]] == [0]
    with pytest.raises(ConfigError, match="cannot write"):
        Drive(DRIVE).open(waves=tmp_path / "none" / "x.vcd")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["session.gtkw", "session.vcd"]


def test_a_session_that_nobody_closes_leaves_no_file(tmp_path: Path) -> None:
    device = Drive(DRIVE).open(waves=tmp_path / "session.vcd")
    device.read(5)
    del device
    assert list(tmp_path.iterdir()) == []


def test_lanes_of_the_comparator(tmp_path: Path) -> None:
    """The least valid key of all lanes in a scan is the winner's key."""
    result = Drive(DRIVE, "sptf_hw", conditions=RTL).run(CLOSED, waves=tmp_path / "run.vcd")
    signals = of_vcd(tmp_path / "run.vcd")
    scanning = [(time, value) for time, value in signals["drive.comparator.scanning"] if time]
    scans = [(begin, end) for (begin, on), (end, _) in itertools.pairwise(scanning) if on == 1]
    assert len(scans) == len(result.columns["id"])
    for begin, end in scans:
        keys = [
            value_at(signals, f"drive.comparator.lane_{lane}.key", time)
            for lane in range(4)
            for time in range(begin, end, 25_000)
            if value_at(signals, f"drive.comparator.lane_{lane}.valid", time) == 1
        ]
        assert keys
        assert min(keys) == value_at(signals, "drive.comparator.key", end)
    assert "drive.comparator.lane_4.key" not in signals


def test_the_save_file_names_all_signals(tmp_path: Path) -> None:
    for ending, read in (("vcd", of_vcd), ("fst", of_fst)):
        file = tmp_path / f"{ending}.{ending}"
        Drive(DRIVE, "sptf_hw").run(CLOSED, waves=file)
        lines = file.with_suffix(".gtkw").read_text(encoding="utf-8").splitlines()
        assert lines[1] == f'[dumpfile] "{file.name}"'
        shown = [line.split("[")[0] for line in lines if line.startswith("drive.")]
        assert shown == list(read(file))


def test_a_save_file_that_exists_stays(tmp_path: Path) -> None:
    (tmp_path / "w.gtkw").write_text("mine", encoding="utf-8")
    Drive(DRIVE).run(CLOSED, waves=tmp_path / "w.vcd")
    assert (tmp_path / "w.gtkw").read_text(encoding="utf-8") == "mine"
    with pytest.raises(ConfigError, match=r"x\.gtkw: a save file .* end the name with \.vcd"):
        Drive(DRIVE).run(CLOSED, waves=tmp_path / "x.gtkw")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["w.gtkw", "w.vcd"]


def test_the_format_of_a_bus(tmp_path: Path) -> None:
    drives = [Drive(DRIVE)] * 2
    loads = [workload.closed(2, requests=20, seed=seed) for seed in (1, 2)]
    Bus(drives).run(loads, waves=tmp_path / "fst", wave_format="fst")
    Bus(drives).run(loads, waves=tmp_path / "vcd")
    for number in (0, 1):
        vcd = of_vcd(tmp_path / "vcd" / f"drive_{number}.vcd")
        assert of_fst(tmp_path / "fst" / f"drive_{number}.fst") == vcd
    with pytest.raises(ConfigError, match="wave_format is 'ghw'; it must be one of vcd, fst"):
        Bus(drives).run(loads, wave_format="ghw")  # type: ignore[arg-type]
