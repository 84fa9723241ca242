"""Runs all steps of a survey in order. Each step uses the results before it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from headstack import checks
from headstack.errors import ConfigError, RunError
from headstack_identify.device import checking, hits, layout, probing, seeking
from headstack_identify.device.disk import Disk, Report, ask
from headstack_identify.device.hits import Hits
from headstack_identify.device.journal import Journal, Settings
from headstack_identify.device.places import Places
from headstack_identify.device.probing import Probed
from headstack_identify.device.rejoining import Rejoined
from headstack_identify.device.seeking import SeekTimes
from headstack_identify.device.transport.permitted import Permitted
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Target
from headstack_identify.recording import addresses
from headstack_identify.tracks.finding import Found

READS_ONLY: Final = "reads only: the times and rules of writes were not asked"
WRITES_TOO: Final = (
    "writes: least times of single sectors after a read; the rules of writes were not asked"
)
NOT_ASKED: Final = (
    "one command at a time: when the disk leaves the bus was not asked; the overhead of a read is "
    "one sum",
)
"""What a survey of a real disk never asks."""

_FAULTS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
"""Errors of the survey's own code. The measurements of an hour are kept."""

Progress = Callable[[int, str], object]


@dataclass
class Surveyed:
    """The findings about a disk. `None`: not found.

    Attributes:
        report: what the disk reports about itself.
        probed: rotation and rough tracks.
        layout: the layout.
        seeks: seek times.
        cache: what hits.
        commands: commands sent.
        drive_time_ps: time of the survey by the target's clock.
        problem: reason why the survey ended early. `None`: the survey is complete.
        writes: whether writes were permitted.
        notes: sentences about results.
    """

    report: Report | None = None
    probed: Probed | None = None
    layout: Found | None = None
    seeks: SeekTimes | None = None
    cache: Hits | None = None
    commands: int = 0
    drive_time_ps: int = 0
    problem: str | None = None
    writes: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def revolution_ms(self) -> float | None:
        """Time of a revolution."""
        if self.layout is not None:
            return self.layout.revolution_ms
        return None if self.probed is None else self.probed.revolution_ms

    def document(self) -> dict[str, Any]:
        """Returns the findings for JSON. Times are in ms."""
        return {
            "complete": self.problem is None,
            "problem": self.problem,
            "product": None if self.report is None else self.report.name,
            "serial": None if self.report is None else self.report.serial,
            "sectors": None if self.report is None else self.report.sectors,
            "revolution_ms": self.revolution_ms,
            "zones": 0 if self.layout is None else len(self.layout.zones),
            "heads": None if self.layout is None else self.layout.heads,
            "seeks_ms": _milliseconds(self.seeks),
            "cache": None if self.cache is None else asdict(self.cache),
            "commands": self.commands,
            "drive_time_s": self.drive_time_ps / 1e12,
            "notes": self.all_notes,
        }

    @property
    def all_notes(self) -> list[str]:
        """All sentences about the results."""
        parts = [
            [] if self.layout is None else list(self.layout.notes),
            [] if self.seeks is None else self.seeks.notes,
            [] if self.cache is None else self.cache.notes,
        ]
        first = WRITES_TOO if self.writes else READS_ONLY
        return [first, *NOT_ASKED, *self.notes, *(note for part in parts for note in part)]


class Ended(RunError):  # noqa: N818 - the survey ended, not the program
    """A survey ended early.

    Attributes:
        found: the findings until then.
    """

    def __init__(self, message: str, found: Surveyed) -> None:
        super().__init__(message)
        self.found = found

    def __reduce__(self) -> tuple[type["Ended"], tuple[str, Surveyed]]:
        """Pickles the error together with `found`."""
        return type(self), (str(self), self.found)


class SurveyInterrupted(KeyboardInterrupt):
    """A survey was interrupted.

    Attributes:
        found: the findings until then.
    """

    def __init__(self, found: Surveyed) -> None:
        super().__init__(found.problem)
        self.found = found

    def __reduce__(self) -> tuple[type["SurveyInterrupted"], tuple[Surveyed]]:
        """Pickles the error together with `found`."""
        return type(self), (self.found,)


def survey(
    target: Target,
    *,
    reads: int = addresses.READS,
    seed: int = 1,
    journal: Path | None = None,
    progress: Progress | None = None,
    destructive: str | None = None,
) -> Surveyed:
    """Finds rotation, layout, seek times and cache of a disk by reads alone.

    With `destructive`, writes are measured too, and data of the disk are lost.

    Args:
        target: the disk. Only commands that change nothing reach it, without `destructive`.
        reads: reads that tell the layout, 1000 to 1,000,000.
        seed: seed of the random choices.
        journal: file that keeps results. If it exists, the survey continues.
        progress: called from time to time with the number of commands and the stage.
        destructive: serial number of the disk whose data may be lost. `None`: nothing is written.

    Raises:
        ConfigError: an argument out of its range, no disk, a disk without rotation that says so,
            the journal of another disk, or a disk that may not be written: it has another serial
            number, or its write cache is on.
        Ended: the disk stopped answering, a step failed, or headstack has a fault. `found` has the
            results until then.
        SurveyInterrupted: a KeyboardInterrupt came. `found` has the results until then.
    """
    settings = Settings(
        checks.whole("reads", reads, addresses.FEWEST, addresses.MOST),
        checks.whole("seed", seed, 0, 2**63 - 1),
    )
    kept = Journal(journal)
    guard = Permitted(target)
    host = Host(guard, progress, 1)
    found = Surveyed()
    try:
        _steps(host, found, settings, kept, None if destructive is None else (guard, destructive))
    except KeyboardInterrupt as error:
        found.problem = f"interrupted at command {host.commands:,} ({host.stage})"
        raise SurveyInterrupted(found) from error
    except ConfigError:
        raise
    except RunError as error:
        found.problem = str(error)
        raise Ended(str(error), found) from error
    except _FAULTS as error:
        found.problem = (
            f"the survey failed at command {host.commands:,} ({host.stage}): "
            f"{type(error).__name__} {error}".rstrip()
            + ". This is a fault of headstack, not of the disk"
        )
        raise Ended(found.problem, found) from error
    finally:
        found.commands, found.drive_time_ps = host.commands, host.drive_time
        kept.close()
    return found


