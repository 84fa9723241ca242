"""Runs all steps from a trace with measured times to the results of its phase."""

from dataclasses import replace
from pathlib import Path

from headstack import checks
from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.traces.validation_trace import Think, ValidationTrace, read_validation_trace
from headstack_identify import circle
from headstack_identify.fit.phase import (
    clock,
    convention,
    corrections,
    preconditions,
    rotation_tracking,
    rows,
)
from headstack_identify.fit.phase.accesses import Accesses, of_trace
from headstack_identify.fit.phase.convention import Decision
from headstack_identify.fit.phase.layout import describing, many_slips, readings, spares
from headstack_identify.fit.phase.layout.overrides import ZONES, applied
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.readings import Evidence
from headstack_identify.fit.phase.media import classify
from headstack_identify.fit.phase.result import Convention, Override, Period, Phase, PhaseError

_MENDED = 0.5  # largest share of the incoherence that better slips leave
_AS_GOOD = 1.1  # largest share of the incoherence that fewer slips leave
_FEW = 20  # slipped sectors: so many may stand for a part of skews, and more for slipped tracks
_COHERENT = 0.97  # with less coherence of all accesses, dozens of slips are searched for


def identify(
    trace: str | Path | ValidationTrace,
    drive: DriveConfig | None = None,
    *,
    think: Think | None = None,
) -> Phase:
    """Finds the think convention, the cuts, the period, and the errors of a layout.

    Args:
        trace: file in DiskSim's validation format, or a trace in memory. At least about a hundred
            of its requests must have waited for the medium.
        drive: a rough description. Zones with their cylinders and sectors per track, spares and
            slips must be about right, and the rotation right to 3 %. Skews, head offsets and starts
            of zones need not be right. With `None`, only convention, cuts and period are found.
        think: the convention. `None`: the function finds the convention.

    Returns:
        All results. `Phase.corrected` is the description with `Phase.overrides`. If `Phase.think`
        is `None`, the convention is undecided, and results that depend on it are absent.

    Raises:
        ConfigError: bad trace.
        PhaseError: no measured times, addresses beyond the drive's end, too few media accesses,
            or no phase under either convention. `found` has the results until then.
    """
    read = trace if isinstance(trace, ValidationTrace) else read_validation_trace(trace)
    found = Phase(requests=len(read.lbn))
    preconditions.check_times(read, found)
    if read.think is not None:
        preconditions.check_rotation(read, found)
    if drive is None:
        from headstack_identify.fit.phase import without_description

        return without_description.identify(read, think, found)
    preconditions.check_addresses(read, drive, found)
    preconditions.check_surfaces(drive, found)
    media = classify(read)
    layout = Layout(drive)
    accesses = of_trace(read, media, layout)
    found = replace(found, medium=media.medium)
    decision = _decided(read, accesses, drive, think, found)
    found = replace(found, convention=decision.convention)
    chosen = think or decision.convention.think
    if chosen is None:
        return replace(found, notes=(preconditions.UNDECIDED,))
    times = clock.instants(read, chosen)
    found = replace(found, think=chosen, issue_ms=times.issue_ms, completion_ms=times.completion_ms)
    plain = layout.drive
    once = _with_few_slips_or_many(read, layout, accesses, decision, found)
    once = _with_both_kinds(read, once, found) or once
    once = _with_slips_again(read, plain, once, found) or once
    once = _with_fewer_sectors(read, plain, once, found) or once
    return once if plain is drive else _of(drive, once)


def _with_few_slips_or_many(
    read: ValidationTrace, layout: Layout, accesses: Accesses, decision: Decision, found: Phase
) -> Phase:
    """Returns the results of `_with_all`, with dozens of added slips if few slips are too few.

    Dozens of slipped sectors may stand for slipped tracks if a zone has spare tracks.
    """
    try:
        once = _with_all(read, layout.drive, accesses, decision, found)
    except PhaseError:
        better = _with_lost_slips(read, layout, accesses, decision, found)
        if better is None:
            raise
        return better
    coherence = once.coherence_after or 0.0
    spare_tracks = any(zone.get("spare_tracks") for zone in layout.drive.value(ZONES))
    for_tracks = spare_tracks and _sectors(layout.drive, once) > _FEW
    if coherence > _COHERENT and once.understood and not for_tracks:
        return once
    better = _with_lost_slips(read, layout, accesses, decision, found, coherence)
    return once if better is None else better


def _with_both_kinds(read: ValidationTrace, once: Phase, found: Phase) -> Phase | None:
    """Returns the results of reads and writes if only one of the kinds had a phase.

    On a wrong layout, the pairs of a kind may show no phase. On the layout that the other kind has
    shown, they do. Returns `None` if they do not, or if both kinds had a phase.
    """
    drive = once.corrected
    if drive is None:
        return None
    accesses = _accesses(read, drive)
    counted = once.used[accesses.request]
    if accesses.write[counted].any() and not accesses.write[counted].all():
        return None
    decision = convention.decide(accesses, drive.revolution_ps / 1e9, found.think)
    if decision is None or None in (decision.ends.read, decision.ends.write):
        return None
    return _after(once, once.overrides, _with_all(read, drive, accesses, decision, found))


