"""The characteristics of the six traces of section 6: table 2, and parameters that it leaves open.

The traces are not public. `trace_requests` generates a disk's requests from these characteristics.
Table 2 gives length, disks, requests, size, reads and sequential reads, the last three over all
disks. The other parameters are a reconstruction: `trace_fit` fits them to C-LOOK's columns of
tables 3a, 3b and 4, and asks for a knee. No other scheduler's result chose a number here, but a
trial on Sci-TS before the fit had shown the other schedulers. Cello, Snake and Report were refined
by hand, on C-LOOK alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A busy disk of a trace.

    Attributes:
        name: the trace.
        drive: the drive of section 4.3, with 5 or 9 surfaces.
        hours: length of the trace. Table 2 gives this value and the next five.
        disks: number of disks.
        total: number of requests, of all disks.
        size_kb: mean size.
        reads: share of reads.
        sequential: share of all requests that are sequential reads, as we read table 2.
        busy_sequential: this share of a busy disk. None: equal on all disks. The other disks have
            the rest of table 2's sequential reads.
        busy_disks: number of equally busy disks. The skew over disks is this number with
            `rate_per_s`. Cello has a single busy disk ("to a single disk").
        rate_per_s: requests a second of a busy disk. The other disks share the rest of table 2
            equally. Cello's is "almost half of the requests".
        local: share of requests that are reads a little after the previous read, or of the same
            place again.
        run: mean number of reads after the first read of a sequential run.
        pace_ms: mean time from a read of a run to the next read, at a scaling factor of one.
        burst_reads: share of the reads that come in bursts. 0: reads come at any time.
        burst_writes: share of the writes that come in bursts. Cello has "large bursts of write
            requests".
        burst: mean number of requests of a burst.
        largest_burst: number of requests of the largest burst. Cello's value makes a queue
            "approaching 1000".
        burst_per_s: requests a second within a burst. If this rate times the factor is about what
            the disk can serve, a burst queues only from the knee on.
        others_ms: C-LOOK's mean response of the disks that are not busy, at the factor of table 3a.
        others_buffer_ms: the same at the factor of table 3b, with the buffer.
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
    busy_sequential: float | None = None
    busy_disks: int = 1
    rate_per_s: float
    local: float
    run: float = 32
    pace_ms: float = 4
    burst_reads: float = 0.1
    burst_writes: float = 0.1
    burst: float = 5
    largest_burst: int = 20
    burst_per_s: float = 40
    others_ms: float
    others_buffer_ms: float
    writes: float = 4
    factors: tuple[float, ...]
    again: float = 0.3
    unix: bool = False

    @property
    def total_per_s(self) -> float:
        """Requests a second of all disks."""
        return self.total / (3600 * self.hours)

    @property
    def share(self) -> float:
        """Share of all requests that the busy disks have."""
        return self.busy_disks * self.rate_per_s / self.total_per_s

    @property
    def runs(self) -> float:
        """Share of a busy disk's requests that are sequential reads."""
        return self.sequential if self.busy_sequential is None else self.busy_sequential

    def other_disk(self) -> "Profile":
        """A disk that is not busy: an equal part of the rest of the requests, without bursts."""
        rest = 1 - self.share
        return replace(
            self,
            rate_per_s=rest * self.total_per_s / (self.disks - self.busy_disks),
            sequential=max(0.0, (self.sequential - self.share * self.runs) / rest),
            busy_sequential=None,
            burst_reads=0,
            burst_writes=0,
        )

    def over_disks(self, busy_ms: float, *, buffer: bool = False) -> float:
        """The mean response of all disks, from the mean response of the busy disks."""
        others_ms = self.others_buffer_ms if buffer else self.others_ms
        return self.share * busy_ms + (1 - self.share) * others_ms

    def of_busy(self, all_ms: float, *, buffer: bool = False) -> float:
        """The mean response of the busy disks, from the mean response of all disks."""
        others_ms = self.others_buffer_ms if buffer else self.others_ms
        return (all_ms - (1 - self.share) * others_ms) / self.share


