"""The real-time paper: `comparing` runs media streams, the other files are its figures.

Begin with `comparing.compare`.
"""

from headstack.experiments.realtime.comparing import (
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
