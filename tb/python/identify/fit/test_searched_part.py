"""The search on a recording leaves out most of the reads that were chosen for the layout."""

from dataclasses import replace

import numpy as np
import pytest

from headstack.traces.validation_trace import ValidationTrace
from headstack_identify.fit import searched_part


def recording(singles: int, mixed: int) -> ValidationTrace:
    count = singles + mixed
    return ValidationTrace(
        path="own.csv",
        lbn=np.arange(count, dtype=np.uint32),
        blocks=np.r_[np.ones(singles), np.full(mixed, 8)].astype(np.uint32),
        write=np.zeros(count, np.bool_),
        measured_ps=np.arange(count, dtype=np.int64) + 1,
        think_ps=np.full(count, 7, np.int64),
        think="before",
    )


def test_the_last_layout_reads_and_the_reads_after_them() -> None:
    part = searched_part.of(recording(6_000, 5_000))
    assert len(part.lbn) == len(part.think_ps) == len(part.write) == 7_500
    assert part.lbn[0] == 3_500
    assert part.blocks[2_499:2_501].tolist() == [1, 8]
    assert part.measured_ps[[0, -1]].tolist() == [3_501, 11_000]
    assert part.think_ps[:2].tolist() == [0, 7], "the first request waits for none before it"


@pytest.mark.parametrize(
    "trace",
    [
        recording(6_000, 4_999),  # too few to tell the rules
        recording(4_999, 5_000),  # the layout reads are no more than the others
        recording(11_000, 0),
        replace(recording(6_000, 5_000), think=None),  # a trace of DiskSim's validation
        replace(recording(6_000, 5_000), write=np.arange(11_000) == 3),
    ],
)
def test_other_traces_stay_whole(trace: ValidationTrace) -> None:
    assert searched_part.of(trace) is trace
