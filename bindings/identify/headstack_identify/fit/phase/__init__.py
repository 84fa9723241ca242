"""The phase of media accesses: think convention, cuts, period of rotation and layout of a trace.

One request is outstanding at a time, and one that waits for the medium is over when a certain
sector has passed the head. So (time of completion) / period - (angle of the sector) is the same
for all of them, if the think times are read as they are meant, and period and layout are right.
`identify` searches for what makes it so. Uses drives and all below them. Begin with `identify`.
"""

from headstack_identify.fit.phase.identifying import coherent, identify
from headstack_identify.fit.phase.result import (
    Convention,
    Cut,
    Override,
    Period,
    Phase,
    PhaseError,
    Wedges,
)

__all__ = [
    "Convention",
    "Cut",
    "Override",
    "Period",
    "Phase",
    "PhaseError",
    "Wedges",
    "coherent",
    "identify",
]
