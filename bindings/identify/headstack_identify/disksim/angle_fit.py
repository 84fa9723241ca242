"""Fits the start and the skews of a zone to the angles of its tracks.

A track's angle is `phase + switches * track_skew + cylinders * cylinder_skew`, in revolutions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from headstack_identify import circle

_FINEST = 10**9
"""Angles that are fitted are rounded to this part of a revolution."""


@dataclass(frozen=True)
class Track:
    """A track of a zone.

    Attributes:
        switches: number of head switches before the track, from the zone's first track on.
        cylinders: number of cylinder switches before the track.
        angle: angle of its first sector.
    """

    switches: int
    cylinders: int
    angle: Fraction


@dataclass(frozen=True)
class Fit:
    """The angles of a zone.

    Attributes:
        phase: angle of the first track.
        track_skew: angle from a track to the track of the next head.
        cylinder_skew: angle from a cylinder's last track to the next cylinder's first.
        off: largest deviation of a track, in revolutions. 0: all tracks are exact.
        at: number of the track with this deviation in the list of tracks.
    """

    phase: Fraction
    track_skew: Fraction
    cylinder_skew: Fraction
    off: float = 0.0
    at: int = 0

    def angle(self, switches: int, cylinders: int) -> Fraction:
        """Returns the angle of a track."""
        return (self.phase + switches * self.track_skew + cylinders * self.cylinder_skew) % 1


def exact(tracks: Sequence[Track]) -> tuple[Fit, int]:
    """Returns the skews of the first tracks, and how many tracks from the first on have them.

    The first head switch and the first cylinder switch give the skews.
    """
    first = tracks[0]
    track_skew = cylinder_skew = None
    number = 0
    for track in tracks:
        switches = track.switches - first.switches
        cylinders = track.cylinders - first.cylinders
        rest = track.angle - first.angle - switches * (track_skew or 0)
        rest = (rest - cylinders * (cylinder_skew or 0)) % 1
        if track_skew is None and switches == 1 and cylinders == 0:
            track_skew = rest
        elif cylinder_skew is None and cylinders == 1:
            cylinder_skew = rest
        elif rest:
            break
        number += 1
    fit = Fit(Fraction(0), track_skew or Fraction(0), cylinder_skew or Fraction(0))
    phase = (first.angle - fit.angle(first.switches, first.cylinders)) % 1
    return Fit(phase, fit.track_skew, fit.cylinder_skew), number


def nearest(tracks: Sequence[Track]) -> Fit:
    """Returns the skews that are nearest to all angles, by least squares on the circle."""
    counts = np.array([(1, track.switches, track.cylinders) for track in tracks], float)
    angles = np.array([float(track.angle) for track in tracks])
    steps = np.diff(counts, axis=0)
    turns = circle.wrapped(np.diff(angles))
    skews = np.zeros(3)
    for switch in (steps[:, 2] == 0, steps[:, 2] > 0):
        if switch.any():
            column = 2 if steps[switch][0, 2] else 1
            single = switch & (steps[:, column] == 1)
            if single.any():
                skews[column] = circle.mean(turns[single] - steps[single] @ skews)
    more = circle.wrapped(turns - steps @ skews)
    drift = np.concatenate(([0.0], np.cumsum(more)))
    correction = np.linalg.lstsq(counts, drift, rcond=None)[0]
    phase, track_skew, cylinder_skew = correction + skews
    phase += angles[0] - counts[0] @ skews
    fit = Fit(_rounded(phase), _rounded(track_skew), _rounded(cylinder_skew))
    off = np.abs(
        [
            circle.wrapped(float(track.angle - fit.angle(track.switches, track.cylinders)))
            for track in tracks
        ]
    )
    at = int(off.argmax())
    return Fit(fit.phase, fit.track_skew, fit.cylinder_skew, float(off[at]), at)


def _rounded(angle: float) -> Fraction:
    return Fraction(round(float(angle) * _FINEST), _FINEST) % 1
