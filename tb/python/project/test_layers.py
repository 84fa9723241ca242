"""Includes point down, never in a circle: what scripts/layers.py finds, what the build refuses."""

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build"
FIRMWARE = ("hal", "disk", "buffer", "schedulers", "controller")  # from the bottom up


@pytest.fixture
def layers(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("layers")


@pytest.fixture
def plant(tmp_path: Path, layers: ModuleType) -> Callable[..., list[str]]:
    """Makes a tree of files that include others, and says what is wrong with it."""

    def planted(**files: str) -> list[str]:
        for name, included in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f'#include "{one}"\n' for one in included.split()))
        return list(layers.findings(layers.includes_of(tmp_path)))

    return planted


def test_this_tree_is_in_order(layers: ModuleType) -> None:
    layers.main(ROOT)


def test_a_tree_in_order_has_no_findings(plant: Callable[..., list[str]]) -> None:
    assert not plant(
        **{
            "firmware/disk/include/disk/types.h": "",
            "firmware/disk/plan.c": "disk/types.h stdint.h",
            "model/base/wires.h": "disk/types.h",
            "model/boxes/drive.h": "model/base/wires.h systemc",
            "model/boxes/drive.cpp": "model/boxes/drive.h",
            "bindings/core/core.cpp": "model/boxes/drive.h",
        }
    )


@pytest.mark.parametrize("folder", ["firmware/disk/include/disk", "model/base", "bindings/core"])
def test_a_circle_of_headers_is_found(plant: Callable[..., list[str]], folder: str) -> None:
    path = folder.removeprefix("firmware/disk/include/")
    (found,) = plant(
        **{
            f"{folder}/a.h": f"{path}/b.h",
            f"{folder}/b.h": f"vector {path}/c.h",
            f"{folder}/c.h": f"{path}/a.h",
        }
    )
    around = found.removeprefix("units include each other in a circle: ").partition(" (")[0]
    assert around in {" -> ".join(f"{folder}/{u}" for u in us) for us in ("abca", "bcab", "cabc")}
    assert f"{folder}/b.h includes {folder}/c.h" in found


def test_a_file_that_includes_itself_is_a_circle(plant: Callable[..., list[str]]) -> None:
    (found,) = plant(**{"firmware/disk/own.h": "own.h"})
    assert "firmware/disk/own -> firmware/disk/own" in found


@pytest.mark.parametrize(
    ("header", "source"),
    [
        ("model/base/a.h", "model/base/a.cpp"),
        ("firmware/disk/a.h", "firmware/disk/a.c"),
        ("firmware/disk/include/disk/a.h", "firmware/disk/a.c"),
        ("firmware/disk/include/disk/a.h", "firmware/disk/somewhere/a.c"),
    ],
)
def test_a_header_and_its_source_are_one_unit(
    plant: Callable[..., list[str]], header: str, source: str
) -> None:
    """No header is in a circle, but b.h needs what a.h promises, and that is made with b.h."""
    path = header.removeprefix("firmware/disk/include/")
    other = f"{header[: header.rindex('/')]}/b.h"
    other_path = other.removeprefix("firmware/disk/include/")
    (found,) = plant(**{header: "", source: f"{path} {other_path}", other: path})
    unit = source.rpartition(".")[0]
    assert f"{source} includes {other}" in found
    assert f"{unit} -> {other.removesuffix('.h')}" in found


def test_sources_of_one_name_are_units_of_their_own(plant: Callable[..., list[str]]) -> None:
    assert not plant(
        **{
            "firmware/disk/include/disk/a.h": "",
            "firmware/disk/b/a.h": "",
            "firmware/disk/b/a.c": "b/a.h c/a.h",
            "firmware/disk/c/a.h": "disk/a.h",
            "firmware/disk/c/a.c": "c/a.h",
        }
    )


def test_a_circle_of_folders_is_found(plant: Callable[..., list[str]]) -> None:
    """No unit is in a circle."""
    found = plant(
        **{
            "model/host/a.h": "",
            "model/host/c.cpp": "model/boxes/b.h",
            "model/boxes/b.h": "",
            "model/boxes/d.cpp": "model/host/a.h",
        }
    )
    assert len(found) == 3
    assert "folders include each other in a circle" in found[0]
    assert "model/boxes/d.cpp includes model/host/a.h" in found[0]
    assert "model/host/c.cpp includes model/boxes/b.h" in found[0]
    assert found[1].endswith("but model/host is beside model/boxes")


@pytest.mark.parametrize(
    ("file", "target", "message"),
    [
        ("model/base/a.h", "model/run/b.h", "model/run is above model/base"),
        ("model/config/keys/a.cpp", "model/config/file/b.h", "config/file is above model/config/k"),
        ("model/config/a.cpp", "model/config/keys/b.h", "model/config/keys is above model/config"),
        ("model/run/a.h", "model/study/b.h", "model/study is beside model/run"),
        ("model/study/a.cpp", "bindings/core/b.h", "bindings/core is above model/study"),
        ("firmware/disk/a.c", "model/base/b.h", "model/base is above firmware/disk"),
    ],
)
def test_an_include_that_points_up_is_found(
    plant: Callable[..., list[str]], file: str, target: str, message: str
) -> None:
    (found,) = plant(**{file: target, target: ""})
    assert found.startswith(f"{file} includes {target}, but ")
    assert message in found


def test_a_folder_has_its_place_in_the_order(plant: Callable[..., list[str]]) -> None:
    (found,) = plant(**{"model/new/a.h": ""})
    assert found == "model/new/a.h is in no folder of LAYERS in scripts/layers.py"


def test_the_script_dies_of_a_circle(
    plant: Callable[..., list[str]], layers: ModuleType, tmp_path: Path
) -> None:
    plant(**{"model/base/a.h": "model/base/a.h"})
    with pytest.raises(SystemExit, match="circle"):
        layers.main(tmp_path)


def compile_with(layer: str, text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Compile a file of the firmware's layer that says `text`, as the build would."""
    database = BUILD / "compile_commands.json"
    if not database.exists():
        pytest.skip("there is no build")
    start = f"{ROOT / 'firmware' / layer}/"
    entry = next(e for e in json.loads(database.read_text()) if e["file"].startswith(start))
    source = folder / "planted.c"
    source.write_text(text)
    arguments = shlex.split(entry["command"])
    compiler = next(i for i, word in enumerate(arguments) if not word.endswith("ccache"))
    arguments = arguments[compiler : arguments.index("-o")]
    return subprocess.run(
        [*arguments, "-fsyntax-only", "-Wno-error=pedantic", str(source)],
        cwd=entry["directory"],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("layer", FIRMWARE[1:])  # hal has headers only
def test_an_include_that_points_up_fails_the_build(
    layer: str, layers: ModuleType, tmp_path: Path
) -> None:
    row = layers.ROW[f"firmware/{layer}"]
    for other in FIRMWARE:
        include = ROOT / "firmware" / other / "include"
        for header in sorted(include.rglob("*.h")):
            name = header.relative_to(include).as_posix()
            done = compile_with(layer, f"#include <{name}>\n", tmp_path)
            if other == layer:
                assert done.returncode == 0, done.stderr
            elif layers.ROW[f"firmware/{other}"] >= row:
                assert done.returncode != 0, f"{layer} sees {name}"
                assert f"{name}: No such file" in done.stderr
