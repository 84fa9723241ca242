"""What an import says of each parameter, which drive it takes, and what it does without a file."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import ConfigError
from headstack.measure import validation
from headstack_identify import disksim
from headstack_identify.disksim import syntax
from headstack_identify.disksim.values import Block

Make = Callable[..., Path]
Figures = tuple[float, float, float, float]

DOCS = Path(__file__).resolve().parents[4] / "docs"


def all_params(block: Block) -> list[tuple[str, int, str]]:
    """Every parameter of a block with its file and line, those of blocks within too."""
    found = []
    for param in block.params.values():
        values = param.value if isinstance(param.value, tuple) else (param.value,)
        inner = [value for value in values if isinstance(value, Block)]
        if not inner or (block.kind == "disksim_disk" and param.name == "Scheduler"):
            found.append((param.place.name, param.place.line, param.name))
            continue
        for value in inner:
            found += all_params(value)
    return found


@pytest.mark.parametrize("scheme", [0, 7, 8])
def test_each_parameter_is_written_or_told(make: Make, scheme: int) -> None:
    file = make(zones=[{"slips": "[ 3 ]"}], layout={"Sparing scheme used": scheme})
    found = disksim.read(file)
    dealt_with = told(found) | {one for source in found.sources for one in named(source["source"])}
    for block in syntax.read(file).blocks:
        assert set(all_params(block)) <= dealt_with


def told(found: disksim.Imported) -> set[tuple[str, int, str]]:
    """The parameters that an import warns of or leaves out for a reason."""
    notes = found.warnings + found.left_out
    return {(note.place.name, note.place.line, note.parameter) for note in notes}


def named(source: str) -> list[tuple[str, int, str]]:
    """The parameters that a source names; the file is said where it changes."""
    found = []
    file = ""
    for name, line, key in re.findall(r"(?:(tiny\.\w+):)?(\d+) ([A-Za-z].*?)(?= = |; |$)", source):
        file = name or file
        found.append((file, int(line), key))
    return found


def test_the_same_line_and_name_in_another_file(make: Make) -> None:
    """The controller's transfer time is the longest, and so the source; the disk's is left out."""
    file = make()
    lines = file.with_suffix(".diskspecs").read_text().splitlines()
    line = 1 + next(at for at, text in enumerate(lines) if text.startswith("Bulk sector"))
    of_controller = "Scale for delays = 0.0, Bulk sector transfer time = 0.0"
    [before, after] = file.read_text().split(of_controller)
    lines_before = (line - 1 - before.count("\n")) * "\n"
    file.write_text(f"{lines_before}{before}Bulk sector transfer time = 2.0{after}")
    found = disksim.read(file)
    [source] = [one["source"] for one in found.sources if one["key"] == "bus.read_rate"]
    assert source == f"tiny.parv:{line} Bulk sector transfer time = 2"
    assert ("tiny.diskspecs", line, "Bulk sector transfer time") in told(found)


def test_each_key_has_its_source(make: Make) -> None:
    found = disksim.read(make())
    file = tomllib.loads(found.toml)
    keys = {
        f"{table}.{key}"
        for table, inner in file.items()
        if isinstance(inner, dict)
        for key in inner
    }
    sources = {one["key"]: one["source"] for one in found.sources}
    assert keys - {"layout.zone"} == {key for key in sources if "." in key and "zone." not in key}
    assert sources["seek.head_switch"].endswith("Head switch time = 0.9")
    assert sources["seek.head_switch"].startswith("tiny.model:")
    assert sources["layout.zone.0.track_skew"].endswith("Skew for track switch = 2")
    assert f'head_switch = "0.9 ms"  # {sources["seek.head_switch"]}' in found.toml


def test_names_may_have_any_letters(make: Make) -> None:
    parv = make().read_text().replace("TINY", 'T\x7f\x00"é\\Y')
    file = make(parv=parv)
    file.with_suffix(".diskspecs").write_text(
        file.with_suffix(".diskspecs").read_text().replace("TINY {", 'T\x7f\x00"é\\Y {')
    )
    found = disksim.read(file)
    description = tomllib.loads(found.toml)["description"]
    assert description == 'T\x7f\x00"é\\Y, as DiskSim describes it'


def test_a_name_that_is_no_text(make: Make) -> None:
    file = make()
    odd = file.rename(file.with_name("tiny\udcff.parv"))
    with pytest.raises(ConfigError, match="is not UTF-8"):
        disksim.read(odd)


def test_the_drive_that_is_connected(make: Make) -> None:
    parv = make().read_text() + "disksim_disk SPARE { Max queue length = 3 }\n"
    found = disksim.read(make(parv=parv))
    assert found.disk == "TINY"
    assert [note.text for note in found.left_out if note.value == "3"] == [
        "needs no key with this value",  # "Buffer continuous read", of the drive itself
        "of another drive",
    ]


def test_several_drives(make: Make) -> None:
    parv = make().read_text() + "TINY SMALL { Max queue length = 3 }\n"
    parv += "instantiate [ disk1 ] as SMALL\n"
    file = make(parv=parv)
    with pytest.raises(ConfigError, match="has 2 drives, TINY, SMALL; choose one with --disk"):
        disksim.read(file)
    for name in ("SMALL", "disk1"):
        found = disksim.read(file, name)
        assert found.disk == "SMALL"
        assert 'depth = "3 tasks"' in found.toml
        assert found.problems == []
    with pytest.raises(ConfigError, match="has no drive LARGE; there is TINY, SMALL"):
        disksim.read(file, "LARGE")


def test_no_drive(tmp_path: Path) -> None:
    file = tmp_path / "none.parv"
    file.write_text("disksim_bus BUS { type = 1 }\n")
    with pytest.raises(
        ConfigError, match=r"none.parv: has no drive: no disksim_disk, and no dm_disk"
    ):
        disksim.read(file)
    with pytest.raises(ConfigError, match="is a seek curve alone"):
        disksim.read(tmp_path / "tiny.seek")


def test_a_model_alone_is_half_a_drive(make: Make) -> None:
    found = disksim.read(make().with_suffix(".model"))
    assert "key `disksim_disk`: is missing" in found.problems[0]
    assert {"spindle", "layout", "seek"} <= tomllib.loads(found.toml).keys()


def test_no_folder_of_this_machine_is_in_the_file(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an import writes does not depend on where it is done."""
    monkeypatch.chdir(tmp_path)
    for changes in ({"disk": {"Fast write level": 1}}, {"seeks": None}):
        file = make(**changes)
        for name in (file, file.with_suffix(".model")):
            toml = disksim.read(name).toml
            assert str(tmp_path) not in toml
            assert toml == disksim.read(name.name).toml
    assert "# - tiny.model:" in toml


