"""Computes when blocks pass the head in order, across ends of tracks and slipped sectors."""

from fractions import Fraction

from headstack_identify.extract.layout.angles import Angles
from headstack_identify.extract.layout.mapping import Mapping
from headstack_identify.extract.layout.places import Place

_NEAR = 1_000_000  # ps


class Ruler:
    """Turns numbers of blocks into times on the medium.

    Args:
        mapping: where blocks lie.
        angles: angles of the regions that have blocks, in the order of these regions.
        turn: time of a revolution, in ps.
    """

    def __init__(self, mapping: Mapping, angles: list[Angles], turn: float) -> None:
        self._mapping = mapping
        self.turn = turn
        self._regions = [region for region in mapping.regions if region.runs]
        self._angles = angles
        self.head_switch = 0.0  # ps
        self.cylinder_switch = 0.0

    def pieces(self, lbn: int, blocks: int) -> list[tuple[int, Place, Fraction, int]]:
        """Returns each track's piece of a transfer: blocks, place, angle, sectors of the track."""
        found = []
        while blocks > 0:
            region, place, left = self._mapping.where(lbn)
            take = min(blocks, left, region.sectors - place.sector)
            angle = self._angles[self._regions.index(region)].of(region, place)
            found.append((take, place, angle, region.sectors))
            lbn += take
            blocks -= take
        return found

    def passed(self, lbn: int, blocks: int) -> list[float]:
        """Returns the times from the start of the first block to the end of each piece, in ps."""
        times: list[float] = []
        at, angle, last = 0.0, Fraction(0), None
        for take, place, begin, sectors in self.pieces(lbn, blocks):
            if last is not None:
                wait = float((begin - angle) % 1) * self.turn
                needed = self._switch(last, place)
                at += wait + max(0, -int((wait - needed + _NEAR) // self.turn)) * self.turn
            at += take * self.turn / sectors
            angle, last = begin + Fraction(take, sectors), place
            times.append(at)
        return times

    def _switch(self, here: Place, there: Place) -> float:
        needed = self.head_switch if here.head != there.head else 0.0
        return max(needed, self.cylinder_switch) if here.cylinder != there.cylinder else needed

    def blocks_by(self, lbn: int, blocks: int, time: float) -> float:
        """Returns the number of blocks that have passed `time` ps after the start of the first.

        The last block counts by the part that has passed.
        """
        before, count = 0.0, 0
        for (take, _, _, sectors), end in zip(
            self.pieces(lbn, blocks), self.passed(lbn, blocks), strict=True
        ):
            pitch = self.turn / sectors
            if time <= end:
                return count + max(0.0, (time - (end - take * pitch)) / pitch)
            before, count = end, count + take
        return count + (time - before) / self.turn
