"""The pages about registers are those that their descriptions make."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DESCRIPTION = ROOT / "rtl" / "drive_registers.rdl"
MAKER = ROOT / "rtl" / "registers.py"


def make(description: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(MAKER), str(description), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("description", "name"),
    [
        (DESCRIPTION, "docs/reference/registers.md"),
        (ROOT / "bindings/systemc/host_adapter.rdl", "docs/reference/host-adapter.md"),
    ],
    ids=["drive", "host adapter"],
)
def test_the_page_is_the_description_s(tmp_path: Path, description: Path, name: str) -> None:
    page = tmp_path / "page.md"
    assert make(description, page).returncode == 0
    assert (ROOT / name).read_text() == page.read_text(), (
        f"make it anew: python rtl/registers.py {description.relative_to(ROOT)} {name}"
    )


def test_a_wrong_description_says_where(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rdl"
    wrong.write_text(DESCRIPTION.read_text().replace("@ 0x18", "@ 0x10"))
    comparator = "comparator_registers.rdl"
    (tmp_path / comparator).write_text(DESCRIPTION.with_name(comparator).read_text())
    outcome = make(wrong, tmp_path / "page.md")
    assert outcome.returncode == 1
    assert "wrong.rdl:" in outcome.stderr
    assert "overlap" in outcome.stderr
