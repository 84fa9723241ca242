"""What the drive says of itself: INQUIRY, READ CAPACITY, mode pages and the defect list."""

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
    """What the drive says of itself; None for what it does not say.

    Attributes:
        vendor: of INQUIRY.
        product: of INQUIRY.
        serial: of INQUIRY's page 80h.
        blocks: logical blocks.
        block_bytes: bytes of a block.
        heads: of mode page 4.
        rpm: of mode page 4.
        caching: mode page 8 as it was found; empty if there is none.
        defects: (cylinder, head, sector or None for the track), as listed.
        all_defects: whether the list is all of it.
    """

    vendor: str
    product: str
    serial: str
    blocks: int
    block_bytes: int
    heads: int | None = None
    rpm: int | None = None
    caching: bytes = b""
    defects: list[tuple[int, int, int | None]] = field(default_factory=list)
    all_defects: bool = False

    @property
    def reads_cached(self) -> bool:
        """Whether reads may hit, by page 8."""
        return len(self.caching) > 2 and not self.caching[2] & _RCD

    @property
    def write_back(self) -> bool:
        """Whether writes end in the buffer, by page 8."""
        return len(self.caching) > 2 and bool(self.caching[2] & _WCE)

    def prefetch(self, at: int) -> int:
        """A number of page 8: 6 the least, 8 the most blocks that are read ahead."""
        return int.from_bytes(self.caching[at : at + 2], "big")


def ask(host: Host) -> Identity:
    """Asks the drive for what it says of itself."""
    text = host.good(Request(bytes([0x12, 0, 0, 0, 36, 0]), room=36)).data
    capacity = host.good(Request(bytes([0x25, *bytes(9)]), room=8)).data
    blocks, size = int.from_bytes(capacity[:4], "big") + 1, int.from_bytes(capacity[4:8], "big")
    if not 0 < size <= _MOST_BLOCK_BYTES:
        raise RunError(f"READ CAPACITY says {blocks:,} blocks of {size:,} bytes: no drive has such")
    host.block_bytes = size
    geometry = mode_page(host, 0x04)
    listed, complete = _defects(host)
    rpm = int.from_bytes(geometry[20:22], "big") if len(geometry) >= 22 else 0
    return Identity(
        vendor=_text(text[8:16]),
        product=_text(text[16:32]),
        serial=_serial(host),
        blocks=blocks,
        block_bytes=size,
        heads=(geometry[5] or 256) if geometry else None,
        rpm=rpm or None,
        caching=mode_page(host, CACHING),
        defects=listed,
        all_defects=complete,
    )


def mode_page(host: Host, page: int) -> bytes:
    """A mode page with its two bytes of header; empty if the drive has none."""
    try:
        found = host.good(Request(bytes([0x1A, 0x08, page, 0, 255, 0]), room=255)).data
    except CheckCondition:
        return b""
    return found[4:] if len(found) > 4 and found[4] & 0x3F == page else b""


def select(host: Host, page: bytes, descriptor: bytes = b"") -> Answer:
    """MODE SELECT of a page, as `mode_page` gives it, and of a block descriptor."""
    header = bytes([0, 0, 0, len(descriptor)])
    data = header + descriptor + bytes([page[0] & 0x3F]) + page[1:]
    return host.good(Request(bytes([0x15, 0x10, 0, 0, len(data), 0]), data=data))


class Reporting:
    """Makes the drive report recovered errors, since a recovery takes extra time.

    Args:
        host: who asks.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._page = mode_page(host, ERRORS)

    def on(self) -> bool:
        """Sets PER in mode page 1. False: the drive does not report recovered errors."""
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
    """Turns the drive's caches off, and on as they were found.

    Args:
        host: who asks.
        page: mode page 8 as it was found.
    """

    def __init__(self, host: Host, page: bytes) -> None:
        self._host = host
        self._page = page
        self.can_be_set = len(page) > 2

    def off(self) -> bool:
        """No read hits, and writes go to the medium; False if the drive refuses."""
        return self._set((self._page[2] | _RCD) & ~_WCE) if self.can_be_set else False

    def as_found(self) -> bool:
        """As they were; what the cache held is gone."""
        return self._set(self._page[2]) if self.can_be_set else False

    def emptied(self) -> None:
        """As they were, and nothing in the cache."""
        self.off()
        self.as_found()

    def _set(self, flags: int) -> bool:
        try:
            select(self._host, self._page[:2] + bytes([flags]) + self._page[3:])
        except CheckCondition:
            self.can_be_set = False
        return self.can_be_set


def _serial(host: Host) -> str:
    try:
        found = host.good(Request(bytes([0x12, 1, 0x80, 0, 36, 0]), room=36)).data
    except CheckCondition:
        return ""
    return _text(found[4 : 4 + found[3]]) if len(found) > 4 else ""


def _text(raw: bytes) -> str:
    return raw.decode("ascii", "replace").replace("\0", " ").strip()


def _defects(host: Host) -> tuple[list[tuple[int, int, int | None]], bool]:
    """The defect list by physical sectors, and whether it is complete."""
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
