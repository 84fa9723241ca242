"""Checks the preconditions for the phase of a trace, with error messages."""

from dataclasses import replace

import numpy as np

from headstack._core import DriveConfig
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack_identify.fit.phase.convention import LEAST_PAIRS, is_phase
from headstack_identify.fit.phase.layout import readings
from headstack_identify.fit.phase.result import Convention, Phase, PhaseError

UNDECIDED = (
    "whether think times come before or after cannot be decided: both are as coherent; "
    "say it with `think`"
)
_FEW = 100  # media accesses
_SOONER_MS = 0.7
"""A disk of 15,000 rpm takes 2 ms for half a revolution."""


def check_times(trace: ValidationTrace, found: Phase) -> None:
    """Raises PhaseError for a trace without measured times."""
    distinct = len(np.unique(trace.measured_ps[:1000]))
    if not trace.measured_ps.any():
        what = "0 in every line"
    elif distinct < min(3, len(trace.measured_ps)):
        what = f"one of {distinct} in every line"
    else:
        return
    raise PhaseError(
        f"{trace.path}: column 5, the measured time, is {what}: nothing was measured; a drive can "
        "be found only from the times of a real one",
        found,
    )


def check_rotation(trace: ValidationTrace, found: Phase) -> None:
    """Raises PhaseError for a device that answers far sooner than a disk turns."""
    words = without_rotation(trace)
    if words is not None:
        raise PhaseError(words, found)


def without_rotation(trace: ValidationTrace) -> str | None:
    """Returns why a trace is of no disk, or `None`: most reads end sooner than a disk turns.

    A tenth of a disk's random reads may hit its cache. Most wait for the medium.
    """
    reads = trace.measured_ps[~trace.write] / 1e9
    if len(reads) < _FEW or float(np.median(reads)) >= _SOONER_MS:
        return None
    return (
        f"{trace.path}: half of the reads take less than {float(np.median(reads)):.2f} ms: the "
        "device does not rotate (an SSD), or a cache of the disk, of a RAID controller or of the "
        "host answered; record a disk itself, with direct=1"
    )


def check_addresses(trace: ValidationTrace, drive: DriveConfig, found: Phase) -> None:
    """Raises PhaseError for a request beyond the end of the drive."""
    ends = trace.lbn.astype(np.int64) + trace.blocks
    beyond = np.flatnonzero(ends > drive.blocks)
    if len(beyond):
        first = int(beyond[0])
        raise PhaseError(
            f"{trace.path}:{first + 1}: blocks {trace.lbn[first]} to {ends[first] - 1}, but "
            f"{drive.name} has blocks 0 to {drive.blocks - 1}; {len(beyond)} of {len(ends)} "
            "requests are beyond its end, so the trace is of another drive",
            found,
        )


def check_surfaces(drive: DriveConfig, found: Phase) -> None:
    """Raises PhaseError for zones on one surface, whose skews the phase cannot find."""
    if any(zone.get("surface") is not None for zone in drive.value("layout.zone")):
        raise PhaseError(
            f"{drive.name} has zones on one surface (layout.zone.surface), and the fit finds no "
            "skews of such zones; `headstack validate` replays the trace as the file is",
            found,
        )


def check_convention(
    trace: ValidationTrace, seen: Convention | None, given: Think | None, accesses: int,
    found: Phase,
) -> None:  # fmt: skip
    """Raises PhaseError if no convention gives a phase, or only the other convention does."""
    if seen is None or accesses < _FEW:
        raise PhaseError(
            f"{trace.path}: the trace is too short: {accesses} of {found.requests} requests waited "
            f"for the medium; the phase needs some {_FEW}, and {LEAST_PAIRS} pairs within a second",
            found,
        )
    found = replace(found, convention=seen)
    shown = f"coherence {seen.after:.2f} after, {seen.before:.2f} before, of {seen.pairs} pairs"
    if not is_phase(max(seen.after, seen.before), seen.chance):
        raise PhaseError(
            f"{trace.path}: no phase, whether think times come after or before ({shown}): the "
            "trace is of another drive or of a clock that did not run evenly, or "
            f"{found.requests:,} requests are too few",
            found,
        )
    if given is not None and seen.think is not None and given != seen.think:
        raise PhaseError(
            f"{trace.path}: the think times come {seen.think} their requests, not {given} "
            f"({shown})",
            found,
        )


def check_layout(
    trace: ValidationTrace, drive: DriveConfig, coherence: float, pairs: int, found: Phase
) -> None:
    """Raises PhaseError for a description whose tracks fit no phase with any skews."""
    if coherence >= readings.LEAST:
        return
    raise PhaseError(
        f"{trace.path}: no skews make {drive.name} fit: neighbours have a coherence of "
        f"{coherence:.2f} at the best ({pairs} pairs; {readings.LEAST} is the least): its zones, "
        "their sectors per track or its spares are another drive's, or "
        f"{found.requests:,} requests are too few",
        found,
    )
