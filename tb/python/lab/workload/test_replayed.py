"""Somebody's trace on a drive (docs/use/traces.md): when each request goes, and where it lies."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from headstack import Bus, Drive, Load, catalog, sweep, workload
from headstack.errors import ConfigError, RunError
from headstack.workload.text import WORDS, _texts, maker_of

DISK = "hp_c2247"
BLOCKS = catalog.load(DISK).blocks
LINES = ["0,0,8192,r,0.0", "0,1600,4096,w,0.5", "0,0,8192,R,0.501", "0,320,512,W,2.5"]


def spc(folder: Path, lines: list[str], name: str = "a.spc") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def rows(load: workload.Workload, **drive: Any) -> dict[str, Any]:
    """Columns of a run, by the requests' numbers."""
    columns = Drive(DISK, **drive).run(load).columns
    order = np.argsort(columns["id"])
    return {name: column[order] for name, column in columns.items()}


def test_open(tmp_path: Path) -> None:
    """Each at its time, and where the file says."""
    found = rows(workload.replay(spc(tmp_path, LINES)))
    assert (found["arrival"] / 1e12).tolist() == [0.0, 0.5, 0.501, 2.5]
    assert found["lbn"].tolist() == [0, 1600, 0, 320]
    assert found["blocks"].tolist() == [16, 8, 16, 1]
    assert found["write"].tolist() == [False, True, False, True]


def test_faster(tmp_path: Path) -> None:
    for speed in ("2x", 2, 2.0):
        found = rows(workload.replay(spc(tmp_path, LINES), speed=speed))
        assert (found["arrival"] / 1e12).tolist() == [0.0, 0.25, 0.2505, 1.25]


def test_the_first_request_is_at_the_start(tmp_path: Path) -> None:
    late = [line.replace(",0.0", ",9.25") for line in LINES[:1]] + ["0,8,512,w,10.5"]
    found = rows(workload.replay(spc(tmp_path, late)))
    assert (found["arrival"] / 1e12).tolist() == [0.0, 1.25]


def test_the_first_ones(tmp_path: Path) -> None:
    """Of those that are on the drive, so many as there are."""
    path = spc(tmp_path, [f"0,{BLOCKS},512,r,0", *LINES])
    for count, kept in ((2, 2), (99, 4)):
        load = workload.replay(path, map="clip", requests=count)
        assert rows(load)["lbn"].tolist() == [0, 1600, 0, 320][:kept]
    measured = tmp_path / "b.trace"
    measured.write_text("R Miss 564347 2 14095.370 13876.270\nW Miss 4 2 9000.5 0\n")
    assert rows(workload.replay(measured, requests=1))["lbn"].tolist() == [564347]


def test_out_of_order(tmp_path: Path) -> None:
    """Requests are in the order of their arrivals, whatever the file's."""
    found = rows(workload.replay(spc(tmp_path, [LINES[i] for i in (1, 0, 3, 2)])))
    assert found["lbn"].tolist() == [0, 1600, 0, 320]


def test_closed(tmp_path: Path) -> None:
    """Two in the system: the third goes when one of the first two is over."""
    load = workload.replay(spc(tmp_path, LINES), mode="closed", outstanding=2)
    found = rows(load)
    assert found["arrival"][:2].tolist() == [0, 0]
    assert found["arrival"][2] == found["finish"][:2].min()
    assert found["arrival"][3] == np.sort(found["finish"][:3])[1]
    assert load.settings()["open"] is False


def test_dependent(tmp_path: Path) -> None:
    """The third is for the first's blocks; with the first late, it and the fourth wait."""
    lines = ["0,0,8192,r,0.0", "0,160000,8192,w,0.001", "0,8,512,R,0.002", "0,320,512,W,0.003"]
    found = rows(workload.replay(spc(tmp_path, lines), mode="dependent"))
    assert found["arrival"][1] == 1_000_000_000
    assert found["arrival"][2] == found["finish"][0]
    assert found["arrival"][3] == found["arrival"][2] + 1_000_000_000


