"""What `scripts/wheel` says, and the licences in a wheel. `--check` tests a wheel itself."""

import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "scripts/wheel"
NOT_INSIDE = {"libgtest-dev", "libsystemc-dev"}
"""The tests' library, and SystemC, whose licence comes from its sources."""


@pytest.fixture(scope="module")
def check() -> ModuleType:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        spec = importlib.util.spec_from_file_location(
            "wheel_check", ROOT / "scripts/wheel_check.py"
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(ROOT / "scripts"))
    return module


def told(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)


def test_help() -> None:
    done = told("--help")
    assert done.returncode == 0
    assert "Usage: scripts/wheel [FOLDER]" in done.stdout
    assert "--check" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--quick",), "unknown option --quick; see scripts/wheel --help"),
        (("--systemc", "/nowhere"), 'no sources of SystemC in "/nowhere"'),
        (("--systemc",), 'no sources of SystemC in ""'),
        (("--python", "/nowhere"), '--python: no program "/nowhere"'),
        (("--python", "3.12"), '--python: no program "3.12"; give a program such as python3.12'),
        (("--python", "/bin/true"), "--python: /bin/true is not a Python"),
    ],
)
def test_wrong_arguments(arguments: tuple[str, ...], message: str) -> None:
    done = told(*arguments)
    assert done.returncode == 1
    assert message in done.stderr


def test_every_library_of_the_build_has_its_licence_in_the_wheel() -> None:
    lines = (ROOT / "scripts/packages.txt").read_text(encoding="utf-8").splitlines()
    libraries = {line for line in lines if re.fullmatch(r"lib.*-dev", line)} - NOT_INSIDE
    text = SCRIPT.read_text(encoding="utf-8")
    listed = re.search(r"^BUNDLED=\(([^)]*)\)", text, re.MULTILINE)
    assert listed is not None
    packages = {entry.partition("=")[2] for entry in listed[1].split()}
    assert libraries <= packages
    assert "gcc-riscv64-unknown-elf" in packages, "the firmware's image has code of its libgcc"
    for other in ("systemc", "pybind11", "verilator"):
        assert f'"$to/{other}"' in text


@pytest.mark.parametrize(
    ("licences", "missing"),
    [(("libelf", "fmt"), []), (("libelf",), ["libfmt"]), ((), ["libelf", "libfmt"])],
)
def test_a_library_without_its_licence_is_found(
    licences: tuple[str, ...], missing: list[str], tmp_path: Path, check: ModuleType
) -> None:
    wheel = tmp_path / "headstack-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        for library in ("libelf-0-1a2b3c.188.so", "libfmt-4d5e6f.so.9.1.0"):
            file.writestr(f"headstack.libs/{library}", "")
        for licence in licences:
            file.writestr(f"headstack-1.dist-info/licenses/bundled/{licence}", "")
    assert check.unlicensed(wheel) == missing


def test_a_release_has_one_version() -> None:
    """The four packages read the version from CMakeLists.txt."""
    regex = r"project\(headstack VERSION (?P<value>[0-9.]+)"
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert len(re.findall(regex, text)) == 1
    for folder in (ROOT, *(ROOT / "bindings" / name for name in ("identify", "papers", "serve"))):
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        (metadata,) = project["tool"]["dynamic-metadata"]
        assert metadata["regex"] == regex
        assert (folder / metadata["input"]).resolve() == ROOT / "CMakeLists.txt"
