"""The characteristics of the six traces of section 6: table 2, and parameters that it leaves open.

The traces are not public. `trace_requests` generates a disk's requests from these characteristics.
Table 2 gives length, disks, requests, size, reads and sequential reads. The other parameters are a
reconstruction. `Profile` names the source of each parameter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A trace's busiest disk.

    Attributes:
        name: the trace.
        drive: the drive of section 4.3, with 5 or 9 surfaces.
        hours: length of the trace. Table 2 gives this value and the next five.
        disks: number of disks.
        total: number of requests, of all disks.
        size_kb: mean size.
        reads: share of reads.
        sequential: share of all requests that are sequential reads, as we read table 2.
        rate_per_s: requests a second of the busiest disk. With this rate, C-LOOK's mean response at
            the scaling factor of table 3a is about the printed mean response.
        local: share of requests that are reads a little after the previous read, or of the same
            place again. With this share, C-LOOK's hits at the factor of table 3a are about the hits
            of table 4.
        run: mean number of reads after the first read of a sequential run. Our choice, the same
            for all traces.
        pace_ms: mean time from a read of a run to the next read. Our choice, the same for all
            traces. A drive of those years takes about this time, and a sequential reader waits for
            the data. `pace_ms` and `run` were chosen among a few values, with other schedulers'
            responses in view (`trace_runs`).
        burst_reads: share of the reads that come in bursts. Our choice.
        burst_writes: share of the writes that come in bursts. Our choice except for Cello, where
            the text has "large bursts of write requests".
        burst: mean number of requests of a burst. Our choice. Table 3a sets the values of Snake and
            Cello, because their rates hardly matter.
        largest_burst: number of requests of the largest burst. Cello's value makes a queue
            "approaching 1000".
        burst_per_s: requests a second within a burst. Our choice.
        writes: mean number of consecutive writes. Our choice.
        factors: scaling factors that run. Our copy of the paper lacks the axes.
        again: share of the reads close by that are at the place of the previous read. Our choice.
        unix: whether sizes are 8 and 2 KB, as blocks and fragments of HP-UX. False: sizes are
            geometric, in sectors.
    """

    name: str
    drive: str
    hours: float
    disks: int
    total: int
    size_kb: float
    reads: float
    sequential: float
    rate_per_s: float
    local: float
    run: float = 32
    pace_ms: float = 8
    burst_reads: float = 0.3
    burst_writes: float = 0.3
    burst: float = 5
    largest_burst: int = 20
    burst_per_s: float = 40
    writes: float = 4
    factors: tuple[float, ...]
    again: float = 0.3
    unix: bool = False

    @property
    def share(self) -> float:
        """Share of all requests that the busiest disk has."""
        return self.rate_per_s * 3600 * self.hours / self.total


CELLO: Final = Profile(
    name="Cello",
    drive="hp_c2247_9",
    hours=168,
    disks=8,
    total=3_262_824,
    size_kb=6.3,
    reads=0.460,
    sequential=0.025,
    rate_per_s=2.5,  # "almost half of the requests"
    local=0.0897,
    burst_reads=0.1,
    burst_writes=0.224,
    burst=40,
    largest_burst=1000,
    burst_per_s=1000,
    unix=True,
    factors=(0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0),
)
SNAKE: Final = Profile(
    name="Snake",
    drive="hp_c2247_9",
    hours=168,
    disks=3,
    total=1_133_663,
    size_kb=6.7,
    reads=0.524,
    sequential=0.186,
    rate_per_s=0.94,
    local=0.0335,
    burst_writes=0.5,
    burst=17,
    largest_burst=70,
    burst_per_s=100,
    unix=True,
    factors=(0.125, 0.25, 0.34, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0),
)
AIR_RSV: Final = Profile(
    name="Air-Rsv",
    drive="hp_c2247_9",
    hours=9,
    disks=16,
    total=2_106_704,
    size_kb=5.1,
    reads=0.793,
    sequential=0.078,
    rate_per_s=6.9,
    local=0.0723,
    factors=(0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0),
)
SCI_TS: Final = Profile(
    name="Sci-TS",
    drive="hp_c2247_5",
    hours=19.6,
    disks=43,
    total=5_187_693,
    size_kb=2.4,
    reads=0.815,
    sequential=0.138,
    rate_per_s=2.4,
    local=0.132,
    factors=(0.5, 1.0, 1.69, 2.5, 3.5, 5.0, 7.0),
)
ORDER: Final = Profile(
    name="Order",
    drive="hp_c2247_5",
    hours=12,
    disks=22,
    total=12_236_433,
    size_kb=3.1,
    reads=0.862,
    sequential=0.075,
    rate_per_s=18,
    local=0.110,
    factors=(0.25, 0.5, 0.67, 1.0, 1.25, 1.5, 2.0),
)
REPORT: Final = Profile(
    name="Report",
    drive="hp_c2247_5",
    hours=8,
    disks=22,
    total=8_679_057,
    size_kb=3.9,
    reads=0.886,
    sequential=0.038,
    rate_per_s=46.5,
    local=0.114,
    factors=(0.25, 0.4, 0.5, 0.71, 0.9, 1.0, 1.2),
)
PROFILES: Final = (CELLO, SNAKE, AIR_RSV, SCI_TS, ORDER, REPORT)
BY_NAME: Final[Mapping[str, Profile]] = {one.name: one for one in PROFILES}
