"""Section 5.2: 450 reallocated tracks, the heuristic within a cylinder, and the prefetching."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np

from headstack import catalog, workload
from headstack._core import DriveConfig
from headstack.arrays import Floats
from headstack.drive import Drive
from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim, at_least, at_most
from headstack_papers.experiment import Call, Experiment, Found, Panel, Scale, Series
from headstack_papers.quantities import difference, measured
from headstack_papers.worthington1994 import random_load as runs

TRACKS: Final = 450
LOADS: Final = (30, 40, 50, runs.EDGE)
COMPARED: Final = 40  # load at which the four schedulers are compared
CLOSE: Final = {30: 5, 40: 20, 50: 80, runs.EDGE: 10}  # number of seeds by load
HEAVY: Final = runs.NAMED["heavy"]
WAITING: Final = {HEAVY: 6, runs.EDGE: 27}  # requests by load, with the request at the drive
NO_PREFETCH: Final = {"cache.prefetch_maximum": "0 KiB"}


@cache
def with_reallocations(seed: int = 1) -> DriveConfig:
    """The C2247 with half of each zone's spare tracks in use, for random tracks of the zone."""
    drive = catalog.load(runs.DRIVE)
    chance = random.Random(seed)
    zones = range(len(drive.zones))
    spares = [drive.value(f"layout.zone.{zone}.spare_tracks") for zone in zones]
    keys: dict[str, object] = {}
    for zone, (first, last, _) in enumerate(drive.zones):
        tracks = (last - first + 1) * drive.value("layout.surfaces")
        reserved = drive.value(f"layout.zone.{zone}.reserved_tracks") or 0
        share = round(TRACKS * spares[zone] / sum(spares))
        grown = chance.sample(range(reserved, tracks - spares[zone]), share)
        keys[f"layout.zone.{zone}.reallocated_tracks"] = sorted(grown)
        keys[f"layout.zone.{zone}.slipped_tracks"] = []
    return drive.with_values(keys)


def reallocated() -> list[dict[str, Any]]:
    """The number and percentage of reallocated tracks, by the number of surfaces."""
    drive = with_reallocations()
    zones = range(len(drive.zones))
    moved = sum(len(drive.value(f"layout.zone.{zone}.reallocated_tracks")) for zone in zones)
    cylinders = drive.value("layout.cylinders")
    return [
        {"surfaces": surfaces, "moved": moved, "percent": 100 * moved / (cylinders * surfaces)}
        for surfaces in (13, 9)
    ]


