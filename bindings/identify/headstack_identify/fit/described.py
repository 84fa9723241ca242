"""The phase of a trace with the better of two layouts: the description's, and the recording's own.

A recording whose addresses `headstack record` chose shows its layout. The layout of a description
may be exact, or no more than a guess from a data sheet. The layout that agrees better counts.
"""

from dataclasses import replace
from typing import Final

from headstack._core import DriveConfig
from headstack.errors import ConfigError
from headstack.traces.validation_trace import Think, ValidationTrace
from headstack_identify.fit import phase
from headstack_identify.fit.phase import Phase, PhaseError, preconditions, slip_places
from headstack_identify.tracks import finding, surface_order
from headstack_identify.tracks.finding import Found
from headstack_identify.tracks.surface_order import Order

_ALIKE: Final = 0.9  # share of groups with the described sectors, for a layout that is tried
_EXACT: Final = 0.995  # coherence of a description that needs no other layout


def identify(trace: ValidationTrace, drive: DriveConfig | None, think: Think | None) -> Phase:
    """Returns the phase, as `phase.identify`.

    A recording has the time of each issue, so no piece of its time is missing, and the
    phase has no cuts.
    `Phase.corrected` may have the recording's own layout. `Phase.notes` then tell about it.

    Raises:
        PhaseError: as `phase.identify`, if neither layout gives a phase.
    """
    think = think or trace.think
    if drive is None or trace.think is None:
        return phase.identify(trace, drive, think=think)
    return replace(_of_recording(trace, drive, think), cuts=())


def _of_recording(trace: ValidationTrace, drive: DriveConfig, think: Think | None) -> Phase:
    preconditions.check_rotation(trace, Phase(requests=len(trace.lbn)))
    found, problem = _own_layout(trace, drive)
    if found is None:
        only = phase.identify(trace, drive, think=think)
        return replace(only, notes=(*only.notes, problem)) if problem else only
    tried = _tried(trace, drive, think) if found.agreed > _ALIKE else None
    if isinstance(tried, Phase) and (tried.coherence_after or 0.0) > _EXACT:
        return tried
    own = _tried(trace, found.drive, think)
    if isinstance(own, Phase) and not (isinstance(tried, Phase) and _better(tried, own)):
        own = slip_places.moved(trace, replace(own, notes=(*found.notes, *own.notes)))
        return _on_surfaces(own, found.order)
    given = phase.identify(trace, drive, think=think) if tried is None else tried
    if isinstance(given, PhaseError):
        raise given
    return given


def _on_surfaces(own: Phase, order: Order | None) -> Phase:
    """Returns the phase of a drive with one surface with its zones on their surfaces."""
    if order is None or own.corrected is None:
        return own
    try:
        placed = surface_order.placed(own.corrected, order)
    except ConfigError as error:
        note = f"no drive file can hold the zones on their surfaces: {error}"
        return replace(own, notes=(*own.notes, note))
    kept = {key: it for key, it in own.overrides.items() if not key.startswith("layout.")}
    return replace(own, corrected=placed, overrides=kept)


def _better(one: Phase, other: Phase) -> bool:
    return (one.coherence_after or 0.0) > (other.coherence_after or 0.0)


def _tried(trace: ValidationTrace, drive: DriveConfig, think: Think | None) -> Phase | PhaseError:
    try:
        return phase.identify(trace, drive, think=think)
    except PhaseError as error:
        return error


def _own_layout(trace: ValidationTrace, drive: DriveConfig) -> tuple[Found | None, str]:
    """Returns the recording's layout, or `None` and the reason (empty: the addresses show none)."""
    try:
        return finding.find(trace, drive), ""
    except ConfigError as error:
        return None, f"the recording's own layout makes no drive: {error}"
