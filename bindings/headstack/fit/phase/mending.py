"""The description with what was found, checked by going back to the trace with it."""

from dataclasses import replace

import numpy as np

from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.fit.phase import circle
from headstack.fit.phase.layout import describing, refine, slips, wedges
from headstack.fit.phase.layout.overrides import applied
from headstack.fit.phase.layout.places import Layout
from headstack.fit.phase.layout.readings import Evidence, Reading
from headstack.fit.phase.layout.refine import Fit
from headstack.fit.phase.layout.skews import of_layout
from headstack.fit.phase.layout.slips import Slip
from headstack.fit.phase.result import Override, Phase, Wedges
from headstack.workload.disksim import ValidationTrace

_BETTER = 8.0  # of the logarithm of the likelihood, by which slips must make it better
_POOR = 0.9


def described(
    trace: ValidationTrace, drive: DriveConfig, evidence: Evidence, reading: Reading, found: Phase
) -> Phase:
    """Writes what was found as keys, and the phases that are left with them."""
    before = evidence.fitted(of_layout(evidence.layout), [])
    seen = np.bincount(evidence.accesses.at.zone, minlength=len(evidence.layout.zones)) > 0
    values = describing.layout(reading, evidence.layout, seen)
    corrected = applied(drive, values)
    after, layout = _again(corrected, evidence)
    notes = _notes(reading, values, seen)
    if "layout.zone" not in values:
        values, after, layout, more = _with_slips(drive, evidence, values, after, layout)
        notes += more
    assert found.period is not None
    values |= describing.rotation(drive, found.period)
    coherence = circle.coherence(after.residual)
    if coherence < _POOR:
        notes.append(
            f"the coherence is {coherence:.2f}: some accesses do not end as others do, or slips "
            "are missing that could not be told"
        )
    used = np.zeros(found.requests, np.bool_)
    used[evidence.accesses.request] = True
    residual = np.full(found.requests, np.nan)
    residual[evidence.accesses.request] = after.residual
    return replace(
        found,
        period=replace(found.period, coherence=coherence),
        overrides=values,
        corrected=applied(drive, values),
        used=used,
        angle_rev=layout.places(trace.lbn).angle,
        residual_rev=residual,
        coherence_before=circle.coherence(before.residual),
        coherence_after=coherence,
        wedges=_wedges(reading),
        notes=(*found.notes, *notes),
    )


def _again(drive: DriveConfig, evidence: Evidence) -> tuple[Fit, Layout]:
    """The phases that are left with another description."""
    layout = Layout(drive)
    accesses = replace(evidence.accesses, at=layout.places(evidence.accesses.first))
    return replace(evidence, accesses=accesses, layout=layout).fitted(of_layout(layout), []), layout


def _wedges(reading: Reading) -> Wedges | None:
    if reading.kind not in ("angle", "ranges"):
        return None
    return wedges.find(reading.fit.skews, reading.fit.deviation.get("cylinder", 1.0) / 1000)


def _with_slips(
    drive: DriveConfig, evidence: Evidence, values: dict[str, Override], fit: Fit, layout: Layout
) -> tuple[dict[str, Override], Fit, Layout, list[str]]:
    """Adds slips that the trace shows, if they make its phases likelier."""
    accesses = replace(evidence.accesses, at=layout.places(evidence.accesses.first))
    shown = slips.find(accesses, fit.residual, of_layout(layout), layout.zones)
    if not shown:
        return values, fit, layout, []
    notes = [_slip_note(slip) for slip in shown]
    more = {**values, **_slip_lists(layout.drive, shown)}
    try:
        other, mended = _again(applied(drive, more), evidence)
    except ConfigError as error:
        return values, fit, layout, [*notes, f"these slips do not fit the description: {error}"]
    without, with_them = refine.score([fit, other])
    if with_them < without + _BETTER:
        return values, fit, layout, []
    return more, other, mended, notes


def _slip_lists(drive: DriveConfig, shown: list[Slip]) -> dict[str, Override]:
    lists: dict[str, list[int]] = {}
    for slip in shown:
        name = "slipped_tracks" if slip.whole_track else "slipped_sectors"
        key = f"layout.zone.{slip.zone}.{name}"
        known = lists.setdefault(key, list(drive.value(key) or []))
        inside = [one for one in known if slip.low - 1 <= one <= slip.high]
        middle = (slip.low + slip.high) // 2
        if not slip.missing:
            if inside:
                known.remove(min(inside, key=lambda one: abs(one - middle)))
            continue
        place = middle
        while place in known:
            place += 1
        known.append(place)
        known.sort()
    return dict(lists)


def _slip_note(slip: Slip) -> str:
    thing = "track" if slip.whole_track else "sector"
    where = f"zone {slip.zone}, {thing} {slip.low} to {slip.high - 1}"
    if slip.missing:
        return f"a slipped {thing} is missing: {where}"
    return f"a slipped {thing} is none: {where}"


def _notes(reading: Reading, values: dict[str, Override], seen: np.ndarray) -> list[str]:
    notes = []
    unseen = [str(number) for number, there in enumerate(seen) if not there]
    if values and unseen:
        notes.append(f"zones without an access, left as they are: {', '.join(unseen)}")
    if "layout.zone" in values:
        notes.append(
            f"the drive turns back behind the spare sectors of each {reading.fit.skews.reach} "
            "cylinders; each such range is written as a zone"
        )
    return notes
