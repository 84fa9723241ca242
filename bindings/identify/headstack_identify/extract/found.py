"""The findings of an extraction, as they were measured."""

from dataclasses import dataclass, field
from fractions import Fraction

from headstack_identify.extract.asking.drive_identity import Identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.cache.found import CacheFound
from headstack_identify.extract.cache.hits import HitTimes
from headstack_identify.extract.layout.zones import Zone
from headstack_identify.extract.times.ends import Ends
from headstack_identify.extract.times.reads import ReadTimes
from headstack_identify.extract.times.writes import WriteTimes


@dataclass
class Findings:
    """The findings about a drive.

    Attributes:
        identity: what the drive reports about itself.
        turn: time of a revolution, in ps.
        heads: number of heads.
        zones: zones in rising order.
        head_skew: skews of the heads in all zones, in revolutions, or empty if each zone has its
            own skews.
        inwards: least responses of reads by distance, less the time of their sectors, in ps.
        directions: pairs of a distance and a time, rising. Up to this distance, the time is half
            of the extra time of a seek inwards over a seek outwards, in ps.
        head_switch: least response of a read on the track of another head, less the time of its
            sector, in ps.
        reads: times of reads.
        writes: times of writes. `None`: no block was written.
        cache: the cache.
        alone: time of TEST UNIT READY, in ps.
        marks: number of marks in a revolution at which the data of reads begin, or 0 without marks.
        ends: extra times at ends of tracks and cylinders.
        jitter: largest error of the times of the target, in ps.
        commands: commands sent.
        drive_time: elapsed time on the target's clock, in ps.
        by: how the mapping was found, 'translate' or 'timing'.
        problem: reason why the extraction ended early. `None`: the extraction is complete.
        stage: name of the last stage.
        notes: texts about results that the extraction could not find.
    """

    identity: Identity | None = None
    turn: float | None = None
    heads: int = 0
    zones: list[Zone] = field(default_factory=list)
    head_skew: list[Fraction] = field(default_factory=list)
    inwards: dict[int, float] = field(default_factory=dict)
    directions: list[tuple[int, float]] = field(default_factory=list)
    head_switch: float | None = None
    reads: ReadTimes | None = None
    writes: WriteTimes | None = None
    cache: CacheFound | None = None
    alone: float = 0.0
    marks: int = 0
    ends: Ends = field(default_factory=Ends)
    jitter: float = 0.0
    commands: int = 0
    drive_time: int = 0
    by: str = "translate"
    problem: str | None = None
    stage: str = ""
    notes: list[str] = field(default_factory=list)

    def end(self, problem: str, host: Host) -> str:
        """Notes the problem and the step at which the extraction ended. Returns the problem."""
        self.problem, self.stage, self.commands = problem, host.stage, host.commands
        self.drive_time = host.drive_time
        return problem

    @property
    def hits(self) -> HitTimes:
        """Times of hits, without values before the cache was measured."""
        return HitTimes() if self.cache is None else self.cache.hits

    @property
    def complete(self) -> bool:
        """Whether the extraction reached its end."""
        return self.problem is None
