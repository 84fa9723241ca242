"""The JSON Schema of drive files, against the drives and against the reader of drive files."""

import copy
import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft7Validator

from headstack import ConfigError, catalog, drive_schema
from headstack._core import DriveConfig, DriveKey, drive_keys

Cli = Callable[..., subprocess.CompletedProcess[str]]

KEYS = {key.path: key for key in drive_keys()}
DRIVE = Draft7Validator(drive_schema.schema())
CONDITIONS = Draft7Validator(drive_schema.schema(conditions_only=True))
CONDITION = [key.path for key in KEYS.values() if key.condition]


def parts(path: str) -> list[Any]:
    return [int(part) if part.isdigit() else part for part in path.split(".")]


def resolved(name: str = "hp_c2247") -> dict[str, Any]:
    return tomllib.loads(catalog.load(name).to_toml())


def changed(values: dict[str, Any], path: str, value: Any = None) -> dict[str, Any]:
    """A copy with another value at the path. `None`: without the key."""
    made: Any = copy.deepcopy(values)
    at = made
    *tables, name = parts(path)
    for table in tables:
        at = at[table] if isinstance(at, list) else at.setdefault(table, {})
    if value is None:
        at.pop(name, None)
    else:
        at[name] = value
    return made  # type: ignore[no-any-return]


def as_toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def refusal(values: dict[str, Any]) -> str:
    """What the reader of drive files says of the values, or nothing."""
    text = "".join(f"{key} = {as_toml(value)}\n" for key, value in values.items())
    try:
        DriveConfig.parse(text, "it")
    except ConfigError as error:
        return str(error)
    return ""


def errors(values: dict[str, Any], schema: Draft7Validator = DRIVE) -> list[str]:
    return [error.message for error in schema.iter_errors(values)]


def test_it_is_a_schema() -> None:
    Draft7Validator.check_schema(DRIVE.schema)
    Draft7Validator.check_schema(CONDITIONS.schema)


@pytest.mark.parametrize("name", catalog.names())
def test_every_drive_fits(name: str) -> None:
    """As its file is written, and with all its values."""
    written = tomllib.loads((catalog.folder() / f"{name}.toml").read_text(encoding="utf-8"))
    assert errors(written) == []
    assert errors(resolved(name)) == []


def described(schema: dict[str, Any], prefix: str = "") -> set[str]:
    """The paths of the keys in a schema."""
    found: set[str] = set()
    for name, inner in schema["properties"].items():
        if "properties" in inner:
            found |= described(inner, f"{prefix}{name}.")
        elif name == "zone":
            found |= described(inner["items"], f"{prefix}zone.0.")
        else:
            found.add(prefix + name)
    return found


def test_every_key_is_there() -> None:
    assert described(DRIVE.schema) == {*KEYS, "base"}
    assert described(CONDITIONS.schema) == {*CONDITION, "base"}


@pytest.mark.parametrize("path", KEYS)
def test_a_misspelt_key_is_refused(path: str) -> None:
    misspelt = changed(resolved(), f"{path}x", "1 ms")
    assert "is not known" in refusal(misspelt)
    assert any("Additional properties" in one for one in errors(misspelt))


@pytest.mark.parametrize("path", KEYS)
def test_a_missing_key_is_refused_as_by_the_reader(path: str) -> None:
    without = changed(resolved(), path)
    assert bool(errors(without)) == ("is missing" in refusal(without))


def test_skews_of_zones_or_of_heads() -> None:
    of_zones = resolved()
    bare = copy.deepcopy(of_zones)
    for zone in bare["layout"]["zone"]:
        for key in ("track_skew", "cylinder_skew"):
            zone.pop(key)
    of_heads = changed(bare, "layout.head_skew", ["0.1 rev"] * 13)
    assert (refusal(of_zones), refusal(of_heads)) == ("", "")
    assert (errors(of_zones), errors(of_heads)) == ([], [])
    assert "track_skew`: is missing" in refusal(bare)
    assert "'track_skew' is a required property" in errors(bare)


def test_a_file_on_a_base_may_leave_out_anything() -> None:
    assert errors({"base": "hp_c2247"}) == []
    assert errors({"base": "hp_c2247", "seek": {"head_switch": "1 parsec"}})


WRONG = [7.5, "seven", [[]], {"a": 1}]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_a_value_of_no_kind_is_refused(key: DriveKey, wrong: Any) -> None:
    """What the schema refuses, the reader refuses too. Some texts only the reader can judge."""
    values = changed(resolved(), key.path, wrong)
    judged = errors(values)
    if judged:
        assert refusal(values), judged
    elif key.kind not in ("text", "file", "duration limit", "term", "place"):
        assert not refusal(values), refusal(values)


@pytest.mark.parametrize("key", [key for key in KEYS.values() if key.units], ids=lambda k: k.path)
def test_units_as_the_reader_takes_them(key: DriveKey) -> None:
    if key.kind.startswith("distance") or key.kind == "term":
        return
    for number in ("1", " 1.5", "-2", "1e3", ".5", "1.", "x"):
        for unit in (*key.units, "parsec", ""):
            text = f"{number} {unit}"
            value = [text] if key.is_list else text
            told = refusal(changed(resolved(), key.path, value))
            unread = re.search(r"does not fit; units|has no unit|is not a number|no digit", told)
            assert bool(unread) == bool(errors(changed(resolved(), key.path, value))), (text, told)


def test_conditions() -> None:
    assert errors({"defects": {"soft_rate": "20 ppm", "seed": 3}}, CONDITIONS) == []
    assert errors({"defects": {"soft_rate": "20"}}, CONDITIONS)
    assert errors({"seek": {"head_switch": "1 ms"}}, CONDITIONS)


@pytest.mark.parametrize("keys", ["drive", "conditions"])
def test_the_command(cli: Cli, keys: str) -> None:
    expected = drive_schema.schema(conditions_only=keys == "conditions")
    plain = cli("schema", keys)
    assert (plain.returncode, json.loads(plain.stdout)) == (0, expected)
    document = json.loads(cli("schema", keys, "--json").stdout)
    assert list(document) == ["version", "keys", "schema"]
    assert document["schema"] == expected


def test_the_command_names_the_nearest_word(cli: Cli) -> None:
    done = cli("schema", "condition")
    assert done.returncode == 2
    assert "did you mean 'conditions'?" in done.stderr
