"""Fits the traces of Worthington 1994 to C-LOOK's columns, and prints the best candidates.

The script takes some twenty minutes. With the name of a trace, it fits that trace only. The numbers
belong into `headstack_papers.worthington1994.traces`.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from headstack_papers.worthington1994 import printed_tables, traces
from headstack_papers.worthington1994.trace_fit import Fitted, Search, fits
from headstack_papers.worthington1994.traces import Profile

SHOWN: Final = 6
LARGEST: Final = 10
"""Ratio of the largest burst to the mean burst of a file server."""


def tried(name: str, *values: Any) -> Sequence[dict[str, Any]]:
    """Values of a parameter to try."""
    return [{name: value} for value in values]


def bursts(*shares: float) -> Sequence[dict[str, Any]]:
    """Shares of the requests that come in bursts, equal for reads and writes, to try."""
    return [{"burst_reads": share, "burst_writes": share} for share in shares]


def with_rate(profile: Profile, rate_per_s: float) -> Profile:
    """The trace with another rate of its busy disks."""
    most_per_s = 0.98 * profile.total_per_s / profile.busy_disks
    return replace(profile, rate_per_s=min(rate_per_s, most_per_s))


def with_burst(profile: Profile, burst: float) -> Profile:
    """The trace with larger or smaller bursts. Cello keeps its largest burst."""
    largest = profile.largest_burst
    if profile.name != traces.CELLO.name:
        largest = round(LARGEST * burst)
    return replace(profile, burst=burst, largest_burst=largest)


def search(profile: Profile) -> Search:
    """What the fit may change of a trace.

    The rate sets the load of a VAX/VMS system. A week of a file server is nearly idle at any rate
    that table 2 allows, so that bursts set its load.
    """
    pace = tried("pace_ms", 0.2, 4.0)
    run = tried("run", 8, 16, 24, 32)
    if not profile.unix:
        at = printed_tables.FACTORS[profile.name]
        most = 75 / at
        disks = tried("busy_disks", 1, 2, 3)
        ends = (profile.total_per_s / profile.disks, most)
        more = (round(times * profile.sequential, 3) for times in (1.5, 2))
        runs = tried("busy_sequential", None, *more)
        return Search(profile, with_rate, ends, (disks, runs, pace, run, bursts(0.0, 0.1)))
    if profile.name == traces.CELLO.name:
        # Bursts that queue 1000 requests come faster than any disk serves: no choice makes a knee.
        return Search(profile, with_burst, (15, 50), (tried("burst_per_s", 100, 1000),))
    rates = tried("burst_per_s", 40, 45, 50)
    return Search(profile, with_burst, (10, 400), (rates, pace, run, bursts(0.9)))


def line(found: Fitted) -> str:
    """A line of the output."""
    profile, name = found.profile, found.profile.name
    given = (
        f"busy_disks={profile.busy_disks} busy_sequential={profile.busy_sequential} "
        f"rate_per_s={profile.rate_per_s:.3g} local={profile.local:.4f} "
        f"run={profile.run} pace_ms={profile.pace_ms} "
        f"burst_reads={profile.burst_reads} burst_writes={profile.burst_writes} "
        f"burst={profile.burst:.3g} largest_burst={profile.largest_burst} "
        f"burst_per_s={profile.burst_per_s} others_ms={profile.others_ms:.1f} "
        f"others_buffer_ms={profile.others_buffer_ms:.1f}"
    )
    printed, matching = printed_tables.PREFETCHING[name][0], printed_tables.SPEED_MATCHING[name][0]
    queue = f", queue {found.queue:.0f}" if found.queue else ""
    return (
        f"{name}: cost {found.cost:.3f}, {found.all_ms:.1f} of {printed} ms, hits "
        f"{found.hits:.1f} of {printed_tables.HITS[name][0]} %, a quarter more load "
        f"{found.elasticity:+.0f} %, busy {found.knee.busy:.0f} %, share {profile.share:.2f}, "
        f"table 3b {found.buffer_ms:.1f} of {matching} ms{queue}\n    {given}"
    )


def main() -> None:
    """Prints the candidates of the least cost for each trace."""
    for profile in traces.PROFILES:
        if sys.argv[1:] and profile.name not in sys.argv[1:]:
            continue
        for found in sorted(fits(search(profile)), key=lambda one: one.cost)[:SHOWN]:
            print(line(found), flush=True)


if __name__ == "__main__":
    main()
