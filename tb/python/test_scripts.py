"""The scripts of scripts/ that are for other machines."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import headstack
import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


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
    for name in ("requirements.txt", "requirements-rtl.txt"):
        for line in (SCRIPTS / name).read_text(encoding="utf-8").splitlines():
            assert re.fullmatch(r"(#.*)?|[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9_.]*", line), line


def test_hashes_are_of_all_schedulers_and_drives(
    load_script: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]
) -> None:
    load_script("hashes").main()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    names = [info.name for info in headstack.schedulers()]
    assert [name for name, _ in lines] == names + [drive.name for drive in headstack.drives()]
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for _, digest in lines)
