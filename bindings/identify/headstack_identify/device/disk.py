"""The disk under survey: what it says about itself, and its sectors."""

from dataclasses import dataclass
from typing import Final

from headstack.errors import CheckCondition, ConfigError, RunError
from headstack_identify.extract.asking import drive_identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.asking.target import Answer, Request

MOST_SECTORS: Final = 2**32 - 1
"""Most sectors of a drive file."""

_DISK: Final = 0x00  # peripheral device type of INQUIRY
_NO_ROTATION: Final = 1  # medium rotation rate of page B1h
_LEAST_RPM: Final = 0x0401
_LAST_10: Final = 2**32 - 1  # READ CAPACITY(10): more blocks than it can tell
_WCE: Final = 0x04
_SERVICE_ACTION_IN: Final = 0x9E
_READ_CAPACITY_16: Final = 0x10


@dataclass(frozen=True)
class Report:
    """The disk's report about itself. `None`: the disk does not report the value.

    Attributes:
        vendor: vendor name from INQUIRY.
        product: product name from INQUIRY.
        revision: revision of the disk's firmware from INQUIRY.
        serial: serial number from INQUIRY page 80h.
        version: version of the standard from INQUIRY. 6: SPC-4.
        blocks: number of logical blocks.
        block_bytes: bytes of a logical block.
        per_sector: logical blocks of a physical sector.
        heads: number of heads from mode page 4.
        rpm: rotational speed from page B1h or mode page 4, in revolutions per minute.
        caching: mode page 8.
    """

    vendor: str
    product: str
    revision: str
    serial: str
    version: int
    blocks: int
    block_bytes: int
    per_sector: int
    heads: int | None
    rpm: int | None
    caching: bytes

    @property
    def write_cache(self) -> bool:
        """Whether the disk caches writes (WCE of mode page 8)."""
        return len(self.caching) > 2 and bool(self.caching[2] & _WCE)

    @property
    def name(self) -> str:
        """Vendor and product."""
        return f"{self.vendor} {self.product}".strip() or "a disk"

    @property
    def sectors(self) -> int:
        """Number of physical sectors."""
        return self.blocks // self.per_sector

    @property
    def sector_bytes(self) -> int:
        """Bytes of a physical sector."""
        return self.block_bytes * self.per_sector


class Disk:
    """Reads sectors of a disk and remembers nothing. The unit of addresses is a physical sector.

    Args:
        host: sends the commands.
        report: the disk's report.
    """

    def __init__(self, host: Host, report: Report) -> None:
        self.host = host
        self.report = report
        host.block_bytes = report.block_bytes

    @property
    def sectors(self) -> int:
        """Number of physical sectors."""
        return self.report.sectors

    def reading(self, sector: int, sectors: int = 1) -> Request:
        """Makes a READ: READ(10) where it reaches, or else READ(16)."""
        lbn, blocks = sector * self.report.per_sector, sectors * self.report.per_sector
        room = blocks * self.report.block_bytes
        if lbn + blocks <= _LAST_10 and blocks < 2**16:
            place = lbn.to_bytes(4, "big") + b"\0" + blocks.to_bytes(2, "big")
            return Request(bytes([0x28, 0]) + place + b"\0", room=room)
        place = lbn.to_bytes(8, "big") + blocks.to_bytes(4, "big")
        return Request(bytes([0x88, 0]) + place + bytes(2), room=room)

    def read(self, sector: int, sectors: int = 1) -> Answer:
        """Reads sectors."""
        return self.host.good(self.reading(sector, sectors))

    def write_zeros(self, sector: int) -> Answer:
        """Overwrites a sector with zeros: WRITE(10) where it reaches, or else WRITE(16)."""
        read = self.reading(sector)
        code = 0x2A if read.cdb[0] == 0x28 else 0x8A
        return self.host.good(Request(bytes([code]) + read.cdb[1:], data=bytes(read.room)))


def ask(host: Host) -> Report:
    """Asks a disk for its report.

    Raises:
        ConfigError: the device is no disk, does not rotate, or has too many sectors.
        RunError: the answers make no sense, or the disk stopped answering.
    """
    text = host.good(Request(bytes([0x12, 0, 0, 0, 96, 0]), room=96)).data.ljust(36, b"\0")
    vendor, product = (drive_identity.words(text[a:b]) for a, b in ((8, 16), (16, 32)))
    if text[0] & 0x1F != _DISK:
        raise ConfigError(f"{vendor} {product} is no disk: its INQUIRY says type {text[0] & 0x1F}")
    rate = _rotation_rate(host)
    if rate == _NO_ROTATION:
        raise ConfigError(
            f"{vendor} {product} does not rotate (INQUIRY page B1h): an SSD has no tracks, seeks "
            "or angles to find"
        )
    geometry = drive_identity.mode_page(host, 0x04)
    said = int.from_bytes(geometry[20:22], "big") if len(geometry) >= 22 else 0
    blocks, size, per_sector = _capacity(host)
    if blocks // per_sector > MOST_SECTORS:
        raise ConfigError(
            f"{vendor} {product} has {blocks // per_sector:,} sectors; a drive file holds at most "
            f"{MOST_SECTORS:,}"
        )
    return Report(
        vendor=vendor,
        product=product,
        revision=drive_identity.words(text[32:36]),
        serial=drive_identity.serial(host),
        version=text[2],
        blocks=blocks,
        block_bytes=size,
        per_sector=per_sector,
        heads=(geometry[5] or 256) if geometry else None,
        rpm=rate if rate >= _LEAST_RPM else said or None,
        caching=drive_identity.mode_page(host, drive_identity.CACHING),
    )


def _rotation_rate(host: Host) -> int:
    """Returns the medium rotation rate of INQUIRY page B1h, or 0 if the disk lacks the page."""
    try:
        page = host.good(Request(bytes([0x12, 1, 0xB1, 0, 64, 0]), room=64)).data
    except CheckCondition:
        return 0
    return int.from_bytes(page[4:6], "big") if len(page) >= 6 and page[1] == 0xB1 else 0


def _capacity(host: Host) -> tuple[int, int, int]:
    """Returns logical blocks, their bytes, and logical blocks of a physical sector."""
    short = host.good(Request(bytes([0x25, *bytes(9)]), room=8)).data
    last, size = int.from_bytes(short[:4], "big"), int.from_bytes(short[4:8], "big")
    per_sector = 1
    try:
        cdb = bytes([_SERVICE_ACTION_IN, _READ_CAPACITY_16, *bytes(11), 32, 0, 0])
        told = host.good(Request(cdb, room=32)).data
        if len(told) >= 14:
            last, size = int.from_bytes(told[:8], "big"), int.from_bytes(told[8:12], "big")
            per_sector = 1 << (told[13] & 0x0F)
    except CheckCondition as error:
        if last == _LAST_10:
            raise RunError(f"the disk does not say how many blocks it has: {error}") from error
    drive_identity.check_block(last + 1, size)
    return last + 1, size, per_sector
