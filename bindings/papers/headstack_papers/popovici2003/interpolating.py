"""Tables with distances left out (section 5.3), by the probe's own rule and arithmetic's times."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from headstack import catalog
from headstack.arrays import Ints, Words
from headstack.drive import Drive
from headstack.mimic import Mimic
from headstack.mimic.probe import Checks, Probe
from headstack_papers.popovici2003.mechanics import Mechanics
from headstack_papers.popovici2003.running import Row, found
from headstack_papers.popovici2003.weeks import compressed

_WITHIN: Final = 0.05


class Drawn(Probe):
    """A probe whose times are drawn by arithmetic, at a fraction of the work."""

    def __init__(
        self,
        drive: str,
        *,
        samples: int,
        blocks: int,
        step: int,
        span: int,
        checks: Checks,
        seed: int,
    ) -> None:
        super().__init__(
            catalog.load(drive),
            samples=samples,
            blocks=blocks,
            step=step,
            span=span,
            interpolate=True,
            checks=checks,
            seed=seed,
            progress=None,
        )
        self._mechanics = Mechanics.of(drive)
        self._places = np.random.Generator(np.random.PCG64(seed))
        self._length = blocks

    def _times(self, distance: Ints) -> Words:
        place = self._places.integers(self._mechanics.places, size=len(distance))
        return np.rint(self._mechanics.times(place, distance, self._length)).astype(np.uint32)


def interpolated(
    week: str,
    requests: int,
    week_seed: int,
    disk: str,
    step: int,
    span: int,
    blocks: int,
    samples: int,
    seed: int,
    checks: Sequence[Sequence[float]],
    compressions: Sequence[float],
) -> list[Row]:
    """SMTF by a table with lines between distances, a row for each compression.

    A row also has the numbers of probed and kept distances, and the accuracy of the lines.
    """
    rule = tuple((int(count), float(error)) for count, error in checks)
    probe = Drawn(
        disk, samples=samples, blocks=blocks, step=step, span=span, checks=rule, seed=seed
    )
    distance, ns, probed = probe.run(write_before=False, write=False)
    known = Mimic.of_times(disk, distance, ns)
    drive = Drive(disk, "smtf(mean)", placement="host", mimic=known)
    about = _quality(disk, distance, ns, step, span, blocks, probed)
    return [
        {**found(week, disk, compression, drive.run(load)), **about}
        for compression in compressions
        for load in [compressed(week, requests, week_seed, compression)]
    ]


def _quality(
    disk: str,
    distance: npt.NDArray[np.int32],
    ns: Words,
    step: int,
    span: int,
    blocks: int,
    probed: int,
) -> dict[str, Any]:
    """How many distances are left out, and how near the lines are to the mean over all places."""
    far = span // step
    grid = 1 + np.arange(-far, far + 1, dtype=np.int64) * step
    left_out = grid[~np.isin(grid, distance)]
    mechanics = Mechanics.of(disk)
    true = mechanics.positioning(left_out)[0] + mechanics.transfer_ns(blocks)
    error = np.abs(np.interp(left_out, distance, ns.mean(axis=1)) - true) / true
    return {
        "distances": len(grid),
        "probed": probed,
        "left_out_percent": 100 * len(left_out) / len(grid),
        "accurate_percent": 100 * float((error <= _WITHIN).mean()) if len(error) else 100.0,
        "error_percent": 100 * float(error.mean()) if len(error) else 0.0,
    }