def test_a_drive_that_cannot_be_loaded_is_a_problem(make: Make) -> None:
    """The loader's own checks; its line is that of the file as it is written."""
    found = disksim.read(make(seeks="1, 1.5\n11, 60000\n", disk={"Fast write level": 1}))
    [problem] = found.problems
    assert found.blocks is None
    place, _, text = problem.partition(": ")
    assert text.startswith("key `seek.points`: ")
    name, _, line = place.partition(":")
    assert name == "the drive file"
    assert found.toml.splitlines()[int(line) - 1].startswith("points = ")
    assert f"# - {problem}\n" in found.toml
    assert "NOT COMPLETE" in found.toml
    assert disksim.read(make()).blocks == 480


# ---- Files that are not there


def test_no_seek_file(make: Make) -> None:
    found = disksim.read(make(seeks=None))
    [problem] = found.problems
    assert problem.endswith("key `Full seek curve`: there is no file tiny.seek")
    assert "tiny.model:" in problem
    file = tomllib.loads(found.toml)
    assert "points" not in file["seek"]
    assert file["seek"]["head_switch"] == "0.9 ms"
    assert file["cache"]["segments"] == 4
    assert "# NOT COMPLETE" in found.toml


def test_no_model(make: Make) -> None:
    found = disksim.read(make(disk={"Model": "source gone.model"}))
    [problem] = found.problems
    assert problem.endswith("tiny.diskspecs:2: key `Model`: there is no file gone.model") or (
        "key `Model`: there is no file gone.model" in problem
    )
    file = tomllib.loads(found.toml)
    assert "layout" not in file
    assert file["overhead"]["read_hit_command"] == "0.5 ms"
    assert file["bus"]["read_rate"] == "0.2 ms/block"


