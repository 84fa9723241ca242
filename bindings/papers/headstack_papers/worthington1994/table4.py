"""Table 4: hits in the on-board cache by block number."""

from collections.abc import Iterator
from typing import Final

from headstack_papers.claims import Bounds, Claim, at_least
from headstack_papers.experiment import Experiment, Found, Table
from headstack_papers.worthington1994 import printed_tables
from headstack_papers.worthington1994 import trace_runs as runs
from headstack_papers.worthington1994.traces import CELLO, PROFILES

HITS_OF: Final = (
    " Hits are counted as shares of all requests. The percentages of tables 2, 4 and 5 agree with "
    "this reading: Snake has 18.6 % sequential reads and 21.8 % hits. `hit_rate` of headstack is "
    "a share of reads. C-LOOK's hits on all disks are set by table 4, through the share of reads "
    "close by. The difference of the others from C-LOOK is not set. The hits here are those of a "
    "busy disk. Order's busy disks have more sequential reads than its other disks, and so more "
    "hits than table 4."
)


def claims(found: Found) -> Iterator[Claim]:
    """Claims that C-LOOK has the most hits for all traces except Cello."""
    for profile in PROFILES:
        at = runs.at_knee(found, profile.name)
        for name in runs.OTHERS:
            what = f"{profile.name}: C-LOOK's hits less those of {name}"
            more = found.difference(runs.hits, name=("C-LOOK", name), **at)
            if profile is CELLO:
                same = f"C-LOOK and {name} have the same, rounded to a tenth"
                yield Claim(
                    what,
                    "table 4: 11.5%, 11.5%",
                    more,
                    Bounds(-0.1, 0.1, "points", same),
                    note="Reads of a run wait together here during a burst of writes of several "
                    "seconds. We guess that hardly any reads do so in the paper's trace.",
                )
            else:
                yield Claim(
                    what,
                    "For all workloads except Cello, the C-LOOK algorithm exhibits a higher hit "
                    "rate",
                    more,
                    at_least(0, "points", "at the knee"),
                )


def shows(found: Found) -> Iterator[Table]:
    """The table, the paper's numbers beside ours."""
    rows = []
    for trace, printed in printed_tables.HITS.items():
        at = runs.at_knee(found, trace)
        ours = [found.mean(runs.hits, name=name, **at).mean for name in runs.BY_BLOCK]
        factor = 1.0 if trace == CELLO.name else printed_tables.FACTORS[trace]
        rows += [
            [f"{trace}, paper", f"{factor:g}", *(f"{value:.1f}%" for value in printed)],
            [f"{trace}, here", f"{at['factor']:g}", *(f"{value:.2f}%" for value in ours)],
        ]
    yield Table("Hits", ("Trace", "Scale factor", *runs.BY_BLOCK), rows)


EXPERIMENT: Final = Experiment(
    title="Table 4: on-board disk cache hit rates by block number",
    section="6.1",
    says="C-LOOK has more hits than the others, by 0.1 to 3 points, for all traces but Cello, "
    "where all have equally many. The text says that the points are those of table 3a. But "
    "Cello's factor is 1.0 in this table and 1.5 in table 3a.",
    points=lambda scale: runs.points(scale, PROFILES, runs.BY_BLOCK),
    set_up=runs.SET_UP + HITS_OF,
)
