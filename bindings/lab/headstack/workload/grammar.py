"""The grammar of texts for workloads and other options, without the meaning of the words.

A text is a word with arguments in parentheses. An argument is a value, `name=value`, or
`number: workload`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from headstack import checks
from headstack.errors import ConfigError

_WORD = r"[^\s(),:='][^(),:=']*"
_TOKEN = re.compile(rf"\s*(?:(?P<mark>[(),:=])|'(?P<quoted>[^']*)'|(?P<word>{_WORD}))")
_PLAIN = re.compile(_WORD)

EXAMPLE: Final = "mix(0.7: random(rate=30), 0.3: sequential(rate=30))"


@dataclass
class Call:
    """A word and its arguments.

    Attributes:
        word: the word.
        values: arguments without a name: texts or calls.
        named: arguments with a name: texts or calls.
        shares: pairs of a number and a workload, from `number: workload`.
        at: index of the word in the text, from 0.
    """

    word: str
    at: int
    values: "list[str | Call]" = field(default_factory=list)
    named: "dict[str, str | Call]" = field(default_factory=dict)
    shares: "list[tuple[float, Call]]" = field(default_factory=list)

    def check_named(self, known: Sequence[str], where: str = "") -> None:
        """Raises ConfigError if the name of an argument is not in `known`.

        Args:
            known: the known names.
            where: text before the call in the message, as '--core '.
        """
        for name in self.named:
            if name not in known:
                raise checks.unknown(f"{where}{self.word}(...): argument", name, known)

    def __str__(self) -> str:
        """Returns the call as text. `Reader` reads this text as an equal call."""
        named = [f"{name}={_written(value)}" for name, value in self.named.items()]
        shares = [f"{share}: {call}" for share, call in self.shares]
        arguments = [*map(_written, self.values), *named, *shares]
        return f"{self.word}({', '.join(arguments)})" if arguments else self.word


class Reader:
    """Reads a text from left to right.

    Args:
        text: the text.
        what: kind of the text, for messages.
        example: a correct text, for messages.
    """

    def __init__(self, text: str, what: str = "workload", example: str = EXAMPLE) -> None:
        self._text = text
        self._what = what
        self._example = example
        self._at = 0

    def whole(self) -> Call:
        """Reads the whole text as a call."""
        found = self._value()
        if self._peek() is not None:
            raise self._wrong("nothing more is wanted here")
        return found if isinstance(found, Call) else Call(found, 0)

    def _match(self) -> re.Match[str] | None:
        return _TOKEN.match(self._text, self._at)

    def _peek(self) -> str | None:
        """Returns the next mark. '': a word. `None`: the end."""
        if not self._text[self._at :].strip():
            return None
        match = self._match()
        if match is None:
            raise self._wrong("a ' is not closed")
        return match["mark"] or ""

    def _take(self, mark: str) -> bool:
        """Reads the next mark if it is `mark`. Returns whether it was read."""
        if self._peek() != mark:
            return False
        self._at = self._match().end()  # type: ignore[union-attr]
        return True

    def _value(self) -> str | Call:
        """Reads a text or a call."""
        if self._peek() != "":
            raise self._wrong("a word or a number is wanted here")
        match = self._match()
        assert match is not None
        at, self._at = self._at, match.end()
        word = match["word"]
        if word is None:
            return str(match["quoted"])
        call = Call(word.strip(), at)
        if not self._take("("):
            return call.word
        while not self._take(")"):
            if (call.values or call.named or call.shares) and not self._take(","):
                raise self._wrong("a , or ) is wanted here")
            self._argument(call)
        return call

    def _argument(self, call: Call) -> None:
        at = self._at
        value = self._value()
        if self._take("=") and isinstance(value, str):
            if value in call.named:
                raise self._wrong(f"{value} is given twice", at)
            call.named[value] = self._value()
        elif self._take(":") and isinstance(value, str):
            load = self._value()
            share = number(value)
            if not isinstance(share, (int, float)):
                raise self._wrong(f"{value!r} is no number", at)
            call.shares.append((share, load if isinstance(load, Call) else Call(load, at)))
        else:
            call.values.append(value)

    def _wrong(self, what: str, at: int | None = None) -> ConfigError:
        place = self._at if at is None else at
        return ConfigError(
            f"{self._what} {self._text!r}: {what}, at {self._text[place:].strip()[:20]!r}; write "
            f"it as in {self._example!r}"
        )


def _written(value: "str | Call") -> str:
    """Returns a value as written in a text: in quotes unless it is a plain word or a call."""
    plain = isinstance(value, Call) or _PLAIN.fullmatch(value)
    return str(value) if plain else f"'{value}'"


def number(text: str) -> int | float | str:
    """Returns the number in a text; the text if it is not a number."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
