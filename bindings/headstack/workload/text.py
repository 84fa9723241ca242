"""Workloads as text: 'mix(0.7: random(rate=30), 0.3: sequential(rate=30, size=64KiB))'.

A word with arguments in parentheses; an argument is a value, `name=value`, or `number: workload`.
The words are the constructors of `headstack.workload`, and their arguments are those of Python.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from headstack import checks
from headstack.errors import ConfigError
from headstack.workload.base import Workload
from headstack.workload.competing import Class, classes
from headstack.workload.composed import bursts, deadlines, mix, together
from headstack.workload.hot import hot
from headstack.workload.media import streams
from headstack.workload.sequential import sequential
from headstack.workload.synthetic import closed, random

_TOKEN = re.compile(r"\s*(?:(?P<mark>[(),:=])|'(?P<quoted>[^']*)'|(?P<word>[^\s(),:='][^(),:=']*))")
_SHORT: Final = {"rate": "rate_per_s", "reads": "read_fraction"}
"""Arguments that the command line has a shorter word for."""

_COMMON: Final = ("requests", "seed")


@dataclass
class Call:
    """A word and its arguments, as they were written.

    Attributes:
        word: the word.
        values: arguments without a name: texts or calls.
        named: arguments with one.
        shares: `number: workload` pairs.
        at: place of the word in the text, from 0.
    """

    word: str
    at: int
    values: "list[str | Call]" = field(default_factory=list)
    named: "dict[str, str | Call]" = field(default_factory=dict)
    shares: "list[tuple[float, Call]]" = field(default_factory=list)


class _Reader:
    """Reads a text from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def whole(self) -> Call:
        """The call that the text is."""
        found = self._value()
        if self._peek() is not None:
            raise self._wrong("nothing more is wanted here")
        return found if isinstance(found, Call) else Call(found, 0)

    def _match(self) -> re.Match[str] | None:
        return _TOKEN.match(self._text, self._at)

    def _peek(self) -> str | None:
        """The mark that comes next; '' for a word; None at the end."""
        if not self._text[self._at :].strip():
            return None
        match = self._match()
        if match is None:
            raise self._wrong("a ' is not closed")
        return match["mark"] or ""

    def _take(self, mark: str) -> bool:
        """Whether this mark comes next; it is read then."""
        if self._peek() != mark:
            return False
        self._at = self._match().end()  # type: ignore[union-attr]
        return True

    def _value(self) -> str | Call:
        """A text, or a call."""
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
            f"workload {self._text!r}: {what}, at {self._text[place:].strip()[:20]!r}; write it as "
            "in 'mix(0.7: random(rate=30), 0.3: sequential(rate=30))'"
        )


def number(text: str) -> int | float | str:
    """The number that a text is, or the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _streams(*kinds: object, **given: Any) -> Workload:
    """Media streams by kind: `mpeg2=20, cd_audio=5`, with the other arguments of `streams`."""
    of_kinds = {name: given.pop(name) for name in list(given) if name not in _parameters(streams)}
    if kinds or not of_kinds:
        raise ConfigError("streams wants numbers of streams by kind, as in streams(mpeg2=20)")
    return streams(of_kinds, **given)


Makers = Mapping[str, Callable[..., Any]]

MAKERS: Final[Makers] = {
    "random": random,
    "closed": closed,
    "sequential": sequential,
    "hot": hot,
    "bursts": bursts,
    "deadlines": deadlines,
    "mix": mix,
    "together": together,
    "classes": classes,
    "streams": _streams,
}
"""What a word stands for."""


@dataclass(frozen=True)
class Parsed:
    """A workload that was text.

    Attributes:
        load: the workload.
        weights: of its classes, for a scheduler that shares the drive; empty: it has none.
    """

    load: Workload
    weights: tuple[float, ...] = ()


def parse(text: str, makers: Makers = MAKERS, **common: Any) -> Parsed:
    """The workload that a text stands for.

    Args:
        text: as in this module's docstring.
        makers: what each word stands for.
        common: arguments for the outermost word, if it takes them and the text does not say them:
            requests, seed, size and read_fraction.

    Raises:
        ConfigError: an unknown word or argument, a text that cannot be read, or what the
            constructor says.
    """
    call = _Reader(text).whole()
    weights: tuple[float, ...] = ()
    if call.word == "classes":
        weights = tuple(share for share, _ in call.shares)
    return Parsed(_made(call, makers, common), weights)


def _made(call: Call, makers: Makers, common: Mapping[str, Any]) -> Any:
    """What a call stands for."""
    if call.word not in makers:
        hint = checks.nearest(call.word, list(makers))
        raise ConfigError(f"unknown workload {call.word!r}{hint}. Known: {', '.join(makers)}")
    maker = makers[call.word]
    inner = {key: value for key, value in common.items() if key not in _COMMON}
    named = {
        _SHORT.get(name, name): _argument(value, makers, inner)
        for name, value in call.named.items()
    }
    values = [_argument(value, makers, inner) for value in call.values]
    parameters = _parameters(maker)
    for name in named:
        if name not in parameters and maker is not _streams:
            known = [_short(parameter) for parameter in parameters]
            raise ConfigError(
                f"{call.word} has no argument {_short(name)!r}{checks.nearest(name, known)}. It "
                f"has {', '.join(known)}"
            )
    named = {**{name: common[name] for name in common if name in parameters}, **named}
    if call.word == "classes":
        return _classes(call, makers, inner, named)
    parts = [(share, _made(part, makers, inner)) for share, part in call.shares]
    try:
        return maker(*parts, *values, **named)
    except TypeError:
        wanted = ", ".join(_short(name) for name in parameters)
        raise ConfigError(
            f"{call.word} cannot be made of what it is given; it takes {wanted}"
        ) from None


def _parameters(maker: Callable[..., Any]) -> list[str]:
    """Names of the arguments that a maker takes by name."""
    of = inspect.signature(streams if maker is _streams else maker).parameters.values()
    return [parameter.name for parameter in of if parameter.kind is not parameter.VAR_POSITIONAL]


def _short(name: str) -> str:
    return next((short for short, long in _SHORT.items() if long == name), name)


def _argument(value: str | Call, makers: Makers, inner: Mapping[str, Any]) -> Any:
    if isinstance(value, Call):
        return _made(value, makers, inner)
    return number(value)


def _classes(
    call: Call, makers: Makers, inner: Mapping[str, Any], named: dict[str, Any]
) -> Workload:
    """`classes(80: closed(11), 20: closed(11, size=64KiB))`, closed or all open."""
    if not call.shares or call.values:
        raise ConfigError("classes wants weights, as in classes(80: closed(8), 20: closed(8))")
    for name in named:
        if name not in _COMMON:
            raise ConfigError(f"{_short(name)} stands in each class; leave it out behind them")
    if all(part.word == "closed" for _, part in call.shares):
        loads = [
            _made(Call("class", part.at, part.values, part.named), {"class": Class}, {})
            for _, part in call.shares
        ]
        return classes(loads, **named)
    parts = [_made(part, makers, inner) for _, part in call.shares]
    return together(*parts, by_class=True, **named)
