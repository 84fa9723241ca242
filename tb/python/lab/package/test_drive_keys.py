"""What `drive_keys` says of each key, against what drives take and what the page says."""

import pickle
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from headstack import catalog
from headstack._core import DriveConfig, DriveKey, drive_keys
from headstack.errors import ConfigError

PAGE = Path(__file__).resolve().parents[4] / "docs" / "reference" / "drive-files.md"
KEYS = {key.path: key for key in drive_keys()}
RANGED = [key for key in KEYS.values() if key.least is not None]
OUT_OF_RANGE = r"is too (little|much|large); the (least|most) allowed is|is negative|is too large"


@pytest.fixture(scope="module")
def drive() -> DriveConfig:
    return catalog.load("hp_c2247")


def shaped(key: DriveKey, number: str | int) -> Any:
    """A value of the key with this number."""
    value: Any = number
    if key.kind.startswith("distance and time"):
        value = [1, number]
    elif key.kind == "term":
        value = {"of": "cached write", "time": number}
    return [value] if key.is_list else value


def moved(key: DriveKey, bound: str | int, steps: int) -> str | int:
    """So many of the smallest steps from a bound."""
    if isinstance(bound, int):
        return bound + steps
    number, _, unit = bound.partition(" ")
    return f"{Decimal(number) + steps * Decimal(10) ** -key.decimals:f} {unit}"


def error_of(drive: DriveConfig, key: DriveKey, number: str | int) -> str:
    try:
        drive.with_value(key.path, shaped(key, number))
    except ConfigError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_every_key_is_one_of_a_drive(drive: DriveConfig, key: DriveKey) -> None:
    value = drive.value(key.path)
    assert drive.key(key.path) == key
    assert value is not None or key.optional
    if value is not None:
        assert isinstance(value, list) == (key.is_list or key.kind == "distance and time")
    if isinstance(value, str) and key.unit and key.kind != "angle":
        number, _, unit = value.partition(" ")
        assert unit in (key.unit, key.unit.removesuffix("s"))
        assert -Decimal(number).as_tuple().exponent <= key.decimals  # type: ignore[operator]
    assert pickle.loads(pickle.dumps(key)) == key


@pytest.mark.parametrize("key", RANGED, ids=lambda key: key.path)
def test_ranges(drive: DriveConfig, key: DriveKey) -> None:
    """What holds between keys may still refuse a bound."""
    assert key.least is not None
    assert key.greatest is not None
    for bound, outwards in ((key.least, -1), (key.greatest, 1)):
        assert not re.search(OUT_OF_RANGE, error_of(drive, key, bound)), bound
        outside = error_of(drive, key, moved(key, bound, outwards))
        assert re.search(OUT_OF_RANGE, outside) or "whole number" in outside, outside


COUNTED = [key for key in RANGED if key.kind in ("number", "size", "share")]


@pytest.mark.parametrize("key", COUNTED, ids=lambda key: key.path)
def test_decimals(drive: DriveConfig, key: DriveKey) -> None:
    """One more than there may be is refused; times are rounded instead."""
    assert isinstance(key.greatest, str)
    number, _, unit = key.greatest.partition(" ")
    finer = Decimal(number) - Decimal(10) ** -(key.decimals + 1)
    assert "whole number" in error_of(drive, key, f"{finer:f} {unit}")


MEASURED = [key for key in KEYS.values() if key.units]


@pytest.mark.parametrize("key", MEASURED, ids=lambda key: key.path)
def test_units(drive: DriveConfig, key: DriveKey) -> None:
    """Each unit is read; the message about another unit names the units of the key."""
    assert set(key.units) >= {key.unit} - {"ms/block", ""}
    for unit in key.units:
        assert "does not fit" not in error_of(drive, key, f"1 {unit}"), unit
    told = re.search(r"does not fit; units allowed here: (.*)$", error_of(drive, key, "1 parsec"))
    assert told is not None
    assert set(told[1].split(", ")) <= {*key.units}
    one = {unit.removesuffix("s") for unit in told[1].split(", ")}
    assert {unit.removesuffix("s") for unit in key.units} == one or "parts" in key.units[0]


def test_which_keys_have_units() -> None:
    without = {"text", "word", "word or folder", "truth", "file", "whole number", "place"}
    without |= {"duration limit", "priority time"}  # each has its own form
    assert {key.kind for key in KEYS.values() if not key.units} == without


def test_keys_that_another_key_replaces() -> None:
    """The texts of docs/reference/drive-files.md name the same keys."""
    found = {key.path: key.required_without for key in KEYS.values() if key.required_without}
    skews = ("layout.zone.0.track_skew", "layout.zone.0.cylinder_skew")
    assert found == dict.fromkeys(skews, "layout.head_skew")
    told = {key.path: key for key in KEYS.values() if "required without" in key.text}
    assert found.keys() == told.keys()
    assert all(f"required without {found[path]}" in key.text for path, key in told.items())


def test_choices(drive: DriveConfig) -> None:
    """Each word is taken, or refused for what other keys say; another word is not known."""
    words = [key for key in KEYS.values() if key.kind.startswith("word")]
    assert words
    for key in KEYS.values():
        assert bool(key.choices) == (key in words)
        for word in key.choices:
            assert "is not known" not in error_of(drive, key, word)
        if key.choices:
            assert f'"{key.choices[0]}x" is not known' in error_of(drive, key, key.choices[0] + "x")


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_what_may_be_left_out(drive: DriveConfig, key: DriveKey) -> None:
    """Others may need a key that is optional by itself."""
    try:
        drive.without([key.path])
        error = ""
    except ConfigError as caught:
        error = str(caught)
    assert ("cannot be left out" in error) == (not key.optional), error


def test_a_key_of_any_zone(drive: DriveConfig) -> None:
    assert drive.key("layout.zone.7.phase")._replace(path="") == (
        KEYS["layout.zone.0.phase"]._replace(path="")
    )
    with pytest.raises(ConfigError, match=r"did you mean `seek\.write_settle`"):
        drive.key("seek.write_setle")


def test_the_page_has_the_same() -> None:
    """Two tables: of the drive, and of what is done to it."""
    row = re.compile(r"^\| `([\w.]+)` \| .* \| (.*?)( \(optional\))? \|$", re.M)
    of_drives, of_conditions = PAGE.read_text(encoding="utf-8").split("\n## Conditions\n")
    found = {
        path: (text, bool(optional), condition)
        for page, condition in ((of_drives, False), (of_conditions, True))
        for path, text, optional in row.findall(page)
    }
    assert {
        key.path.replace(".zone.0.", ".zone."): (key.text, key.optional, key.condition)
        for key in KEYS.values()
    } == found


def test_the_page_names_the_kinds() -> None:
    table = PAGE.read_text(encoding="utf-8").split("\n| kind | a value |\n")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `([^`]+)` \|", table, re.M)) == {key.kind for key in KEYS.values()}
