"""What the papers' words stand for."""

import pytest

from headstack_papers import words
from headstack_papers.claims import Bounds, at_least, at_most


def test_the_forms_of_a_word() -> None:
    assert words.near("close") == Bounds(0.9, 1.1, "", '"close": a tenth')
    assert words.within("close") == Bounds(-10, 10, "%", '"close": a tenth')
    assert words.apart("very close") == at_most(5, "%", '"very close": a twentieth')
    assert words.below("substantially") == at_most(0.8, "", '"substantially": a fifth')
    assert words.above("significantly") == at_least(1.2, "", '"significantly": a fifth')
    assert words.below("dramatically") == at_most(0.5, "", '"dramatically": to a half')


def test_a_reason_may_say_more() -> None:
    assert words.near("close", "at the knee").reason == '"close": a tenth; at the knee'


@pytest.mark.parametrize("word", words.PERCENT)
def test_every_word_has_its_number_in_words(word: str) -> None:
    assert words.near(word).reason.startswith(f'"{word}": ')
