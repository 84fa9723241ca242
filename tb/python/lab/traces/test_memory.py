"""The memory that traces take while they are read."""

import tracemalloc
from pathlib import Path

from headstack.traces.validation_trace import read_validation_trace

LINES = 400_000
KEPT = 4 + 4 + 1 + 8 + 8
"""Bytes that are kept of a request: block, length, direction, measured time and think time."""


def test_a_validation_trace_takes_what_it_keeps_twice(tmp_path: Path) -> None:
    """The memory holds the parts, the arrays made of the parts, and a block of lines."""
    file = tmp_path / "long.trace"
    file.write_text("R Miss 564347 2 14095.370 13876.270\n" * LINES)
    tracemalloc.start()
    try:
        read = read_validation_trace(file)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(read.lbn) == LINES
    assert most < LINES * 2 * KEPT + 8 * 2**20
