"""What the phase of media accesses tells of a drive and of its trace, and the error."""

from dataclasses import dataclass, field

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack.errors import ConfigError
from headstack.traces.validation_trace import Think

"""Parts of a revolution; those of a residual are from -0.5 to 0.5."""

Override = str | int | bool | list[str] | list[int] | list[dict[str, object]] | None
"""A key's value as drive files have it; None: the key is left out."""


_ERRORS = 4.0  # standard ones, of a coherence

MOST_LAYOUT_LOSS = 0.01
"""One access in a hundred. The eight real drives whose layouts are known lose at most 0.0005 of
their coherence, also the one that has only 0.91 of it; drives that lack slips lose several times
as much."""


@dataclass(frozen=True)
class Convention:
    """How well the trace's times fit a platter that turns, under either think convention.

    Coherence is |mean exp(2 pi i phase)| over pairs of media accesses, 0 to 1; chance makes it some
    0.9 / sqrt(pairs).

    Attributes:
        think: 'after', 'before', or None: undecided.
        after: coherence if column 6 is the pause after its line's request.
        before: the same if it is the pause before.
        pairs: number of pairs.
        chance: probability that a trace without any phase shows a coherence as large as the larger
            of the two, by chance alone (Rayleigh's test, for all that was tried).
        period_ms: the revolution at which the coherence is so large.
    """

    think: Think | None
    after: float
    before: float
    pairs: int
    chance: float
    period_ms: float


@dataclass(frozen=True)
class Cut:
    """A place where a piece of the trace is missing: the platters turned on meanwhile.

    Attributes:
        request: the first request behind it, counted from 0; line `request + 1` of the trace.
        earliest: it lies behind this request, the last media access before it, ...
        turn: jump of the phase there, in revolutions, from -0.5 to 0.5.
        uncertainty: of `turn`, one standard deviation.
    """

    request: int
    earliest: int
    turn: float
    uncertainty: float


@dataclass(frozen=True)
class Period:
    """A revolution in the trace's own clock.

    Attributes:
        ms: how long it takes.
        uncertainty_ppm: one standard deviation.
        against_drive_ppm: parts per million by which it is longer than the description's; None: no
            description.
        coherence: |mean exp(2 pi i phase)| over all media accesses used, with the layout that was
            known then.
    """

    ms: float
    uncertainty_ppm: float
    against_drive_ppm: float | None
    coherence: float


@dataclass(frozen=True)
class Wedges:
    """Whole numbers of servo wedges that the skews are, if they are.

    Attributes:
        per_revolution: wedges of a revolution.
        cylinder: wedges from a cylinder's first track to the next one's.
        worst: how far the worst of the angles is from a whole number of wedges, in wedges.
    """

    per_revolution: int
    cylinder: int
    worst: float


@dataclass(frozen=True, eq=False)
class Phase:
    """All that was found. What could not be found is None or empty, and `notes` say why.

    Attributes:
        requests: number of the trace's requests, N.
        think: the think convention; None: undecided.
        convention: what decided it; None: it was given, and there were too few pairs.
        cuts: pieces missing from the trace, in its order.
        period: None: not found.
        overrides: keys of the drive file with better values, of spindle and layout only, as
            `DriveConfig.with_values` has them; None as a value: the key must be left out;
            "layout.zone": all zones, each a table. Empty without a description.
        corrected: the description with the overrides; None without a description.
        issue_ms: shape (N,), when each request was issued, in the trace's clock, under `think`;
            pieces cut out are not counted.
        completion_ms: shape (N,), when it was completed.
        medium: shape (N,), whether its times say that it waited for the medium.
        used: shape (N,), whether its phase was used.
        angle_rev: shape (N,), where its first block begins in the corrected layout, in
            revolutions from 0 to 1; without a description NaN.
        residual_rev: shape (N,), by how much the completion of a media access comes later than
            the corrected layout, the period and the constants of its kind say, in revolutions from
            -0.5 to 0.5; NaN where it is not known.
        coherence_before: of the media accesses with the description's own layout (and the period
            found).
        coherence_after: with the corrected one.
        layout_loss: how much more coherent neighbours by address are than all media accesses, with
            the corrected layout. Times that scatter make both alike; what neighbours share, and
            those far off do not, is wrong in the layout. None: no description.
        wedges: the servo wedges that the skews fit; None: none.
        sectors_per_track: without a description: pairs of first block and sectors per track, by
            region; else empty.
        notes: what a reader should know, in sentences.
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
    wedges: Wedges | None = None
    sectors_per_track: tuple[tuple[int, float], ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether the trace agrees with the corrected layout."""
        if self.layout_loss is None:
            return True
        by_chance = 1 - (self.coherence_after or 0.0) ** 2
        by_chance *= _ERRORS / np.sqrt(2 * max(1, int(self.used.sum())))
        return bool(self.layout_loss <= MOST_LAYOUT_LOSS + by_chance)


class PhaseError(ConfigError):
    """A trace that tells no phase: no measured times, another drive's, or too short.

    Attributes:
        found: what was found before.
    """

    def __init__(self, message: str, found: Phase) -> None:
        super().__init__(message)
        self.found = found

    def __reduce__(self) -> tuple[type["PhaseError"], tuple[str, Phase]]:
        """From process to process with what was found."""
        return type(self), (str(self), self.found)