@pytest.mark.parametrize(
    ("way", "lbns", "left_out"),
    [
        ("fold", [0, BLOCKS - 4, 100], 0),
        ("scale", [0, BLOCKS // 2, BLOCKS - 5], 0),
        ("clip", [0], 2),
    ],
)
def test_a_volume_that_is_larger(tmp_path: Path, way: str, lbns: list[int], left_out: int) -> None:
    """Twice the drive, with a request of 4 blocks across its end."""
    lines = ["0,0,2048,r,0", f"0,{BLOCKS - 1},2048,r,1", f"0,{2 * BLOCKS - 4},2048,r,2"]
    lines = lines if way != "fold" else [*lines[:2], f"0,{BLOCKS + 100},2048,r,2"]
    load = workload.replay(spc(tmp_path, lines), map=way)
    result = Drive(DISK).run(load)
    found = result.columns["lbn"].tolist()
    assert result.settings.workload["left_out"] == left_out
    assert len(found) == len(lbns)
    for one, other in zip(found, lbns, strict=True):
        assert abs(one - other) <= (1 if way == "scale" else 0)


def test_offset(tmp_path: Path) -> None:
    lines = [f"0,{BLOCKS * 3},2048,r,0", f"0,{BLOCKS * 3 + 100},2048,r,1"]
    assert rows(workload.replay(spc(tmp_path, lines), map="offset"))["lbn"].tolist() == [0, 100]


def test_one_of_several_devices(tmp_path: Path) -> None:
    path = spc(tmp_path, [LINES[0], LINES[1].replace("0,", "1,", 1), LINES[3]])
    with pytest.raises(ConfigError, match=r"requests of 2 devices; choose one .*0 \(2\), 1 \(1\)"):
        workload.replay(path)
    assert workload.replay(path, device="0").requests == 2
    assert workload.replay(path, device="all").requests == 3


@pytest.mark.parametrize("device", ["1", "'1'"])
def test_a_device_named_by_digits_in_a_text(tmp_path: Path, device: str) -> None:
    path = spc(tmp_path, [LINES[0], LINES[1].replace("0,", "1,", 1), LINES[3]])
    load = workload.parse(f"trace('{path}', device={device}, requests=7)").load
    assert (load.requests, load.settings()["device"]) == (1, "1")
    (tmp_path / "2015").write_text(path.read_text())
    assert workload.parse(f"trace(2015, device={device})", folder=tmp_path).load.requests == 1
    found = sweep(drive=DISK, workload=f"trace('{path}', device={device})")
    assert found.table["requests"].to_pylist() == [1]


def test_arguments_that_are_texts_stay_texts() -> None:
    """Of every word: those that take a text and no number."""
    found = {word: sorted(_texts(maker_of(word))) for word in WORDS if _texts(maker_of(word))}
    assert found == {"trace": ["device", "format", "map", "mode", "path"]}


@pytest.mark.parametrize(("devices", "shown"), [(22, "21 (1)"), (101, "and 1 more, which `head")])
def test_all_devices_are_listed(tmp_path: Path, devices: int, shown: str) -> None:
    path = spc(tmp_path, [f"{place},0,512,r,0.5" for place in range(devices)])
    with pytest.raises(ConfigError, match=r"choose one with device \(--device\)") as caught:
        workload.replay(path)
    assert shown in str(caught.value)
    with pytest.raises(ConfigError, match="no request for device x; it has 0, 1, 2"):
        workload.replay(path, device="x")


def test_malformed_lines_that_may_be(tmp_path: Path) -> None:
    path = spc(tmp_path, [LINES[0], "rubbish", LINES[3]])
    with pytest.raises(ConfigError, match=r"a\.spc:2: "):
        workload.replay(path)
    assert workload.replay(path, skip_bad=1).requests == 2


def test_a_validation_is_measured_or_not(tmp_path: Path) -> None:
    """As `trace` has it, unless a mode is named."""
    path = tmp_path / "b.trace"
    path.write_text("R Miss 564347 2 14095.370 13876.270\nW Miss 4 2 9000.5 0\n")
    drive = Drive(DISK)
    alone = drive.run(workload.trace(path)).summary["schedule_sha256"]
    assert drive.run(workload.replay(path)).summary["schedule_sha256"] == alone
    assert drive.run(workload.replay(path, mode="open")).summary["schedule_sha256"] != alone


def test_on_a_bus(tmp_path: Path) -> None:
    """With requests that clip leaves out on one drive."""
    path = spc(tmp_path, [*LINES, f"0,{BLOCKS},512,r,3"])
    load = workload.replay(path, map="clip")
    found = Bus([Drive(DISK), Drive("seagate_exos_x16")]).run([Load(0, load), Load(1, load)])
    assert [len(result.columns["id"]) for result in found.results] == [4, 5]


def test_it_pickles(tmp_path: Path) -> None:
    """A worker reads the file again."""
    load = workload.replay(spc(tmp_path, LINES), speed=3)
    again = pickle.loads(pickle.dumps(load))
    drive = pickle.loads(pickle.dumps(Drive(DISK, "sptf", queue_depth=9)))
    assert drive.config.to_toml() == Drive(DISK, "sptf", queue_depth=9).config.to_toml()
    assert (
        drive.run(again).summary["schedule_sha256"]
        == (Drive(DISK, "sptf", queue_depth=9).run(load).summary["schedule_sha256"])
    )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"mode": "shut"}, "mode is 'shut'; it must be one of open, closed, dependent"),
        ({"mode": "closed"}, "mode 'closed' needs outstanding"),
        ({"outstanding": 4}, "outstanding is for mode 'closed', not 'open'"),
        ({"mode": "closed", "outstanding": 0}, "outstanding is 0"),
        ({"speed": "fast"}, "speed is 'fast'; it must be a factor"),
        ({"speed": 0}, "speed is 0; it must be a factor"),
        ({"speed": 1e-6}, "take a higher speed|of simulated"),
        ({"map": "squeeze"}, "map is 'squeeze'"),
        ({"mode": "measured"}, "is for DiskSim's validation"),
        ({"device": "7"}, "no request for device 7"),
    ],
)
def test_what_cannot_be(tmp_path: Path, given: dict[str, Any], says: str) -> None:
    path = spc(tmp_path, [*LINES, "0,0,512,r,9000000"])
    with pytest.raises(ConfigError, match=says):
        workload.replay(path, **given)


