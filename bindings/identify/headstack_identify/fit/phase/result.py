"""The results of the phase of media accesses about a drive and a trace, and the error."""

from dataclasses import dataclass, field

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack.errors import ConfigError
from headstack.traces.validation_trace import Think

"""Parts of a revolution. Parts of a residual are from -0.5 to 0.5."""

Override = str | int | bool | list[str] | list[int] | list[dict[str, object]] | None
"""The value of a key as in drive files. `None`: the key is left out."""


_ERRORS = 4.0  # largest error of a coherence, in standard errors

MOST_LAYOUT_LOSS = 0.01
"""One access in a hundred. The eight real drives with known layouts lose at most 0.0005 of their
coherence, even the drive that has only 0.91 of it. Drives that lack slips lose several times as
much."""


MOST_MISPLACED = 0.05
"""Largest share of misplaced media accesses of a layout that is understood."""


@dataclass(frozen=True)
class Convention:
    """How well the times of the trace fit turning platters, under each think convention.

    Coherence is |mean exp(2 pi i phase)| over pairs of media accesses, 0 to 1. Chance makes it
    about 0.9 / sqrt(pairs).

    Attributes:
        think: 'after' or 'before'. `None`: undecided.
        after: coherence if column 6 is the pause after the request of its line.
        before: coherence if column 6 is the pause before this request.
        pairs: number of pairs.
        chance: probability that a trace without any phase shows a coherence as large as the larger
            coherence (Rayleigh's test, for all trials).
        period_ms: revolution of the larger coherence.
    """

    think: Think | None
    after: float
    before: float
    pairs: int
    chance: float
    period_ms: float


@dataclass(frozen=True)
class Cut:
    """A place where a piece of the trace is missing. The platters kept turning meanwhile.

    Attributes:
        request: first request after the cut, counted from 0: line `request + 1` of the trace.
        earliest: the last media access before the cut. The cut is after this request.
        turn: jump of the phase there, in revolutions, from -0.5 to 0.5.
        uncertainty: one standard deviation of `turn`.
    """

    request: int
    earliest: int
    turn: float
    uncertainty: float


@dataclass(frozen=True)
class Period:
    """A revolution on the clock of the trace.

    Attributes:
        ms: time of the revolution.
        uncertainty_ppm: one standard deviation.
        against_drive_ppm: extra time over the description's revolution, in parts per million.
            `None`: there is no description.
        coherence: |mean exp(2 pi i phase)| over all used media accesses, with the layout known at
            this step.
    """

    ms: float
    uncertainty_ppm: float
    against_drive_ppm: float | None
    coherence: float


@dataclass(frozen=True)
class Wedges:
    """Whole numbers of servo wedges that the skews fit.

    Attributes:
        per_revolution: wedges of a revolution.
        cylinder: wedges from the first track of a cylinder to the first track of the next.
        worst: largest distance of an angle from a whole number of wedges, in wedges.
    """

    per_revolution: int
    cylinder: int
    worst: float


@dataclass(frozen=True, eq=False)
class Phase:
    """All results. `None` or empty: the result was not found, and `notes` have the reason.

    Attributes:
        requests: number of requests of the trace, N.
        think: the think convention. `None`: undecided.
        convention: the base of the decision. `None`: the convention was given and there were
            too few pairs.
        cuts: missing pieces of the trace, in its order.
        period: period of rotation. `None`: not found.
        overrides: keys of the drive file with better values, of spindle and layout only, as in
            `DriveConfig.with_values`. A key with the value `None` must be left out. "layout.zone"
            has all zones, each a table. Empty without a description.
        corrected: the description with the overrides. `None`: there is no description.
        issue_ms: issue time of each request on the clock of the trace under `think`, without the
            missing pieces, shape (N,).
        completion_ms: completion time of each request, shape (N,).
        medium: whether each request waited for the medium, by its times, shape (N,).
        used: whether the phase of each request was used, shape (N,).
        angle_rev: angle of the first block in the corrected layout, in revolutions from 0 to 1,
            shape (N,). NaN without a description.
        residual_rev: delay of the completion of each media access against the corrected layout,
            the period and the constants of its kind, in revolutions from -0.5 to 0.5, shape (N,).
            NaN if unknown.
        coherence_before: coherence of the media accesses with the description's own layout and the
            found period.
        coherence_after: coherence with the corrected layout.
        layout_loss: extra coherence of neighbours by address over all media accesses, with the
            corrected layout. Scattered times change both coherences alike. An error of the layout
            is an angle that neighbours share and distant accesses do not share. `None`: there is
            no description.
        misplaced: share of the media accesses that lie, with their neighbours by address, more than
            most of a sector from where the corrected layout has them. `None`: there is no
            description.
        wedges: the servo wedges that the skews fit. `None`: there are no such wedges.
        sectors_per_track: pairs of first block and sectors per track, by region. Empty: there is a
            description.
        notes: sentences that a reader should know.
    """

    requests: int
    think: Think | None = None
    convention: Convention | None = None
    cuts: tuple[Cut, ...] = ()
    period: Period | None = None
    overrides: dict[str, Override] = field(default_factory=dict)
    corrected: DriveConfig | None = None
    issue_ms: Floats = field(default_factory=lambda: np.empty(0))
    completion_ms: Floats = field(default_factory=lambda: np.empty(0))
    medium: Bools = field(default_factory=lambda: np.empty(0, np.bool_))
    used: Bools = field(default_factory=lambda: np.empty(0, np.bool_))
    angle_rev: Floats = field(default_factory=lambda: np.empty(0))
    residual_rev: Floats = field(default_factory=lambda: np.empty(0))
    coherence_before: float | None = None
    coherence_after: float | None = None
    layout_loss: float | None = None
    misplaced: float | None = None
    wedges: Wedges | None = None
    sectors_per_track: tuple[tuple[int, float], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether the trace agrees with the corrected layout."""
        if self.layout_loss is None:
            return True
        if self.misplaced is not None and self.misplaced > MOST_MISPLACED:
            return False
        by_chance = 1 - (self.coherence_after or 0.0) ** 2
        by_chance *= _ERRORS / np.sqrt(2 * max(1, int(self.used.sum())))
        return bool(self.layout_loss <= MOST_LAYOUT_LOSS + by_chance)


class PhaseError(ConfigError):
    """A trace without a phase: no measured times, times of another drive, or too short.

    Attributes:
        found: the results until then.
    """

    def __init__(self, message: str, found: Phase) -> None:
        super().__init__(message)
        self.found = found

    def __reduce__(self) -> tuple[type["PhaseError"], tuple[str, Phase]]:
        """Pickles the error together with `found`."""
        return type(self), (str(self), self.found)
