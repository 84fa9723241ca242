"""The drive for other people's SystemC: a project outside of this one finds, builds and runs it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from headstack import Drive

ROOT = Path(__file__).resolve().parents[3]
FACADE = ROOT / "bindings" / "systemc"
HEADERS = sorted((FACADE / "include" / "headstack").glob("*.h"))
MADE = "headstack/host_adapter_registers.h"
"""Header that the build makes from host_adapter.rdl."""
ENVIRONMENT = {**os.environ, "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}


def run(*command: str | Path) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=600, env=ENVIRONMENT
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def by_a_session() -> tuple[int, int]:
    """Times in ps of a write of block 0, and of a read after the write."""
    block = bytes(510) + b"\x55\xaa"
    with Drive("hp_c2247", "sptf").open() as session:
        session.command(bytes(6))
        written = session.command(bytes([0x2A, *bytes(7), 1, 0]), data=block)
        read = session.command(bytes([0x28, *bytes(7), 1, 0]), room=512)
        assert read.data == block
        times = [one.finished - one.submitted for one in (written, read) if one.finished]
    return times[0], times[1]


def test_a_project_outside_builds_and_runs(tmp_path: Path) -> None:
    """The example needs only the installed package. Its times are those of a session in Python."""
    if (ROOT / "build-fast" / "options").exists():
        pytest.skip("scripts/fast has built SystemC into the extension")
    installed, project, build = tmp_path / "headstack", tmp_path / "project", tmp_path / "build"
    run(ROOT / "scripts" / "systemc", installed)
    shutil.copytree(FACADE / "example", project)
    run("cmake", "-S", project, "-B", build, f"-DCMAKE_PREFIX_PATH={installed}",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")  # fmt: skip
    run("cmake", "--build", build)
    said = run(build / "boot_block")
    found = re.search(r"^(\d+) blocks; write (\d+) ps, read (\d+) ps, equal: 1$", said, re.M)
    assert found, said
    assert int(found[1]) == 2_054_864
    assert (int(found[2]), int(found[3])) == by_a_session()
    if shutil.which("riscv64-unknown-elf-gcc"):
        assert "the program has ended: 1, result 0," in run(build / "riscv_platform")
    for library in installed.rglob("libheadstack_systemc.so"):
        assert not hidden_names(library)


def hidden_names(library: Path) -> list[str]:
    """Names of ours that the library shows, and that are not for other programs."""
    names = run("nm", "-DC", "--defined-only", library).splitlines()
    own = [line.split(" ", 2)[2] for line in names if "headstack" in line or " hs_" in line]
    assert own
    return [name for name in own if "headstack::systemc::" not in name]


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
def test_headers_include_nothing_of_the_model(header: Path) -> None:
    known = {f"headstack/{path.name}" for path in HEADERS} | {MADE}
    for name in re.findall(r'#include [<"]([^>"]+)[>"]', header.read_text(encoding="utf-8")):
        ours = "/" in name and not name.startswith("tlm_utils/")
        assert not ours or name in known, name
        assert (
            not name.endswith(".h") or ours or name.startswith("tlm_utils/") or (name == "stdint.h")
        ), name


def test_the_driver_is_short() -> None:
    """The example shows that a driver of a hundred lines is enough."""
    text = (FACADE / "example" / "riscv" / "disk_driver.c").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 105
