"""The words of the command line: a word for a thing, the same in every command."""

import inspect
import json
import shlex
import subprocess
import sys
from collections import defaultdict
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

import headstack
from headstack.cli import app
from headstack.cli.commands import installed, single
from headstack.cli.shared import drive_options, scheduling_options


def found(line: str) -> Any:
    """The JSON document of a command, without how fast it ran."""
    done = CliRunner().invoke(app, [*shlex.split(line), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(
        done.stdout,
        object_hook=lambda keys: {key: keys[key] for key in keys if "wall" not in key},
    )


def parameters() -> list[tuple[str, Any]]:
    """Each command with each of its options."""
    pairs = []
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        for word, one in {name: command, **getattr(command, "commands", {})}.items():
            whole = word if one is command else f"{name} {word}"
            pairs += [(whole, p) for p in one.params if p.param_type_name == "option"]
    return pairs


def test_a_closed_loop_keeps_the_queue_full() -> None:
    """`--queue-depth` alone is the number of requests in the system too."""
    run = "run --workload closed --requests 300"
    assert found(f"{run} --queue-depth 5") == found(f"{run} --outstanding 5")


def test_the_words_say_different_things() -> None:
    run = "run --workload closed --outstanding 9 --requests 300"
    alone = found(f"{run} --placement host")
    three = found(f"{run} --placement 'host(host_outstanding=3)'")
    assert (alone["outstanding"], alone["host_outstanding"]) == (9, 1)
    assert (three["outstanding"], three["host_outstanding"]) == (9, 3)
    assert found(f"{run} --queue-depth 9")["drive_queue_depth"] == 9


def test_no_option_is_hidden() -> None:
    assert not [(name, p.opts) for name, p in parameters() if getattr(p, "hidden", False)]


SEVERAL = {"rate", "outstanding", "drive", "contents", "scheduler"}
"""Options that take a single value in some commands and several values in others."""
NARROWER = {
    "core": "codesign times decisions, which it cannot do on the host or under GDB",
    "placement": "demo compares schedulers at one place",
    "trace": "advise takes other formats",
}
"""Options that take fewer values in a command, and why."""


def plain(kind: Any) -> Any:
    """A type without `| None` and without `list`."""
    inner = [one for one in get_args(kind) if one is not type(None)]
    several = get_origin(kind) in (Union, UnionType, list) and len(inner) == 1
    return plain(inner[0]) if several else kind


def test_a_word_takes_the_same_in_every_command() -> None:
    kinds: dict[str, set[Any]] = defaultdict(set)
    lists: dict[str, set[bool]] = defaultdict(set)
    for _, one in single():
        for name, kind in get_type_hints(one.function()).items():
            kinds[name].add(plain(kind))
            lists[name].add("list[" in str(kind))
    assert {name for name, found in kinds.items() if len(found) > 1} == NARROWER.keys()
    assert {name for name, found in lists.items() if len(found) > 1} == SEVERAL


def test_arguments_in_texts_have_pythons_names() -> None:
    """No argument has the word of an option. The word would have two meanings."""
    named = {*scheduling_options.IN_HOST, *drive_options.IN_CORE}
    assert set(scheduling_options.IN_HOST) <= inspect.signature(headstack.Drive).parameters.keys()
    options = {option for _, parameter in parameters() for option in parameter.opts}
    assert not {f"--{name.replace('_', '-')}" for name in named} & options


def test_a_run_has_few_options_under_headings() -> None:
    options = [parameter for name, parameter in parameters() if name == "run"]
    assert len(options) <= 25, [parameter.opts for parameter in options]
    text = CliRunner().invoke(app, ["run", "-h"]).stdout
    headings = ("Drive", "Scheduling", "Workload", "Firmware on a processor", "Files", "Options")
    places = [text.index(f"\n{heading}:\n") for heading in headings]
    assert places == sorted(places)


@pytest.mark.parametrize("command", ["", *installed()])
def test_h_is_help(command: str) -> None:
    short, long = (CliRunner().invoke(app, [*command.split(), word]) for word in ("-h", "--help"))
    assert short.exit_code == 0
    assert short.stdout == long.stdout
    assert "-h, --help" in short.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands(shell: str) -> None:
    script = CliRunner().invoke(app, ["completion", shell])
    assert script.exit_code == 0
    assert "_HEADSTACK_COMPLETE=complete_" + shell in script.stdout


def completed(*words: str) -> list[str]:
    """What bash is given for the last word."""
    environment = {
        "_HEADSTACK_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(("headstack", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-m", "headstack"], env=environment, capture_output=True, text=True
    )
    return done.stdout.split()


def test_bash_completes() -> None:
    assert completed("swe") == ["sweep"]
    assert completed("repr") == ["reproduce"], "a command of another package"
    assert completed("run", "--sch") == ["--scheduler"]
