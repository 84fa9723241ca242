"""Which words of a message are options: those that the command has, and none out of a text."""

import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from typer.core import TyperCommand
from typer.testing import CliRunner

from headstack import ConfigError
from headstack.cli import app
from headstack.cli.commands import installed, single
from headstack.cli.shared.argument_names import _LONG
from headstack.cli.sweep.file import SHORT
from headstack.sweeps.fields import FIELDS
from headstack.workload.text import WORDS, _parameters, maker_of

OPTION = re.compile(r"--[a-z][\w-]*")
ARGUMENTS = sorted(
    {name for word in WORDS for name in _parameters(maker_of(word))} | {*FIELDS, *SHORT, *_LONG}
)
TEXTS = [
    text
    for word in WORDS
    for text in (
        f"{word}()",
        f"{word}(nothing=1)",
        f"{word[:-1]}(1)",
        *(f"{word}({name}='?')" for name in _parameters(maker_of(word))),
        *(f"{word}({name}=0)" for name in _parameters(maker_of(word))),
    )
]


def commands() -> dict[str, Any]:
    """All commands, loaded; those of a group by both names."""
    found = {}
    for name, one in installed().items():
        loaded: Any = one.load(name)
        parts = {f"{name} {part}": loaded.commands[part] for part in one.parts}
        found.update(parts or {name: loaded})
    return found


def said(
    command: Any, message: str, monkeypatch: pytest.MonkeyPatch, argument: str | None = None
) -> str:
    """The message that a command prints for an error's message. All its options have values."""

    def fails(_: object, __: object) -> None:
        error = ConfigError(message)
        error.argument = argument
        raise error

    monkeypatch.setattr(TyperCommand, "invoke", fails)
    with pytest.raises(ConfigError) as error:
        command.invoke(SimpleNamespace(params={one.name: 1 for one in command.params}))
    return str(error.value)


def fails(*arguments: str) -> str:
    """The error of a command."""
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code in (1, 2), (arguments, done.output)
    return done.stderr


@pytest.mark.parametrize("name", commands())
def test_a_command_names_its_own_options(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = commands()[name]
    own = {
        option for one in command.params for option in one.opts if not getattr(one, "hidden", False)
    }
    for argument in ARGUMENTS:
        for rest in (
            " is 0",
            ": no",
            " '?' is not known",
            ", seed and more",
            f"; with {argument}=1",
        ):
            found = said(command, argument + rest, monkeypatch, argument)
            assert set(OPTION.findall(found)) <= own, found
        for text in (
            f"x(...): argument 'y' is not known (known: a, {argument}, b)",
            f"point 3 (workload closed(1), {argument} 0): a run failed",
            f"workload 'x({argument}=1, {argument} is 0)' is not known",
            f"x: key `{argument}` is 0",
            f"x(...): {argument} is 0",
        ):
            assert said(command, text, monkeypatch) == text


@pytest.mark.parametrize("text", TEXTS)
def test_a_texts_words_are_no_options(text: str, tmp_path: Path) -> None:
    file = tmp_path / "sweep.toml"
    file.write_text(f'drive = "hp_c2247"\nworkload = """{text}"""\nrequests = 2\n', "utf-8")
    for arguments in (("run", "--workload", text), ("sweep", str(file), "--dry-run")):
        done = CliRunner().invoke(app, arguments)
        assert "--" not in done.stderr, done.stderr
        assert done.exit_code != 1 or "Traceback" not in done.output


@pytest.mark.parametrize("key", sorted({*FIELDS, *SHORT}))
def test_a_files_keys_are_no_options(key: str, tmp_path: Path) -> None:
    file = tmp_path / "sweep.toml"
    lines = {"drive": '"hp_c2247"', "workload": '"closed"', key: '"?"'}
    file.write_text("".join(f"{name} = {value}\n" for name, value in lines.items()))
    assert "--" not in fails("sweep", str(file))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("run --workload 'random()'", "random(...): rate is missing; it takes rate, "),
        ("run --workload 'random(size=8KiB)'", "random(...): rate is missing; it takes rate, "),
        ("run --workload 'trace()'", "trace(...): path is missing; it takes path, "),
        ("run --rate 30 --scheduler yfq", "as the workload classes(80: closed(8), 20: closed(8))"),
        ("run --rate 30 --core-clock 3", '--core-clock: "3" has no unit'),
        ("run --workload random --rate 0", "--rate is 0"),
        ("bus --outstanding 0", "--outstanding is 0"),
        ("run --workload 'mix(1: random(rate=30, size=1000B))'", "headstack: size 1000B is not"),
    ],
)
def test_messages(line: str, message: str) -> None:
    assert message in fails(*shlex.split(line))


def words_of(kind: Any) -> tuple[str, ...]:
    """The words of a Literal, which may stand within other types."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next((found for one in get_args(kind) if (found := words_of(one))), ())


def choices() -> list[tuple[str, str, str]]:
    """Command, option and one of its words, for each option that takes one of some words."""
    found = []
    for whole, one in single():
        options = {option.name: option.opts[0] for option in commands()[whole].params}
        found += [
            (whole, options[key], words[0])
            for key, kind in get_type_hints(one.function()).items()
            if options.get(key, "").startswith("--") and (words := words_of(kind))
        ]
    return found


def test_choices_are_found() -> None:
    assert {("demo", "--placement", "drive"), ("advise", "--map", "fold")} <= set(choices())


@pytest.mark.parametrize(("name", "option", "word"), choices())
def test_a_choice_has_the_nearest_name(name: str, option: str, word: str) -> None:
    wrong = word + "x"
    error = fails(*name.split(), option, wrong)
    assert error.startswith(f"headstack: {option} '{wrong}' is not known; did you mean '{word}'? (")