def _with_slips_again(
    read: ValidationTrace, drive: DriveConfig, once: Phase, found: Phase
) -> Phase | None:
    """Returns the results of a new search for slips, with the found skews.

    With wrong skews, slipped sectors may stand for a slipped track. Returns `None` if no slips were
    found, or if the accesses lack about as much of full coherence with the new slips.
    """
    kept = {key: value for key, value in once.overrides.items() if ".slipped_" not in key}
    if len(kept) == len(once.overrides):
        return None
    return _again(read, drive, kept, once, found, _MENDED)


def _with_fewer_sectors(
    read: ValidationTrace, drive: DriveConfig, once: Phase, found: Phase
) -> Phase | None:
    """Returns the results of a search that starts with skews of whole sectors and no found sectors.

    A few slipped sectors may stand for a part of the skews. Returns `None` if no slipped sectors or
    many were found, or if the new search finds as many. Returns `None`, too, if the new layout is
    clearly less coherent, or no longer understood.
    """
    if ZONES in once.overrides:  # other zones, of ranges
        return None
    sectors = _sectors(drive, once)
    if not 0 < sectors <= _FEW:
        return None
    whole = describing.in_whole_sectors(once.overrides, drive)
    kept = {key: value for key, value in whole.items() if ".slipped_sectors" not in key}
    if len(kept) == len(whole):
        return None
    again = _again(read, drive, kept, once, found, _AS_GOOD)
    if again is None or _sectors(drive, again) >= sectors or once.understood > again.understood:
        return None
    others = (note for note in once.notes if "slipped sector" not in note)
    return replace(again, notes=tuple(dict.fromkeys((*others, *again.notes))))


def _again(
    read: ValidationTrace, drive: DriveConfig, kept: dict[str, Override], once: Phase, found: Phase,
    most: float,
) -> Phase | None:  # fmt: skip
    """Returns the results from a description with other values.

    Returns `None` if they leave more than a share of the incoherence of the results so far.

    Args:
        read: the trace.
        drive: the description, in plain keys.
        kept: the other values.
        once: the results so far.
        found: the results before the layout.
        most: the share.
    """
    try:
        other = applied(drive, kept)
        accesses = _accesses(read, other)
        decision = _decided(read, accesses, other, found.think, found)
        twice = _with_few_slips_or_many(read, Layout(other), accesses, decision, found)
    except ConfigError:
        return None
    if _incoherence(twice) > most * _incoherence(once):
        return None
    return replace(_after(once, kept, twice), notes=twice.notes)


def _sectors(drive: DriveConfig, found: Phase) -> int:
    """Returns the number of slipped sectors that the description lacks."""
    assert found.corrected is not None
    zones = zip(drive.value(ZONES), found.corrected.value(ZONES), strict=True)
    key = "slipped_sectors"
    return sum(len({*(other.get(key) or [])} - {*(one.get(key) or [])}) for one, other in zones)


def _incoherence(found: Phase) -> float:
    return 1.0 - (found.coherence_after or 0.0)


def _after(once: Phase, overrides: dict[str, Override], twice: Phase) -> Phase:
    """Returns the results of a second time, for a description with the first time's overrides."""
    return replace(
        twice,
        convention=once.convention,
        overrides=overrides | twice.overrides,
        coherence_before=once.coherence_before,
        notes=tuple(dict.fromkeys((*once.notes, *twice.notes))),
    )


def _accesses(read: ValidationTrace, drive: DriveConfig) -> Accesses:
    """Returns the media accesses of a trace at their places on a drive."""
    return of_trace(read, classify(read), Layout(drive))


def _decided(
    read: ValidationTrace, accesses: Accesses, drive: DriveConfig, think: Think | None, found: Phase
) -> Decision:
    """Returns the decision about the convention. Raises PhaseError like `check_convention`."""
    decision = convention.decide(accesses, drive.revolution_ps / 1e9, think)
    seen = decision.convention if decision else None
    preconditions.check_convention(read, seen, think, len(accesses.request), found)
    assert decision is not None
    return decision


def _with_all(
    read: ValidationTrace, drive: DriveConfig, accesses: Accesses, decision: Decision, found: Phase
) -> Phase:
    """Returns layout, cuts and period, and slips that the description lacks.

    With some wrong slips, the layout may have no phase any more. The first results then stay.
    """
    once = _laid_out(read, drive, accesses, decision, found)
    slipped = {key: value for key, value in once.overrides.items() if ".slipped_" in key}
    if not slipped:
        return once
    try:
        return _with_slips(read, drive, slipped, decision, once, found)
    except PhaseError:
        return once


