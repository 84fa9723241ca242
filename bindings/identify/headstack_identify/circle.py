"""Statistics of phases on a circle. Phases are in revolutions."""

import numpy as np
import numpy.typing as npt

from headstack.arrays import Floats, Ints


def phasors(phase: Floats) -> npt.NDArray[np.complex128]:
    """Returns exp(2 pi i phase)."""
    return np.asarray(np.exp(2j * np.pi * phase), np.complex128)


def coherence(phase: Floats) -> float:
    """Returns |mean exp(2 pi i phase)|: 1 for equal phases, 0 for phases without any order."""
    return float(abs(phasors(phase).mean())) if len(phase) else 0.0


def shared(phase: Floats) -> float:
    """Returns how much neighbours in a row of phases exceed all phases in coherence.

    For independent phases, the coherence of differences is the square of the coherence of phases.
    """
    return coherence(np.diff(phase)) ** 0.5 - coherence(phase) if len(phase) > 1 else 0.0


def agreement(phase: Floats) -> float:
    """Returns the mean cosine: 1 if all phases are 0."""
    return float(np.cos(2 * np.pi * phase).mean()) if len(phase) else 0.0


def mean(phase: Floats) -> float:
    """Returns the mean direction, from -0.5 to 0.5."""
    return float(np.angle(phasors(phase).sum()) / (2 * np.pi))


def middle(phase: Floats) -> float:
    """Returns the median of phases that lie around their mean, without the mean's outliers."""
    around = mean(phase)
    return around + float(np.median(wrapped(phase - around)))


def wrapped(phase: Floats | float) -> Floats:
    """Returns the same angle from -0.5 to 0.5."""
    return np.asarray(phase - np.rint(phase))


def chance(coherence_found: float, count: int, trials: int) -> float:
    """Returns a bound of the probability that some random trial is as coherent.

    Rayleigh's test: exp(-count R^2) for each trial.
    """
    return float(min(1.0, trials * np.exp(-count * coherence_found**2)))


def gain(coherence_found: float) -> float:
    """Returns the gain of log likelihood of a phase with von Mises' law over uniform phases.

    The gain is max over k of k R - log I0(k).
    """
    from scipy.special import i0e

    ratio = min(coherence_found, 0.9999)
    k = ratio * (2 - ratio**2) / (1 - ratio**2)  # Banerjee and others 2005: exact enough
    return float(k * ratio - (np.log(i0e(k)) + k))


def slopes(steps: Ints, phase: Floats, weight: Floats, finest: int) -> Floats:
    """Returns |sum weight exp(2 pi i (phase - k steps))| for all k = 0, 1/finest, 2/finest, ...

    Args:
        steps: whole numbers of any sign, shape (N,).
        phase: phases in revolutions, shape (N,).
        weight: weights, shape (N,).
        finest: number of tried k, from 0 to 1.
    """
    sums = np.zeros(finest, np.complex128)
    np.add.at(sums, steps % finest, weight * phasors(phase))
    return np.asarray(np.abs(np.fft.fft(sums)))
