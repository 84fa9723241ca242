"""Makes the runs for the profile that optimises a build with HEADSTACK_PROFILE=use.

scripts/fast runs this program. The runs are short. Together, the runs have each property that long
runs of users have: open and closed loads, queues of any length, schedulers in the drive and in the
host, reads and writes, hits and misses.
"""

import headstack
from headstack import workload

REQUESTS = 20_000


def main() -> None:
    """Simulates them all."""
    for drive, scheduler, load in (
        ("hp_c2247", "fcfs", workload.random(rate_per_s=30, requests=REQUESTS)),
        ("hp_c2247a", "fcfs", workload.random(rate_per_s=30, requests=REQUESTS)),
        ("hp_c2247", "sptf", workload.closed(1, requests=REQUESTS)),
        ("hp_c2247", "sptf", workload.closed(10, requests=REQUESTS)),
        ("hp_c2247", "sptf", workload.closed(100, requests=REQUESTS)),
        ("hp_c2247", "sptf", workload.closed(1_000, requests=REQUESTS)),
        ("ibm_9lzx", "asptf", workload.closed(100, requests=REQUESTS, read_fraction=0.5)),
        ("hp_c2247", "clook", workload.closed(10, requests=REQUESTS)),
    ):
        headstack.Drive(drive, scheduler).run(load)
    headstack.Drive("hp_c2247", "sptf", placement="host").run(
        workload.closed(10, requests=REQUESTS)
    )


if __name__ == "__main__":
    main()
