"""Reads what the drive reports: INQUIRY, READ CAPACITY, mode pages and the defect list."""

from dataclasses import dataclass, field

from headstack.errors import CheckCondition, RunError
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Answer, Request

ERRORS, CACHING = 0x01, 0x08
_PER = 0x04
_MOST_BLOCK_BYTES = 65536
_RCD, _WCE = 0x01, 0x04
_WHOLE_TRACK = 0xFFFFFFFF


@dataclass(frozen=True)
class Identity:
    """The drive's report about itself. `None`: the drive does not report the value.

    Attributes:
        vendor: vendor name from INQUIRY.
        product: product name from INQUIRY.
        serial: serial number from INQUIRY page 80h.
        version: version of the standard from INQUIRY. 6: SPC-4.
        blocks: number of logical blocks.
        block_bytes: bytes of a block.
        heads: number of heads from mode page 4.
        rpm: rotational speed from mode page 4, in revolutions per minute.
        caching: mode page 8 before any change, or empty if the drive has no such page.
        defects: (cylinder, head, sector) of each listed defect. `None` as the sector: the whole
            track.
        all_defects: whether the defect list is complete.
    """

    vendor: str
    product: str
    serial: str
    blocks: int
    block_bytes: int
    version: int = 2
    heads: int | None = None
    rpm: int | None = None
    caching: bytes = b""
    defects: list[tuple[int, int, int | None]] = field(default_factory=list)
    all_defects: bool = False

    @property
    def reads_cached(self) -> bool:
        """Whether page 8 lets reads hit the cache."""
        return len(self.caching) > 2 and not self.caching[2] & _RCD

    @property
    def write_back(self) -> bool:
        """Whether page 8 lets writes end in the buffer."""
        return len(self.caching) > 2 and bool(self.caching[2] & _WCE)

    def prefetch(self, at: int) -> int:
        """Returns a number of read-ahead blocks from page 8.

        Byte 6 has the least number, and byte 8 has the largest number.
        """
        return int.from_bytes(self.caching[at : at + 2], "big")


def ask(host: Host) -> Identity:
    """Asks the drive for its identity."""
    text = host.good(Request(bytes([0x12, 0, 0, 0, 36, 0]), room=36)).data
    capacity = host.good(Request(bytes([0x25, *bytes(9)]), room=8)).data
    blocks, size = int.from_bytes(capacity[:4], "big") + 1, int.from_bytes(capacity[4:8], "big")
    check_block(blocks, size)
    host.block_bytes = size
    geometry = mode_page(host, 0x04)
    listed, complete = _defects(host)
    rpm = int.from_bytes(geometry[20:22], "big") if len(geometry) >= 22 else 0
    return Identity(
        vendor=words(text[8:16]),
        product=words(text[16:32]),
        serial=serial(host),
        blocks=blocks,
        block_bytes=size,
        version=text[2],
        heads=(geometry[5] or 256) if geometry else None,
        rpm=rpm or None,
        caching=mode_page(host, CACHING),
        defects=listed,
        all_defects=complete,
    )


def check_block(blocks: int, size: int) -> None:
    """Raises RunError for a capacity that no drive has."""
    if not 0 < size <= _MOST_BLOCK_BYTES:
        raise RunError(f"READ CAPACITY says {blocks:,} blocks of {size:,} bytes: no drive has such")


def mode_page(host: Host, page: int) -> bytes:
    """Returns a mode page with its header of two bytes, or no bytes if the drive lacks the page."""
    try:
        found = host.good(Request(bytes([0x1A, 0x08, page, 0, 255, 0]), room=255)).data
    except CheckCondition:
        return b""
    if len(found) < 6 or found[4] & 0x3F != page:
        return b""
    return found[4 : 6 + found[5]]


def select(host: Host, page: bytes, descriptor: bytes = b"") -> Answer:
    """Sends a MODE SELECT of a block descriptor and a page. `mode_page` returns such a page."""
    header = bytes([0, 0, 0, len(descriptor)])
    data = header + descriptor + bytes([page[0] & 0x3F]) + page[1:]
    return host.good(Request(bytes([0x15, 0x10, 0, 0, len(data), 0]), data=data))


class Reporting:
    """Makes the drive report recovered errors, because a recovery takes extra time.

    Args:
        host: sends the commands.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._page = mode_page(host, ERRORS)

    def on(self) -> bool:
        """Sets PER in mode page 1. Returns False if the drive does not report recovered errors."""
        return len(self._page) > 2 and self._set(self._page[2] | _PER)

    def as_found(self) -> None:
        """Restores mode page 1."""
        if len(self._page) > 2:
            self._set(self._page[2])

    def _set(self, flags: int) -> bool:
        try:
            select(self._host, self._page[:2] + bytes([flags]) + self._page[3:])
        except CheckCondition:
            return False
        return True


class Caching:
    """Turns the caches of the drive off and restores their settings.

    Args:
        host: sends the commands.
        page: mode page 8 before any change.
    """

    def __init__(self, host: Host, page: bytes) -> None:
        self._host = host
        self._page = page
        self.can_be_set = len(page) > 2

    def off(self) -> bool:
        """Turns the caches off. Reads then miss, and writes go to the medium.

        Returns False if the drive refuses.
        """
        return self._set((self._page[2] | _RCD) & ~_WCE) if self.can_be_set else False

    def as_found(self) -> bool:
        """Restores mode page 8. The cache is then empty. Returns False if the drive refuses."""
        return self._set(self._page[2]) if self.can_be_set else False

    def emptied(self) -> None:
        """Empties the cache and restores mode page 8."""
        self.off()
        self.as_found()

    def _set(self, flags: int) -> bool:
        try:
            select(self._host, self._page[:2] + bytes([flags]) + self._page[3:])
        except CheckCondition:
            self.can_be_set = False
        return self.can_be_set


def serial(host: Host) -> str:
    """Returns the serial number of INQUIRY page 80h, or no text if the drive lacks the page."""
    try:
        found = host.good(Request(bytes([0x12, 1, 0x80, 0, 36, 0]), room=36)).data
    except CheckCondition:
        return ""
    return words(found[4 : 4 + found[3]]) if len(found) > 4 else ""


def words(raw: bytes) -> str:
    """Returns a text of INQUIRY without its filling."""
    return raw.decode("ascii", "replace").replace("\0", " ").strip()


def _defects(host: Host) -> tuple[list[tuple[int, int, int | None]], bool]:
    """Returns the defect list by physical sectors, and whether it is complete."""
    request = Request(bytes([0x37, 0, 0x1D, 0, 0, 0, 0, 0xFF, 0xFF, 0]), room=0xFFFF)
    try:
        raw = host.good(request).data
    except CheckCondition:
        return [], False
    if len(raw) < 4 or raw[1] & 0x07 != 0x05:
        return [], False
    length = int.from_bytes(raw[2:4], "big")
    found: list[tuple[int, int, int | None]] = []
    for at in range(4, min(len(raw), 4 + length) - 7, 8):
        sector = int.from_bytes(raw[at + 4 : at + 8], "big")
        cylinder = int.from_bytes(raw[at : at + 3], "big")
        found.append((cylinder, raw[at + 3], None if sector == _WHOLE_TRACK else sector))
    return found, len(raw) >= 4 + length and length < 0xFFFF
