"""Scores a layout and a drive against the truth."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from headstack import workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.measure import validation
from headstack_identify import circle
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.trials.trial import Trial

PAIRED: Final = 1.10
"""A fit is good if its paired rms is at most this times the truth's."""

SHARE: Final = 0.95
"""A fit is good if its share of requests within 0.1 ms is at least this share of the truth's."""

RIGHT: Final = 0.95
"""A layout is right if this share of the media accesses lies where it should, within a sector."""

_PAIRED_RMS, _WITHIN = "paired_rms_ms", "within_0_1_ms_percent"


@dataclass(frozen=True)
class Score:
    """Figures of a drive beside the truth's."""

    paired_rms_ms: float
    within_percent: float
    least_rms_ms: float
    most_within_percent: float

    @property
    def good(self) -> bool:
        """Whether the drive is about as good as the truth."""
        near = self.paired_rms_ms <= PAIRED * self.least_rms_ms
        return near and self.within_percent >= SHARE * self.most_within_percent


def drive(trial: Trial, config: DriveConfig) -> Score:
    """Scores a drive on the trial's trace."""
    return _score(trial.floor(), _errors(config, trial.replay))


def compared(truth: DriveConfig, config: DriveConfig, replay: workload.Replay) -> Score:
    """Scores a drive on a recording of another drive, the truth."""
    return _score(_errors(truth, replay), _errors(config, replay))


def _errors(config: DriveConfig, replay: workload.Replay) -> dict[str, float]:
    return validation.compare(validation.model_ms(config, replay), validation.measured_ms(replay))


def _score(floor: dict[str, float], ours: dict[str, float]) -> Score:
    return Score(ours[_PAIRED_RMS], ours[_WITHIN], floor[_PAIRED_RMS], floor[_WITHIN])


def layout(trial: Trial, config: DriveConfig) -> float:
    """Returns the share of media accesses whose angle is right within a sector.

    All angles may be turned by one common angle, which no trace tells.
    """
    blocks = trial.trace.lbn[trial.media].astype(np.int64)
    truth = Layout(trial.truth).places(blocks)
    apart = Layout(config).places(blocks).angle - truth.angle
    common = _most_common(apart)
    return float(np.mean(np.abs(circle.wrapped(apart - common)) * truth.spt <= 1.0))


def _most_common(turned: Floats) -> float:
    """Returns the angle around which most of the angles lie."""
    bins = 2000
    counts = np.bincount(np.floor(turned % 1.0 * bins).astype(int) % bins, minlength=bins)
    near = counts + np.roll(counts, 1) + np.roll(counts, -1)
    middle = (int(np.argmax(near)) + 0.5) / bins
    off = circle.wrapped(turned - middle)
    return middle + float(np.median(off[np.abs(off) < 2.0 / bins]))
