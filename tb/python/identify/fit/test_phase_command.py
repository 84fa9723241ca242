"""`headstack validate` says when the think convention that it was given cannot be right."""

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from headstack._core import DriveConfig
from headstack.traces.validation_trace import ValidationTrace

Cli = Callable[..., CompletedProcess[str]]
Make = Callable[..., ValidationTrace]


@pytest.fixture
def before(
    hp: DriveConfig, made: Make, tmp_path: Path, as_text: Callable[[ValidationTrace], str]
) -> str:
    """A trace whose think times come before their requests."""
    (tmp_path / "before.trace").write_text(as_text(made(hp, think="before")))
    return "before.trace"


def test_the_wrong_convention_is_warned_of(cli: Cli, before: str) -> None:
    done = cli("validate", "--drive", "hp_c2247a", before, "--json")
    assert done.returncode == 0, done.stderr
    assert "warning: before.trace: think times come before their requests, not after" in done.stderr
    assert "need --think before" in done.stderr
    coherence = json.loads(done.stdout)["think_coherence"]
    assert list(coherence) == ["think", "after", "before", "pairs", "chance"]
    assert coherence["think"] == "before"
    assert coherence["before"] > 0.9 > 0.3 > coherence["after"]
    assert coherence["pairs"] > 100


def test_the_right_convention_is_not(cli: Cli, before: str) -> None:
    done = cli("validate", "--drive", "hp_c2247a", "--think", "before", before)
    assert done.returncode == 0
    assert done.stderr == ""


def test_a_trace_that_tells_nothing_is_not_warned_of(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "short.trace").write_text("R Miss 5000 8 20000 5000\nR Miss 9000 8 21000 5000\n")
    done = cli("validate", "--drive", "hp_c2247a", "short.trace", "--json")
    assert done.returncode == 0
    assert done.stderr == ""
    assert json.loads(done.stdout)["think_coherence"] is None
