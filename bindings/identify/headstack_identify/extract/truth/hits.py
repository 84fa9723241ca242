"""Compares the total times of hits, the only times that a drive with an underrun shows.

Commands cannot separate `read_completion` from an underrun. So they cannot show the rest of the
command time of a hit, or the part of this rest for each passing sector. Commands show the sum: the
time of a hit in each situation, on the longest sectors and on the shortest sectors.
"""

from typing import Final

from headstack._core import DriveConfig
from headstack.units import number_of
from headstack_identify.extract.truth.table import Row, total

SITUATIONS: Final = {
    "at rest": ("without_read_ahead",),
    "while the drive reads ahead": ("during_read_ahead",),
    "of the next block": ("without_read_ahead", "sequential"),
    "after a write": ("without_read_ahead", "after_write"),
}
"""Overheads that each situation adds to the command of a hit, as ends of keys."""

ALWAYS: Final = (
    *("overhead.read_hit_command", "overhead.read_hit_sector_times"),
    *("processor.per_sector", "overhead.read_completion"),
)


def keys_of(situation: str) -> list[str]:
    """Returns the keys of all parts of the time of a hit in a situation."""
    return [*ALWAYS, *(f"overhead.read_hit_{end}" for end in SITUATIONS[situation])]


def hit_ms(config: DriveConfig, situation: str, sectors: int) -> float:
    """Returns the time of a hit without its data, on a track with `sectors` sectors, in ms."""

    def of(key: str) -> float:
        return number_of(config.value(key))

    pitch = config.revolution_ps / 1e9 / sectors
    ends = ("command", *SITUATIONS[situation])
    work = total(config, (f"overhead.read_hit_{end}" for end in ends))
    work += of("overhead.read_hit_sector_times") * pitch
    return work / (1 - of("processor.per_sector") / pitch) + of("overhead.read_completion")


def hits(config: DriveConfig, truth: DriveConfig, bound_ms: float) -> list[Row]:
    """Returns a row for each situation of the true drive."""
    sectors = [zone.sectors_per_track for zone in truth.zones]
    tracks = sorted({max(sectors), min(sectors)})
    rows = []
    for situation in SITUATIONS:
        if situation == "after a write" and not truth.value("cache.keep_reads_on_write"):
            continue
        ours, theirs = ([hit_ms(one, situation, n) for n in tracks] for one in (config, truth))
        off = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
        of_ours, of_theirs = (f"{min(ms):.4f} to {max(ms):.4f} ms" for ms in (ours, theirs))
        keys = " + ".join(keys_of(situation))
        rows.append(Row(keys, of_ours, of_theirs, off, "ms", off <= bound_ms))
    return rows