def _with_lost_slips(
    read: ValidationTrace, layout: Layout, accesses: Accesses, decision: Decision, found: Phase,
    coherence: float = 0.0,
) -> Phase | None:  # fmt: skip
    """Returns the results of `_with_all` with dozens of added slips.

    Returns `None` if no slips improve the coherence.
    """
    drive, think = layout.drive, found.think
    assert think is not None
    lost = many_slips.find(accesses, decision, think, layout)
    if not lost:
        return None
    slipped = corrections.slip_lists(drive, lost)
    try:
        with_them = applied(drive, slipped)
        accesses = _accesses(read, with_them)
        decision = _decided(read, accesses, with_them, think, found)
        all_of_it = _with_all(read, with_them, accesses, decision, found)
    except ConfigError:
        return None
    if (all_of_it.coherence_after or 0.0) <= coherence:
        return None
    assert all_of_it.corrected is not None
    used = all_of_it.used
    blocks = read.lbn[used]
    turned = Layout(all_of_it.corrected).places(blocks).angle - layout.places(blocks).angle
    return replace(
        all_of_it,
        overrides=slipped | all_of_it.overrides,
        coherence_before=circle.coherence(all_of_it.residual_rev[used] + turned),
        notes=(*corrections.slip_notes(lost), *all_of_it.notes),
    )


def coherent(
    trace: str | Path | ValidationTrace, drive: DriveConfig | None = None
) -> Convention | None:
    """Returns which think convention fits the times of a trace. Takes less than a second.

    Args:
        trace: file in DiskSim's validation format, or a trace in memory.
        drive: the description, with zones and with a rotation right to 3 %. Without a description,
            the answer is less certain.

    Returns:
        Both coherences and the decision, which may be undecided. `None`: too few media accesses lie
        near each other.
    """
    read = trace if isinstance(trace, ValidationTrace) else read_validation_trace(trace)
    if drive is not None:
        checks.instance("drive", drive, DriveConfig, "Drive(...).config")
    if drive is None:
        from headstack_identify.fit.phase import without_description

        return without_description.convention_of(read)
    preconditions.check_addresses(read, drive, Phase(requests=len(read.lbn)))
    accesses = _accesses(read, drive)
    decision = convention.decide(accesses, drive.revolution_ps / 1e9)
    return decision.convention if decision else None


def _of(drive: DriveConfig, found: Phase) -> Phase:
    """Returns the phase with overrides for `drive`. The found overrides are for plainer keys."""
    assert found.corrected is not None
    own, zones = drive.value(ZONES), found.corrected.value(ZONES)
    if describing.of_own_zones(own, zones, found.overrides):
        return replace(found, corrected=applied(drive, found.overrides))
    values = {key: it for key, it in found.overrides.items() if not key.startswith(ZONES)}
    if len(values) < len(found.overrides):
        values[ZONES] = describing.in_own_zones(own, zones) or spares.pooled(found.corrected)
    return replace(found, overrides=values, corrected=applied(drive, values))


def _laid_out(
    read: ValidationTrace, drive: DriveConfig, accesses: Accesses, decision: Decision, found: Phase
) -> Phase:
    """Returns layout, cuts and period."""
    layout = Layout(drive)
    assert found.think is not None
    used = accesses.take(decision.ends.known(accesses))
    completion_ms = used.completion_ms(found.think)
    near = rows.neighbours(completion_ms, used.write)
    ends, period_ms = decision.ends, decision.convention.period_ms
    begun = readings.start(used, ends.phase(used, completion_ms, period_ms), near, layout)
    found = replace(found, period=_period(period_ms, decision.spread_ppm, drive, begun.coherence))
    preconditions.check_layout(read, drive, begun.coherence, len(near.first), found)
    turned = rotation_tracking.follow(
        used, completion_ms, ends, begun.skews, period_ms, decision.spread_ppm
    )
    begun = readings.with_more_pairs(begun, used, completion_ms, turned.phase, near, layout)
    evidence = Evidence(
        used, completion_ms, turned.phase, turned.piece, ends, turned.period_ms, layout
    )
    reading = readings.likeliest(begun, evidence)
    turned = rotation_tracking.follow(
        used, completion_ms, reading.fit.ends, reading.fit.skews, turned.period_ms, 1.0
    )
    period = _period(turned.period_ms, turned.uncertainty_ppm, drive, 0.0)
    found = replace(found, cuts=tuple(turned.cuts), period=period)
    evidence = replace(
        evidence, phase=turned.phase, piece=turned.piece, ends=reading.fit.ends,
        period_ms=turned.period_ms,
    )  # fmt: skip
    return corrections.described(read, drive, evidence, reading, found)


def _with_slips(
    read: ValidationTrace, drive: DriveConfig, slipped: dict[str, Override], decision: Decision,
    once: Phase, found: Phase,
) -> Phase:  # fmt: skip
    """Returns layout, cuts and period again, now with the known slips.

    Without these slips, the first results were blurred.
    """
    other = applied(drive, slipped)
    accesses = _accesses(read, other)
    return _after(once, slipped, _laid_out(read, other, accesses, decision, found))


def _period(ms: float, uncertainty: float, drive: DriveConfig, coherence: float) -> Period:
    against = 1e6 * (ms / (drive.revolution_ps / 1e9) - 1)
    return Period(ms, uncertainty, against, coherence)
