"""What the papers' words stand for where they give no number: one table for all papers.

A word stands for so many percent. `near`, `within` and `apart` allow that much, `below` and `above`
ask for it. Where a paper's sentence needs another number, its claim has bounds of its own, with the
reason.
"""

from typing import Final

from headstack_papers.claims import Bounds, at_least, at_most

PERCENT: Final = {
    "identical": 5,
    "equal": 5,
    "very close": 5,
    "almost": 5,
    "equivalent": 5,
    "close": 10,
    "nearly": 10,
    "similar": 10,
    "approximate": 10,
    "roughly": 10,
    "substantially": 20,
    "significantly": 20,
    "dramatically": 50,
}
"""Percent by word: how far two may be from each other, or how far they have to be."""

_NAMES: Final = {5: "a twentieth", 10: "a tenth", 20: "a fifth", 50: "to a half"}


def _reason(word: str, more: str) -> str:
    return f'"{word}": {_NAMES[PERCENT[word]]}' + (f"; {more}" if more else "")


def near(word: str, more: str = "") -> Bounds:
    """A ratio of nearly 1: 0.9 to 1.1 for "close". `more` is what else the reason says."""
    percent = PERCENT[word]
    return Bounds((100 - percent) / 100, (100 + percent) / 100, "", _reason(word, more))


def within(word: str, more: str = "") -> Bounds:
    """An excess of nearly nothing: -10 to 10 % for "close"."""
    return Bounds(-PERCENT[word], PERCENT[word], "%", _reason(word, more))


def apart(word: str, more: str = "") -> Bounds:
    """A departure without a sign: at most 10 % for "close"."""
    return at_most(PERCENT[word], "%", _reason(word, more))


def below(word: str, more: str = "") -> Bounds:
    """A ratio that is lower by the word's percent at least: at most 0.8 for "substantially"."""
    return at_most((100 - PERCENT[word]) / 100, "", _reason(word, more))


def above(word: str, more: str = "") -> Bounds:
    """A ratio that is higher by the word's percent at least: 1.2 on for "significantly"."""
    return at_least((100 + PERCENT[word]) / 100, "", _reason(word, more))
