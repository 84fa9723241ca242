"""Fits readings of a layout, each with its own free values, and takes the likeliest reading."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.ends import Ends
from headstack_identify.fit.phase.layout import coarse, columns, refine
from headstack_identify.fit.phase.layout.columns import Column
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.refine import Fit
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.rows import Rows, neighbours

Kind = Literal["file", "sectors", "angle", "ranges", "zones"]
Joint = Literal["own", "same", "without skew", "with skew"]


LEAST = 0.6  # least coherence of neighbours: skews fitted to noise reach about 0.3
_ENOUGH = 0.03  # largest loss of coherence at which the description's skews are still kept
_BETTER = 30.0  # least gain of log likelihood by a reading with more free values


@dataclass(frozen=True, eq=False)
class Start:
    """Skews at the start.

    Attributes:
        kind: "file" has the skews of the description. "sectors" has these skews, changed by some
            sectors. "angle" has skews that are equal in angle in all zones. "ranges" has such
            skews, with spare sectors after ranges. "zones" has separate skews of each zone.
        skews: the angles.
        coherence: coherence of neighbouring accesses.
    """

    kind: Kind
    skews: Skews
    coherence: float


@dataclass(frozen=True, eq=False)
class Reading:
    """A reading of a layout.

    Attributes:
        kind: kind as in `Start`.
        joint: starts of zones: each at its own angle, all at one angle, or where the zone before
            ends, with or without the skew of cylinders between them.
        fit: the fitted values.
    """

    kind: Kind
    joint: Joint
    fit: Fit


@dataclass(frozen=True, eq=False)
class Evidence:
    """The data for the fits of readings, with N accesses.

    Attributes:
        accesses: accesses of kinds with a phase.
        completion_ms: completion times, shape (N,).
        phase: phases as in `ends`, shape (N,).
        piece: piece of the trace of each access, shape (N,).
        ends: ends of accesses.
        period_ms: time of a revolution.
        layout: layout of the description.
    """

    accesses: Accesses
    completion_ms: Floats
    phase: Floats
    piece: Ints
    ends: Ends
    period_ms: float
    layout: Layout

    def fitted(self, skews: Skews, free: list[Column]) -> Fit:
        """Returns the fit of a reading with free values."""
        return refine.fit(
            self.accesses, self.phase, self.piece, skews, self.ends, free, self.period_ms
        )


def start(accesses: Accesses, phase: Floats, near: Rows, layout: Layout) -> Start:
    """Returns the most coherent skews for neighbours.

    Returns the description's skews if they are about as coherent.

    Args:
        accesses: N accesses.
        phase: phases, shape (N,).
        near: pairs of neighbours.
        layout: layout of the description.
    """
    at = accesses.at
    bare = phase - at.sector / at.spt
    inside = near.of(at.zone[near.second] == at.zone[near.first])

    def tried(kind: Kind, skews: Skews | None) -> Start | None:
        return None if skews is None else _start(kind, skews, accesses, phase, near)

    file = of_layout(layout)
    own = _start("file", file, accesses, phase, near)
    if own.coherence > 1 - _ENOUGH:
        return own
    found = [
        own,
        tried("angle", coarse.in_angle(bare, at, near, inside, layout)),
    ]
    in_angle = bool(layout.drive.value("layout.head_skew"))
    if not in_angle:
        found.append(tried("sectors", coarse.in_sectors(bare, at, near, inside, layout, file)))
    reach = layout.reach()
    if reach > 1 and own.coherence < LEAST:
        found.append(tried("ranges", coarse.in_ranges(bare, at, near, inside, layout, reach)))
    best = max((one for one in found if one), key=lambda one: one.coherence)
    if not in_angle and best.coherence < 1 - _ENOUGH:
        zones = tried("zones", coarse.in_zones(bare, at, near, inside, layout, file))
        if zones and zones.coherence > best.coherence + _ENOUGH:
            best = zones
    return own if own.coherence >= best.coherence - _ENOUGH else best


def with_more_pairs(
    begun: Start, accesses: Accesses, completion_ms: Floats, phase: Floats, near: Rows,
    layout: Layout,
) -> Start:  # fmt: skip
    """Returns skews of each zone from more pairs, if they are more coherent.

    A small zone has few neighbours. Accesses to other zones may lie between the accesses of a pair
    as soon as the period is known.

    Args:
        begun: the skews from neighbours.
        accesses: N accesses.
        completion_ms: completion times, shape (N,).
        phase: phases at the period, shape (N,).
        near: pairs of neighbours.
        layout: layout of the description.
    """
    at = accesses.at
    bare = phase - at.sector / at.spt
    if begun.kind not in ("ranges", "zones"):
        return begun
    inside = neighbours(completion_ms, accesses.write, at.zone)
    if begun.kind == "ranges":
        skews = coarse.in_ranges(bare, at, near, inside, layout, begun.skews.reach)
    else:
        skews = coarse.in_zones(bare, at, near, inside, layout, of_layout(layout))
    if skews is None:
        return begun
    more = _start(begun.kind, skews, accesses, phase, near)
    before = _start(begun.kind, begun.skews, accesses, phase, near)
    return more if more.coherence > before.coherence else begun


def _start(kind: Kind, skews: Skews, accesses: Accesses, phase: Floats, near: Rows) -> Start:
    return Start(kind, skews, circle.coherence(near.step(phase - skews.angle(accesses.at))))


def likeliest(begun: Start, evidence: Evidence) -> Reading:
    """Fits all readings from a start, the simplest first, and returns the likeliest."""
    readings = _readings(begun, evidence)
    scores = refine.score([one.fit for one in readings])
    for number, one in enumerate(readings):
        scores[number] += _BETTER * (2 * (one.kind == "file") + (one.joint != "own"))
    return readings[int(np.argmax(scores))]


def _readings(begun: Start, evidence: Evidence) -> list[Reading]:
    accesses, layout = evidence.accesses, evidence.layout
    zones, surfaces = len(layout.zones), layout.surfaces
    reference = int(np.bincount(accesses.at.zone).argmax())
    free = columns.free_zones(accesses, zones, reference)
    if begun.kind == "ranges":
        ranges = columns.free_ranges(accesses, zones, begun.skews.reach)
        every = [*columns.in_angle(accesses, surfaces), *ranges, *free]
        return [Reading("ranges", "own", evidence.fitted(begun.skews, every))]
    if begun.kind == "zones":
        every = [*columns.in_zones(accesses, zones), *free]
        return [Reading("zones", "own", evidence.fitted(begun.skews, every))]
    if begun.kind == "angle":
        return _in_angle(begun.skews, evidence, free)
    found = []
    if begun.kind == "file":
        found.append(Reading("file", "own", evidence.fitted(begun.skews, [])))
        if layout.drive.value("layout.head_skew"):
            return found + _in_angle(begun.skews, evidence, free)
    spt = np.array([zone.spt for zone in layout.zones], np.float64)
    sectors = columns.in_sectors(accesses, spt)
    for some in (sectors, free, [*sectors, *free]):
        found.append(Reading("sectors", "own", evidence.fitted(begun.skews, some)))
    return found


def _in_angle(skews: Skews, evidence: Evidence, free: list[Column]) -> list[Reading]:
    """Returns readings with zones that begin alike, where the zone before ends, or anywhere."""
    accesses, layout = evidence.accesses, evidence.layout
    found = []
    joints: list[tuple[Joint, Ints | None]] = [("same", None)]
    joints += [("without skew", layout.cylinders_before(with_gaps=False))]
    joints += [("with skew", layout.cylinders_before(with_gaps=True))]
    for joint, before in joints:
        begin = np.zeros_like(skews.begin) if before is None else before * skews.advance
        begun = replace(skews, begin=begin)
        heads = columns.in_angle(accesses, layout.surfaces, before)
        found.append(Reading("angle", joint, evidence.fitted(begun, heads)))
    heads = columns.in_angle(accesses, layout.surfaces)
    return [*found, Reading("angle", "own", evidence.fitted(skews, [*heads, *free]))]
