"""The share paper: schedulers that share a drive among weighted classes.

The figures and a section have modules of their own. `paper` has the title and a summary of the
paper. `comparing` compares schedulers for the command `headstack share`. `runs` has the runs of the
figures, with columns by class and origin of requests. Begin with `runs.points`.
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
