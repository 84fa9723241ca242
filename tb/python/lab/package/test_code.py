"""The hash of the code that decides results: of all of it, and of nothing else."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest
from packages import LAB, LAYERS

from headstack._core import CODE_SHA256
from headstack.keeping import code

ROOT = Path(__file__).resolve().parents[4]
SOURCES = {
    "firmware": (".c", ".h", ".S"),
    "model": (".cpp", ".h"),
    "rtl": (".sv", ".rdl", ".py"),
    "bindings": (".cpp", ".h"),
}


def compiled_sources() -> list[Path]:
    """What CMake says that the compiled part is made of, found without it."""
    return sorted(
        file
        for folder, endings in SOURCES.items()
        for file in (ROOT / folder).rglob("*")
        if file.suffix in endings and not file.is_relative_to(ROOT / "bindings/lab/headstack")
    )


def test_the_compiled_part_has_the_hash_of_its_sources() -> None:
    """As `sha256sum` says it; what was built of other sources is not up to date."""
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(ROOT).as_posix()}\n"
        for file in compiled_sources()
    ]
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == CODE_SHA256


def test_parts_that_are_left_out_are_those_above_sweeps() -> None:
    """A new part of the package counts, unless no sweep can import it."""
    names = [set(layer) for layer in LAYERS[LAB]]
    [at] = [place for place, layer in enumerate(names) if "sweeps" in layer]
    assert set.union(*names[at + 1 :]) == code.ABOVE


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package's Python files, with what is beside them in a tree that is worked in."""
    package = ROOT / "bindings/lab/headstack"
    for file in package.rglob("*.py"):
        to = tmp_path / "headstack" / file.relative_to(package)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(file.read_bytes())
    return tmp_path / "headstack"


def hash_of(copy: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(code, "__file__", str(copy / "keeping/code.py"))
    return code.sha256.__wrapped__(code.ABOVE)


def test_what_changes_it(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file that a result may depend on, by its contents and its name; no other."""
    first = hash_of(copy, monkeypatch)
    assert first == code.sha256()
    for name in ("drive.py", "metrics/share.py", "sweeps/job.py", "workload/base.py"):
        text = (copy / name).read_text()
        (copy / name).write_text(f"{text}\n")
        assert hash_of(copy, monkeypatch) != first, name
        (copy / name).write_text(text)
    (copy / "metrics/share.py").rename(copy / "metrics/shares.py")
    assert hash_of(copy, monkeypatch) != first
    (copy / "metrics/shares.py").rename(copy / "metrics/share.py")
    for name in ("cli/regress.py", "charts/page.py", "metrics/notes.txt", "__main__.py"):
        with (copy / name).open("a") as file:
            file.write("\n")
        assert hash_of(copy, monkeypatch) == first, name
    (copy / "drives").mkdir()
    (copy / "drives/mine.py").write_text("1\n")
    assert hash_of(copy, monkeypatch) == first, "a folder that is no package"


def test_every_process_has_the_same() -> None:
    said = subprocess.check_output(
        [sys.executable, "-c", "from headstack.keeping import code; print(code.sha256())"],
        text=True,
    )
    assert said.strip() == code.sha256()
