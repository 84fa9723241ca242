"""Corrects the description by the results, and checks the correction against the trace."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats, Ints
from headstack.errors import ConfigError
from headstack.traces.validation_trace import ValidationTrace
from headstack_identify import circle
from headstack_identify.fit.phase import rows
from headstack_identify.fit.phase.accesses import Accesses
from headstack_identify.fit.phase.layout import (
    describing,
    group_slips,
    late_ends,
    misplaced,
    readings,
    refine,
    sector_slips,
    slips,
    spares,
    wedges,
)
from headstack_identify.fit.phase.layout.overrides import applied
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.plain import plain
from headstack_identify.fit.phase.layout.readings import Evidence, Reading
from headstack_identify.fit.phase.layout.refine import Fit
from headstack_identify.fit.phase.layout.skews import of_layout
from headstack_identify.fit.phase.layout.slips import Slip
from headstack_identify.fit.phase.result import Override, Phase, Wedges

_BETTER = 12.0  # least gain of log likelihood by slips
_SHARP = 5e-4  # revolutions: a slipped sector is about 2e-3
_ROUNDS = 3  # rounds of the search for slips
_POOR = 0.9
_MOST_NOTES = 6  # slips with a note each


@dataclass(frozen=True, eq=False)
class _Written:
    """A reading as keys, the remaining phases with these keys, and the sectors of the tracks."""

    reading: Reading
    values: dict[str, Override]
    layout: Layout
    fit: Fit
    spt: Ints


def described(
    trace: ValidationTrace, drive: DriveConfig, evidence: Evidence, reading: Reading, found: Phase
) -> Phase:
    """Returns the phase with the results as keys, and the remaining phases with these keys."""
    before = evidence.fitted(of_layout(evidence.layout), [])
    written = _written(drive, evidence, reading, {})
    written, notes = _with_slips(drive, evidence, written)
    assert found.period is not None
    values = written.values | describing.rotation(drive, found.period)
    used = np.zeros(found.requests, np.bool_)
    used[evidence.accesses.request] = True
    residual = np.full(found.requests, np.nan)
    residual[evidence.accesses.request] = written.fit.residual
    result = replace(
        found,
        overrides=values,
        corrected=applied(drive, values),
        used=used,
        angle_rev=written.layout.places(trace.lbn).angle,
        residual_rev=residual,
        coherence_before=circle.coherence(before.residual),
        wedges=_wedges(written.reading),
        notes=(*found.notes, *_notes(written, evidence), *notes),
    )
    return with_agreement(result, written.fit.residual, evidence.accesses, written.spt)


def with_agreement(found: Phase, residual: Floats, accesses: Accesses, spt: Ints) -> Phase:
    """Returns the phase with figures of how well accesses agree with the corrected layout.

    Args:
        found: the phase, with a period.
        residual: residuals of N phases, in revolutions, shape (N,).
        accesses: the accesses, in any order.
        spt: sectors of their tracks, shape (N,).
    """
    coherence = circle.coherence(residual)
    assert found.period is not None
    return replace(
        found,
        period=replace(found.period, coherence=coherence),
        coherence_after=coherence,
        layout_loss=circle.shared(residual[np.argsort(accesses.first, kind="stable")]),
        misplaced=misplaced.share(residual, accesses.first, accesses.blocks, spt),
    )


def _written(
    drive: DriveConfig, evidence: Evidence, reading: Reading, slipped: dict[str, Override]
) -> _Written:
    """Returns a reading as keys of the description. `evidence` has the description with slips."""
    values = slipped | describing.layout(reading, evidence.layout, _seen(evidence))
    layout = Layout(plain(applied(drive, values)))
    accesses = replace(evidence.accesses, at=layout.places(evidence.accesses.first))
    again = replace(evidence, accesses=accesses, layout=layout)
    return _Written(reading, values, layout, again.fitted(of_layout(layout), []), accesses.at.spt)


def _seen(evidence: Evidence) -> Bools:
    zones = len(evidence.layout.zones)
    return np.asarray(np.bincount(evidence.accesses.at.zone, minlength=zones) > 0)


def _wedges(reading: Reading) -> Wedges | None:
    if reading.kind not in ("angle", "ranges"):
        return None
    return wedges.find(reading.fit.skews, reading.fit.deviation.get("cylinder", 1.0) / 1000)


# ---- Slips


def _with_slips(
    drive: DriveConfig, evidence: Evidence, written: _Written
) -> tuple[_Written, list[str]]:
    """Adds slips that the trace shows, as long as the phases become likelier."""
    notes: list[str] = []
    if "layout.zone" in written.values:
        return written, notes
    slipped: dict[str, Override] = {}
    for _ in range(_ROUNDS):
        accesses = replace(evidence.accesses, at=written.layout.places(evidence.accesses.first))
        residual, layout = written.fit.residual, written.layout
        timely = late_ends.timely(accesses, residual)
        accesses, residual = accesses.take(timely), residual[timely]
        few = slips.find(accesses, residual, of_layout(layout), layout.zones)
        many = sector_slips.find(accesses, residual, layout)
        of_groups = group_slips.find(accesses, residual, layout)
        best: tuple[float, _Written, dict[str, Override], list[Slip]] | None = None
        for shown in (few, many, of_groups):
            more = slipped | slip_lists(layout.drive, shown)
            if more == slipped:
                continue
            try:
                mended = _read_again(drive, evidence, more)
            except ConfigError as error:
                if shown is few:
                    notes += [*map(_slip_note, shown), f"they do not fit: {error}"]
                continue
            without, with_them = refine.score([written.fit, mended.fit], _SHARP)
            gain = with_them - without
            if gain >= _BETTER and (best is None or gain > best[0]):
                best = gain, mended, more, [slip for slip in shown if _key(slip) in more]
        if best is None:
            break
        _, written, slipped, shown = best
        notes += slip_notes(shown)
    return written, notes


def _read_again(drive: DriveConfig, evidence: Evidence, slipped: dict[str, Override]) -> _Written:
    """Returns the likeliest reading of a description with other slips."""
    layout = Layout(applied(drive, slipped))
    last = int((evidence.accesses.first + evidence.accesses.blocks).max())
    if layout.drive.blocks < last:
        raise ConfigError(f"{layout.drive.blocks} blocks are left, and the trace has {last}")
    accesses = replace(evidence.accesses, at=layout.places(evidence.accesses.first))
    other = replace(evidence, accesses=accesses, layout=layout)
    near = rows.neighbours(evidence.completion_ms, accesses.write)
    begun = readings.start(accesses, evidence.phase, near, layout)
    begun = readings.with_more_pairs(
        begun, accesses, evidence.completion_ms, evidence.phase, near, layout
    )
    return _written(drive, other, readings.likeliest(begun, other), slipped)


def slip_lists(drive: DriveConfig, shown: list[Slip]) -> dict[str, Override]:
    """Returns lists of slips with the shown slips. A list stays as it is if a slip does not fit.

    A plain zone has its spare sectors as slips at its end. Each slip takes one of these, so the
    zone keeps its blocks.
    """
    changed: dict[str, Override] = {}
    for key in dict.fromkeys(map(_key, shown)):
        known: list[int] | None = list(drive.value(key) or [])
        of_key = [slip for slip in shown if _key(slip) == key]
        spare = spares.at_end(drive, of_key[0].zone) if key.endswith("_sectors") else range(0)
        known = [one for one in known or [] if one not in spare]
        for slip in of_key:
            if known is not None:
                known = _with_slip(known, slip)
        if known is None:
            continue
        used = sum(1 if slip.missing else -1 for slip in of_key)
        left = range(min(spare.start + used, spare.stop), spare.stop) if spare else spare
        changed[key] = sorted({*known, *left})
    return changed


def _with_slip(known: list[int], slip: Slip) -> list[int] | None:
    middle = (slip.low + slip.high) // 2
    if slip.missing:
        free = (place for place in range(middle, slip.high + len(known)) if place not in known)
        return [*known, next(free)]
    inside = [one for one in known if slip.low - 1 <= one <= slip.high]
    if not inside:
        return None
    gone = min(inside, key=lambda one: abs(one - middle))
    return [one for one in known if one != gone]


def _key(slip: Slip) -> str:
    return f"layout.zone.{slip.zone}.{'slipped_tracks' if slip.whole_track else 'slipped_sectors'}"


def slip_notes(shown: list[Slip]) -> list[str]:
    """Returns a note a slip, or a note a zone if there are many slips."""
    if len(shown) <= _MOST_NOTES:
        return list(map(_slip_note, shown))
    counts = Counter(
        (
            "track" if slip.whole_track else "sector",
            "missing" if slip.missing else "none",
            slip.zone,
        )
        for slip in shown
    )
    return [
        f"{count} slipped {thing}s are {fault}: zone {zone}"
        for (thing, fault, zone), count in counts.items()
    ]


def _slip_note(slip: Slip) -> str:
    thing = "track" if slip.whole_track else "sector"
    where = f"zone {slip.zone}, {thing} {slip.low} to {slip.high - 1}"
    if slip.missing:
        return f"a slipped {thing} is missing: {where}"
    return f"a slipped {thing} is none: {where}"


def _notes(written: _Written, evidence: Evidence) -> list[str]:
    coherence = circle.coherence(written.fit.residual)
    notes = []
    unseen = [str(number) for number, there in enumerate(_seen(evidence)) if not there]
    if written.values and unseen:
        notes.append(f"zones without an access, left as they are: {', '.join(unseen)}")
    if "layout.zone" in written.values:
        notes.append(
            f"the drive turns back after the spare sectors of each "
            f"{written.reading.fit.skews.reach} cylinders"
        )
    if coherence < _POOR:
        notes.append(
            f"the coherence is {coherence:.2f}: some accesses do not end as others do, or slips "
            "are missing that could not be told"
        )
    return notes
