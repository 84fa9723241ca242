"""The real-time paper: schedulers under media streams.

The figures, tables and sections have modules of their own. `paper` has the title and a summary of
the paper. `comparing` compares schedulers for the command `headstack realtime`. `runs` has the runs
of the figures and means over the runs. Begin with `runs.points`.
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
