"""Statistics of phases on a circle; phases are in revolutions."""

import numpy as np
import numpy.typing as npt

from headstack.arrays import Floats, Ints


def phasors(phase: Floats) -> npt.NDArray[np.complex128]:
    """exp(2 pi i phase)."""
    return np.asarray(np.exp(2j * np.pi * phase), np.complex128)


def coherence(phase: Floats) -> float:
    """|mean exp(2 pi i phase)|: 1 if all are equal, 0 for none."""
    return float(abs(phasors(phase).mean())) if len(phase) else 0.0


def shared(phase: Floats) -> float:
    """Returns how much neighbours in a row of phases exceed all phases in coherence.

    Of independent phases a difference is as coherent as the square of the coherence of one.
    """
    return coherence(np.diff(phase)) ** 0.5 - coherence(phase) if len(phase) > 1 else 0.0


def agreement(phase: Floats) -> float:
    """Mean cosine: 1 if all are 0."""
    return float(np.cos(2 * np.pi * phase).mean()) if len(phase) else 0.0


def mean(phase: Floats) -> float:
    """The mean direction, from -0.5 to 0.5."""
    return float(np.angle(phasors(phase).sum()) / (2 * np.pi))


def wrapped(phase: Floats | float) -> Floats:
    """The same angle from -0.5 to 0.5."""
    return np.asarray((phase + 0.5) % 1.0 - 0.5)


def chance(coherence_found: float, count: int, trials: int) -> float:
    """Probability that the best of some trials with random phases is as coherent, at the most.

    Rayleigh's test: exp(-count R^2) for each trial.
    """
    return float(min(1.0, trials * np.exp(-count * coherence_found**2)))


def gain(coherence_found: float) -> float:
    """How much likelier each phase is if they scatter by von Mises' law, as a logarithm.

    max over k of k R - log I0(k), against phases that are uniform.
    """
    from scipy.special import i0e

    ratio = min(coherence_found, 0.9999)
    k = ratio * (2 - ratio**2) / (1 - ratio**2)  # Banerjee and others 2005; exact enough
    return float(k * ratio - (np.log(i0e(k)) + k))


def slopes(steps: Ints, phase: Floats, weight: Floats, finest: int) -> Floats:
    """|sum weight exp(2 pi i (phase - k steps))| for all k = 0, 1/finest, 2/finest, ...

    Args:
        steps: shape (N,), whole numbers of any sign.
        phase: shape (N,), in revolutions.
        weight: shape (N,).
        finest: how many k are tried, from 0 to 1.
    """
    sums = np.zeros(finest, np.complex128)
    np.add.at(sums, steps % finest, weight * phasors(phase))
    return np.asarray(np.abs(np.fft.fft(sums)))
