"""Divides the requests of a class by conditions and distance, if parts take different times.

Each request of a class has a cost for every shift of its time. The costs of a part of the class add
up, so each part has a best shift. The worth of a split is the cost that a shift for each part saves
over one shift for both. Each condition of a split must be worth more than the choice among all
conditions.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import log
from typing import Final

import numpy as np

from headstack.arrays import Bools, Floats, Ints
from headstack_identify.fit.terms import NOT, Term

LEAST_ROWS: Final = 20
"""Least number of requests in a part of a class."""

PARTS: Final = 4
"""Most conditions of a split."""

LOOKED_AT: Final = 20
"""Number of the best pairs of conditions that get further conditions."""

PLACES: Final = 300
"""Number of places in a first search for a threshold. A second search tries the places between."""

NEARLY: Final = 1.0
"""Extra cost that a threshold with a rounder number may have."""


@dataclass(frozen=True, eq=False)
class Requests:
    """The requests of a class that count: arrays of one length.

    Attributes:
        costs: costs of each request at each shift, shape (requests, shifts).
        shifts: times by which the requests may be longer, in ms, shape (shifts,).
        conditions: flags by name.
        apart: cylinders from the request before.
        since_ms: time from the end of the last read.
        gaps_ms: longest such time in the current stream of reads, including this request.
        base: whether the requests outside a split may also be shifted.
    """

    costs: Floats
    shifts: Floats
    conditions: dict[str, Bools]
    apart: Ints
    since_ms: Floats
    gaps_ms: Floats
    base: bool


@dataclass(frozen=True)
class Split:
    """A split of a class.

    Attributes:
        term: the part with another time.
        time_ms: extra time of the part over the time of the other requests.
        base_ms: shift of the other requests.
        worth: likelihood, in nats, less the price of the conditions.
        rows: number of requests in the part.
    """

    term: Term
    time_ms: float
    base_ms: float
    worth: float
    rows: int


def splits(of: str, requests: Requests) -> list[Split]:
    """Returns the best splits of a class, best first, without splits that are worth nothing."""
    if len(requests.costs) < 2 * LEAST_ROWS:
        return []
    finder = _Finder(of, requests)
    starts = [finder.split(Term(of)), *finder.by_words()]
    found: dict[Term, Split] = {}
    for start in starts:
        best = finder.extended(start)
        if best is not None and best.worth > 0:
            found.setdefault(best.term, best)
    return sorted(found.values(), key=_merit)


def _merit(split: Split) -> tuple[float, int, int, str]:
    """Returns a sort key: best first, then simplest, then fewest requests."""
    return -round(split.worth, 1), split.term.parts, split.rows, split.term.text


class _Finder:
    """Finds the splits of a class."""

    def __init__(self, of: str, requests: Requests) -> None:
        self._of = of
        self._r = requests
        self._all = requests.costs.sum(axis=0)
        self._none = int(np.argmin(np.abs(requests.shifts)))
        self._price = log(2 * len(requests.conditions))
        self._flags = dict(self._literals())

    def _literals(self) -> Iterator[tuple[str, Bools]]:
        for name, flags in self._r.conditions.items():
            if LEAST_ROWS <= flags.sum() <= len(flags) - LEAST_ROWS:
                yield name, flags
                yield NOT + name, ~flags

    def by_words(self) -> list[Split]:
        """Returns the best splits by one or two conditions."""
        terms = [Term(self._of, (word,)) for word in self._flags]
        terms += [
            Term(self._of, pair)
            for pair in combinations(self._flags, 2)
            if pair[0].removeprefix(NOT) != pair[1].removeprefix(NOT)
        ]
        found, seen = [], set()
        for term in terms:
            rows = self._rows(term)
            key = rows.tobytes()
            if key in seen:
                continue
            seen.add(key)
            split = self.split(term)
            if split is not None:
                found.append(split)
        found.sort(key=_merit)
        return found[:LOOKED_AT]

    def _rows(self, term: Term) -> Bools:
        r = self._r
        rows = np.ones(len(r.costs), bool)
        for word in term.when:
            rows &= self._flags[word]
        if term.beyond:
            rows &= r.apart > term.beyond
        if term.up_to:
            rows &= r.apart <= term.up_to
        if term.within_ms:
            rows &= r.since_ms < term.within_ms
        if term.gaps_within_ms:
            rows &= r.gaps_ms < term.gaps_within_ms
        return rows

    def split(self, term: Term) -> Split | None:
        """Returns the split by a term. Returns `None` if the part has too few requests."""
        rows = self._rows(term)
        count = int(rows.sum())
        if count < LEAST_ROWS or (self._r.base and count > len(rows) - LEAST_ROWS):
            return None
        inside = self._r.costs[rows].sum(axis=0)
        outside = self._all - inside
        shift = self._r.shifts[int(np.argmin(inside))]
        base = self._r.shifts[int(np.argmin(outside))] if self._r.base else 0.0
        worth = float(self._gain(inside[None, :])[0]) - self._cost_of(term)
        return Split(term, float(shift - base), float(base), worth, count)

    def _cost_of(self, term: Term) -> float:
        """Returns the price of a term's conditions."""
        thresholds = (
            (bool(term.beyond) + bool(term.up_to), self._r.apart),
            (bool(term.within_ms), self._r.since_ms),
            (bool(term.gaps_within_ms), self._r.gaps_ms),
        )
        price = len(term.when) * self._price
        return price + sum(n * log(2 * len(np.unique(x))) for n, x in thresholds if n)

    def _gain(self, inside: Floats) -> Floats:
        """Returns the worth of parts from their costs at each shift, shape (parts, shifts)."""
        outside = self._all - inside
        least, before = outside.min(axis=1), self._all.min()
        if not self._r.base:
            least, before = outside[:, self._none], self._all[self._none]
        gain: Floats = before - least - inside.min(axis=1)
        return gain

    def extended(self, split: Split | None) -> Split | None:
        """Returns a split with more conditions, as long as each condition is worth its price."""
        term = Term(self._of) if split is None else split.term
        while term.parts < PARTS:
            longer = [self.split(one) for one in self._longer(term)]
            better = sorted((one for one in longer if one is not None), key=_merit)
            if not better or (split is not None and better[0].worth <= split.worth):
                break
            split, term = better[0], better[0].term
        return split

    def _longer(self, term: Term) -> Iterator[Term]:
        """Yields the term with one more condition."""
        words = [word.removeprefix(NOT) for word in term.when]
        for word in self._flags:
            if word.removeprefix(NOT) not in words:
                yield replace(term, when=(*term.when, word))
        rows = self._rows(term)
        if not term.beyond:
            for beyond in self._threshold(self._r.apart, rows, above=True):
                if not term.up_to or beyond < term.up_to:
                    yield replace(term, beyond=int(beyond))
        if not term.up_to:
            for up_to in self._threshold(self._r.apart, rows, above=False):
                if up_to > term.beyond:
                    yield replace(term, up_to=int(up_to))
        if not term.within_ms:
            for within in self._threshold(self._r.since_ms, rows, above=False):
                yield replace(term, within_ms=within)
        if not term.gaps_within_ms:
            for within in self._threshold(self._r.gaps_ms, rows, above=False):
                yield replace(term, gaps_within_ms=within)

    def _threshold(self, values: Floats | Ints, rows: Bools, above: bool) -> list[float]:
        """Returns a list with the best threshold for `values` of the rows.

        Returns an empty list if there is no threshold.
        """
        order = np.flatnonzero(rows)
        order = order[np.argsort(values[order], kind="stable")]
        ranked = values[order]
        ends = np.flatnonzero(ranked[1:] > ranked[:-1])  # places after which the value rises
        ends = ends[(ranked[ends] > 0) | (values.dtype.kind == "f")]
        if len(ends) == 0:
            return []
        few = ends[:: max(1, len(ends) // PLACES)]
        gains = self._gains_at(order, few, above)
        best = int(np.argmax(gains))
        low, high = few[max(0, best - 1)], few[min(len(few) - 1, best + 1)]
        near = ends[(ends >= low) & (ends <= high)]
        gains = self._gains_at(order, near, above)
        best = int(np.argmax(gains))
        first = last = best  # places around the best that cost hardly more
        while first > 0 and gains[first - 1] > gains[best] - NEARLY:
            first -= 1
        while last < len(near) - 1 and gains[last + 1] > gains[best] - NEARLY:
            last += 1
        low_value, high_value = float(ranked[near[first]]), float(ranked[near[last] + 1])
        if values.dtype.kind != "f":
            return [float(roundest(int(low_value), int(high_value) - 1))]
        return [_roundest_ms(low_value, high_value)]

    def _gains_at(self, order: Ints, ends: Ints, above: bool) -> Floats:
        """Returns the worth of splits after some places in an order."""
        starts = np.r_[0, ends[:-1] + 1]
        sums = np.add.reduceat(self._r.costs[order[: ends[-1] + 1]], starts, axis=0)
        below = np.cumsum(sums, axis=0)
        inside = self._r.costs[order].sum(axis=0) - below if above else below
        counts = len(order) - ends - 1 if above else ends + 1
        gains = self._gain(inside)
        gains[counts < LEAST_ROWS] = -np.inf
        return gains


def roundest(low: int, high: int) -> int:
    """Returns the number of low .. high with the fewest digits other than 0.

    Of several such numbers, returns the middle number.
    """
    step = 1
    while (low - 1) // (step * 10) < high // (step * 10):
        step *= 10
    first, last = -(-low // step), high // step
    return (first + last) // 2 * step


def _roundest_ms(low: float, high: float) -> float:
    """Returns the roundest time in ms above `low` and at most `high`."""
    for digits in range(7):
        scale: int = 10**digits
        first, last = int(low * scale) + 1, int(high * scale)
        if first <= last:
            return float(roundest(max(first, 1), last)) / float(scale)
    return high
