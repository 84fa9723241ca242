"""Runs all measurements of an extraction in order. Each step uses the results before it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from headstack import checks
from headstack.errors import RunError
from headstack_identify.extract import drive_file
from headstack_identify.extract.asking import drive_identity
from headstack_identify.extract.asking.bus_watch import BusWatch
from headstack_identify.extract.asking.drive_identity import Caching, Reporting
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.latency import FINENESS, Latency
from headstack_identify.extract.asking.target import Target
from headstack_identify.extract.cache.cache import Cache
from headstack_identify.extract.found import Findings
from headstack_identify.extract.layout.angles import NEARLY, Angles, apart, common
from headstack_identify.extract.layout.mapping import Mapping, Walk
from headstack_identify.extract.layout.mapping_by_timing import ASSUMED, by_timing
from headstack_identify.extract.layout.places import Places
from headstack_identify.extract.layout.skews import Compass
from headstack_identify.extract.layout.zones import describe
from headstack_identify.extract.overheads import overheads, preparation
from headstack_identify.extract.times import rotation
from headstack_identify.extract.times.block_times import Ruler
from headstack_identify.extract.times.ends import EndsOfTracks
from headstack_identify.extract.times.left_out import spread
from headstack_identify.extract.times.reads import Reads, ReadTimes
from headstack_identify.extract.times.seeks import Seeks
from headstack_identify.extract.times.steadiness import take_into_account
from headstack_identify.extract.times.writes import Writes

REPEATS = 1
UNTOLD = "it does not say when it had to try a block again: a time may be that of a retry"
Progress = Callable[[int, str], object]


@dataclass
class Extracted(Findings):
    """The findings, and the drive file that they make."""

    @property
    def toml(self) -> str:
        """The drive file. An incomplete extraction has only the values found so far."""
        return drive_file.text(self)

    def overheads(self) -> dict[str, float]:
        """Returns the times by their keys in a drive file, in ps."""
        return overheads(self)

    def document(self) -> dict[str, Any]:
        """Returns the findings for JSON, by keys. Times are in ms."""
        return {
            "complete": self.complete,
            "problem": self.problem,
            "product": None if self.identity is None else self.identity.product,
            "blocks": None if self.identity is None else self.identity.blocks,
            "revolution_ms": None if self.turn is None else self.turn / 1e9,
            "mapping_by": self.by,
            "zones": len(self.zones),
            "seek_distances": len(self.inwards),
            "times_ms": {key: time / 1e9 for key, time in self.overheads().items()},
            "cache": None if self.cache is None else asdict(self.cache),
            "commands": self.commands,
            "drive_time_s": self.drive_time / 1e12,
            "notes": self.notes,
        }


class Stopped(RunError):  # noqa: N818 - the extraction stopped, not the program
    """An extraction ended early.

    Attributes:
        found: the findings until then.
    """

    def __init__(self, message: str, found: Extracted) -> None:
        super().__init__(message)
        self.found = found

    def __reduce__(self) -> tuple[type["Stopped"], tuple[str, Extracted]]:
        """Pickles the error together with `found`."""
        return type(self), (str(self), self.found)


class Interrupted(KeyboardInterrupt):
    """An extraction was interrupted.

    Attributes:
        found: the findings until then.
    """

    def __init__(self, found: Extracted) -> None:
        super().__init__(found.problem)
        self.found = found

    def __reduce__(self) -> tuple[type["Interrupted"], tuple[Extracted]]:
        """Pickles the error together with `found`."""
        return type(self), (self.found,)


def extract(
    target: Target,
    *,
    progress: Progress | None = None,
    translate: bool = True,
    writes: bool = True,
    repeats: int = REPEATS,
    jitter: float = 0.0,
) -> Extracted:
    """Finds the parameters of a drive from the times of SCSI commands alone.

    The drive must have no other work. MODE SELECT commands turn its caches off and on, and make the
    drive report recovered errors. At the end, both settings are as before. Each write writes the
    data that a read returned from the same blocks.

    Args:
        target: the drive.
        progress: called from time to time with the number of commands so far and the stage.
        translate: whether to ask the drive for the places of blocks. If not, times show the places.
        writes: whether to write blocks too. If not, the times of writes stay unknown.
        repeats: number of measurements of each time that can vary, 1 to 1000. The median counts.
        jitter: largest error of times, in ps, 0 or more.

    Returns:
        The findings.

    Raises:
        Stopped: the drive stopped answering, its answers make no sense, or the drive varies too
            much. `found` has the results until then.
        Interrupted: a KeyboardInterrupt came. `found` has the results until then.
        ConfigError: an argument is out of its range.
    """
    repeats = checks.whole("repeats", repeats, 1, 1000)
    if not all(hasattr(target, name) for name in ("now", "advance", "command", "together")):
        raise checks.wrong(
            "target", f" is {checks.shown(target)}; give a Target (docs/use/extract.md)"
        )
    checks.function("progress", progress)
    checks.flag("translate", translate)
    checks.flag("writes", writes)
    found = Extracted()
    spread_ps = checks.real("jitter", jitter)
    if spread_ps < 0:
        raise checks.wrong("jitter", f" is {jitter!r}; it must be 0 or more")
    found.jitter = spread_ps
    host = Host(target, progress, repeats, spread_ps)
    try:
        host.look_at_clock()
        _Work(host, found, translate, writes).run()
        host.look_at_clock()
    except KeyboardInterrupt as error:
        found.end(f"interrupted at command {host.commands:,} ({host.stage})", host)
        raise Interrupted(found) from error
    except RunError as error:
        raise Stopped(found.end(str(error), host), found) from error
    except Exception as error:  # contradictory answers can raise any exception
        problem = (
            f"the drive's answers make no sense in {host.stage}, at command {host.commands:,}: "
            f"{type(error).__name__}: {error}"
        )
        raise Stopped(found.end(problem, host), found) from error
    found.commands, found.drive_time = host.commands, host.drive_time
    return found


class _Work:
    """A running extraction."""

    def __init__(self, host: Host, found: Extracted, translate: bool, writes: bool) -> None:
        self._host = host
        self._found = found
        self._translate = translate
        self._may_write = writes

    def run(self) -> None:
        host, found = self._host, self._found
        host.begin("what it says")
        found.identity = identity = drive_identity.ask(host)
        if not identity.all_defects:
            found.notes.append("not all defects are listed: of moved blocks some may be missing")
        reporting = Reporting(host)
        if not reporting.on():
            found.notes.append(UNTOLD)
        caching = Caching(host, identity.caching)
        if not caching.off():
            found.notes.append("its caches cannot be turned off: times may be those of hits")
        try:
            self._measure(caching)
        finally:
            if host.alive:
                caching.as_found()
                reporting.as_found()
        if host.recovered:
            found.notes.append(
                f"{host.recovered:,} of {host.reads:,} blocks were read only after an error; what "
                "was being measured was measured again"
            )

    def _measure(self, caching: Caching) -> None:
        host, found, identity = self._host, self._found, self._found.identity
        assert identity is not None
        host.begin("rotation")
        found.turn = turn = rotation.measure(host, 0, identity.rpm)
        host.begin("steadiness")
        turn, varies = take_into_account(host, turn, identity.blocks)
        if varies is not None:
            found.notes.append(varies)
            found.turn, found.jitter = turn, host.jitter
        mapping, angles = self._map(turn)
        self._describe(mapping, angles)
        latency = Latency(host, turn, max(FINENESS, 2 * host.jitter))
        seeks = Seeks(host, mapping, turn, latency)
        host.begin("seeks")
        seeks.check_steady()
        still = seeks.still()
        found.head_switch = seeks.to_other_head()
        found.inwards = seeks.curve()
        found.directions = seeks.directions(found.inwards)
        ruler = Ruler(mapping, angles, turn)
        ruler.head_switch = max(0.0, (found.head_switch or still) - still)
        ruler.cylinder_switch = max(0.0, found.inwards.get(1, still) - still)
        host.begin("reads")
        watch = BusWatch(host)
        found.alone = watch.alone
        reads = Reads(host, seeks, latency, ruler, identity.blocks).measure(self._may_write)
        found.reads = reads
        if reads.longest < ReadTimes().longest:
            found.notes.append(
                f"UNCERTAIN: no read of more than {reads.longest:,} blocks was without an error: "
                "cache.read_watermark of longer ones may be less"
            )
        if watch.possible():
            host.begin("ends of tracks")
            found.ends = EndsOfTracks(host, mapping, reads, turn).measure(self._may_write)
        else:
            found.notes.append("one command at a time: times beside the seek are left in sums")
            found.notes.append("one command at a time: the cache was not asked")
        host.begin("cache")
        cache = Cache(host, caching, identity, mapping, seeks, reads, ruler, self._may_write)
        found.cache = cache.measure()
        if self._may_write:
            host.begin("writes")
            caching.off()
            usual = reads.command + reads.behind
            known = {distance: least - usual for distance, least in found.inwards.items()}
            prepare = preparation(found)
            found.writes = Writes(host, seeks, latency, turn, reads, prepare).measure(known)
            caching.as_found()

    def _map(self, turn: float) -> tuple[Mapping, list[Angles]]:
        host, found, identity = self._host, self._found, self._found.identity
        assert identity is not None
        host.begin("mapping")
        if self._translate and Places(host).answered():
            mapping = Walk(host, identity).run()
        else:
            found.by = "timing"
            found.notes.append(ASSUMED)
            mapping = by_timing(host, identity, turn)
            spread(mapping, Seeks(host, mapping, turn, Latency(host, turn)))
        found.heads = mapping.heads
        host.begin("skews")
        angles = Compass(host, mapping, turn, host.jitter / turn).survey()
        found.marks = 0 if mapping.marks is None else mapping.marks.count
        return mapping, angles

    def _describe(self, mapping: Mapping, angles: list[Angles]) -> None:
        """Describes the zones with their skews.

        If the skews of heads differ in any zone, all zones share one list of head skews.
        """
        found = self._found
        regions = [region for region in mapping.regions if region.runs]
        found.zones = [
            describe(mapping, region, a.range_cylinders, region is regions[-1])
            for region, a in zip(regions, angles, strict=True)
        ]
        steps = [a.steps for a in angles]
        if not all(len(set(s[:-1])) <= 1 for s in steps):
            found.head_skew = common(steps)
            pairs = (pair for s in steps for pair in zip(s, found.head_skew, strict=True))
            if any(apart(*pair) > NEARLY for pair in pairs):
                found.notes.append("skews differ by head and by zone: no zone has its own")
        for zone, angle in zip(found.zones, angles, strict=True):
            step = found.head_skew or angle.steps
            zone.phase = angle.phase
            zone.track_skew = step[0] if mapping.heads > 1 else Fraction(0)
            zone.cylinder_skew = step[-1]
            zone.range_skew = angle.range_skew(step)
