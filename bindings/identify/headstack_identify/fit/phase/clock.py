"""Computes when each request was issued and completed, on the clock of the trace."""

from dataclasses import dataclass

import numpy as np

from headstack.arrays import Floats
from headstack.traces.validation_trace import Think, ValidationTrace

_PS_PER_MS = 1e9


@dataclass(frozen=True, eq=False)
class Clock:
    """Instants in ms from the beginning of the trace, as measured and not as modelled.

    Attributes:
        issue_ms: issue times, shape (N,).
        completion_ms: completion times, shape (N,).
    """

    issue_ms: Floats
    completion_ms: Floats


def instants(trace: ValidationTrace, think: Think) -> Clock:
    """Adds up the measured times and the think times under a convention."""
    completion_ps = np.cumsum(trace.wait_ps(think) + trace.measured_ps)
    issue_ps = completion_ps - trace.measured_ps
    return Clock(issue_ps / _PS_PER_MS, completion_ps / _PS_PER_MS)
