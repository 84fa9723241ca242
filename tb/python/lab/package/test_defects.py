"""Errors of the medium as a user meets them (docs/use/defects.md)."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import headstack
from headstack import workload


def defects(keys: Mapping[str, object]) -> dict[str, object]:
    return {f"defects.{key}": value for key, value in keys.items()}


def drive(**keys: object) -> headstack.Drive:
    return headstack.Drive("hp_c2247", conditions=defects(keys))


def trace(tmp_path: Path, text: str) -> workload.Workload:
    path = tmp_path / "one.trace"
    path.write_text(text)
    return workload.trace(path)


def test_without_errors_nothing_moves() -> None:
    load = workload.random(30, requests=2000)
    off = drive().run(load).summary["schedule_sha256"]
    far = drive(unreadable=[[2050, 12, 0]]).run(load).summary["schedule_sha256"]
    assert headstack.Drive("hp_c2247").run(load).summary["schedule_sha256"] == off == far


def test_a_failed_request_ends_the_run_by_default() -> None:
    load = workload.random(30, requests=2000)
    with pytest.raises(headstack.RunError, match=r"lbn .* error of the medium: sense"):
        drive(growth_rate="1000 ppm").run(load)


def test_or_is_counted() -> None:
    load = workload.random(30, requests=2000)
    model = drive(growth_rate="1000 ppm", seed=3)
    result = model.run(load, on_media_error="count")
    columns = result.columns
    failed = columns["failed"]
    assert result.summary["failed_requests"] == failed.sum() > 0
    assert set(columns["sense"][failed]) == {0x1103}
    assert not columns["sense"][~failed].any()
    assert (columns["retries"][failed] >= 8).all()
    again = model.run(load, on_media_error="count")
    assert again.summary["schedule_sha256"] == result.summary["schedule_sha256"]


def test_soft_errors_cost_revolutions() -> None:
    load = workload.closed(1, requests=2000)
    model = drive(soft_rate="2000 ppm", soft_retries=3)
    result = model.run(load)
    retries = result.columns["retries"]
    assert (retries % 3 == 0).all()
    errors = retries[~result.columns["hit"]] > 0
    # Blocks of reads: 1 - 0.998^16 of them meet an error, give or take three standard deviations.
    reads = ~result.columns["write"] & ~result.columns["hit"]
    expected = 1 - 0.998**16
    bound = 3 * np.sqrt(expected * (1 - expected) / reads.sum())
    assert errors.sum() / reads.sum() == pytest.approx(expected, abs=bound)


def test_unknown_choice() -> None:
    with pytest.raises(headstack.ConfigError, match="on_media_error"):
        drive().run(workload.random(30, requests=10), on_media_error="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[2051, 0, 0]], "no zone has this cylinder"),
        ([[0, 13, 0]], "the last head is 12"),
        ([[0, 0, 96]], "the last sector of this track is 95"),
        ([[0, 0]], "a list of cylinder, head and sector"),
    ],
)
def test_bad_places(value: str, message: str) -> None:
    with pytest.raises(headstack.ConfigError, match=message):
        drive(unreadable=value)


@pytest.mark.parametrize("name", [each.name for each in headstack.drives()])
@pytest.mark.parametrize("scheduler", ["fcfs", "sptf"])
def test_every_drive_serves_every_request(name: str, scheduler: str) -> None:
    conditions = {
        "soft_rate": "3000 ppm",
        "soft_retries": 2,
        "soft_correctable": "50 %",
        "growth_rate": "300 ppm",
    }
    drive = headstack.Drive(name, scheduler=scheduler, conditions=defects(conditions))
    for size in ("8KiB", "300KiB"):
        load = workload.closed(4, requests=500, size=size)
        result = drive.run(load, on_media_error="count")
        assert result.summary["retries"] > 0


def test_a_block_that_is_moved_takes_its_contents_along() -> None:
    """Block 500,005 can be read by the ECC only, after all retries; then ARRE has it moved."""
    description = next(each for each in headstack.drives() if each.name == "hp_c2247")
    description = description.with_value("defects.correctable", [[402, 9, 37]])
    with headstack.Drive(description).open() as device:
        data = bytes(range(256)) * 2 * 16
        device.write(500_000, data, fua=True)
        assert device.read(500_000, 16, fua=True) == data
        grown = device.command([0x37, 0, 0x08, 0, 0, 0, 0, 0, 99, 0], room=99).reply
        assert grown[4:] == (500_005).to_bytes(4, "big")
        device.power_cut()  # so that no buffer has it
        assert device.read(500_000, 16, fua=True) == data
        # REASSIGN BLOCKS does not read the old place.
        device.command([0x07, 0, 0, 0, 0, 0], data=bytes([0, 0, 0, 4, 0, 0x07, 0xA1, 0x26]))
        assert device.read(500_006, fua=True) == bytes(512)


@pytest.mark.parametrize("written", [bytes(512), b"new!" * 128])
def test_a_read_ends_with_the_blocks_before_the_bad_one(written: bytes) -> None:
    """Block 500,005 cannot be read; what lies before it comes, whether it was written or not."""
    with drive(unreadable=[[402, 9, 37]]).open() as device:
        if any(written):
            device.write(500_000, written * 5)
        read = device.submit_read(500_000, 16)
        device.wait(read)
        assert (read.sense[2], read.sense[12]) == (0x03, 0x11)
        assert read.residual == 11 * 512
        assert device.read(500_000, 5) == written * 5
        with pytest.raises(headstack.CheckCondition, match="medium error, code 11h"):
            device.read(500_005)
        assert device.read(500_006, 10) == bytes(5120)


@pytest.mark.parametrize("keys", [{"growth_rate": "500 ppm"}, {"soft_rate": "500 ppm"}])
def test_data_are_verified_on_a_medium_with_errors(keys: dict[str, str]) -> None:
    load = workload.closed(4, requests=600, size="64KiB", seed=5)
    plain = drive(**keys).run(load, on_media_error="count")
    checked = drive(**keys).run(load, on_media_error="count", contents=True)
    assert plain.columns["retries"].any()
    assert checked.summary["schedule_sha256"] == plain.summary["schedule_sha256"]