def _steps(
    host: Host,
    found: Surveyed,
    settings: Settings,
    kept: Journal,
    writes: tuple[Permitted, str] | None,
) -> None:
    host.look_at_clock()
    host.begin("what it says")
    found.report = report = ask(host)
    if writes is not None:
        _permit(report, *writes)
        found.writes = True
    elif report.write_cache:
        found.notes.append(
            "the write cache is on (WCE of mode page 8); a survey leaves it as it is"
        )
    kept.begin(report, settings)
    disk = Disk(host, report)
    if report.per_sector > 1:
        found.notes.append(
            f"{report.per_sector} blocks of {report.block_bytes} bytes are one sector: the file "
            "has sectors as blocks"
        )
    host.begin("rotation")
    found.probed = _probed(disk, settings, kept)
    found.layout = _layout(disk, found.probed, settings, kept)
    _times(disk, found, settings, kept)


def _times(disk: Disk, found: Surveyed, settings: Settings, kept: Journal) -> None:
    """Checks the layout, and measures the cache, the seeks, and writes if they are permitted."""
    host, place, probed = disk.host, found.layout, found.probed
    assert place is not None
    assert probed is not None
    turn_ps = place.revolution_ms * 1e9
    host.begin("check")
    rng = np.random.default_rng(settings.seed)
    right = kept.once("check", lambda: checking.right(disk, place.drive, turn_ps, rng))
    found.notes.append(checking.check(right))
    host.begin("cache")
    track = int(np.median(probed.track_sectors))
    told = kept.once("cache", lambda: asdict(hits.measure(disk, turn_ps, track, rng)))
    found.cache = Hits(**told)
    host.begin("seeks")
    found.seeks = SeekTimes()
    places = Places(place.drive, rng)
    seeking.measure(disk, places, turn_ps, found.seeks, kept.once)
    if found.writes:
        host.begin("writes")
        seeking.measure_writes(disk, places, turn_ps, found.seeks, kept.once)


def _permit(report: Report, guard: Permitted, serial: str) -> None:
    """Permits writes to the disk with a serial number."""
    if report.write_cache:
        raise ConfigError(
            f"--destructive: the write cache of {report.name} is on (WCE of mode page 8), so a "
            "write ends before its data are on the medium. Nothing was written. Turn the cache "
            "off: sdparm --clear=WCE DEVICE"
        )
    guard.permit_writes(serial)


def _probed(disk: Disk, settings: Settings, kept: Journal) -> Probed:
    def measure() -> dict[str, Any]:
        one = probing.probe(disk, settings.seed)
        return {
            "revolution_ms": one.revolution_ms,
            "sector": one.sector.tolist(),
            "track_sectors": one.track_sectors.tolist(),
            "response_ms": one.response_ms,
        }

    told = kept.once("probed", measure)
    return Probed(
        told["revolution_ms"],
        np.array(told["sector"], np.int64),
        np.array(told["track_sectors"], np.float64),
        told["response_ms"],
    )


def _layout(disk: Disk, probed: Probed, settings: Settings, kept: Journal) -> Found:
    disk.host.begin("layout")
    begin = layout.rough(disk, probed)
    planned = layout.plan(begin, settings.reads, settings.seed)
    asked = kept.asked()
    done = len(asked.sector)
    reading = Rejoined(disk, asked, probed) if done else disk
    if planned[:done].tolist() != asked.sector:
        raise ConfigError("the journal has other reads than planned; begin again without it")
    layout.ask(reading, planned[done:], asked, lambda: kept.add(asked))
    kept.flush()
    disk.host.begin("zones")
    return layout.find(reading, begin, asked)


def _in_ms(ps: float | None) -> float | None:
    return None if ps is None else ps / 1e9


def _milliseconds(seeks: SeekTimes | None) -> dict[str, Any] | None:
    if seeks is None:
        return None
    return {
        "still": _in_ms(seeks.still),
        "other_head": _in_ms(seeks.other_head),
        "inwards": {str(distance): ps / 1e9 for distance, ps in seeks.inwards.items()},
        "outwards": {str(distance): ps / 1e9 for distance, ps in seeks.outwards.items()},
    }
