"""docs/use/advise.md and docs/use/compare.md: what they show is what comes out."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[4] / "docs"


def stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_example_of_advise(tmp_path: Path) -> None:
    text = (DOCS / "use/advise.md").read_text(encoding="utf-8")
    shown = re.search(
        r"```sh\n(awk.*?)headstack (advise[^\n]*)\n.*?```text\n(.*?)```.*?```text\n(.*?)```",
        text,
        re.DOTALL,
    )
    assert shown is not None
    subprocess.run(["sh", "-c", shown[1]], cwd=tmp_path, check=True)
    (tmp_path / "docs" / "img").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "headstack", *shown[2].split()],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\n".join(stripped(shown[3])) in "\n".join(stripped(done.stdout))
    assert "\n".join(stripped(shown[4])) in "\n".join(stripped(done.stdout))


def test_the_example_of_compare(capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "use/compare.md").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(.*?)```.*?```text\n(.*?)```", text, re.DOTALL)
    assert shown is not None
    exec(shown[1], {})
    assert stripped(capsys.readouterr().out) == stripped(shown[2])
