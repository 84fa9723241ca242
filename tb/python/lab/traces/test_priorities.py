"""Priorities of requests in traces: from a file, through other formats, to a drive."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from headstack import ConfigError, Drive, traces, workload
from headstack.traces import formats
from headstack.traces.linux_priority import priority_of

CSV = """\
arrival_s,start_byte,bytes,write,priority
0,0,512,0,1
0.1,4096,512,1,0
0.2,8192,512,0,15
"""


@pytest.fixture
def trace(tmp_path: Path) -> traces.Trace:
    (tmp_path / "disk.csv").write_text(CSV)
    return traces.open(tmp_path / "disk.csv")


def test_linux_has_more_levels_than_scsi() -> None:
    """Class in the upper three bits of 16, level in the lowest three."""
    real_time, best_effort = 1 << 13 | np.arange(8), 2 << 13 | np.arange(8)
    assert priority_of(real_time).tolist() == [1, 1, 2, 2, 3, 3, 4, 4]
    assert priority_of(best_effort).tolist() == [5, 6, 7, 8, 9, 10, 11, 12]
    assert priority_of(np.array([3 << 13, 3 << 13 | 7])).tolist() == [15, 15], "idle"
    assert priority_of(np.array([0, 4, 7 << 13])).tolist() == [0, 0, 0], "no class, not valid"
    assert priority_of(np.array([0x4008 | 5])).tolist() == [10], "hints stand above the level"


def test_a_log_of_fio_has_priorities(tmp_path: Path) -> None:
    lines = ["1, 9, 0, 512, 0, 0x4003", "2, 9, 0, 512, 0, 1", "3, 9, 0, 512, 0, 0"]
    (tmp_path / "a_lat.1.log").write_text("".join(f"{line}\n" for line in lines))
    found = traces.open(tmp_path / "a_lat.1.log")
    assert found.whole().priorities.tolist() == [8, 1, 0]
    assert found.scan().priorities == {0: 1, 1: 1, 8: 1}


def test_a_log_of_fio_without_offsets(tmp_path: Path) -> None:
    (tmp_path / "a_lat.1.log").write_text("1, 9, 0, 512, 0x4003\n")
    with pytest.raises(ConfigError, match=r"a_lat\.1\.log:1: .*log_offset=1"):
        traces.open(tmp_path / "a_lat.1.log").scan()


@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_own_formats_keep_priorities(trace: traces.Trace, to: str, tmp_path: Path) -> None:
    done = traces.convert(trace, tmp_path / "out", to)
    assert done.loses == ""
    again = traces.open(tmp_path / "out")
    assert again.whole().priorities.tolist() == [1, 0, 15]
    assert again.scan().priorities == trace.scan().priorities == {0: 1, 1: 1, 15: 1}


@pytest.mark.parametrize("to", ["spc", "disksim", "fio"])
def test_other_formats_name_the_loss(trace: traces.Trace, to: str, tmp_path: Path) -> None:
    assert traces.convert(trace, tmp_path / "out", to).loses.endswith("priorities")


def test_a_priority_out_of_range(tmp_path: Path) -> None:
    (tmp_path / "disk.csv").write_text(CSV + "0.3,8192,512,0,16\n")
    with pytest.raises(ConfigError, match=r"disk\.csv:5: priority is '16'; .* 0 to 15"):
        traces.open(tmp_path / "disk.csv").scan()


def test_a_replay_has_the_priorities(trace: traces.Trace, tmp_path: Path) -> None:
    load = workload.replay(trace.path)
    assert load.has_priorities
    result = Drive("hp_c2247", "edf").run(load)
    assert result.columns["priority"].tolist() == [1, 0, 15]
    assert [row["priority"] for row in result.summary["priorities"]] == [0, 1, 15]
    result.to_parquet(tmp_path / "rows.parquet")
    again = traces.open(tmp_path / "rows.parquet").whole()
    assert again.priorities.tolist() == [1, 0, 15], "rows of a run are a trace"


def test_sorting_and_cutting_keep_each_priority(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    count = 5000
    at, priority = rng.permutation(count), rng.integers(0, 16, count)
    rows = [f"{t / 1000},{512 * t},512,0,{p}\n" for t, p in zip(at, priority[at], strict=True)]
    (tmp_path / "a.csv").write_text("arrival_s,start_byte,bytes,write,priority\n" + "".join(rows))
    whole = traces.open(tmp_path / "a.csv").whole()
    assert (whole.priorities == priority).all()
    assert (whole.start_byte == 512 * np.arange(count)).all()


class Late(traces.Format):
    """Has priorities from its second batch on."""

    name = "late"
    title = "priorities that begin late"

    def fits(self, head: bytes) -> bool:
        """Whether it is of this format."""
        del head
        return False

    def read(self, file: BinaryIO, reading: traces.Reading) -> Iterator[traces.Batch]:
        """Two batches of one request each."""
        del file
        for line, priority in ((1, None), (2, np.array([9], np.uint8))):
            yield traces.Batch(
                arrival_ps=np.array([line]),
                device=reading.one_device("0", 1),
                start_byte=np.array([512 * line]),
                bytes=np.array([512]),
                write=np.array([False]),
                line=np.array([line]),
                response_ps=None,
                names=reading.names,
                priority=priority,
            )


@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_priorities_that_begin_late_are_written(
    to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "_registered", {**formats._registered, "late": Late()})
    (tmp_path / "in").write_text("x")
    traces.convert(traces.open(tmp_path / "in", format="late"), tmp_path / "out", to)
    assert traces.open(tmp_path / "out").whole().priorities.tolist() == [0, 9]
