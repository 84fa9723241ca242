"""Reads a parameter file into blocks: a parser by recursive descent.

    KIND NAME { some words = value, ... }
    instantiate [ component, ... ] as NAME
    topology KIND component [ ... ]

A value is a number, a word, a list, a block, or a file with a block (`source FILE`). A kind can be
the name of an earlier block. Then the new block inherits the missing values from the earlier block.
"""

import re
from decimal import Decimal
from pathlib import Path

from headstack.errors import ConfigError
from headstack_identify.disksim.tokens import Token, tokens
from headstack_identify.disksim.values import (
    Block,
    Document,
    Missing,
    Param,
    Problem,
    Topology,
    Value,
)

_WHOLE = re.compile(r"-?\d+", re.ASCII)
_HEXADECIMAL = re.compile(r"-?0x[0-9a-fA-F]+")
_DECIMAL = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
_ENUMERATED = re.compile(r"(.*?)(\d{1,6})", re.ASCII)

MOST_NESTED = 100
MOST_OF_A_RANGE = 65536
"""Limit of components in ranges such as `disk0 .. disk9`, in all lists together."""

MOST_PARAMS = 500_000
"""Limit of parameters. A parameter that a block inherits counts again."""


def read(file: Path) -> Document:
    """Reads a file and the files that it includes.

    Raises:
        ConfigError: the file does not exist, or has wrong syntax.
    """
    return _Parser(file).document()


class _Parser:
    def __init__(self, file: Path) -> None:
        self._rest = tokens(file)
        self._next = next(self._rest)
        self._after: Token | None = None
        self._depth = 0
        self._params = self._ranged = 0
        self._document = Document()

    # ---- Tokens

    def _take(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._next = self._after or next(self._rest)
            self._after = None
        return token

    def _second(self) -> Token:
        """Returns the token after the next token."""
        if self._after is None:
            self._after = next(self._rest, self._next)
        return self._after

    def _expect(self, kind: str, what: str) -> Token:
        if self._next.kind != kind:
            raise self._wrong(what)
        return self._take()

    def _wrong(self, wanted: str) -> ConfigError:
        if self._next.kind == "missing":
            return ConfigError(f"{self._next.place}: there is no file {self._next.text}")
        return ConfigError(f"{self._next.place}: {wanted} is wanted here, not {self._next}")

    # ---- Top level

    def document(self) -> Document:
        while self._next.kind != "end":
            if self._next.kind == "missing":
                self._lacks("source")
            elif self._next.text == "instantiate":
                self._instantiate()
            elif self._next.text == "topology":
                self._take()
                self._document.topologies.append(self._topology())
            else:
                kind = self._expect("word", "a block, `instantiate` or `topology`")
                name = self._expect("word", f"a name for this {kind.text}")
                self._block(kind, name.text)
        return self._document

    def _lacks(self, key: str) -> Missing:
        token = self._take()
        self._document.problems.append(Problem(token.place, key, f"there is no file {token.text}"))
        return Missing(token.text)

    def _instantiate(self) -> None:
        self._take()
        self._expect("[", "a list of components")
        components = self._items("]")
        if self._expect("word", "`as`").text != "as":
            raise ConfigError(f"{self._next.place}: `as` is needed before {self._next}")
        name = self._expect("word", "the name of a block").text
        for component in components:
            self._document.instances[str(component)] = name

    def _topology(self) -> Topology:
        kind = self._expect("word", "a kind of component").text
        name = self._expect("word", "a component").text
        self._expect("[", "a list of components")
        return Topology(kind, name, self._items("]"))

    # ---- Blocks

    def _block(self, kind: Token, name: str) -> Block:
        """Reads a block from its brace on."""
        parent = self._document.named(kind.text)
        block = Block(parent.kind if parent else kind.text, name, kind.place)
        self._expect("{", "`{`")
        self._deeper(kind)
        own: dict[str, Param] = {}
        while self._next.kind != "}":
            param = self._param()
            if param.name in own:
                before = own[param.name].place
                raise ConfigError(f"{param.place}: key `{param.name}` stands at {before} already")
            own[param.name] = param
            if self._next.kind != "}":
                self._expect(",", "`,` or `}`")
        self._take()
        self._depth -= 1
        block.params = {**(parent.params if parent else {}), **own}
        self._params += len(block.params)
        if self._params > MOST_PARAMS:
            raise ConfigError(f"{kind.place}: more than {MOST_PARAMS:,} parameters in all")
        if name:
            self._document.add(block)
        return block

    def _param(self) -> Param:
        first = self._expect("word", "the name of a parameter")
        words = [first.text]
        while self._next.kind == "word":
            words.append(self._take().text)
        name = " ".join(words)
        self._expect("=", f"`=` behind `{name}`")
        return Param(name, self._value(name), first.place)

    # ---- Values

    def _value(self, key: str) -> Value:
        if self._next.kind == "[":
            self._take()
            return self._items("]")
        if self._next.kind == "missing":
            return self._lacks(key)
        word = self._expect("word", f"a value of `{key}`")
        if self._next.kind == "{":
            return self._block(word, "")
        if self._next.kind == "word" and self._second().kind in ("{", "["):
            name = self._take().text
            if self._next.kind == "{":
                return self._block(word, name)
            self._take()
            return Topology(word.text, name, self._items("]"))
        return _scalar(word.text)

    def _items(self, end: str) -> tuple[Value, ...]:
        """Reads a list after its bracket."""
        self._deeper(self._next)
        items: list[Value] = []
        while self._next.kind != end:
            items.append(self._value("the list"))
            if self._next.text == "..":
                self._take()
                items += self._range(str(items.pop()))
            if self._next.kind != end:
                self._expect(",", f"`,` or `{end}`")
        self._take()
        self._depth -= 1
        return tuple(items)

    def _range(self, first: str) -> list[Value]:
        last = self._expect("word", "the last of a range")
        found = _range(first, last)
        self._ranged += len(found)
        if self._ranged > MOST_OF_A_RANGE:
            text = f"`{first} .. {last.text}` makes more than {MOST_OF_A_RANGE:,} components in all"
            raise ConfigError(f"{last.place}: {text}")
        return found

    def _deeper(self, token: Token) -> None:
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise ConfigError(f"{token.place}: more than {MOST_NESTED} levels within each other")


def _scalar(text: str) -> Value:
    if _WHOLE.fullmatch(text):
        return int(text) if len(text) <= 19 else Decimal(text)
    if _HEXADECIMAL.fullmatch(text):
        return int(text, 16)
    return Decimal(text) if _DECIMAL.fullmatch(text) else text


def _range(first: str, last: Token) -> list[Value]:
    """Returns disk0, disk1, disk2, disk3 for disk0 .. disk3."""
    one, other = _ENUMERATED.fullmatch(first), _ENUMERATED.fullmatch(last.text)
    if one is None or other is None or one[1] != other[1]:
        raise ConfigError(f"{last.place}: `{first} .. {last.text}` is not a range")
    numbers = range(int(one[2]), int(other[2]) + 1)
    if not 0 < len(numbers) <= MOST_OF_A_RANGE:
        raise ConfigError(f"{last.place}: `{first} .. {last.text}` is not a range")
    return [f"{one[1]}{number}" for number in numbers]