def same_cylinder(rate: float, requests: int, seed: int) -> list[dict[str, Any]]:
    """The percentage of picks at which another request waits for the current cylinder."""
    config = catalog.load(runs.DRIVE)
    load = workload.random(rate, requests=requests, seed=seed)
    rows = Drive(config, "sstf(map)", placement="host").run(load).columns
    order = np.argsort(rows["start"])
    lbn, blocks = (rows[name][order].astype(np.int64) for name in ("lbn", "blocks"))
    first, last = config.places(lbn)[0], config.places(lbn + blocks - 1)[0]
    waited = rows["picked_from"][order][1:] > 1
    stayed = waited & (first[1:] == last[:-1])
    return [{"seed": seed, "percent": 100 * float(stayed.mean())}]


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of both forms of the four schedulers on the drive with many defects.

    SSTF also runs with always full queues, and with and without prefetching.
    """
    drive = with_reallocations()
    for load in LOADS:
        for name in runs.SEEKING:
            seeds = CLOSE[load] if name == "SSTF" or load == COMPARED else 5
            names = [name, f"{name}, map"]
            yield from runs.points(scale, names, [load], seeds, drive, set_up="defects")
        yield from _full_queues(scale, load)
    sstf = ["SSTF, map"]
    yield from runs.points(scale, sstf, [HEAVY], set_up="prefetch")
    yield from runs.points(scale, sstf, [HEAVY], keys=NO_PREFETCH, set_up="no prefetch")


def _full_queues(scale: Scale, load: int) -> Iterator[Point]:
    """Yields runs of SSTF with a constant queue, as long as the mean queue at a load."""
    for name in ("SSTF", "SSTF, map") if load in WAITING else ():
        for seed in scale.seeds(6):
            yield Point(
                drive=with_reallocations(),
                scheduler=runs.SCHEDULERS[name],
                placement="host",
                workload="closed",
                outstanding=WAITING[load],
                requests=runs.requests(scale, 100_000),
                seed=seed,
                labels={"name": name, "load": load, "set_up": "closed"},
            )


def calls(scale: Scale) -> Iterator[Call]:
    """Yields calls that count the tracks, and the requests in the same cylinder."""
    yield Call(reallocated, {}, {"about": "tracks"})
    given = {"rate": HEAVY, "requests": runs.requests(scale, 40_000)}
    for seed in scale.seeds(5):
        yield Call(same_cylinder, {**given, "seed": seed}, {"about": "cylinder"})


def _gains(found: Found, name: str, load: int, set_up: str = "defects") -> Floats:
    """The percentage by which the full map lowers the response on the drive with many defects."""
    at = {"name": (f"{name}, map", name), "load": load, "set_up": set_up}
    return 100 * (1 - found.ratios("mean_response_ms", **at))


def claims(found: Found) -> Iterator[Claim]:
    """Judges the words of section 5.2 that no figure shows."""
    yield _of_tracks(found)
    yield from _of_sstf(found)
    yield Claim(
        f"picks at {HEAVY}/s with another request in the cylinder at hand",
        "individual cylinders rarely contain multiple pending requests",
        found.mean("percent", about="cylinder"),
        at_most(5, "%", '"rarely": one pick in twenty; the paper has no number'),
    )
    yield Claim(
        f"SSTF, map, {HEAVY}/s: response without prefetching above that with it",
        "prefetching provides little or no performance improvement",
        found.excess("mean_response_ms", set_up=("no prefetch", "prefetch"), load=HEAVY),
        Bounds(-2, 2, "%", '"little": 2 %, what the paper calls marginal elsewhere'),
    )
    yield Claim(
        f"SSTF, map, {HEAVY}/s: reads that the cache answers",
        "random workloads contain few sequential requests",
        found.mean("hit_rate", set_up="prefetch", load=HEAVY).times(100),
        at_most(1, "%", '"few": one in a hundred; the paper has no number'),
    )


def _of_tracks(found: Found) -> Claim:
    tracks, few = (found.mean("percent", about="tracks", surfaces=n) for n in (13, 9))
    return Claim(
        "share of the tracks that 450 are",
        "over 2% of the disk's tracks",
        tracks,
        at_least(2, "%"),
        note="450 of the 13 x 2051 tracks of tables 1 and A.2 are fewer. On the disks with nine "
        "surfaces of section 6 they would be over 2 %. We guess that the number belongs to those "
        "disks.",
        evidence=Claim(
            "share of the tracks of a disk with nine surfaces that 450 are",
            "over 2%",
            few,
            at_least(2, "%"),
        ),
    )


def _of_sstf(found: Found) -> Iterator[Claim]:
    for load in LOADS:
        gain = Claim(
            f"SSTF, 450 reallocated tracks, {load}/s: gain in response by the full map",
            "improves by less than 1%",
            measured(_gains(found, "SSTF", load)),
            at_most(1, "%"),
        )
        yield gain.because(_QUEUE, _of_service(found, load)) if load >= HEAVY else gain
    sstf = _gains(found, "SSTF", COMPARED)
    for other in ("LOOK", "C-LOOK", "VSCAN(0.2)"):
        yield Claim(
            f"SSTF, 450 reallocated tracks, {COMPARED}/s: its gain less that of {other}",
            "the algorithm most sensitive to the LBN-to-PBN mapping",
            difference(sstf, _gains(found, other, COMPARED)),
            at_least(0, "points"),
        )


_QUEUE: Final = (
    "A queue that is always as long shows the effect on the service alone, and the gain is then "
    "less than 1 %. Near saturation a queue grows and shrinks by many times as much as the "
    "service does."
)


def _of_service(found: Found, load: int) -> Claim:
    return Claim(
        f"SSTF, always {WAITING[load]} requests there: gain in response by the full map",
        "less than 1%",
        measured(_gains(found, "SSTF", load, "closed")),
        at_most(1, "%"),
    )


def shows(found: Found) -> Iterator[Panel]:
    """The gain of each over the load."""
    yield Panel(
        "450 reallocated tracks: gain by the full map",
        "requests a second",
        "decrease of the average response time, %",
        [
            Series.of(name, LOADS, [measured(_gains(found, name, load)) for load in LOADS])
            for name in runs.SEEKING
        ],
    )


EXPERIMENT: Final = Experiment(
    title="Section 5.2: reallocated tracks, cylinders and prefetching",
    section="5.2",
    says="Half of the spare tracks, 450 of 900, are in use, all by reallocation. The full map "
    "still gains little: less than 1 % for SSTF, the most sensitive algorithm. Prefetching does "
    "nothing for random requests. The rule within a cylinder does nothing either, because two "
    "requests rarely wait in one cylinder.",
    set_up="The paper does not say which tracks have gone bad. Here half of each zone's spare "
    "tracks are in use, for bad tracks anywhere in the zone. There are no slipped tracks. The "
    "drive puts each bad track on a spare track at the end of its zone.",
)
