"""Maps the addresses of a trace to a drive that may be smaller or larger."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import numpy as np
import numpy.typing as npt

from headstack import checks
from headstack.arrays import Bools, Ints, Words
from headstack.errors import ConfigError
from headstack.traces.base import Batch
from headstack.traces.trace import Scan
from headstack.units import MOST_BLOCKS

Map = Literal["fold", "scale", "offset", "clip"]
"""Treatment of addresses past the end of the drive."""

CHOICES: Final = (
    "map it with one of fold (address modulo the drive), scale (the trace's span becomes the "
    "drive's), offset (the trace's lowest address becomes block 0), clip (left out)"
)


@dataclass(frozen=True, eq=False)
class Placed:
    """Requests of a batch as commands for a drive; arrays of one length.

    Attributes:
        lbn: first block.
        blocks: length, 1 to MOST_BLOCKS.
        write: whether each request is a write.
        priority: as in the batch.
        arrival_ps: as in the batch.
        line: as in the batch.
        left_out: number of requests of the batch that were left out ('clip').
    """

    lbn: Words
    blocks: Words
    write: Bools
    priority: npt.NDArray[np.uint8] | None
    arrival_ps: Ints
    line: Ints
    left_out: int


@dataclass(frozen=True)
class _Drive:
    """The drive's size, and the span of the trace in blocks of the drive."""

    blocks: int
    bytes_per_block: int
    first: int
    end: int


def placed(
    batches: Iterable[Batch],
    scan: Scan,
    *,
    drive_blocks: int,
    bytes_per_block: int,
    map: Map | None = None,  # noqa: A002 - the word that users know
) -> Iterator[Placed]:
    """Places requests: the blocks that their bytes touch, from the first to the last.

    Args:
        batches: requests of a trace.
        scan: summary of the whole trace.
        drive_blocks: size of the drive, in blocks.
        bytes_per_block: bytes of a block of the drive.
        map: treatment of addresses past the drive's end. `None`: such an address is an error.
            'fold': the first block modulo the drive's size. 'scale': the first block times drive /
            span of the trace, rounded down. With 'fold' and 'scale', a request that would cross the
            drive's end is moved back until it ends there. 'offset': the block of the trace's lowest
            byte becomes block 0. 'clip': requests past the end are left out.

    Raises:
        ConfigError: a request is past the end, or longer than MOST_BLOCKS. The message names its
            line.
    """
    if map is not None:
        checks.choice("map", map, get_args(Map))
    checks.whole("drive_blocks", drive_blocks, 1, 2**32)
    checks.whole("bytes_per_block", bytes_per_block, 1, 2**20)
    lowest, highest = scan.lowest_byte // bytes_per_block, -(-scan.highest_byte // bytes_per_block)
    drive = _Drive(drive_blocks, bytes_per_block, lowest, highest)
    for batch in batches:
        yield _placed(batch, drive, map, scan.path)


def _placed(batch: Batch, drive: _Drive, way: Map | None, path: str) -> Placed:
    first = batch.start_byte // drive.bytes_per_block
    behind = -(-(batch.start_byte + batch.bytes) // drive.bytes_per_block)
    blocks = behind - first
    lbn = _first_blocks(first, blocks, drive, way)
    past = lbn + blocks > drive.blocks
    kept = ~past if way == "clip" else np.ones(len(batch), np.bool_)
    long = kept & (blocks > MOST_BLOCKS)
    if long.any():
        row = int(np.flatnonzero(long)[0])
        raise ConfigError(
            f"{path}:{batch.line[row]}: a request of {blocks[row]:,} blocks; one command can move "
            f"{MOST_BLOCKS:,}"
        )
    wrong = kept & (past | (lbn < 0))
    if wrong.any():
        raise _past_end(batch, int(np.flatnonzero(wrong)[0]), lbn, drive, way, path)
    return Placed(
        lbn=lbn[kept].astype(np.uint32),
        blocks=blocks[kept].astype(np.uint32),
        write=batch.write[kept],
        priority=None if batch.priority is None else batch.priority[kept],
        arrival_ps=batch.arrival_ps[kept],
        line=batch.line[kept],
        left_out=int((~kept).sum()),
    )


def _past_end(
    batch: Batch, row: int, lbn: Ints, drive: _Drive, way: Map | None, path: str
) -> ConfigError:
    end = drive.blocks * drive.bytes_per_block
    moved = f" (block {lbn[row]} by {way})" if way else ""
    return ConfigError(
        f"{path}:{batch.line[row]}: {batch.bytes[row]} bytes at byte {batch.start_byte[row]}"
        f"{moved} go past the end of the drive, which has {drive.blocks} blocks of "
        f"{drive.bytes_per_block} bytes, {end} bytes; {CHOICES}"
    )


def _first_blocks(first: Ints, blocks: Ints, drive: _Drive, way: Map | None) -> Ints:
    """Converts first blocks of requests in the trace to first blocks on the drive."""
    if way == "offset":
        return first - drive.first
    if way == "fold":
        folded: Ints = np.minimum(first % drive.blocks, drive.blocks - blocks)
        return folded
    if way == "scale":
        exact: Any = first if drive.end * drive.blocks < 2**63 else first.astype(object)
        moved = (exact * drive.blocks // max(drive.end, 1)).astype(np.int64)
        scaled: Ints = np.minimum(moved, drive.blocks - blocks)
        return scaled
    return first
