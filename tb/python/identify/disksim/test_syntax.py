"""The language of DiskSim's parameter files, by texts made by hand."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from headstack import ConfigError
from headstack_identify.disksim import syntax
from headstack_identify.disksim.values import Block, Document, Missing, Topology, shown
from headstack_identify.drive_text import plain

Read = Callable[..., Document]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Writes texts to files, and reads the first."""

    def write_and_read(text: str, **others: str) -> Document:
        for name, other in others.items():
            (tmp_path / name).write_text(other)
        file = tmp_path / "first"
        file.write_text(text)
        return syntax.read(file)

    return write_and_read


def test_values(read: Read) -> None:
    [block] = read(
        "kind NAME { a = 1, some long name = -2.50, b (blks) = word,  # a comment, with { and =\n"
        " c/d = 0x1F, e = [ 1, 2.0, three, [ 4 ], ], f = inner { g = 1e2 }, 2nd h = x-1.seek }"
    ).blocks
    assert (block.kind, block.name, block.place.line) == ("kind", "NAME", 1)
    values = {name: param.value for name, param in block.params.items()}
    inner = values.pop("f")
    assert isinstance(inner, Block)
    assert (inner.kind, inner.params["g"].value) == ("inner", Decimal(100))
    assert values == {
        "a": 1,
        "some long name": Decimal("-2.50"),
        "b (blks)": "word",
        "c/d": 31,
        "e": (1, Decimal(2), "three", (4,)),
        "2nd h": "x-1.seek",
    }
    assert [param.place.line for param in block.params.values()] == [1, 1, 1, 2, 2, 2, 2]


def test_a_byte_order_mark_is_no_letter(read: Read) -> None:
    [block] = read("\ufeffkind NAME { a = 1 }").blocks
    assert block.kind == "kind"


def test_components(read: Read) -> None:
    document = read(
        "instantiate [ a0, d1 .. d3 ] as NAME\n"
        "topology host h [ bus b [ disk d1 [], disk d2 [] ] ]\n"
    )
    assert document.instances == dict.fromkeys(("a0", "d1", "d2", "d3"), "NAME")
    [top] = document.topologies
    assert [[one.name for one in path] for path in top.paths()] == [
        ["h", "b", "d1"],
        ["h", "b", "d2"],
    ]


def test_a_block_goes_on_from_one_before(read: Read) -> None:
    document = read("kind A { x = 1, y = 2 }\nA B { y = 3 }")
    block = document.named("B")
    assert block is not None
    assert block.kind == "kind"
    assert {name: param.value for name, param in block.params.items()} == {"x": 1, "y": 3}
    assert [param.place.line for param in block.params.values()] == [1, 2]


def test_files_within_files(read: Read) -> None:
    document = read(
        "source one\nkind LAST { m = source two, n = 1 }",
        one="# nothing here\nkind FIRST { a = 1 }\n",
        two="inner NAME {\n p = 2 }",
    )
    assert [block.name for block in document.blocks] == ["FIRST", "NAME", "LAST"]
    first, inner, last = document.blocks
    assert (Path(first.place.file).name, first.place.line) == ("one", 2)
    assert (Path(inner.params["p"].place.file).name, inner.params["p"].place.line) == ("two", 2)
    assert last.params["m"].value is inner
    assert (Path(last.params["n"].place.file).name, last.params["n"].place.line) == ("first", 2)


def test_what_is_no_file(read: Read) -> None:
    document = read("source a\0b\nsource .\nsource /dev/null\n")
    assert [problem.text for problem in document.problems] == [
        *("there is no file a\0b", "there is no file .", "there is no file /dev/null")
    ]


def test_a_file_that_is_not_there_is_told_with_its_key(read: Read) -> None:
    document = read("source gone\nkind NAME {\n Some Model = source lost, after = 1 }")
    first, second = map(str, document.problems)
    assert first.endswith("first:1: key `source`: there is no file gone")
    assert second.endswith("first:3: key `Some Model`: there is no file lost")
    [block] = document.blocks
    assert block.params["Some Model"].value == Missing("lost")
    assert block.params["after"].value == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind NAME { a = 1\n b = 2 }", "first:2: `,` or `}` is wanted here, not `b`"),
        ("kind NAME {\n a }", "first:2: `=` behind `a` is wanted here, not `}`"),
        ("kind NAME { a = }", "first:1: a value of `a` is wanted here, not `}`"),
        ("kind NAME { a = 1, a = 2 }", "first:1: key `a` stands at "),
        ("kind NAME { a = [ 1 2 ] }", "`,` or `]` is wanted here, not `2`"),
        ("kind NAME { a = 1,\n", "first:2: the name of a parameter is wanted here, not the end"),
        ("kind { a = 1 }", "a name for this kind is wanted here, not `{`"),
        ("}", "a block, `instantiate` or `topology` is wanted here, not `}`"),
        ("instantiate [ a ] at B", "`as` is needed"),
        ("instantiate [ a1 .. b3 ] as B", "`a1 .. b3` is not a range"),
        ("instantiate [ a3 .. a1 ] as B", "`a3 .. a1` is not a range"),
        ("source first", "includes the file in itself"),
        ("source", "names no file"),
        ("kind NAME { a = " + 200 * "[", "more than 100 levels"),
        ("a b { " + 200 * "c = a b { ", "more than 100 levels"),
    ],
)
def test_mistakes_are_told_with_their_line(read: Read, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        read(text)
    assert message in str(error.value)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for name in ("gone", "."):
        with pytest.raises(ConfigError, match="DiskSim file "):
            syntax.read(tmp_path / name)


def test_values_as_one_reads_them() -> None:
    texts = [plain(Decimal(text)) for text in ("0.50", "-0.00", "1E+2", "100", "1e-7")]
    assert texts == ["0.5", "0", "100", "100", "0.0000001"]
    assert shown((1, Decimal("2.0"), "a", (3,), 5)) == "[1, 2, a, [3], ...]"
    assert shown(Topology("disk", "d", ())) == "disk d [...]"
    assert shown(Missing("x")) == "source x"
