"""Builds the user's own comparator as a library, with Verilator and a C++ compiler."""

import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from headstack import checks, files
from headstack._core import __version__
from headstack.comparator import ports, tools
from headstack.comparator.slot_library import NAME
from headstack.errors import ConfigError, RunError

TOP: Final = "sptf_comparator_box"
"""Name of the module that takes the comparator's place."""

_RTL: Final = Path(__file__).resolve().parents[1] / "rtl"
_SOURCES: Final = _RTL / "sources"
_GENERATED: Final = _RTL / "generated"
_SLOT: Final = _SOURCES / "slot"
_EXAMPLE: Final = _SOURCES / "example"
_LIST: Final = "sources.f"
_PACKAGE: Final = "sptf_comparator_pkg.sv"
_BLOCK: Final = ("comparator_registers_pkg.sv", "comparator_registers.sv")
_VERILOG: Final = (".sv", ".v")
_READ: Final = re.compile(r'^S .*"(.+)"$', re.MULTILINE)
"""A source in Verilator's list of the files that it has read."""


@dataclass(frozen=True)
class Built:
    """A library that was built.

    Attributes:
        file: the library.
        sources: the user's own files in it, as paths within the folder.
        warnings: Verilator's warnings. Empty: none.
    """

    file: Path
    sources: list[str]
    warnings: str


def create(folder: str | os.PathLike[str]) -> list[Path]:
    """Writes an example: a module that replaces a module of headstack, with a planted bug.

    Args:
        folder: a folder that does not exist, or is empty.

    Returns:
        The files, sorted, as paths within the folder.

    Raises:
        ConfigError: the folder is not empty, or cannot be made.
        RunError: there is no room for the files, or this installation has no RTL.
    """
    _check_installed()
    with files.new_folder(folder) as written:
        shutil.copytree(_EXAMPLE, written, dirs_exist_ok=True)
        return sorted(file.relative_to(written) for file in written.rglob("*") if file.is_file())


def build(
    folder: str | os.PathLike[str],
    *,
    top: str = TOP,
    entries: int | None = None,
    lanes: int | None = None,
    distances: int | None = None,
) -> Built:
    """Builds the comparator in a folder to the shared library `comparator.so` in this folder.

    The folder has a list `sources.f`, a file in each line. Files that are not in the folder are
    headstack's own. Without a list, the files of the folder replace headstack's files of the same
    names.

    Args:
        folder: the folder.
        top: name of the module with the comparator's ports.
        entries: value of the module's parameter Entries. `None`: the module's own.
        lanes: value of the module's parameter Lanes. `None`: the module's own.
        distances: value of the module's parameter SeekEntries. `None`: the module's own.

    Raises:
        ConfigError: there is no such folder, no Verilator or no compiler; a source is missing; the
            sources have errors; or the module has other ports.
        RunError: the library cannot be written, or this installation has no RTL.
    """
    _check_installed()
    where = Path(checks.path("verilate", folder))
    sizes = {"Entries": entries, "Lanes": lanes, "SeekEntries": distances}
    for name, size in sizes.items():
        if size is not None:
            checks.whole(name, size, 1, 1 << 20)
    if not re.fullmatch(r"[A-Za-z_]\w*", checks.text("top", top)):
        raise checks.wrong("top", f" is {top!r}; give the name of a module")
    sources = sources_of(where)
    verilator, compiler = tools.verilator(), tools.compiler()
    with tempfile.TemporaryDirectory(prefix="headstack-") as temporary:
        made = Path(temporary)
        parameters = [f"-G{name}={size}" for name, size in sizes.items() if size is not None]
        warnings = _verilate(verilator, made, top, parameters, sources)
        ports.check(ports.of_header((made / "Vslot.h").read_text(encoding="utf-8")), top)
        own = _own_files(made, where, verilator.root)
        (made / "slot_build.h").write_text(_build_header(where, own), encoding="utf-8")
        library = where / NAME
        with files.whole(library) as written:
            _compile(compiler, verilator.root, made, written)
    return Built(library, own, warnings)


