"""Services of a recording with several requests outstanding, by hand."""

from pathlib import Path

import numpy as np
import pytest

from headstack import traces, workload
from headstack.errors import ConfigError
from headstack.traces import services
from headstack.traces.recording import recording
from headstack.traces.validation_trace import ValidationTrace

CSV = "arrival_s,start_byte,bytes,write,response_s\n"
MS = 10**9


def test_services_follow_one_another_in_the_order_of_completion() -> None:
    """Two outstanding: the second overtakes the first, and the last comes after a pause."""
    issue = np.array([0, 0, 5, 12, 30]) * MS
    end = np.array([12, 5, 20, 26, 37]) * MS
    found = services.of_times(issue, end)
    assert found.order.tolist() == [1, 0, 2, 3, 4]
    assert (found.measured_ps // MS).tolist() == [5, 7, 8, 6, 7]
    assert (found.wait_ps // MS).tolist() == [0, 0, 0, 0, 4]
    assert found.queued is not None
    assert found.queued.outstanding == 2
    assert found.queued.waited.tolist() == [False, True, True, True, False]
    assert not found.queued.unsure.any()
    assert (np.cumsum(found.measured_ps + found.wait_ps) == end[found.order]).all()


def test_one_outstanding_has_no_marks() -> None:
    found = services.of_times(np.array([0, 10]) * MS, np.array([10, 17]) * MS)
    assert found.queued is None
    assert (found.measured_ps // MS).tolist() == [10, 7]


@pytest.mark.parametrize(
    ("apart_ps", "late", "unsure"),
    [
        (services.NEAR_PS, "----", "----"),  # legal at the limit
        (services.NEAR_PS - 1, "-x--", "-xx-"),  # a hit; the next began before its end
        (services.GATHERED_PS - 1, "xx--", "xxx-"),  # seen in one interrupt
    ],
)
def test_requests_that_end_together_are_uncertain(apart_ps: int, late: str, unsure: str) -> None:
    end = np.array([10 * MS, 10 * MS + apart_ps, 20 * MS, 30 * MS])
    found = services.of_times(np.zeros(4, np.int64), end)
    assert found.queued is not None
    assert found.queued.late.tolist() == [mark == "x" for mark in late]
    assert found.queued.unsure.tolist() == [mark == "x" for mark in unsure]


def read(folder: Path, rows: list[str], several: bool = True) -> ValidationTrace:
    path = folder / "mine.trace"
    path.write_text(CSV + "".join(f"{row}\n" for row in rows))
    return recording(traces.open(path), several=several)


def test_a_recording_has_the_requests_in_the_order_of_completion(tmp_path: Path) -> None:
    rows = ["0,0,512,0,0.012", "0,512,1024,0,0.005", "0.005,2048,512,1,0.015"]
    found = read(tmp_path, rows)
    assert found.lbn.tolist() == [1, 0, 4]
    assert found.blocks.tolist() == [2, 1, 1]
    assert found.write.tolist() == [False, False, True]
    assert (found.measured_ps // MS).tolist() == [5, 7, 8]
    with pytest.raises(ConfigError, match=r"trace:3: .*record with one request outstanding"):
        read(tmp_path, rows, several=False)
    replay = workload.recorded(tmp_path / "mine.trace", several=True)
    assert replay.recording.lbn.tolist() == [1, 0, 4]
    rest = found.rows(slice(1, 3)).queued
    assert rest is not None
    assert rest.waited.tolist() == [True, True]


def test_a_recording_that_was_stopped_loses_the_requests_outstanding(tmp_path: Path) -> None:
    """At most as many as were outstanding: more were lost."""
    rows = ["0,0,512,0,0.012", "0,512,512,0,0.005", "0.005,0,512,0,", "0.012,512,512,0,0.013"]
    assert read(tmp_path, rows).lbn.tolist() == [1, 0, 1]
    with pytest.raises(ConfigError, match=r"trace:2: .*no time of completion .3 of 4"):
        read(tmp_path, ["0,0,512,0,", "0,512,512,0,", "0.005,0,512,0,", rows[-1]])


@pytest.mark.parametrize(("lost", "legal"), [(0, False), (99, False), (100, True), (299, True)])
def test_a_completion_lost_long_before_the_end_is_an_error(
    tmp_path: Path, lost: int, legal: bool
) -> None:
    """300 requests, two outstanding: none of the first 100 waited when the recording stopped."""
    rows = [f"{max(n - 1, 0) * 0.01:.2f},{512 * n},512,0,{0.02 if n else 0.01}" for n in range(300)]
    rows[lost] = rows[lost].rpartition(",")[0] + ","
    if legal:
        assert len(read(tmp_path, rows).lbn) == 299
        return
    with pytest.raises(ConfigError, match=rf"trace:{lost + 2}: .*no time of completion"):
        read(tmp_path, rows)


def test_no_completion_at_all_is_an_error(tmp_path: Path) -> None:
    rows = ["0,0,512,0,", "0,512,512,0,", "0.005,0,512,0,"]
    for several in (False, True):
        with pytest.raises(ConfigError, match=r"trace:2: .*no time of completion .3 of 3"):
            read(tmp_path, rows, several)


def test_completions_at_the_same_instants_show_no_services(tmp_path: Path) -> None:
    """Four outstanding, and all four are seen at once."""
    rows = [f"{at * 0.04:.2f},{512 * n},512,0,0.04" for at in range(50) for n in range(4)]
    with pytest.raises(ConfigError, match=r"trace:3: .*150 of the 150 requests.*does not show"):
        read(tmp_path, rows)


def test_an_ssd_with_32_outstanding_shows_no_services(tmp_path: Path) -> None:
    """Each read takes 0.2 ms, and 32 are read at a time, so one ends each 6 us."""
    rows = [f"{max(n - 32, 0) * 6.25e-6:.9f},{512 * n},512,0,0.0002" for n in range(2000)]
    with pytest.raises(ConfigError, match=r"does not rotate \(an SSD\)"):
        read(tmp_path, rows)
