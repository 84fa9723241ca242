"""The numbers that stand for the papers' words: one table for all papers.

A word such as "close" stands for a percentage. `near`, `within` and `apart` allow a departure of up
to this percentage. `below`, `above` and `exceeds` require a departure of at least this percentage.
A claim that needs another number has its own bounds with a reason.
"""

from typing import Final

from headstack_papers.claims import Bounds, at_least, at_most

_READINGS: Final = {
    (5, "a twentieth"): ("identical", "equal", "very close", "almost"),
    (10, "a tenth"): ("close", "nearly", "similar", "approximate", "roughly"),
    (20, "a fifth"): ("substantially", "significantly"),
    (50, "half as much again"): ("much",),
    (50, "to a half"): ("dramatically",),
}
WORDS: Final = {word: reading for reading, words in _READINGS.items() for word in words}
"""For each word, the percentage for which the word stands, and the same number in words."""


def _reason(word: str, more: str) -> str:
    return f'"{word}": {WORDS[word][1]}' + (f"; {more}" if more else "")


def near(word: str, more: str = "") -> Bounds:
    """Bounds of a ratio near 1: 0.9 to 1.1 for "close". `more` is added to the reason."""
    percent = WORDS[word][0]
    return Bounds((100 - percent) / 100, (100 + percent) / 100, "", _reason(word, more))


def within(word: str, more: str = "") -> Bounds:
    """Bounds of an excess near 0: -10 to 10 % for "close"."""
    percent = WORDS[word][0]
    return Bounds(-percent, percent, "%", _reason(word, more))


def apart(word: str, more: str = "") -> Bounds:
    """Bounds of a departure without a sign: at most 10 % for "close"."""
    return at_most(WORDS[word][0], "%", _reason(word, more))


def below(word: str, more: str = "") -> Bounds:
    """Bounds of a ratio that is lower by the percentage: at most 0.8 for "substantially"."""
    return at_most((100 - WORDS[word][0]) / 100, "", _reason(word, more))


def above(word: str, more: str = "") -> Bounds:
    """Bounds of a ratio that is higher by the percentage: at least 1.2 for "significantly"."""
    return at_least((100 + WORDS[word][0]) / 100, "", _reason(word, more))


def exceeds(word: str, more: str = "") -> Bounds:
    """Bounds of an excess of the percentage or more: at least 50 % for "much"."""
    return at_least(WORDS[word][0], "%", _reason(word, more))
