"""How addresses lie on a drive, by numbers worked by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headstack import ConfigError, traces

Make = Callable[..., Path]

REQUESTS = ((1000, 100), (4096, 4096), (10_000, 512), (15_872, 512))
"""Start and length in bytes. In blocks of 512: 1+2, 8+8, 19+2, 31+1; of 1024: 0+2, 4+4, 9+2, 15+1.
The trace's span is 32 blocks of 512, its lowest block 1."""


def place(path: Path, blocks: int, size: int = 512, way: str | None = None) -> tuple[Any, int]:
    trace = traces.open(path)
    found = list(
        traces.placed(
            trace.batches(),
            trace.scan(),
            drive_blocks=blocks,
            bytes_per_block=size,
            map=way,  # type: ignore[arg-type]
        )
    )
    rows = [
        row
        for one in found
        for row in zip(one.lbn.tolist(), one.blocks.tolist(), one.line.tolist(), strict=True)
    ]
    return rows, sum(one.left_out for one in found)


@pytest.fixture
def path(make: Make) -> Path:
    lines = "".join(f"{i},{start},{size},0\n" for i, (start, size) in enumerate(REQUESTS))
    return make(f"arrival_s,start_byte,bytes,write\n{lines}")


@pytest.mark.parametrize(
    ("blocks", "size", "way", "expected"),
    [
        (32, 512, None, [(1, 2), (8, 8), (19, 2), (31, 1)]),
        (16, 1024, None, [(0, 2), (4, 4), (9, 2), (15, 1)]),
        (20, 512, "fold", [(1, 2), (8, 8), (18, 2), (11, 1)]),
        (9, 512, "fold", [(1, 2), (1, 8), (1, 2), (4, 1)]),
        (32, 512, "scale", [(1, 2), (8, 8), (19, 2), (31, 1)]),
        (16, 512, "scale", [(0, 2), (4, 8), (9, 2), (15, 1)]),
        (10, 512, "scale", [(0, 2), (2, 8), (5, 2), (9, 1)]),
        (9, 512, "scale", [(0, 2), (1, 8), (5, 2), (8, 1)]),
        (64, 512, "scale", [(2, 2), (16, 8), (38, 2), (62, 1)]),
        (31, 512, "offset", [(0, 2), (7, 8), (18, 2), (30, 1)]),
        (16, 1024, "offset", [(0, 2), (4, 4), (9, 2), (15, 1)]),
        (32, 512, "clip", [(1, 2), (8, 8), (19, 2), (31, 1)]),
    ],
)
def test_blocks(
    blocks: int, size: int, way: str | None, expected: list[tuple[int, int]], path: Path
) -> None:
    rows, left_out = place(path, blocks, size, way)
    assert [row[:2] for row in rows] == expected
    assert [row[2] for row in rows] == [2, 3, 4, 5]
    assert left_out == 0


def test_clip(path: Path) -> None:
    assert place(path, 20, way="clip") == ([(1, 2, 2), (8, 8, 3)], 2)
    assert place(path, 15, way="clip") == ([(1, 2, 2)], 3)


def test_past_the_end(path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        place(path, 20)
    assert f"{path}:4: 512 bytes at byte 10000 go past the end of the drive" in str(caught.value)
    for word in ("20 blocks of 512 bytes, 10240 bytes", "fold (", "scale (", "offset (", "clip ("):
        assert word in str(caught.value)
    with pytest.raises(ConfigError, match=r":5: 512 bytes at byte 15872 \(block 30 by offset\)"):
        place(path, 30, way="offset")
    with pytest.raises(ConfigError, match=r":3: 4096 bytes at byte 4096 \(block -1 by fold\)"):
        place(path, 7, way="fold")


def test_wrong_arguments(path: Path) -> None:
    with pytest.raises(ConfigError, match="map is 'squeeze'; it must be one of fold, scale, offs"):
        place(path, 32, way="squeeze")
    with pytest.raises(ConfigError, match="drive_blocks is 0"):
        place(path, 0)


def test_the_longest_request(make: Make) -> None:
    head = "arrival_s,start_byte,bytes,write\n"
    assert place(make(f"{head}0,0,{65_535 * 512},0\n"), 10**6)[0] == [(0, 65_535, 2)]
    with pytest.raises(ConfigError, match=r":2: a request of 65,536 blocks; one command can move"):
        place(make(f"{head}0,0,{65_535 * 512 + 1},0\n"), 10**6)


def test_scaling_of_a_volume_beyond_64_bits(make: Make) -> None:
    """Half an exabyte on a drive of 2^31 blocks: the products have 81 bits."""
    size = 2**59
    path = make(
        f"arrival_s,start_byte,bytes,write\n0,{size // 3},512,0\n1,{size - 512},512,0\n2,0,512,0\n"
    )
    third = (size // 3 // 512) * 2**31 // (size // 512)
    assert [row[0] for row in place(path, 2**31, way="scale")[0]] == [third, 2**31 - 1, 0]