def sources_of(folder: Path) -> list[Path]:
    """Returns the sources of a comparator in the order in which a compiler reads them.

    Raises:
        ConfigError: there is no such folder, it has no source, or a listed file is missing.
    """
    if not files.is_folder(folder):
        raise ConfigError(f"verilate {folder}: there is no such folder")
    listed = folder / _LIST
    if listed.exists():
        return [_located(folder, name, line) for line, name in _lines(listed)]
    own = {path.name for path in folder.iterdir() if path.suffix in _VERILOG}
    if not own:
        raise ConfigError(f"verilate {folder}: it has neither SystemVerilog (.sv) nor a {_LIST}")
    names = [name for _, name in _lines(_SOURCES / _LIST)]
    after = names.index(_PACKAGE) + 1
    names[after:after] = _BLOCK
    others = own.difference(names)
    if others:
        raise ConfigError(
            f"verilate {folder}: headstack has no file {', '.join(sorted(others))} to replace; "
            f"write a {_LIST} that lists all files, as rtl/{_LIST} does"
        )
    return [_located(folder, name, 0) for name in names]


def _lines(listed: Path) -> list[tuple[int, str]]:
    """Returns the files in a list, with the numbers of their lines."""
    lines = files.text(listed, f"{listed}: ").splitlines()
    named = ((number, line.partition("//")[0].strip()) for number, line in enumerate(lines, 1))
    return [(number, name) for number, name in named if name]


def _located(folder: Path, name: str, line: int) -> Path:
    """Returns the user's file of this name, otherwise headstack's."""
    for place in (folder, _SOURCES, _GENERATED):
        if (place / name).is_file():
            return place / name
    raise ConfigError(f"{folder / _LIST}:{line}: there is no file {name}, here or in headstack")


def _check_installed() -> None:
    if not (_SLOT.is_dir() and all((_GENERATED / name).exists() for name in _BLOCK)):
        raise RunError(f"this installation has no RTL of the comparator in {_RTL}")


def _verilate(
    verilator: tools.Verilator, made: Path, top: str, parameters: list[str], sources: list[Path]
) -> str:
    """Makes C++ of the sources. Returns the warnings."""
    done = verilator.run(
        [
            "--cc", "--quiet", "-Wno-fatal", "--assert", "-O3",
            "--x-assign", "unique", "--x-initial", "unique",
            "--top-module", top, "--prefix", "Vslot", "--Mdir", made,
            *parameters, _SOURCES / "waivers.vlt", *(path.resolve() for path in sources),
        ]
    )  # fmt: skip
    if done.returncode != 0:
        raise ConfigError(f"Verilator refuses the sources:\n{done.stdout.strip()}")
    return done.stdout.strip()


def _own_files(made: Path, folder: Path, verilator: Path) -> list[str]:
    """Returns the user's files among those that Verilator has read, as paths from the folder."""
    ours = {path.resolve() for path in (*_SOURCES.iterdir(), *_GENERATED.iterdir())}
    read = _READ.findall((made / "Vslot__verFiles.dat").read_text(encoding="utf-8"))
    found = {
        path
        for path in (Path(name).resolve() for name in read)
        if path not in ours
        and not path.is_relative_to(verilator.resolve())
        and not path.name.startswith("verilator_bin")  # the program, which Debian keeps elsewhere
    }
    return sorted(os.path.relpath(path, folder.resolve()) for path in found)


def _build_header(folder: Path, own: list[str]) -> str:
    """Returns the header that tells the library its version and its sources."""
    rows = "".join(
        f'{{"{_c_text(name)}", {_fnv((folder / name).read_bytes()):#x}U}}, ' for name in own
    )
    return f'#define HS_SLOT_HEADSTACK "{__version__}"\n#define HS_SLOT_SOURCES {rows}\n'


def _c_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _fnv(data: bytes) -> int:
    """Returns the FNV-1a hash of 64 bits."""
    found = 0xCBF29CE484222325
    for byte in data:
        found = (found ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return found


def _compile(compiler: list[str], root: Path, made: Path, library: Path) -> None:
    parts = [*sorted(made.glob("*.cpp")), _SLOT / "comparator_slot.cpp"]
    whole = made / "whole.cc"
    whole.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
    include = root / "include"
    runtime = [include / f"verilated{part}.cpp" for part in ("", "_threads", "_dpi")]
    done = tools.run(
        [
            *compiler, "-std=c++20", "-O2", "-w", "-fPIC", "-shared", "-fvisibility=hidden",
            "-pthread", "-I", made, "-I", include, "-I", include / "vltstd", "-I", _SLOT,
            whole, *runtime, "-o", library,
        ]
    )  # fmt: skip
    if done.returncode != 0:
        raise RunError(f"the C++ compiler {compiler[0]} fails:\n{done.stdout.strip()}")
