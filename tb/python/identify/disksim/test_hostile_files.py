"""Files that nobody wrote for DiskSim: any value in any place, and much of everything."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import ConfigError
from headstack_identify.disksim import importing, tokens

Make = Callable[..., Path]


VALUES = {
    "a file that is not there": "source MISSING",
    "one in a list": "[ 1, source MISSING ]",
    "a block": "disksim_disk { a = source MISSING }",
    "a topology": "disksim_disk d []",
    "lists": "[ [], [] ]",
    "a list of blocks": "[ disksim_x { b = 1 } ]",
    "a word": "word",
    "less than nothing": "-1",
    "a large number": "1e99",
    "hexadecimal": "0x10",
    "30 digits": "9" * 30,
}
VALUE = re.compile(r"(?<== )(?!\[$)[^,{}\n]+?(?=\s*(?:,|}|$))", re.MULTILINE)
"""What stands behind a parameter's `=`, but for blocks."""


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("name", ["tiny.parv", "tiny.diskspecs", "tiny.model"])
def test_any_value_of_any_parameter_is_taken_or_told(
    make: Make, tmp_path: Path, name: str, value: str
) -> None:
    parv = make()
    text = (tmp_path / name).read_text()
    places = [match.span() for match in VALUE.finditer(text)]
    assert len(places) > 6
    for begin, end in places:
        (tmp_path / name).write_text(f"{text[:begin]}{value}{text[end:]}")
        try:
            problems = importing.read(parv).problems
        except ConfigError as error:
            problems = [str(error)]
        if "MISSING" in value:
            assert any("there is no file MISSING" in problem for problem in problems)


MUCH = {
    "files that draw in two": (
        {f"i{i}": f"source i{i + 1}\nsource i{i + 1}\n" for i in range(20)} | {"i20": ""},
        "source i0",
        "is file 1001 that is included",
    ),
    "bytes": ({}, "#" * tokens.MOST_BYTES, "more than 4,000,000 bytes of all DiskSim files"),
    "bytes of files together": (
        {"big": "#" * (tokens.MOST_BYTES // 10)},
        "source big\n" * 10,
        "big: more than 4,000,000 bytes of all DiskSim files",
    ),
    "parameters": (
        {},
        "k c0 { a = 1 }\n" + "\n".join(f"c{i} c{i + 1} {{ p{i} = 1 }}" for i in range(2000)),
        "more than 500,000 parameters in all",
    ),
    "components": (
        {},
        f"instantiate [ {', '.join(['a0 .. a60000'] * 9)} ] as TINY",
        "`a0 .. a60000` makes more than 65,536 components in all",
    ),
}


@pytest.mark.parametrize(("files", "text", "message"), MUCH.values(), ids=MUCH)
def test_too_much(
    make: Make, tmp_path: Path, files: dict[str, str], text: str, message: str
) -> None:
    parv = make()
    for name, of_it in files.items():
        (tmp_path / name).write_text(of_it)
    parv.write_text(f"{parv.read_text()}\n{text}\n")
    with pytest.raises(ConfigError, match=re.escape(message)):
        importing.read(parv)


@pytest.mark.parametrize(
    ("seeks", "message"),
    [
        ("1, 1\n" * 10_001, "tiny.seek: more than 10,000 lines of a seek curve"),
        (" " * tokens.MOST_BYTES + "1, 1\n", "tiny.seek: more than 4,000,000 bytes"),
    ],
)
def test_too_long_a_seek_curve(make: Make, seeks: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        importing.read(make(seeks=seeks))


def test_names_and_notes_take_time_by_their_number_only(make: Make) -> None:
    """By the square of it, this takes minutes: each block and each note was compared with all."""
    parv = make()
    many = "\n".join(f"kk b{i} {{ p = 1 }}" for i in range(60_000))
    parv.write_text(f"{parv.read_text()}\n{many}\n")
    found = importing.read(parv)
    assert len(found.warnings) == 60_000
