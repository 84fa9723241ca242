"""The real-time paper: media streams, and the paper's figures, a file each or two.

`comparing` compares schedulers by themselves, for `headstack realtime`. `runs` has the runs of the
figures and means over them. Begin with `runs.points`.
"""

from headstack_papers.realtime.comparing import (
    KINDS,
    METRICS,
    PAPER,
    SCHEDULERS,
    STREAMS,
    compare,
    mean_over_streams,
)

__all__ = [
    "KINDS",
    "METRICS",
    "PAPER",
    "SCHEDULERS",
    "STREAMS",
    "compare",
    "mean_over_streams",
]
