"""What an extraction has found: the parts as they were measured."""

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
    """What was found of a drive.

    Attributes:
        identity: what the drive says of itself.
        turn: time of a revolution, in ps.
        heads: number of heads.
        zones: in rising order.
        head_skew: of all zones, in revolutions; empty if each zone has its own.
        inwards: least responses of reads by distance, less their sectors, in ps.
        directions: up to each distance, half of what inwards takes longer than outwards, in ps.
        head_switch: least response of a read on another head's track, less its sector, in ps.
        reads: times of reads.
        writes: times of writes; None if none were written.
        cache: the cache.
        alone: time of TEST UNIT READY, in ps.
        marks: at which the data of reads begin, in a revolution; 0: there are none.
        ends: what ends of tracks and cylinders add.
        jitter: how far the target's times may be off, in ps.
        commands: commands sent.
        drive_time: time that passed on the target's clock, in ps.
        by: how the mapping was found, 'translate' or 'timing'.
        problem: why it ended early; None: it is complete.
        stage: what was being found out at last.
        notes: what could not be found out.
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
        """Times of hits; none before the cache was asked."""
        return HitTimes() if self.cache is None else self.cache.hits

    @property
    def complete(self) -> bool:
        """Whether everything was asked that can be."""
        return self.problem is None
