"""The words of the command line: one for a thing, and old ones that are still taken."""

import json
import shlex
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from headstack.cli import app

OLD_AND_NEW = (
    (
        "run --workload closed --queue-depth 5 --requests 300",
        "run --workload closed --outstanding 5 --requests 300",
    ),
    (
        "run --rate 60 --placement host --outstanding 3 --requests 300",
        "run --rate 60 --placement host --host-outstanding 3 --requests 300",
    ),
    (
        "run --workload closed --queue-depth 9 --placement host --outstanding 3 --requests 300",
        "run --workload closed --outstanding 9 --placement host --host-outstanding 3"
        " --requests 300",
    ),
    (
        "bus --drives 2 --queue-depth 3 --requests 300",
        "bus --drives 2 --outstanding 3 --requests 300",
    ),
    (
        "codesign --queue-length 2 --queue-length 4 --clock 5 --requests 300",
        "codesign --outstanding 2 --outstanding 4 --clock 5 --requests 300",
    ),
    (
        "share --load 11 --load 21 --scheduler yfq --requests 300",
        "share --outstanding 11 --outstanding 21 --scheduler yfq --requests 300",
    ),
)
HIDDEN = {
    "run": {"--drive-queue-depth"},
    "bus": {"--queue-depth"},
    "codesign": {"--queue-length"},
    "share": {"--load"},
}


def found(line: str) -> Any:
    """The JSON document of a command, without how fast it ran."""
    done = CliRunner().invoke(app, [*shlex.split(line), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(
        done.stdout,
        object_hook=lambda keys: {key: keys[key] for key in keys if "wall" not in key},
    )


@pytest.mark.parametrize(("old", "new"), OLD_AND_NEW)
def test_an_old_word_does_what_the_new_one_does(old: str, new: str) -> None:
    assert found(old) == found(new)


def test_the_words_say_different_things() -> None:
    run = "run --workload closed --outstanding 9 --placement host --requests 300"
    alone, three = found(run), found(f"{run} --host-outstanding 3")
    assert (alone["outstanding"], alone["host_outstanding"]) == (9, 1)
    assert (three["outstanding"], three["host_outstanding"]) == (9, 3)
    assert found(f"{run} --drive-queue-depth 9")["drive_queue_depth"] == 9


@pytest.mark.parametrize(
    "line",
    [
        "bus --outstanding 3 --queue-depth 3",
        "codesign --outstanding 3 --queue-length 3",
        "share --outstanding 11 --load 11",
        "run --rate 9 --placement host --outstanding 3 --host-outstanding 3",
        "run --workload closed --placement host --queue-depth 9 --outstanding 3"
        " --host-outstanding 3",
    ],
)
def test_a_thing_is_said_once(line: str) -> None:
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 2
    assert "outstanding is given twice" in done.stderr


def test_old_words_are_hidden_and_no_others() -> None:
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, command in commands.items():
        hidden = {p.opts[0] for p in command.params if getattr(p, "hidden", False)}
        assert hidden == HIDDEN.get(name, set())
