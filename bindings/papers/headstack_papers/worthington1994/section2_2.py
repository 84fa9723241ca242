"""Section 2.2.3: the effect of a drive's few slipped tracks on its performance."""

from collections.abc import Iterator
from typing import Final

from headstack import catalog
from headstack.statistics.measured import Measured
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.worthington1994 import random_load as runs

NAMES: Final = ("FCFS", "C-LOOK", "SSTF", "SPTF")
LOAD: Final = 30
NO_DEFECTS: Final[dict[str, object]] = {
    f"layout.zone.{zone}.slipped_tracks": [] for zone in range(len(catalog.load(runs.DRIVE).zones))
}


def points(scale: Scale) -> Iterator[Point]:
    """Runs with the drive's 38 slipped tracks, and without any."""
    yield from runs.points(scale, NAMES, [LOAD], defects="38 tracks")
    yield from runs.points(scale, NAMES, [LOAD], keys=NO_DEFECTS, defects="none")


def _effect(found: Found, name: str) -> Measured:
    """The percentage by which the defects raise the mean response time."""
    return found.excess("mean_response_ms", defects=("38 tracks", "none"), name=name)


def claims(found: Found) -> Iterator[Claim]:
    """Claims that the defects have no visible effect."""
    for name in NAMES:
        yield Claim(
            f"{name}, {LOAD}/s: response with the defects above that without",
            "very few defects, producing no noticeable effects on disk performance",
            _effect(found, name),
            Bounds(-1, 1, "%", 'not "noticeable": 1 %; the paper has no number'),
        )


def shows(found: Found) -> Iterator[Table]:
    """Makes a table of the response times with and without defects."""
    rows = []
    for name in NAMES:
        means = (
            found.mean("mean_response_ms", name=name, defects=defects)
            for defects in ("38 tracks", "none")
        )
        rows.append((name, *(one.text() for one in means), _effect(found, name).text("%")))
    title = f"Mean response time at {LOAD} requests a second, ms"
    yield Table(title, ("", "38 slipped tracks", "none", "difference"), rows)


EXPERIMENT: Final = Experiment(
    title="Section 2.2.3: a drive with its few defects and without",
    section="2.2.3",
    says="The disks that the authors examined had very few defects, without noticeable effects on "
    "performance. The longest list had 38 tracks.",
    set_up="The random requests of section 5 run at 30 a second, on the drive with its 38 slipped "
    "tracks and on a drive with none.",
)
