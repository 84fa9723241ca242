"""The phase of media accesses: think convention, cuts, period of rotation and layout of a trace.

One request is outstanding at a time. A media access completes when a certain sector has passed the
head. So under the right think convention, period and layout all accesses have the same difference:
(time of completion) / period - (angle of the sector). `identify` searches for these three.

- `identifying`: runs all steps
- `result`: the results, and the error `PhaseError`
- `preconditions`: rejects traces without a phase
- `media`: finds the requests that waited for the medium
- `accesses`: the media accesses with a known angle
- `clock`: computes when each request was issued and completed
- `convention`: decides whether think times come before or after their requests
- `without_description`: finds convention and period without a description
- `ends`: models how the end of an access depends on its length
- `rows`: pairs of successive accesses, and angles from such pairs
- `rotation_tracking`: finds the period of rotation together with the cuts
- `period`: computes the period of rotation from phases
- `cuts`: finds where pieces of the trace are missing
- `layout/`: fits the layout of a description to the phases
- `corrections`: corrects the description and checks the correction against the trace
- `slip_places`: moves the slipped tracks of a found layout

Uses `headstack.workload`. Begin with `identifying.identify`.
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
