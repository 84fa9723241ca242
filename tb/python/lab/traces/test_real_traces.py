"""The real traces, where they are: how many requests, devices and reads, and how long."""

from pathlib import Path

import pytest

from headstack import traces
from headstack.traces import validation_trace

KNOWN = {
    "Financial1_head.spc": ("spc", 10_000, 4_078, 22, 259.601203),
    "WebSearch_head.spc": ("spc", 24_783, 24_779, 6, 60.055212),
    "msr_hm_0_head.csv": ("msr", 1_000, 508, 1, 127.2334941),
    "disksim_ascii.trace": ("disksim", 100_000, 79_634, 14, 1532.935854228),
    "hp_c2247a.trace": ("validate", 9_999, 5_115, 1, 294.84547682),
    "ibm_dnes_309170w.trace": ("validate", 10_000, 6_582, 1, 496.156067),
    "sample.blktrace.0": ("blktrace", 963, 963, 1, 0.345488313),
    "fio_v3.iolog": ("fio", 10, 0, 1, 0.000057),
    "hp_ajw_1992-05-30.srt": ("srt", 44_519, 13_040, 2, 603_064.588892),
}


@pytest.mark.parametrize("name", KNOWN)
def test_counts(name: str, data: Path) -> None:
    if not (data / name).exists():
        pytest.skip(f"no {data / name}")
    scan = traces.open(data / name).scan()
    found = (scan.format, scan.requests, scan.reads, len(scan.devices))
    assert found == KNOWN[name][:4]
    assert (scan.last_ps - scan.first_ps) / 1e12 == pytest.approx(KNOWN[name][4], abs=1e-9)
    assert sum(scan.devices.values()) == scan.requests
    assert scan.rising


def test_every_request_of_the_blktrace_has_its_completion(data: Path) -> None:
    batches = list(traces.open(data / "sample.blktrace.0").batches())
    for batch in batches:
        assert batch.response_ps is not None
        assert (batch.response_ps > 0).all()
    assert sum(len(batch) for batch in batches) == 963
    assert traces.open(data / "fio_v3.iolog").scan().other == 10


def test_the_same_as_the_reader_of_validation_traces(data: Path) -> None:
    trace = validation_trace.read_validation_trace(data / "hp_c2247a.trace")
    [batch] = traces.open(data / "hp_c2247a.trace").batches()
    assert (batch.start_byte == trace.lbn.astype(int) * 512).all()
    assert (batch.response_ps == trace.measured_ps).all()
    waits = batch.arrival_ps[1:] - batch.arrival_ps[:-1] - trace.measured_ps[:-1]
    assert (waits == trace.wait_ps("after")[1:]).all()


def test_a_week_of_a_workstation(data: Path) -> None:
    """Counts and means as an independent reader has them."""
    week = traces.open(data / "hp_ajw_1992-05-30.srt", device="0").whole()
    assert week.response_ps is not None
    assert len(week) == 42_252
    assert 1 - week.write.mean() == pytest.approx(0.258, abs=0.0005)
    assert week.response_ps.mean() / 1e9 == pytest.approx(121.82, abs=0.005)