def test_no_specification(make: Make) -> None:
    file = make()
    file.with_suffix(".diskspecs").unlink()
    found = disksim.read(file)
    [problem] = found.problems
    assert problem.endswith("tiny.parv:6: key `source`: there is no file tiny.diskspecs")
    assert tomllib.loads(found.toml)["bus"]["write_rate"] == "0.3 ms/block"
    file.write_text("source gone\ntopology host h [ disksim_disk disk0 [] ]\n")
    found = disksim.read(file)
    assert found.disk == "disk0"
    assert found.problems == [f"{file}:1: key `source`: there is no file gone"]


def test_files_lie_beside_the_one_that_names_them(make: Make, tmp_path: Path) -> None:
    file = make()
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("tiny.diskspecs", "tiny.model", "tiny.seek"):
        (tmp_path / name).rename(inner / name)
    file.write_text(file.read_text().replace("source tiny", "source inner/tiny"))
    assert disksim.read(file).problems == []


# ---- DiskSim's own files


# rms, paired rms and shares within 0.1 and 0.5 ms with DiskSim's rule, "after": ours, and those of
# a clean build of DiskSim 4.0 with the same files. The same as in docs/reference/drive-files.md.
REAL: dict[str, tuple[str, Figures, Figures]] = {
    "HP C2247A": ("hp_c2247a", (0.093, 2.309, 56.6, 95.1), (0.09, 2.306, 56.6, 95.1)),
    "HP C2490A": ("hp_c2490a", (0.247, 3.013, 45.0, 83.6), (0.254, 3.02, 45.0, 83.5)),
    "DEC RZ26": ("dec_rz26", (0.356, 3.607, 15.8, 53.1), (0.341, 3.588, 15.2, 51.2)),
    "Seagate ST41601N": ("st41601n", (0.120, 1.500, 46.4, 95.5), (0.122, 1.574, 46.3, 95.4)),
    "Seagate Cheetah 9LP": ("cheetah9LP", (0.103, 1.854, 35.3, 58.0), (0.107, 1.844, 35.2, 58.3)),
    "Seagate Barracuda": ("barracuda", (0.327, 2.442, 17.1, 57.9), (0.348, 2.449, 17.1, 57.9)),
    "IBM DNES-309170W": ("ibm18es", (0.124, 2.346, 54.4, 58.9), (0.136, 2.371, 54.4, 58.9)),
    "Quantum Atlas III": ("atlas_III", (0.291, 2.951, 35.3, 42.8), (0.378, 3.056, 35.8, 43.1)),
}
REQUESTS = {"st41601n": 3205}  # DiskSim hangs at the next
TRACES = {"hp_c2247a": "hp_c2247a.trace", "ibm18es": "ibm_dnes_309170w.trace"}
KEYS = ("rms_ms", "paired_rms_ms", "within_0_1_ms_percent", "within_0_5_ms_percent")
OFF = (0.1, 0.12, 0.7, 2.0)
"""How far a figure may be from DiskSim's, in ms and percent."""


def imported(name: str, data: Path) -> disksim.Imported:
    """The import of a real drive; the test is skipped where that or its trace is absent."""
    source = data / "disksim" / f"{name}.parv"
    for file in (source, trace_of(name, data)):
        if not file.is_file():
            pytest.skip(f"no {file}")
    return disksim.read(source)


