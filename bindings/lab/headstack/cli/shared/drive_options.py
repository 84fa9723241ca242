"""Options of a drive. Makes a drive from the options that name the drive and change its keys."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from headstack import catalog, checks
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError
from headstack.workload.grammar import Call, Reader, number

_OPTIONS: Final = {
    "controller.core": "--core",
    "controller.clock": "--core-clock",
    "controller.firmware": "firmware of --core",
    "controller.lockstep": "lockstep of --core",
}

PANEL: Final = "Drive"
"""Heading of these options in help texts."""

Conditions = Annotated[
    Path | None,
    typer.Option(
        help="File (.toml) with conditions of the drive, such as errors of the medium.",
        rich_help_panel=PANEL,
    ),
]

CORES: Final = ("host", "iss", "ibex", "picorv32")
IN_CORE: Final = ("firmware", "lockstep", "gdb")
"""Arguments in the text of a core."""

_EXAMPLE: Final = "iss(firmware=fcfs.elf, gdb=3333)"


@dataclass(frozen=True)
class Core:
    """The processor for the firmware.

    Attributes:
        name: one of `CORES`.
        firmware: the user's ELF file. `None`: headstack's firmware.
        lockstep: scheduler that decides beside the firmware. `None`: no scheduler does.
        gdb_port: port at which the firmware waits for GDB. `None`: the firmware does not wait.
    """

    name: str
    firmware: Path | None = None
    lockstep: str | None = None
    gdb_port: int | None = None


def core_of(text: str) -> Core:
    """Reads a core from a text such as 'iss' or 'iss(firmware=fcfs.elf, gdb=3333)'.

    Raises:
        ConfigError: an unknown core or argument, an invalid port, or a port for another core than
            'iss'.
    """
    call = Reader(checks.text("core", text), "--core", _EXAMPLE).whole()
    if call.word not in CORES:
        raise checks.unknown("core", call.word, CORES)
    if call.values or call.shares:
        raise ConfigError(f"--core {text}: arguments have names, as in {_EXAMPLE!r}")
    call.check_named(IN_CORE, "--core ")
    firmware, lockstep = call.named.get("firmware"), call.named.get("lockstep")
    gdb = call.named.get("gdb")
    if gdb is None:
        port = None
    else:
        given: Any = number(str(gdb))
        port = checks.whole(f"--core {call.word}(...): gdb", given, 1, 65535)
        if call.word != "iss":
            raise ConfigError(
                f"--core {text}: GDB debugs the firmware's image on the simulator of a processor; "
                f"write --core 'iss(gdb={port})'"
            )
    return Core(
        call.word,
        None if firmware is None else Path(str(firmware)),
        None if lockstep is None else _text(lockstep),
        port,
    )


def _text(value: str | Call) -> str:
    """Returns the text of a scheduler, such as 'clook(level=map)'."""
    if isinstance(value, str):
        return value
    named = [f"{name}={_text(one)}" for name, one in value.named.items()]
    return f"{value.word}({', '.join([_text(one) for one in value.values] + named)})"


def drive_of(
    drive: str,
    *,
    changed: Sequence[str] = (),
    conditions: Path | None = None,
    core: Core | None = None,
    core_clock: str | None = None,
) -> DriveConfig:
    """Makes the drive of the options.

    Args:
        drive: name of the drive, or a .toml file.
        changed: keys of the drive's file with other values, as 'spindle.rotation=7200 rpm'.
        conditions: file with conditions of the drive.
        core: processor for the firmware.
        core_clock: clock of the processor. 'unlimited': code takes no time.

    Raises:
        ConfigError: an unknown drive, key or file, or a value that does not fit.
    """
    described = catalog.with_conditions(catalog.load(drive), conditions)
    values = dict(key_and_value(text) for text in changed)
    if len(values) < len(changed):
        raise ConfigError("--set names a key twice; give it once")
    if values:
        described = described.with_values(values)
    if core is not None:
        described = described.with_value("controller.core", core.name)
    if core is not None and core.firmware is not None:
        image = catalog.readable(core.firmware, "firmware")
        described = described.with_value("controller.firmware", str(image))
    if core is not None and core.lockstep is not None:
        described = described.with_value("controller.lockstep", core.lockstep)
    if core_clock is not None and core_clock != "unlimited":
        described = described.with_value("controller.clock", core_clock)
    return described


@contextmanager
def keys_as_options(changed: Sequence[str], conditions: Path | None) -> Iterator[None]:
    """Replaces keys by options in errors of the `with` block, if only options set these keys."""
    try:
        yield
    except (ConfigError, RunError) as error:
        if conditions is not None or any("controller." in text for text in changed):
            raise
        error.args = (_as_options(str(error)),)
        raise


def _as_options(message: str) -> str:
    """Returns the message with each key replaced by the option that sets the key."""
    for key, option in _OPTIONS.items():
        name = re.escape(key)
        message = re.sub(rf"^.*, changed:\d+: key `{name}`", option, message)
        message = re.sub(rf'set {name} to "([^"]*)"', rf"add {option} \1", message)
        message = re.sub(rf'{name} = "([^"]*)"', rf"{option} \1", message)
        message = re.sub(rf"(?<!`){name}(?![\w.])", option, message)
    return message


def key_and_value(
    text: str, option: str = "--set", example: str = "queue.depth=64 tasks"
) -> tuple[str, Any]:
    """Returns the key and the value of 'queue.depth=64 tasks'.

    The value is as in a TOML file, with or without quotes.

    Args:
        text: the text.
        option: the option of the text, for messages.
        example: a correct text, for messages.

    Raises:
        ConfigError: the text has no '=', no key or no value.
    """
    key, found, value = text.partition("=")
    if not found or not key.strip() or not value.strip():
        raise ConfigError(f"{option} {text}: give a key and a value, as in '{example}'")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()