MEASURE = """
import sys
from headstack import Drive, workload
found = Drive("hp_c2247", "sstf").stream(workload.replay(sys.argv[1], speed=0.5))
assert found.summary["requests"] == int(sys.argv[2])
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def test_a_longer_trace_takes_no_more_memory(tmp_path: Path) -> None:
    """Half a million requests more; their rows would be 68 MB."""
    peaks = []
    for count in (500_000, 1_000_000):
        random = np.random.default_rng(1)
        lbn = random.integers(0, BLOCKS - 16, count)
        lines = [f"0,{place},8192,r,{i * 0.02:.2f}" for i, place in enumerate(lbn)]
        path = spc(tmp_path, lines)
        done = subprocess.run(
            [sys.executable, "-c", MEASURE, str(path), str(count)],
            capture_output=True,
            text=True,
            check=True,
        )
        peaks.append(int(done.stdout))
    assert peaks[1] - peaks[0] < 15_000  # KiB


def test_a_file_that_changes_while_it_is_read(tmp_path: Path) -> None:
    """What is wrong in the second pass comes out of the run, with its line; the next is well."""
    path = spc(tmp_path, LINES)
    load = workload.replay(path)
    path.write_text(f"{LINES[0]}\nrubbish\n")
    with pytest.raises(ConfigError, match=r"a\.spc:2: "):
        Drive(DISK).run(load)
    path.write_text(f"{LINES[0]}\n")
    with pytest.raises(RunError, match="1 of 4 requests were served"):
        Drive(DISK).run(load)
    spc(tmp_path, LINES)
    assert Drive(DISK).run(load).summary["requests"] == 4
