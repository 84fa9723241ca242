"""What makes the two real drives' files more exact than the published ones, and each drive without.

This is for the tables of validation_figures.py that say what every mechanism is worth.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from headstack import catalog
from headstack._core import DriveConfig

Change = Callable[[DriveConfig], DriveConfig]


@dataclass(frozen=True)
class Mechanism:
    """Something that the drive does, and the drive without it."""

    name: str
    physically: str
    change: Change
    without: str


def values(**changes: object) -> Change:
    """Sets keys, whose dots are written as __."""

    def change(config: DriveConfig) -> DriveConfig:
        return config.with_values({key.replace("__", "."): new for key, new in changes.items()})

    return change


def text(old: str, new: str) -> Change:
    """Changes the drive's text, for what is in a zone."""

    def change(config: DriveConfig) -> DriveConfig:
        source = config.to_toml()
        assert source.count(old) == 1, old
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{config.name}.toml"
            file.write_text(source.replace(old, new), encoding="utf-8")
            return catalog.load(file)

    return change


ZERO = "0 ms"
PROCESSOR = {
    f"processor__{key}": ZERO
    for key in (
        "per_sector",
        "track_end",
        "cylinder_end",
        "program_end",
        "lead",
        "track_gap",
        "start_work",
        "start_lead",
    )
}

HP_MECHANISMS = (
    Mechanism(
        "`seek.direction`",
        "A force or a settling that differs by direction (the trace shows only that it is "
        "constant): moves inwards take 0.5 ms longer, outwards 0.5 ms less. With it the paper's "
        "first ten seeks are right; DiskSim has them 0.2 ms longer in its place.",
        values(seek__direction=[]),
        "the same both ways",
    ),
    Mechanism(
        "`write.ahead`",
        "The controller starts to write when the host's data will stay 3.5 blocks ahead of the "
        "head to the request's end, by the rates of bus and medium.",
        values(
            write__minimum_blocks=10,
            write__minimum_blocks_large=15,
            write__ahead="0 blocks",
            write__ahead_delay=ZERO,
        ),
        "10 blocks, 15 of large requests, as printed",
    ),
    Mechanism(
        "`write.reconnect_preparation`",
        "Firmware between the last sector written and the reselection: 0.18 ms. DiskSim has none.",
        values(write__reconnect_preparation="0.54 ms"),
        "0.540 ms, as printed",
    ),
    Mechanism(
        "`seek.write_settle`, `overhead.write_seek_delay_non_sequential`",
        "How close to the track the head must be before it may write: 0.42 ms; and when the "
        "seek of a write that disconnects twice begins: 0.44 ms after the command.",
        values(
            seek__write_settle="0.65 ms",
            overhead__write_seek_delay_non_sequential="0.25 ms",
        ),
        "as printed (0.65), DiskSim (0.25)",
    ),
    Mechanism(
        "`[processor]`, `overhead.read_hit_without_read_ahead`",
        "The drive's one processor handles every sector that passes, whether it reads or rests, "
        "and every track switch; decoding a command waits meanwhile. A hit so costs more in outer "
        "zones, where sectors pass faster.",
        values(
            overhead__read_hit_command="0.953 ms",
            overhead__read_hit_without_read_ahead=ZERO,
            **PROCESSOR,
        ),
        "0.953 ms for each hit, as printed",
    ),
    Mechanism(
        "`overhead.write_track_end`, `overhead.write_cylinder_end`",
        "The same processor switches head or cylinder after the last sector of a track, and the "
        "end of the command waits: 62 writes of the trace, all of them and no others.",
        values(overhead__write_track_end=ZERO, overhead__write_cylinder_end=ZERO),
        "no wait",
    ),
    Mechanism(
        "`overhead.read_last_block`, `overhead.read_track_end`",
        "The same for a read that reconnects at its last block, and at the last of a track.",
        values(overhead__read_last_block=ZERO, overhead__read_track_end=ZERO),
        "no wait",
    ),
    Mechanism(
        "`spindle.rotation`",
        "This spindle turns 335 ppm slower than nominal: the phases of consecutive misses agree "
        "on it to below 1 ppm.",
        values(spindle__rotation="5400 rpm"),
        "5400 rpm",
    ),
    Mechanism(
        "slipped track 474",
        "A track with a defect, skipped when the drive was made. Requests on cylinders 36 and 37 "
        "come a track skew off if it is 468.",
        text("[474, 526", "[468, 526"),
        "468, as in DiskSim",
    ),
    Mechanism(
        "`bus.read_rate`",
        "A block on the bus, to four digits.",
        values(bus__read_rate="0.1701 ms/block"),
        "0.1701 ms/block, DiskSim",
    ),
    Mechanism(
        "`cache.hit_by_first_block`",
        "The drive looks up only the first block: the rest will come by read-ahead.",
        values(cache__hit_by_first_block=False),
        "all blocks must be there",
    ),
)

IBM_MECHANISMS = (
    Mechanism(
        "`spindle.rotation`",
        "Turns 1.26 % faster than 7200 rpm by the host's clock (or that clock is slow).",
        values(spindle__rotation="7200 rpm"),
        "7200 rpm",
    ),
    Mechanism(
        "`layout.head_skew`",
        "Tracks start at angles that the servo pattern sets (78 servo sectors are likely), one "
        "for each head: the same angle in all zones. DiskSim has a rounded number of data "
        "sectors for all heads.",
        values(layout__head_skew=["16/78 rev"] * 5),
        "the same for every head, 80/78 of a revolution a cylinder as before",
    ),
    Mechanism(
        "`layout.cylinder_gaps`",
        "Cylinders between zones that hold no data; the servo pattern's angle does not advance "
        "over them.",
        values(layout__cylinder_gaps="with skew"),
        "skew advances",
    ),
    Mechanism(
        "`layout.gaps_in_seeks`",
        "The drive numbers its cylinders without them.",
        values(layout__gaps_in_seeks=True),
        "they are counted",
    ),
    Mechanism(
        "`seek.same_cylinder`",
        "A command without a seek positions too: no sector is read earlier than 1.2 ms after "
        "the command.",
        values(seek__same_cylinder=ZERO),
        "0",
    ),
    Mechanism(
        "`overhead.read_miss_after_write`",
        "The controller is still busy with the write.",
        values(overhead__read_miss_after_write=ZERO),
        "0",
    ),
    Mechanism(
        "`seek.direction`",
        "As above, a tenth of it.",
        values(seek__direction=[]),
        "the same both ways",
    ),
    Mechanism(
        "`overhead` and `bus` constants",
        "Command and block times to three digits.",
        values(
            overhead__read_hit_command="0.082 ms",
            overhead__read_miss_command="0.252 ms",
            overhead__read_miss_after_write="0.172 ms",
            overhead__write_cached_command="0.083 ms",
            bus__read_rate="0.101 ms/block",
            bus__write_rate="0.101 ms/block",
        ),
        "DiskSim's",
    ),
    Mechanism(
        "`cache.write_back`",
        "Writes are over when the buffer has them, and go to the medium at once, which moves the "
        "arm.",
        values(cache__write_back=False),
        "writes wait for the medium",
    ),
    Mechanism(
        "`cache.prefetch_maximum`",
        "Read-ahead runs to the end of the segment, 511 blocks.",
        values(cache__prefetch_maximum="256 blocks"),
        "256 blocks",
    ),
)
