"""Numbers in fields of text, against Python's own reading of them."""

import io
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headstack.traces.base import Reading
from headstack.traces.text import Lines, blocks

WORDS = st.one_of(
    st.from_regex(r"\d{1,20}", fullmatch=True),
    st.from_regex(r"\d{0,8}\.\d{0,15}0{0,4}", fullmatch=True),
    st.text("0123456789.+-eEaAfFgRW", min_size=1, max_size=12),
).filter(str.isascii)


def lines_of(text: str, separator: str) -> Lines:
    [lines] = blocks(io.BytesIO(text.encode()), Reading("x"), separator)
    return lines


@pytest.mark.parametrize("separator", [" ", ","])
@given(words=st.lists(WORDS, min_size=1, max_size=20))
@settings(max_examples=200, deadline=None)
def test_numbers(separator: str, words: list[str]) -> None:
    text = "".join(f"{word}{separator}x\n" for word in words)
    field = lines_of(text, separator).field(0)
    values, good = field.whole(0, 10**18)
    assert good.tolist() == [re.fullmatch(r"\d{1,18}", word) is not None for word in words]
    assert values[good].tolist() == [
        int(word) for word, right in zip(words, good, strict=True) if right
    ]
    units, parts, good = field.decimal(9)
    right = re.compile(r"\d{1,18}(\.(?=\d)\d{0,9}0*)?")
    assert good.tolist() == [right.fullmatch(word) is not None for word in words]
    for word, unit, part, is_good in zip(words, units, parts, good, strict=True):
        if is_good:
            assert unit * 10**9 + part == Decimal(word) * 10**9
    values, good = field.hexadecimal()
    assert good.tolist() == [re.fullmatch(r"[\da-fA-F]{1,8}", word) is not None for word in words]
    for word, value, is_good in zip(words, values, good, strict=True):
        assert not is_good or value == int(word, 16)


@pytest.mark.parametrize("places", [6, 9, 12])
@pytest.mark.parametrize("decimals", range(13))
def test_a_dot_after_any_number_of_digits(decimals: int, places: int) -> None:
    """Seconds since 1970 have ten digits before the dot."""
    words = [f"{'9' * digits}.{'8' * decimals}" for digits in range(20)]
    text = "".join(f"{word} x\n" for word in words)
    units, parts, good = lines_of(text, " ").field(0).decimal(places)
    right = [1 <= digits <= 18 and 1 <= decimals <= places for digits in range(20)]
    assert good.tolist() == right
    for word, unit, part, is_good in zip(words, units, parts, good, strict=True):
        assert not is_good or int(unit) + Fraction(int(part), 10**places) == Fraction(word)


@given(names=st.lists(st.text("abcXYZ.09-", min_size=1, max_size=40), min_size=1, max_size=30))
@settings(max_examples=100, deadline=None)
def test_names(names: list[str]) -> None:
    found, inverse, good = lines_of("".join(f"{name}\n" for name in names), " ").field(0).names()
    assert good.all()
    assert [found[place] for place in inverse] == names
    assert found == list(dict.fromkeys(names))


def test_quotes() -> None:
    lines = lines_of('a,"b,c" , "" ,"\n"x,y\n1,"2","3"\n,,\n', ",")
    assert lines.count.tolist() == [4, 1, 3, 3]
    assert [lines.text(0, place) for place in range(4)] == ["a", "b,c", "", '"']
    assert [lines.text(2, place) for place in range(3)] == ["1", "2", "3"]


def test_words_and_letters() -> None:
    field = lines_of("Read\nread\nReadReadX\nRW\n", " ").field(0)
    assert field.is_word("Read", "RW").tolist() == [True, False, False, True]
    assert field.has_letter("W").tolist() == [False, False, False, True]
    assert isinstance(field.starts, np.ndarray)
    assert lines_of("12345678\n123456789\n1234567\n", " ").field(0).is_word(
        "12345678"
    ).tolist() == [*(True, False, False)]


@pytest.mark.parametrize("digits", range(1, 21))
def test_digits_of_every_length(digits: int) -> None:
    """Fields are read eight bytes at a time. The words have every length, and a fault anywhere."""
    number = "98765432101234567890"[:digits]
    wrong = [
        f"{number[:place]}{sign}{number[place + 1 :]}"
        for place in range(digits)
        for sign in "/:x\x00\x7f"
    ]
    words = [*(f"{word} x" for word in wrong), f"{number} x", number]  # the last ends the bytes
    lines = lines_of("".join(f"{word}\n" for word in words), " ")
    values, good = lines.field(0).whole(0, 10**18)
    assert good.tolist() == [False] * len(wrong) + [digits <= 18] * 2
    assert digits > 18 or values[-2:].tolist() == [int(number)] * 2