def trace_of(name: str, data: Path) -> Path:
    return data / TRACES.get(name, f"disksim/{name}.trace")


def figures_of(toml: str, name: str, data: Path, folder: Path) -> list[float]:
    """What a drive file comes to on the trace of a real drive."""
    drive, trace = folder / f"{name}.toml", folder / f"{name}.trace"
    drive.write_text(toml)
    lines = trace_of(name, data).read_text().splitlines(keepends=True)
    trace.write_text("".join(lines[: REQUESTS.get(name)]))
    figures = validation.validate(str(drive), str(trace), "after").document()
    return [figures[key] for key in KEYS]


@pytest.mark.parametrize(("name", "ours", "of_disksim"), REAL.values(), ids=REAL)
def test_real_drives(
    name: str, ours: Figures, of_disksim: Figures, data: Path, tmp_path: Path
) -> None:
    found = imported(name, data)
    assert found.problems == []
    [model] = syntax.read(data / "disksim" / f"{name}.parv").of_kind("dm_disk")
    assert found.blocks == model.params["Block count"].value
    found_here = figures_of(found.toml, name, data, tmp_path)
    assert [round(figure, 3) for figure in found_here[:2]] == list(ours[:2])
    assert [round(figure, 1) for figure in found_here[2:]] == list(ours[2:])
    for figure, theirs, most in zip(found_here, of_disksim, OFF, strict=True):
        assert abs(figure - theirs) <= most


# Choices that were made since they land nearer to DiskSim: key, drive, what it would be otherwise,
# and the rms with that. The same as in docs/inside/decisions.md.
CHOICES = [
    ("cache.whole_track_read", "IBM DNES-309170W", "true", 0.242),
    ("cache.prefetch_maximum", "Quantum Atlas III", '"64 blocks"', 1.032),
    ("cache.keep_reads_on_write", "Seagate Barracuda", "true", 0.390),
    ("cache.hit_by_first_block", "HP C2247A", "false", 0.115),
]


@pytest.mark.parametrize(("key", "drive", "value", "rms"), CHOICES)
def test_a_choice_is_the_nearer_one(
    key: str, drive: str, value: str, rms: float, data: Path, tmp_path: Path
) -> None:
    name, (ours, *_), (of_disksim, *_) = REAL[drive]
    table, _, word = key.partition(".")
    without = re.sub(rf"^{word} = .*\n", "", imported(name, data).toml, flags=re.MULTILINE)
    otherwise = without.replace(f"[{table}]\n", f"[{table}]\n{word} = {value}\n")
    [found, *_] = figures_of(otherwise, name, data, tmp_path)
    assert round(found, 3) == rms
    assert abs(ours - of_disksim) < abs(rms - of_disksim)


def test_the_choices_of_the_docs() -> None:
    text = (DOCS / "inside/decisions.md").read_text()
    for key, drive, _, rms in CHOICES:
        [row] = [row for row in text.splitlines() if f"`{key}`" in row and f"| {drive} |" in row]
        _, (ours, *_), (of_disksim, *_) = REAL[drive]
        assert row.endswith(f"| {ours:.3f} | {rms:.3f} | {of_disksim:.3f} |")


def test_the_table_of_the_docs() -> None:
    text = (DOCS / "reference/drive-files.md").read_text()
    table = text[text.index("<!-- imports:") :].split("<!-- end -->")[0]
    rows = [row.strip("|").split("|") for row in table.splitlines() if row.startswith("|")][2:]
    assert [[cell.strip() for cell in row] for row in rows] == [
        [drive, *_cells(ours), *_cells(of_disksim)] for drive, (_, ours, of_disksim) in REAL.items()
    ]


def _cells(figures: Figures) -> list[str]:
    return [
        *(f"{figure:.3f}" for figure in figures[:2]),
        *(f"{figure:.1f}" for figure in figures[2:]),
    ]
