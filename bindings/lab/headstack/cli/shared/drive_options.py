"""The words of the command line for a drive: its name, and what is changed of it."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from headstack import catalog
from headstack._core import DriveConfig
from headstack.errors import ConfigError, RunError

_OPTIONS: Final = {
    "controller.core": "--core",
    "controller.clock": "--core-clock",
    "controller.firmware": "--firmware",
}

Core = Literal["host", "iss", "ibex", "picorv32"]


def drive_of(
    drive: str,
    *,
    changed: Sequence[str] = (),
    conditions: Path | None = None,
    core: Core | None = None,
    firmware: Path | None = None,
    core_clock: str | None = None,
) -> DriveConfig:
    """The drive that the options say.

    Args:
        drive: its name, or a .toml file.
        changed: keys of its file with other values, as 'spindle.rotation=7200 rpm'.
        conditions: file of what is done to it.
        core: what runs its firmware.
        firmware: an ELF file for that.
        core_clock: the clock of that; 'unlimited' is none.

    Raises:
        ConfigError: no such drive, key or file, or a value that does not fit.
    """
    described = catalog.with_conditions(catalog.load(drive), conditions)
    values = dict(key_and_value(text) for text in changed)
    if len(values) < len(changed):
        raise ConfigError("--set names a key twice; give it once")
    if values:
        described = described.with_values(values)
    if core is not None:
        described = described.with_value("controller.core", core)
    if firmware is not None:
        image = catalog.readable(firmware, "firmware")
        described = described.with_value("controller.firmware", str(image))
    if core_clock is not None and core_clock != "unlimited":
        described = described.with_value("controller.clock", core_clock)
    return described


@contextmanager
def keys_as_options(changed: Sequence[str], conditions: Path | None) -> Iterator[None]:
    """Replaces keys by options in the block's errors, if only options set these keys."""
    try:
        yield
    except (ConfigError, RunError) as error:
        if conditions is not None or any("controller." in text for text in changed):
            raise
        told = type(error)(_as_options(str(error)))
        if isinstance(told, ConfigError) and isinstance(error, ConfigError):
            told.argument = error.argument
        raise told from error


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
    """The key and the value of 'queue.depth=64 tasks': as in a TOML file, quotes left out or not.

    Args:
        text: the text.
        option: the option that it is given with.
        example: an example, for the message.

    Raises:
        ConfigError: no '=' in it.
    """
    key, found, value = text.partition("=")
    if not found or not key.strip() or not value.strip():
        raise ConfigError(f"{option} {text}: a key and its value are wanted, as in '{example}'")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()
