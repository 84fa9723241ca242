"""Workloads as text: 'mix(0.7: random(rate=30), 0.3: sequential(rate=30, size=64KiB))'.

The words are the constructors of `headstack.workload`, with the same arguments as in Python.
"""

import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args

from headstack import checks
from headstack.errors import ConfigError
from headstack.workload.base import Workload
from headstack.workload.grammar import Call, Reader, number

_SHORT: Final = {"rate": "rate_per_s", "reads": "read_fraction"}
"""Short names of arguments on the command line."""

_OF_THE_WHOLE: Final = ("requests", "seed")


def _streams(*kinds: object, **given: Any) -> Workload:
    """Makes media streams from `mpeg2=20, cd_audio=5`, with other arguments of `streams`."""
    from headstack.workload.media import streams

    of_kinds = {name: given.pop(name) for name in list(given) if name not in _parameters(_streams)}
    if kinds or not of_kinds:
        raise ConfigError("streams wants numbers of streams by kind, as in streams(mpeg2=20)")
    return streams(of_kinds, **given)


WORDS: Final = (
    "random",
    "closed",
    "sequential",
    "hot",
    "bursts",
    "deadlines",
    "limited",
    "prioritized",
    "mix",
    "together",
    "classes",
    "streams",
    "trace",
)
"""The words of a text, each a constructor of `headstack.workload`."""

_NAMES: Final = {"trace": "replay"}
"""Constructors whose names differ from their words."""


def maker_of(word: str) -> Callable[..., Any]:
    """Returns the constructor of a word. The constructor's module is imported at its first use."""
    if word == "streams":
        return _streams
    package = sys.modules[__package__ or ""]  # an import of the package would be a circle
    found: Callable[..., Any] = getattr(package, _NAMES.get(word, word))
    return found


@dataclass(frozen=True)
class Parsed:
    """A workload that was made from a text.

    Attributes:
        load: the workload.
        weights: weights of the classes, for a scheduler that shares the drive. Empty if the text
            has no weights.
    """

    load: Workload
    weights: tuple[float, ...] = ()


def parse(text: str, *, folder: Path | None = None, **common: Any) -> Parsed:
    """Makes the workload of a text.

    Args:
        text: as in this module's docstring.
        folder: folder of relative names of traces. `None`: the working folder.
        common: arguments besides the text. requests and seed apply to the outermost word. size,
            align and read_fraction apply to every word that takes such an argument and has no value
            in the text.

    Raises:
        ConfigError: an unknown word or argument, a text that cannot be read, an argument besides
            the text that no word uses, or an error of a constructor.
    """
    making = _Making(common, folder)
    try:
        call = Reader(checks.text("workload", text)).whole()
        load = making.load(call, common)
    except RecursionError:
        raise ConfigError(f"workload {text[:40]}...: its parts are nested too deep") from None
    unused = set(common) - making.used
    if unused:
        raise ConfigError(
            f"{_short(min(unused))}: the workload {call.word!r} has no use for it; leave it out"
        )
    weights = tuple(share for share, _ in call.shares) if call.word == "classes" else ()
    return Parsed(load, weights)


