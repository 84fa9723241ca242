"""Asks the drive for places of blocks: SEND and RECEIVE DIAGNOSTIC (RESULTS), page 40h."""

from typing import NamedTuple

from headstack.errors import CheckCondition
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Request

_BLOCK, _SECTOR = 0, 5
_RESERVED = 0x80


class Place(NamedTuple):
    """A sector of the medium."""

    cylinder: int
    head: int
    sector: int


class Outside(Exception):  # noqa: N818 - an answer
    """There is no such sector."""


class Places:
    """Asks for the places of blocks and for the blocks at places. Remembers the answers."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._place: dict[int, Place] = {}
        self._block: dict[Place, int | None] = {}

    def answered(self) -> bool:
        """Whether the drive translates addresses at all."""
        try:
            self.of_block(0)
        except (CheckCondition, Outside):
            return False
        return True

    def of_block(self, lbn: int) -> Place:
        """Returns the place of a block."""
        if lbn not in self._place:
            found = self._translate(_BLOCK, _SECTOR, lbn, 0)
            if found is None:
                raise Outside
            self._place[lbn] = Place(found[0] >> 8, found[0] & 0xFF, found[1])
        return self._place[lbn]

    def of_place(self, place: Place) -> int | None:
        """Returns the block at a place.

        Returns `None` if the sector is spare, slipped, moved or reserved.

        Raises:
            Outside: there is no such sector.
        """
        if place not in self._block:
            address = place.cylinder << 8 | place.head
            found = self._translate(_SECTOR, _BLOCK, address, place.sector)
            self._block[place] = None if found is None else found[0]
        return self._block[place]

    def exists(self, place: Place) -> bool:
        """Whether the sector exists, with a block or without."""
        try:
            self.of_place(place)
        except Outside:
            return False
        return True

    def _translate(self, given: int, wanted: int, high: int, low: int) -> tuple[int, int] | None:
        page = bytes([0x40, 0, 0, 10, given, wanted, *high.to_bytes(4, "big")])
        send = Request(bytes([0x1D, 0x10, 0, 0, 14, 0]), data=page + low.to_bytes(4, "big"))
        try:
            self._host.good(send)
        except CheckCondition as error:
            if error.key == 0x05 and error.code == 0x26:  # invalid field in the parameter list
                raise Outside from error
            raise
        found = self._host.good(Request(bytes([0x1C, 1, 0x40, 0, 14, 0]), room=14)).data
        if len(found) < 14 or found[5] & _RESERVED:
            return None
        return int.from_bytes(found[6:10], "big"), int.from_bytes(found[10:14], "big")
