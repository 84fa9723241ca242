"""The scripts of scripts/ that are for other machines."""

import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import headstack
import pytest

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


def test_what_is_installed_is_pinned() -> None:
    for name in (REQUIREMENTS, OLDEST, "requirements-rtl.txt", "requirements-cores.txt"):
        for line in (SCRIPTS / name).read_text(encoding="utf-8").splitlines():
            assert re.fullmatch(r"(#.*)?|[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9_.]*", line), line


def pins(name: str) -> dict[str, str]:
    """Versions by package."""
    text = (SCRIPTS / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE))


def test_both_ends_of_the_ranges_are_tested() -> None:
    """`scripts/oldest` has the lower ends, and what the other scripts install is in the ranges."""
    project = tomllib.loads((SCRIPTS.parent / "pyproject.toml").read_text())["project"]
    ranges = [*project["dependencies"], *project["optional-dependencies"]["plot"]]
    oldest, newest = pins(OLDEST), pins(REQUIREMENTS)
    for text in ranges:
        name, least, end = re.fullmatch(r"([\w-]+)>=([\d.]+)(?:,<([\d.]+))?", text).groups()
        assert f"{oldest[name]}.".startswith(f"{least}."), text
        assert number(least) <= number(newest[name]) < number(end or "9999"), text


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_schedules_are_those_stored(load_script: Callable[[str], ModuleType]) -> None:
    """Results that moved are in the changelog, and `scripts/hashes.py --write` stores them."""
    hashes = load_script("hashes")
    found = list(hashes.lines())
    titles = " ".join(line.split(":")[0] for line in found)
    for info in [*headstack.schedulers(), *headstack.drives()]:
        assert re.search(rf"\b{info.name}\b", titles), info.name
    assert found == hashes.STORED.read_text(encoding="utf-8").splitlines()