# Rate and bursts are the text's: "almost half of the requests", and a queue "approaching 1000".
# Such a queue needs bursts that come faster than any disk serves. These make no knee: a quarter
# more load moves C-LOOK's mean by 2 %. Table 3b agrees: with the buffer C-LOOK has 145 ms at 1.25,
# and 144 ms here, against 115 ms with slow bursts that make a knee.
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
    pace_ms=8,
    burst_reads=0.1,
    burst_writes=0.224,
    burst=36.3,
    largest_burst=1000,
    burst_per_s=1000,
    others_ms=38.9,
    others_buffer_ms=46.0,
    unix=True,
    factors=(0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.875, 3.0),
)
# A week at half of all requests keeps a disk 2 % busy, so bursts of dozens of requests make the
# knee. In them requests come at about the rate that the disk serves.
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
    local=0.0322,
    run=32,
    pace_ms=4,
    burst_reads=0.9,
    burst_writes=0.9,
    burst=55,
    largest_burst=550,
    burst_per_s=45,
    others_ms=39.1,
    others_buffer_ms=48.1,
    unix=True,
    factors=(0.125, 0.25, 0.34, 0.5, 0.75, 1.0, 1.25, 1.5625),
)
# Runs are shorter than elsewhere: longer ones raise C-LOOK's mean of table 3b above the printed.
# A pace of 0.2 ms fits about as well.
AIR_RSV: Final = Profile(
    name="Air-Rsv",
    drive="hp_c2247_9",
    hours=9,
    disks=16,
    total=2_106_704,
    size_kb=5.1,
    reads=0.793,
    sequential=0.078,
    rate_per_s=22.2,
    local=0.0713,
    run=8,
    pace_ms=4,
    burst_reads=0.1,
    burst_writes=0.1,
    others_ms=28.7,
    others_buffer_ms=36.2,
    factors=(0.5, 1.0, 1.5, 2.0, 2.5, 3.125),
)
# Only a single disk with a third of all requests, at 59 a second at the factor, has a knee. Faster
# runs queue on themselves: at 0.2 ms C-LOOK's mean is reached on an idle disk, and shorter runs
# have half of table 3b's mean.
SCI_TS: Final = Profile(
    name="Sci-TS",
    drive="hp_c2247_5",
    hours=19.6,
    disks=43,
    total=5_187_693,
    size_kb=2.4,
    reads=0.815,
    sequential=0.138,
    rate_per_s=23.6,
    local=0.1307,
    run=32,
    pace_ms=4,
    burst_reads=0,
    burst_writes=0,
    others_ms=25.6,
    others_buffer_ms=68.5,
    factors=(0.5, 1.0, 1.69, 2.5, 3.125),
)
# Two busy disks with a fifth of the requests each. They have half as many sequential reads again as
# table 2 has on average: C-LOOK's mean of table 3b is 56.6 ms of the printed 57.1. With table 2's
# share it is a tenth less. Shorter or faster runs miss table 3b by more.
ORDER: Final = Profile(
    name="Order",
    drive="hp_c2247_5",
    hours=12,
    disks=22,
    total=12_236_433,
    size_kb=3.1,
    reads=0.862,
    sequential=0.075,
    busy_sequential=0.112,
    busy_disks=2,
    rate_per_s=54.1,
    local=0.1030,
    run=32,
    pace_ms=4,
    burst_reads=0,
    burst_writes=0,
    others_ms=22.9,
    others_buffer_ms=34.8,
    factors=(0.25, 0.5, 0.67, 1.0, 1.25),
)
# Three busy disks with a fifth of the requests each: with fewer, the disks would be busy for more
# than 95 % of the time. A pace of 4 ms is about as near to table 3b, but at 96 %.
REPORT: Final = Profile(
    name="Report",
    drive="hp_c2247_5",
    hours=8,
    disks=22,
    total=8_679_057,
    size_kb=3.9,
    reads=0.886,
    sequential=0.038,
    busy_disks=3,
    rate_per_s=61.4,
    local=0.1046,
    run=32,
    pace_ms=0.2,
    burst_reads=0.1,
    burst_writes=0.1,
    others_ms=26.9,
    others_buffer_ms=40.8,
    factors=(0.25, 0.4, 0.5, 0.71, 0.9, 1.0, 1.25),
)
PROFILES: Final = (CELLO, SNAKE, AIR_RSV, SCI_TS, ORDER, REPORT)
BY_NAME: Final[Mapping[str, Profile]] = {one.name: one for one in PROFILES}
