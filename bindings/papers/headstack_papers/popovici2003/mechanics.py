"""Computes tables of a Disk Mimic by arithmetic instead of probing.

`exact` has the mean of infinitely many samples. Popovici's disks have a single zone, no overheads
and no cache. So the time of a request at a distance depends only on the place in its cylinder at
which the previous request ended. On a track only two times occur, because the distance either leads
to the next track or stays on the track. Section 3.1.2 says: "requests of a given distance that
cross the same number of boundaries have the same total positioning time". So the mean over all
places is a sum over the tracks of a cylinder. The sum is exact except at the ends of the disk.
"""

import tomllib
from dataclasses import dataclass

import numpy as np

from headstack import catalog
from headstack._core import DriveConfig
from headstack.arrays import Floats, Ints
from headstack.errors import ConfigError
from headstack.mimic import Mimic

_AT_ONCE = 10_000
_GUARD_NS = 0.001  # a head that arrives just in time, whatever the rounding


def _number(quantity: str) -> float:
    return float(quantity.split()[0])


@dataclass(frozen=True)
class Mechanics:
    """Mechanics of a disk with a single zone. Times are in ns, and skews in sectors.

    `overhead_ns` passes before the arm moves, for every request.
    """

    sectors: int
    surfaces: int
    sector_ns: float
    track_skew: float
    cylinder_skew: float
    head_switch_ns: float
    cylinder_switch_ns: float
    seek_ns: Floats
    overhead_ns: float = 0.0

    @classmethod
    def of(cls, drive: str | DriveConfig) -> "Mechanics":
        """The mechanics of a described drive.

        Raises:
            ConfigError: the time of the drive's requests depends on more than the mechanics.
        """
        config = catalog.load(drive) if isinstance(drive, str) else drive
        described = tomllib.loads(config.to_toml())
        zone, *others = described["layout"]["zone"]
        overhead = {_number(cost) for cost in described["overhead"].values()}
        bus = [_number(cost) for cost in described["bus"].values() if isinstance(cost, str)]
        if others or any(bus) or len(overhead) > 1:
            raise ConfigError(
                f"{config.name} has several zones, a bus, or overheads that differ: what its "
                "requests take is no function of distance and place"
            )
        root, linear = described["seek"]["root"], described["seek"]["linear"]
        # One more: places are drawn without regard to the disk's ends.
        far = np.arange(described["layout"]["cylinders"] + 1, dtype=np.float64)
        near_ms = _number(root["base"]) + _number(root["per_root_cylinder"]) * np.sqrt(far)
        far_ms = _number(linear["base"]) + _number(linear["per_cylinder"]) * far
        seek_ms = np.where(far <= _number(root["up_to"]), near_ms, far_ms)
        seek_ms[0] = 0.0
        sectors = zone["sectors_per_track"]
        switch = described["seek"].get("cylinder_switch", f"{seek_ms[1]} ms")
        return cls(
            sectors=sectors,
            surfaces=described["layout"]["surfaces"],
            sector_ns=1e6 * _number(described["spindle"]["rotation"]) / sectors,
            track_skew=_number(zone["track_skew"]),
            cylinder_skew=_number(zone["cylinder_skew"]),
            head_switch_ns=1e6 * _number(described["seek"]["head_switch"]),
            cylinder_switch_ns=1e6 * _number(switch),
            seek_ns=1e6 * seek_ms,
            overhead_ns=1e6 * overhead.pop(),
        )

    def positioning(self, distance: Ints) -> tuple[Floats, Floats]:
        """Mean and standard deviation over all places, from the end of the request before."""
        tracks, rest = np.divmod(distance, self.sectors)
        mean, square = np.zeros(len(distance)), np.zeros(len(distance))
        for head in range(self.surfaces):
            for farther in (0, 1):
                share = (rest if farther else self.sectors - rest) / self.sectors / self.surfaces
                time = self._move(head, tracks + farther, rest - farther * self.sectors)
                mean += share * time
                square += share * time**2
        return mean, np.sqrt(np.maximum(square - mean**2, 0.0))

    def times(self, place: Ints, distance: Ints, blocks: int = 2) -> Floats:
        """Times of requests at a distance from ones that end at this place in their cylinder."""
        head, sector = np.divmod(place, self.sectors)
        tracks, to = np.divmod(sector + distance, self.sectors)
        crossing = self._crossings()[(head + tracks) % self.surfaces]
        transfer = blocks * self.sector_ns + np.where(to + blocks > self.sectors, crossing, 0.0)
        return self._move(head, tracks, to - sector) + transfer

    def transfer_ns(self, blocks: int) -> float:
        """Mean time of the transfer over all places, for a request up to a track long."""
        crossed = (blocks - 1) / self.sectors * float(self._crossings().mean())
        return blocks * self.sector_ns + crossed

    @property
    def places(self) -> int:
        """Number of places in a cylinder."""
        return self.sectors * self.surfaces

    def _move(self, head: Ints | int, tracks: Ints, sectors: Ints) -> Floats:
        """Time from the end of a block to the start of the block at this distance."""
        cylinders, to_head = np.divmod(head + tracks, self.surfaces)
        move = self.seek_ns[np.abs(cylinders)]
        move = np.where(to_head != head, np.maximum(move, self.head_switch_ns), move)
        a_cylinder = (self.surfaces - 1) * self.track_skew + self.cylinder_skew
        skew = cylinders * a_cylinder + (to_head - head) * self.track_skew
        move = move + self.overhead_ns
        return move + self._wait(sectors - 1 + skew, move)

    def _crossings(self) -> Floats:
        """Times from the end of each track of a cylinder to the start of the next in a transfer."""
        skew = np.full(self.surfaces, self.track_skew)
        move = np.full(self.surfaces, self.head_switch_ns)
        skew[-1] = self.cylinder_skew
        move[-1] = max(self.head_switch_ns, self.cylinder_switch_ns)
        return move + self._wait(skew, move)

    def _wait(self, sectors: Floats, move: Floats) -> Floats:
        """Wait for a place that is `sectors` away when a move begins."""
        away = np.mod(sectors, self.sectors) * self.sector_ns
        return np.mod(away - move + _GUARD_NS, self.sectors * self.sector_ns)


