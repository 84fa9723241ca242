"""The reader of validation traces: exact times, and an error with file and line for bad lines."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import headstack
from headstack import ConfigError, traces, workload
from headstack.traces import validation_trace

GOOD = (
    "R Miss  564347     2     14095.370     13876.270\n"
    "R Hit   564349     2      1414.270     18746.770\n"
    "W Doub 1569160     3      6936.010     23126.390\n"
)


def write(folder: Path, text: str) -> Path:
    """A trace file with this text."""
    path = folder / "some.trace"
    path.write_text(text)
    return path


def test_columns_exactly(tmp_path: Path) -> None:
    trace = validation_trace.read_validation_trace(write(tmp_path, GOOD))
    assert trace.lbn.tolist() == [564347, 564349, 1569160]
    assert trace.blocks.tolist() == [2, 2, 3]
    assert trace.write.tolist() == [False, False, True]
    assert trace.measured_ps.tolist() == [14_095_370_000, 1_414_270_000, 6_936_010_000]
    assert trace.think_ps.tolist() == [13_876_270_000, 18_746_770_000, 23_126_390_000]


def test_think_time_after_goes_to_the_next_request(tmp_path: Path) -> None:
    trace = validation_trace.read_validation_trace(write(tmp_path, GOOD))
    assert trace.wait_ps("after").tolist() == [0, 13_876_270_000, 18_746_770_000]


def test_think_time_before_stays_with_its_line(tmp_path: Path) -> None:
    trace = validation_trace.read_validation_trace(write(tmp_path, GOOD))
    assert trace.wait_ps("before").tolist() == [13_876_270_000, 18_746_770_000, 23_126_390_000]


@pytest.mark.parametrize(
    ("digits", "picoseconds"),
    [("1", 10**6), ("0.001", 1000), ("0.000001", 1), ("13661.00000", 13_661_000_000)],
)
def test_microseconds_to_picoseconds(tmp_path: Path, digits: str, picoseconds: int) -> None:
    trace = validation_trace.read_validation_trace(write(tmp_path, f"R Hit 0 1 {digits} 0\n"))
    assert trace.measured_ps.tolist() == [picoseconds]


def test_last_line_end_may_be_missing(tmp_path: Path) -> None:
    assert len(validation_trace.read_validation_trace(write(tmp_path, GOOD.rstrip("\n"))).lbn) == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "empty line"),
        ("   ", "empty line"),
        ("X Hit 5 2 1.0 1.0", "direction is 'X'"),
        ("r Hit 5 2 1.0 1.0", "direction is 'r'"),
        ("R Hits 5 2 1.0 1.0", "outcome is 'Hits'"),
        ("R Hit five 2 1.0 1.0", "LBN is 'five'"),
        ("R Hit -5 2 1.0 1.0", "LBN is '-5'"),
        ("R Hit 5.5 2 1.0 1.0", "LBN is '5.5'"),
        ("R Hit 4294967296 2 1.0 1.0", "LBN is '4294967296'"),
        ("R Hit 5 -2 1.0 1.0", "blocks is '-2'"),
        ("R Hit 5 0 1.0 1.0", "blocks is '0'"),
        ("R Hit 5 2 -1.0 1.0", "measured time is '-1.0'"),
        ("R Hit 5 2 nan 1.0", "measured time is 'nan'"),
        ("R Hit 5 2 1. 1.0", "measured time is '1.'"),
        ("R Hit 5 2 1.0 -1.0", "think time is '-1.0'"),
        ("R Hit 5 2 1.0 1.0000001", "think time is .* to the picosecond at most"),
        (f"R Hit {'5' * 5000} 2 1.0 1.0", "LBN is '5555.*; it must be a whole number"),
        (f"R Hit 5 2 {'1' * 5000}.0 1.0", "measured time is '1111.*; it must be micros"),
        ("R Hit 5 2 1.0", "5 columns instead of 6"),
        ("R", "1 columns instead of 6"),
        ("R Hit 5 2 1.0 1.0 7", "7 columns instead of 6"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = write(tmp_path, f"{GOOD}{line}\n{GOOD}")
    with pytest.raises(ConfigError, match=message) as caught:
        validation_trace.read_validation_trace(path)
    assert f"{path}:4: " in str(caught.value)


def test_truncated_last_line(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD[: GOOD.rindex("6936")])
    with pytest.raises(ConfigError, match=rf"{path}:3: 4 columns instead of 6"):
        validation_trace.read_validation_trace(path)


@pytest.mark.parametrize("end", ["\n", " \n", "\n\n \t\r\n"])
def test_blank_lines_at_the_end_are_read_over(tmp_path: Path, end: str) -> None:
    assert len(validation_trace.read_validation_trace(write(tmp_path, GOOD + end)).lbn) == 3


@pytest.mark.parametrize("text", ["", "\n", " \n\n"])
def test_empty_file(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="the file is empty"):
        validation_trace.read_validation_trace(write(tmp_path, text))


def test_files_that_are_no_trace(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent.trace: No such file"):
        validation_trace.read_validation_trace(tmp_path / "absent.trace")
    with pytest.raises(ConfigError, match="it is no plain file"):
        validation_trace.read_validation_trace(tmp_path)
    (tmp_path / "binary").write_bytes(b"R Hit \xff\x00")
    with pytest.raises(ConfigError, match=":1: 3 columns instead of 6"):
        validation_trace.read_validation_trace(tmp_path / "binary")


def _whole(path: Path) -> Any:
    return list(traces.open(path, format="spc").batches())


def test_a_file_without_line_ends_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "long"
    with path.open("wb") as file:
        file.truncate(2**30)
        file.write(b"R Hit 5 2 1.0 1.0 ")
    tracemalloc.start()
    try:
        for read in (validation_trace.read_validation_trace, _whole):
            with pytest.raises(ConfigError, match="no line end in 65,536 bytes"):
                read(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20e6


def test_times_that_do_not_fit(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="106 days"):
        validation_trace.read_validation_trace(write(tmp_path, "R Hit 5 2 1.0 99999999999999\n"))


def test_unknown_convention(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="think is 'during'; it must be one of after, before"):
        workload.trace(write(tmp_path, GOOD), think="during")


def test_a_request_past_the_end_is_named(tmp_path: Path) -> None:
    drive = headstack.Drive("hp_c2247")
    end = drive.config.blocks
    path = write(tmp_path, f"{GOOD}R Hit {end - 2} 2 1.0 1.0\nR Hit {end - 1} 2 1.0 1.0\n")
    with pytest.raises(ConfigError, match=rf"{path}:5: LBN {end - 1} with 2 blocks.* {end} blocks"):
        drive.run(workload.trace(path))


def test_real_traces_are_read_whole(data: Path) -> None:
    assert len(validation_trace.read_validation_trace(data / "hp_c2247a.trace").lbn) == 9_999
    dnes = validation_trace.read_validation_trace(data / "ibm_dnes_309170w.trace")
    assert len(dnes.lbn) == 10_000
    assert dnes.measured_ps.mean() / 1e9 == pytest.approx(5.2605, abs=5e-5)
    assert int((~dnes.write).sum()) == 6582
