"""The numbers that stand for the papers' words: one table for all papers.

A word such as "close" allows a departure of some percent: `near`, `within` and `apart`. A word such
as "much" requires a factor at least: `above`, `below` and `exceeds`. The papers themselves call
gains of 18 to 25 % significant, so "significantly" is a tenth at least. A claim that needs another
number has its own bounds with a reason.

"In most cases", "usually", "generally" and "unlikely" mean more than half of the points: a claim of
such a sentence has the `quantity` 'most'. "Sometimes", "may" and "possible" mean at least one
point: 'some'.
"""

from typing import Final

from headstack_papers.claims import Bounds, at_least, at_most

_DEPARTURES: Final = {
    (5, "a twentieth"): ("identical", "equal", "very close", "almost"),
    (10, "a tenth"): ("close", "nearly", "similar", "approximate", "roughly"),
}
_FACTORS: Final = {
    (1.1, "a tenth"): ("significantly",),
    (1.2, "a fifth"): ("substantially",),
    (1.5, "half as much again"): ("much",),
    (2.0, "a factor of two"): ("dramatically",),
}
PERCENT: Final = {word: reading for reading, words in _DEPARTURES.items() for word in words}
"""For each word, the departure in percent that the word allows, and the same number in words."""

FACTOR: Final = {word: reading for reading, words in _FACTORS.items() for word in words}
"""For each word, the least factor that the word requires, and the same number in words."""

WORDS: Final = {word: said for word, (_, said) in (PERCENT | FACTOR).items()}
"""For each word, its number in words."""


def _reason(word: str, more: str) -> str:
    return f'"{word}": {WORDS[word]}' + (f"; {more}" if more else "")


def near(word: str, more: str = "") -> Bounds:
    """Bounds of a ratio near 1: 0.9 to 1.1 for "close". `more` is added to the reason."""
    percent = PERCENT[word][0]
    return Bounds((100 - percent) / 100, (100 + percent) / 100, "", _reason(word, more))


def within(word: str, more: str = "") -> Bounds:
    """Bounds of an excess near 0: -10 to 10 % for "close"."""
    percent = PERCENT[word][0]
    return Bounds(-percent, percent, "%", _reason(word, more))


def apart(word: str, more: str = "") -> Bounds:
    """Bounds of a departure without a sign: at most 10 % for "close"."""
    return at_most(PERCENT[word][0], "%", _reason(word, more))


def below(word: str, more: str = "") -> Bounds:
    """Bounds of a ratio that is lower by the factor: at most 0.5 for "dramatically"."""
    return at_most(1 / FACTOR[word][0], "", _reason(word, more))


def above(word: str, more: str = "") -> Bounds:
    """Bounds of a ratio that is higher by the factor: at least 1.5 for "much"."""
    return at_least(FACTOR[word][0], "", _reason(word, more))


def exceeds(word: str, more: str = "") -> Bounds:
    """Bounds of an excess of the factor or more: at least 50 % for "much"."""
    return at_least(round(100 * (FACTOR[word][0] - 1), 9), "%", _reason(word, more))
