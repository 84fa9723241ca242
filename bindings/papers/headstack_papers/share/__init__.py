"""The share paper: loops of weighted classes, and the paper's figures, a file each.

`comparing` runs loops by themselves, for `headstack share`. `runs` has the runs of the figures and
the columns by class and origin. Begin with `runs.points`.
"""

from headstack_papers.share.comparing import (
    AT_DRIVE,
    DRIVE,
    OUTSTANDING,
    SCHEDULERS,
    WEIGHTS,
    compare,
    run,
)

__all__ = ["AT_DRIVE", "DRIVE", "OUTSTANDING", "SCHEDULERS", "WEIGHTS", "compare", "run"]
