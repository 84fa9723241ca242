"""Times that depend on the situation, the entries of `overhead.terms`, as numbers of a search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from headstack._core import DriveConfig
from headstack.units import number_of
from headstack_identify.fit import table
from headstack_identify.fit.free_parameters import Range, Values, text_of

TERMS: Final = "overhead.terms"

OF: Final = ("read hit", "read miss", "write", "cached write", "write data")
"""Kinds of commands to which a term may be added."""

CONDITIONS: Final = (
    "after write",
    "after hit",
    "after sequential",
    "reading ahead",
    "sequential",
    "following",
    "same track",
    "same cylinder",
    "same zone",
    "arm there",
    "upwards",
    "streaming",
    "crosses track end",
    "ends track",
)

NOT: Final = "not "

MOST: Final = 32
"""Largest number of terms in a drive file."""

_DECIMALS: Final = 3
"""Number of decimals of a term's time in ms."""


@dataclass(frozen=True)
class Term:
    """The conditions under which a time is added, and the commands to which it is added.

    Attributes:
        of: the kind of command, one of OF.
        when: conditions, as in drive files.
        beyond: exclusive lower limit of the distance in cylinders, or 0 for any distance.
        up_to: inclusive upper limit of the distance in cylinders, or 0 for any distance.
        within_ms: limit of the time since the end of the last read, or 0 for any time.
        gaps_within_ms: the same limit for each read of the current stream, or 0 for any time.
    """

    of: str
    when: tuple[str, ...] = ()
    beyond: int = 0
    up_to: int = 0
    within_ms: float = 0.0
    gaps_within_ms: float = 0.0

    @property
    def parts(self) -> int:
        """Number of conditions."""
        thresholds = (self.beyond, self.up_to, self.within_ms, self.gaps_within_ms)
        return len(self.when) + sum(bool(x) for x in thresholds)

    @property
    def text(self) -> str:
        """The term in words."""
        words = [*self.when]
        words += [f"beyond {self.beyond} cylinders"] if self.beyond else []
        words += [f"up to {self.up_to} cylinders"] if self.up_to else []
        words += [f"within {self.within_ms:g} ms"] if self.within_ms else []
        words += [f"gaps within {self.gaps_within_ms:g} ms"] if self.gaps_within_ms else []
        return f"{self.of}: {', '.join(words) or 'always'}"

    def entry(self, time_ms: float) -> dict[str, Any]:
        """Returns the entry of a drive file with a time."""
        found: dict[str, Any] = {"of": self.of}
        found |= {"when": list(self.when)} if self.when else {}
        found |= {"beyond": f"{self.beyond} cylinders"} if self.beyond else {}
        found |= {"up_to": f"{self.up_to} cylinders"} if self.up_to else {}
        times = {"within": self.within_ms, "gaps_within": self.gaps_within_ms}
        found |= {key: text_of(time, "ms") for key, time in times.items() if time}
        return found | {"time": text_of(time_ms, "ms")}

    def document(self, time_ms: float) -> dict[str, Any]:
        """Returns the term for JSON, with the fields that a drive file would leave out."""
        return {
            "of": self.of,
            "when": list(self.when),
            "beyond_cylinders": self.beyond or None,
            "up_to_cylinders": self.up_to or None,
            "within_ms": self.within_ms or None,
            "gaps_within_ms": self.gaps_within_ms or None,
            "time_ms": round(time_ms, _DECIMALS),
        }


def term_of(entry: Mapping[str, Any]) -> tuple[Term, float]:
    """Returns a term and its time in ms from an entry of a drive file."""
    none = "0 ms"
    term = Term(
        of=entry["of"],
        when=tuple(entry.get("when", ())),
        beyond=int(number_of(entry.get("beyond"))),
        up_to=int(number_of(entry.get("up_to"))),
        within_ms=milliseconds(entry.get("within", none)),
        gaps_within_ms=milliseconds(entry.get("gaps_within", none)),
    )
    return term, milliseconds(entry["time"])


def milliseconds(time: str) -> float:
    """Returns a time in any unit as a number of ms."""
    unit = {"ps": 1e-9, "ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}[time.split()[1]]
    return number_of(time) * unit


@dataclass(frozen=True)
class TermTime:
    """The time of a term.

    Attributes:
        term: the term.
        begun: time in the description at the start of the search, in ms.
    """

    term: Term
    begun: float = 0.0

    @property
    def name(self) -> str:
        """The key with the term in words."""
        return f"{TERMS}, {self.term.text}"

    @property
    def key(self) -> str:
        """The key of all terms."""
        return TERMS

    @property
    def stage(self) -> str:
        """Stage of the search that changes the time."""
        return "terms"

    @property
    def range(self) -> Range:
        """Steps and bounds of the time."""
        return table.TERM_TIME

    def read(self, config: DriveConfig) -> float:
        """Returns the time in the description."""
        return self.begun

    def write(self, number: float, values: Values, config: DriveConfig) -> None:
        """Adds the entry to the values, unless its time is 0."""
        entries = values.setdefault(TERMS, [])
        time = round(number, _DECIMALS)
        if time:
            entries.append(self.term.entry(time))