def distances(step: int, span: int) -> Ints:
    """Distances in blocks: 1 block plus or minus whole steps, up to the span."""
    far = span // step * step
    return 1 + np.arange(-far, far + 1, step, dtype=np.int64)


def exact(drive: str | DriveConfig, *, step: int, span: int, blocks: int = 2) -> Mimic:
    """The table of means over all places.

    Args:
        drive: name of the drive, or its description.
        step: step between distances, in blocks.
        span: largest distance, in blocks.
        blocks: size of the requests that a probe would send.
    """
    distance = distances(step, span)
    mechanics = Mechanics.of(drive)
    mean_ns = mechanics.positioning(distance)[0] + mechanics.transfer_ns(blocks)
    ns = np.rint(mean_ns).astype(np.uint32)[:, None]
    return Mimic.of_times(drive, distance.astype(np.int32), ns)


def sampled(
    drive: str | DriveConfig, *, step: int, span: int, samples: int, seed: int, blocks: int = 2
) -> Mimic:
    """A table of samples at random places, as a probe without interpolation measures it."""
    distance = distances(step, span)
    mechanics = Mechanics.of(drive)
    random = np.random.Generator(np.random.PCG64(seed))
    ns = np.empty((len(distance), samples), np.uint32)
    for at in range(0, len(distance), _AT_ONCE):
        part = ns[at : at + _AT_ONCE]
        place = random.integers(mechanics.places, size=part.shape)
        part[:] = np.rint(mechanics.times(place, distance[at : at + _AT_ONCE, None], blocks))
        part.sort(axis=1)
    return Mimic.of_times(drive, distance.astype(np.int32), ns)
