"""The share paper: `comparing` runs loops of weighted classes, the other files are its figures.

Begin with `comparing.compare`.
"""

from headstack.experiments.share.comparing import (
    AT_DRIVE,
    DRIVE,
    OUTSTANDING,
    SCHEDULERS,
    WEIGHTS,
    compare,
    run,
)

__all__ = ["AT_DRIVE", "DRIVE", "OUTSTANDING", "SCHEDULERS", "WEIGHTS", "compare", "run"]
