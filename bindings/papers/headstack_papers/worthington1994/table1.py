"""Table 1: basic parameters of the HP C2247."""

from collections.abc import Iterator
from typing import Any, Final

from headstack import catalog
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack_papers.claims import Claim, exactly, printed
from headstack_papers.experiment import Experiment, Found, Table, once
from headstack_papers.worthington1994.random_load import DRIVE

LINES: Final = {
    "capacity_gb": ("Formatted Capacity", "1.05", "GB"),
    "rpm": ("RPM", "5400", ""),
    "revolution_ms": ("a revolution (section 2.4)", "11.1", "ms"),
    "surfaces": ("Data Surfaces", "13", ""),
    "cylinders": ("Cylinders", "2051", ""),
    "blocks": ("Sectors", "2054864", ""),
    "zones": ("Zones", "8", ""),
    "least": ("least Sectors/Track", "56", ""),
    "most": ("most Sectors/Track", "96", ""),
    "scsi": ("Interface: version of SCSI", "2", ""),
    "cache_kb": ("Cache", "256", "KB"),
    "segments": ("kinds of segments, 1-4, that it takes", "4", ""),
}


def basics() -> list[dict[str, Any]]:
    """The numbers of the drive, from its description and from its answer to INQUIRY."""
    drive = catalog.load(DRIVE)
    sectors = [zone.sectors_per_track for zone in drive.zones]
    with Drive(drive).open(contents=False) as session:
        inquiry = session.command((0x12, 0, 0, 0, 36, 0), room=36).check().data
    return [
        {
            "capacity_gb": drive.blocks * drive.bytes_per_block / 1e9,
            "rpm": 60e12 / drive.revolution_ps,
            "revolution_ms": drive.revolution_ps / 1e9,
            "surfaces": drive.value("layout.surfaces"),
            "cylinders": drive.value("layout.cylinders"),
            "blocks": drive.blocks,
            "zones": len(sectors),
            "least": min(sectors),
            "most": max(sectors),
            "scsi": inquiry[2] & 7,
            "cache_kb": int(drive.value("cache.size").split()[0]) * drive.bytes_per_block / 1024,
            "segments": sum(_takes(segments) for segments in range(1, 5)),
        }
    ]


def _takes(segments: int) -> bool:
    """Whether the cache of the drive may have this number of segments."""
    try:
        catalog.load(DRIVE).with_value("cache.segments", segments)
    except ConfigError:
        return False
    return True


def claims(found: Found) -> Iterator[Claim]:
    """Judges each line of the table."""
    for name, (what, number, unit) in LINES.items():
        bounds = exactly(2_054_864, unit) if name == "blocks" else printed(number, unit)
        yield Claim(what, f"{number} {unit}".strip(), found.mean(name), bounds)


def shows(found: Found) -> Iterator[Table]:
    """Makes the table with our numbers beside the printed numbers."""
    yield Table(
        "HP C2247 Disk Drive Basic Parameters",
        ("", "paper", "drive"),
        [
            (what, f"{number} {unit}".strip(), f"{found.mean(name).mean:.7g}")
            for name, (what, number, unit) in LINES.items()
        ],
    )


EXPERIMENT: Final = Experiment(
    title="Table 1: the HP C2247's basic parameters",
    section="4.1",
    says="The whole paper is about this drive.",
    calls=once(basics),
    set_up="Capacity and sectors follow from the drive's zones and spare tracks. The version of "
    "SCSI is the drive's answer to INQUIRY. Track sparing is in table A.2 and section 5.2.",
)
