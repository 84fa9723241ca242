"""The page about the registers is the one that their description makes."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DESCRIPTION = ROOT / "rtl" / "drive_registers.rdl"
MAKER = ROOT / "rtl" / "registers.py"


def make(description: Path, target: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(MAKER), str(description), str(target)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_page_is_the_description_s(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert make(DESCRIPTION, page).returncode == 0
    committed = ROOT / "docs/reference/registers.md"
    assert committed.read_text() == page.read_text(), (
        "make it anew: python rtl/registers.py rtl/drive_registers.rdl docs/reference/registers.md"
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
