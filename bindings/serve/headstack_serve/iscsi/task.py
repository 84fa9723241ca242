"""A task: a SCSI command of an initiator that has no response yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from headstack_serve import scsi
from headstack_serve.iscsi import memory
from headstack_serve.iscsi.pdu import ScsiCommand
from headstack_serve.iscsi.transfer import Gathering
from headstack_serve.unit import Order, Unit

_READ: Final = 0x40
_WRITE: Final = 0x20
_ATTRIBUTE: Final = 0x07
_ATTRIBUTES: Final[Mapping[int, str]] = {
    0: "simple",  # untagged
    1: "simple",
    2: "ordered",
    3: "head of queue",
}
"""The supported attributes of a task. ACA is 4. Greater numbers are reserved."""


@dataclass
class Task:
    """A command that has no response yet.

    Attributes:
        asked: the unit of the initiator.
        unit: drive that serves the command.
        lun: unit number for the drive: 0, or the number of a unit that does not exist.
        prioritized: whether the command has a priority.
        gathering: data of a write that are not complete. `None`: the data are complete.
        order: the command in the drive. `None`: the drive does not have the command.
    """

    asked: ScsiCommand
    unit: Unit
    lun: int
    prioritized: bool = False
    gathering: Gathering | None = None
    order: Order | None = None

    @property
    def reads_bytes(self) -> int:
        """Bytes for which the initiator has room."""
        return self.asked.expected_bytes if self.asked.flags & _READ else 0

    @property
    def writes_bytes(self) -> int:
        """Bytes that the initiator sends."""
        return self.asked.expected_bytes if self.asked.flags & _WRITE else 0

    @property
    def block_bytes(self) -> int:
        """Bytes of the blocks that the command block names."""
        return scsi.blocks(self.asked.cdb) * self.unit.bytes_per_block

    @property
    def sent_bytes(self) -> int:
        """Bytes of data that the drive got."""
        return 0 if self.order is None else len(self.order.data)

    @property
    def memory(self) -> int:
        """Bytes of memory for the data."""
        return memory.charge(self._held_bytes)

    @property
    def _held_bytes(self) -> int:
        return max(self.block_bytes, self.writes_bytes)

    @property
    def is_supported(self) -> bool:
        """Whether the target supports the command.

        The target refuses data in both directions, ACA, and transfers that are too large.
        """
        bidirectional = self.reads_bytes and self.writes_bytes
        known = self.asked.flags & _ATTRIBUTE in _ATTRIBUTES
        return not bidirectional and known and self._held_bytes <= scsi.LARGEST_TRANSFER

    def make_order(self, data: bytes, host: int) -> Order:
        """Makes the order for the drive, and keeps it in `order`.

        Args:
            data: all data of the initiator.
            host: SCSI id of the initiator.
        """
        cdb, data, room = self._fitted(data)
        self.order = Order(
            cdb=cdb,
            data=data,
            room=room,
            attribute=_ATTRIBUTES[self.asked.flags & _ATTRIBUTE],
            priority=self.asked.priority >> 4 if self.prioritized else 0,
            host=host,
            lun=self.lun,
        )
        return self.order

    def _fitted(self, data: bytes) -> tuple[bytes, bytes, int]:
        """Returns a command block, its data and its room, which fit each other.

        A read gets room for all of its blocks. A write with too few data becomes a write of fewer
        blocks.
        """
        cdb, size = self.asked.cdb, self.unit.bytes_per_block
        if scsi.reads_blocks(cdb):
            return cdb, b"", self.block_bytes
        if not scsi.writes_blocks(cdb):
            return cdb, data, 0 if data else scsi.room(cdb)
        count = len(data) // size
        if count < scsi.blocks(cdb):
            return scsi.shortened(cdb, count), data[: count * size], 0
        return cdb, data, 0
