"""Readings of a layout: each with its own free values, all fitted, and the likeliest one taken."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from headstack.arrays import Floats, Ints
from headstack_identify.fit.phase import circle
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.ends import Ends
from headstack_identify.fit.phase.layout import coarse, columns, refine
from headstack_identify.fit.phase.layout.columns import Column
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.refine import Fit
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.rows import Rows

Kind = Literal["file", "sectors", "angle", "ranges", "zones"]
Joint = Literal["own", "same", "without skew", "with skew"]


LEAST = 0.6  # coherence of neighbours: skews fitted to noise come to some 0.3
_ENOUGH = 0.03  # by which the description's own skews may be worse than others, and are still kept
_BETTER = 30.0  # by which a reading with more free values must be likelier


@dataclass(frozen=True, eq=False)
class Start:
    """Skews to begin with.

    Attributes:
        kind: "file": the description's; "sectors": those, wrong by so many sectors; "angle": equal
            in angle in all zones; "ranges": the same with spare sectors behind ranges; "zones":
            of each zone for itself.
        skews: the angles.
        coherence: of neighbouring accesses.
    """

    kind: Kind
    skews: Skews
    coherence: float


@dataclass(frozen=True, eq=False)
class Reading:
    """What a layout was found to be.

    Attributes:
        kind: as in `Start`.
        joint: how zones begin: each for itself, all at the same angle, or where the one before
            ends, with or without the skew of cylinders between them.
        fit: the values.
    """

    kind: Kind
    joint: Joint
    fit: Fit


@dataclass(frozen=True, eq=False)
class Evidence:
    """What readings are fitted to; N accesses.

    Attributes:
        accesses: of kinds with a phase.
        completion_ms: shape (N,), when each was completed.
        phase: shape (N,), as `ends` have it.
        piece: shape (N,), the piece of the trace.
        ends: how accesses end.
        period_ms: of a revolution.
        layout: the description's.
    """

    accesses: Accesses
    completion_ms: Floats
    phase: Floats
    piece: Ints
    ends: Ends
    period_ms: float
    layout: Layout

    def fitted(self, skews: Skews, free: list[Column]) -> Fit:
        """A reading with its free values fitted."""
        return refine.fit(
            self.accesses, self.phase, self.piece, skews, self.ends, free, self.period_ms
        )


def start(accesses: Accesses, phase: Floats, near: Rows, layout: Layout) -> Start:
    """The skews that make neighbours most coherent; the description's own if they do as well.

    Args:
        accesses: N of them.
        phase: shape (N,).
        near: pairs of neighbours.
        layout: the description's.
    """
    at = accesses.at
    bare = phase - at.sector / at.spt

    def tried(kind: Kind, skews: Skews | None) -> Start | None:
        if skews is None:
            return None
        return Start(kind, skews, circle.coherence(near.step(phase - skews.angle(at))))

    file = of_layout(layout)
    own = Start("file", file, circle.coherence(near.step(phase - file.angle(at))))
    if own.coherence > 1 - _ENOUGH:
        return own
    found = [
        own,
        tried("angle", coarse.in_angle(bare, at, near, layout)),
    ]
    in_angle = bool(layout.drive.value("layout.head_skew"))
    if not in_angle:
        found.append(tried("sectors", coarse.in_sectors(bare, at, near, layout, file)))
    reach = layout.reach()
    if reach > 1 and own.coherence < LEAST:
        found.append(tried("ranges", coarse.in_ranges(bare, at, near, layout, reach)))
    if not in_angle and all(one.coherence < LEAST for one in found if one):
        found.append(tried("zones", coarse.in_zones(bare, at, near, layout, file)))
    best = max((one for one in found if one), key=lambda one: one.coherence)
    return own if own.coherence >= best.coherence - _ENOUGH else best


def likeliest(begun: Start, evidence: Evidence) -> Reading:
    """Fits all readings that can be had from a start, the simplest first, and chooses."""
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
    """Zones that begin alike, where the one before ends, or anywhere."""
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