class _Making:
    """Makes workloads from calls, and records the used arguments besides the text."""

    def __init__(self, common: Mapping[str, Any], folder: Path | None) -> None:
        self.used: set[str] = set()
        self._folder = folder
        self._inner = {key: common[key] for key in common if key not in _OF_THE_WHOLE}

    def load(self, call: Call, common: Mapping[str, Any]) -> Any:
        """Returns the workload of a call."""
        if call.word not in WORDS:
            raise checks.unknown("workload", call.word, WORDS)
        if call.word == "classes":
            return self._classes(call, common)
        parts = [(share, self._part(part)) for share, part in call.shares]
        return self._made(call, maker_of(call.word), common, parts)

    def _part(self, call: Call) -> Any:
        return self.load(call, self._inner)

    def _argument(self, value: str | Call, is_text: bool = False) -> Any:
        if isinstance(value, Call):
            return self._part(value)
        return value if is_text else number(value)

    def _made(
        self, call: Call, maker: Callable[..., Any], common: Mapping[str, Any], parts: list[Any]
    ) -> Any:
        """Returns the maker's result for a call's arguments and the arguments besides the text."""
        parameters = _parameters(maker)
        said = {_SHORT.get(name, name): value for name, value in call.named.items()}
        for name in said:
            if name not in parameters and maker is not _streams:
                known = [_short(parameter) for parameter in parameters]
                raise checks.unknown(f"{call.word}(...): argument", _short(name), known)
        values = list(call.values)
        if call.word == "trace" and self._folder is not None:
            values[:1] = [self._placed(value) for value in values[:1]]
            files = [name for name in ("path", "format") if _is_file(name, said.get(name))]
            said.update({name: self._placed(said[name]) for name in files})
        beside = {name: common[name] for name in common if name in parameters and name not in said}
        self.used |= set(beside)
        texts = _texts(maker)
        given = {name: self._argument(value, name in texts) for name, value in said.items()}
        at = [name in texts for name in parameters]
        places = zip(values, at[len(parts) :] + [False] * len(values), strict=False)
        try:
            return maker(*parts, *(self._argument(*one) for one in places), **beside, **given)
        except ConfigError as error:
            raise _in_the_text(error, call.word, {*said, *parameters[: len(values)]}) from None
        except TypeError:
            wanted = ", ".join(_short(name) for name in parameters)
            missing = _required(maker) - {*parameters[: len(parts) + len(values)], *given, *beside}
            wrong = (
                f"(...): {_short(min(missing))} is missing"
                if missing
                else " cannot be made of what it is given"
            )
            raise ConfigError(f"{call.word}{wrong}; it takes {wanted}") from None

    def _placed(self, value: str | Call) -> str | Call:
        """Returns the name of a file relative to the folder."""
        return str(Path(self._folder or "") / value) if isinstance(value, str) else value

    def _classes(self, call: Call, common: Mapping[str, Any]) -> Workload:
        """Makes `classes(80: closed(11), 20: closed(11, size=64KiB))`, all closed or all open."""
        from headstack.workload.class_loops import Class, classes
        from headstack.workload.superposition import together

        if not call.shares or call.values:
            raise ConfigError("classes wants weights, as in classes(80: closed(8), 20: closed(8))")
        named = {key: common[key] for key in common if key in _OF_THE_WHOLE}
        self.used |= set(named)
        for name, value in call.named.items():
            if name not in _OF_THE_WHOLE:
                raise ConfigError(f"{_short(name)} stands in each class; leave it out behind them")
            named[name] = self._argument(value)
        parts = [part for _, part in call.shares]
        if all(part.word == "closed" for part in parts):
            return classes([self._made(part, Class, self._inner, []) for part in parts], **named)
        return together(*(self._part(part) for part in parts), by_class=True, **named)


def _in_the_text(error: ConfigError, word: str, names: set[str]) -> ConfigError:
    """Returns the error with the word and the argument's name in the text."""
    name, rest = re.fullmatch(r"(\w*)(.*)", str(error), re.DOTALL).groups()  # type: ignore[union-attr]
    return ConfigError(f"{word}(...): {_short(name)}{rest}") if name in names else error


def _parameters(maker: Callable[..., Any]) -> list[str]:
    """Returns the names of a maker's arguments."""
    if maker is _streams:
        from headstack.workload.media import streams

        maker = streams
    of = inspect.signature(maker).parameters.values()
    return [parameter.name for parameter in of if parameter.kind is not parameter.VAR_POSITIONAL]


def _required(maker: Callable[..., Any]) -> set[str]:
    """Returns the names of a maker's mandatory arguments."""
    of = inspect.signature(maker).parameters.values()
    bare = [one for one in of if one.default is one.empty]
    return {one.name for one in bare if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)}


def _texts(maker: Callable[..., Any]) -> set[str]:
    """Returns arguments, such as device names, that stay text even if they consist of digits."""
    found = set()
    for name, parameter in inspect.signature(maker).parameters.items():
        kinds = get_args(parameter.annotation) or (parameter.annotation,)
        if str in kinds and not {int, float} & set(kinds):
            found.add(name)
    return found


def _is_file(name: str, value: "str | Call | None") -> bool:
    """Whether an argument of `replay` begins with the name of a file, as own formats do."""
    return value is not None and (name == "path" or ".py:" in str(value))


def _short(name: str) -> str:
    return next((short for short, long in _SHORT.items() if long == name), name)
