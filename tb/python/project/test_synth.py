"""The counts and readings of scripts/synth, without its tools: a synthesis takes minutes."""

import importlib.util
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from headstack import catalog

ROOT = Path(__file__).resolve().parents[3]
LoadScript = Callable[[str], ModuleType]


@pytest.fixture
def synth(load_script: LoadScript) -> ModuleType:
    return load_script("synth")


def test_a_carry_takes_two_luts(synth: ModuleType) -> None:
    """ECP5 family data sheet: a slice in ripple mode is two LUT4, in distributed RAM mode it takes
    two more slices, of which the third has the write port."""
    assert synth.luts({"LUT4": 7}) == 7
    assert synth.luts({"LUT4": 7, "CCU2C": 3}) == 7 + 2 * 3
    assert synth.luts({"TRELLIS_DPR16X4": 5, "TRELLIS_FF": 9, "DP16KD": 2}) == 6 * 5


def test_the_seek_table_holds_the_c2247(synth: ModuleType) -> None:
    cylinders = catalog.load("hp_c2247").value("layout.cylinders")
    assert cylinders == 2051
    for lanes in (1, 2, 4, 8, 16):
        distances = synth.seek_distances(lanes)
        assert distances >= cylinders
        assert distances & (distances - 1) == 0  # the direction is the bit above the distance


def test_the_smallest_part_with_so_many_memories(synth: ModuleType) -> None:
    found = [synth.part(memories) for memories in (1, 56, 57, 108, 109, 208)]
    assert found == ["25k", "25k", "45k", "45k", "85k", "85k"]
    with pytest.raises(SystemExit, match="the largest part has 208"):
        synth.part(209)


def test_all_of_the_comparator_is_counted(synth: ModuleType) -> None:
    assert synth.TOP == "sptf_comparator_box"
    hardware = {path.name for path in (ROOT / "rtl").glob("*.sv")}
    assert set(synth.FILES) == hardware
    assert set(synth.REGISTERS) == {"comparator_registers.sv", "comparator_registers_pkg.sv"}


def test_the_rows_of_the_page(synth: ModuleType) -> None:
    """docs/inside/comparator.md: shapes, distances, parts and clocks by the rules of the script."""
    page = (ROOT / "docs/inside/comparator.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (\d+) \| (\d+) \| ([\d,]+) \| (\d+) \| LFE5U-(\d+)F \|(.*)\|$", page, re.M
    )
    assert len(rows) >= 2
    for lanes, entries, distances, _, part, rest in rows:
        cells = [cell.strip().replace(",", "") for cell in rest.split("|")]
        luts, carries, _, memories, fmax, clocks, times = cells
        assert int(distances.replace(",", "")) == synth.seek_distances(int(lanes))
        assert f"{part}k" == synth.part(int(memories))
        assert int(luts) > 2 * int(carries)
        assert int(clocks) == synth.clocks(int(lanes), int(entries))
        for text, nanoseconds in zip(fmax.split("/"), times.split("/"), strict=True):
            mhz, *limits = map(int, re.findall(r"\d+", text))
            assert sorted([mhz, *limits])[len(limits) // 2] == mhz  # between its limits
            assert float(nanoseconds) == pytest.approx(int(clocks) * 1e3 / mhz, rel=0.005)


def test_the_core_of_the_page(synth: ModuleType) -> None:
    page = (ROOT / "docs/inside/comparator.md").read_text(encoding="utf-8")
    [(part, luts, carries, multipliers)] = re.findall(
        r"^\| ibex \| LFE5U-(\d+)F \| ([\d,]+) \| (\d+) \| \d+ \| (\d) \| [^|]+ \|$",
        page,
        re.M,
    )
    assert f"{part}k" == synth.part(0)
    assert int(luts.replace(",", "")) > 2 * int(carries)
    assert int(multipliers) == 1  # RV32MFast has one multiplier of 17 bits


def test_the_core_is_that_of_the_model(synth: ModuleType) -> None:
    """The instance of the model, with registers in memories, and no signals for simulation."""
    model, found = synth.CORE_BOX.read_text(encoding="utf-8"), synth.core_box()

    def parameters(text: str) -> dict[str, str]:
        [block] = re.findall(r"ibex_top #\((.*?)\n  \) u_top", text, re.S)
        return dict(re.findall(r"\.(\w+)\(([^()]*)\)", block))

    assert len(parameters(model)) == 3
    assert parameters(found) == {**parameters(model), "RegFile": "RegFileFPGA"}
    assert "u_top." in model
    assert "u_top." not in found
    assert found.endswith("  );\nendmodule\n")


def test_the_files_of_the_core(synth: ModuleType, tmp_path: Path) -> None:
    if importlib.util.find_spec(synth.CORE_PACKAGE) is None:
        pytest.skip("no package of Ibex")
    command = synth.write_core(tmp_path)
    for name in re.findall(r"\S+\.sv\b", command):
        assert (tmp_path / name).is_file()
    for name in re.findall(r"-[yI] (\S+)", command):
        assert (tmp_path / name).is_dir()
    top = (tmp_path / "rtl/ibex_top.sv").read_text(encoding="utf-8")
    assert "wire unused_scramble_inputs =" in top


def test_sources_of_another_ibex_are_an_error(synth: ModuleType) -> None:
    assert synth.replaced("a b", "b", "c") == "a c"
    for text in ("a", "b b"):
        with pytest.raises(SystemExit, match="times in Ibex's sources"):
            synth.replaced(text, "b", "c")


def test_the_command_has_shapes_and_the_core(
    synth: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    core = synth.CoreCost("ibex", "LFE5U-25F", 4000, 151, 918, 1, {"6": 47.0}, {"6": [47.0]})
    clocks = {"6": [100.0]}
    box = synth.Cost(
        *(1, 64, 4096, 40, "LFE5U-25F", 9, 1, 1, 1, {"6": 100.0}, clocks, 84, {"6": 840.0})
    )
    monkeypatch.setattr(synth, "core_cost", lambda *_: core)
    monkeypatch.setattr(synth, "cost", lambda *_: box)

    def printed(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["synth", *arguments])
        synth.main()
        return capsys.readouterr().out

    found = json.loads(printed("ibex", "1x64", "--json"))
    assert [row["lut4"] for row in found["cores"]] == [4000]
    assert [row["lut4"] for row in found["shapes"]] == [9]
    assert "| ibex | LFE5U-25F | 4,000 | 151 | 918 | 1 | 47 |" in printed()
    assert "lanes" not in printed("ibex")
    assert "core" not in printed("1x64")
    with pytest.raises(SystemExit):
        printed("ibexx")


def test_a_placer_that_does_not_end_is_an_error(
    synth: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "placer"
    tool.write_text("#!/bin/sh\nexec sleep 60\n")
    tool.chmod(0o755)
    monkeypatch.setattr(synth, "BIN", tmp_path)
    with pytest.raises(SystemExit, match=r"placer has not come to an end in 0\.1 s: --seed 3"):
        synth.run(tmp_path, "placer", "--seed", "3", limit=0.1)


def test_json_keys(synth: ModuleType) -> None:
    clocks = {"6": [100.0, 97.0, 101.0]}
    cost = synth.Cost(
        *(1, 64, 4096, 40, "LFE5U-25F", 9, 1, 1, 1, synth.medians(clocks), clocks, 84, {"6": 840.0})
    )
    assert cost.fmax_mhz == {"6": 100.0}
    assert "| 100 (97 to 101) | 84 | 840 |" in synth.table([cost])
    assert json.dumps(cost.__dict__)
