"""Data sheets with physical sectors: 512-byte emulation."""

from pathlib import Path

import pytest

from headstack import Drive, workload
from headstack.datasheet import DataSheet, make
from headstack.errors import ConfigError

REVOLUTION_MS = 60_000 / 7200


def sheet(physical: str | None = "4KiB", **changed: object) -> DataSheet:
    figures: dict[str, object] = {
        "capacity": "2TB",
        "rpm": 7200,
        "seek_average": "8.5ms",
        "seek_track": "0.5ms",
        "rate_outer": "200MB/s",
    }
    return DataSheet.read(physical_sector=physical, **(figures | changed))  # type: ignore[arg-type]


def test_tracks_and_blocks_are_whole_physical_sectors() -> None:
    made = make(sheet())
    assert made.config.bytes_per_block == 512
    assert made.config.value("layout.bytes_per_physical_sector") == 4096
    assert "bytes_per_physical_sector = 4096  # given" in made.toml
    assert made.config.blocks == 3_907_029_168  # IDEMA LBA1-03
    assert all(zone.sectors_per_track % 8 == 0 for zone in made.config.zones)
    plain = make(sheet(None)).config
    for zone, other in zip(made.config.zones, plain.zones, strict=True):
        assert abs(zone.sectors_per_track - other.sectors_per_track) <= 8


def response_ms(physical: str | None, align: str | None) -> float:
    drive = Drive(make(sheet(physical)).config, "fcfs")
    load = workload.closed(1, requests=5000, size="4KiB", read_fraction=0, align=align)
    return float(drive.run(load).summary["mean_response_ms"])


def test_an_unaligned_write_takes_a_revolution_more() -> None:
    """Seek 8.5, settle 0.3, half a revolution 4.17 ms; seven of eight blocks are unaligned."""
    aligned = response_ms("4KiB", "4KiB")
    assert aligned == pytest.approx(8.5 + 0.3 + REVOLUTION_MS / 2, abs=0.2)
    assert response_ms("4KiB", None) == pytest.approx(aligned + 7 / 8 * REVOLUTION_MS, abs=0.2)
    assert response_ms(None, None) == pytest.approx(aligned, abs=0.2)


def drive_file(folder: Path) -> str:
    path = folder / "emulated.toml"
    path.write_text(make(sheet(), name="emulated").toml)
    return str(path)


def test_physical_sectors_come_from_the_other_drive(tmp_path: Path) -> None:
    made = make(sheet(None), like=drive_file(tmp_path))
    assert "bytes_per_physical_sector = 4096  # assumed: as emulated\n" in made.toml
    assert all(zone.sectors_per_track % 8 == 0 for zone in made.config.zones)
    given = make(sheet("2KiB"), like=drive_file(tmp_path))
    assert "bytes_per_physical_sector = 2048  # given\n" in given.toml


def test_blocks_that_the_other_drive_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="1000001 blocks; a physical sector has 8 blocks"):
        make(sheet(None, capacity="1000001 blocks"), like=drive_file(tmp_path))


def test_a_physical_sector_that_emulates_nothing_is_refused() -> None:
    """The other drive counts in sectors of 4096 bytes; --physical-sector asks for emulation."""
    with pytest.raises(ConfigError, match=r"physical_sector is 4 KiB, .* --sector 4096 too"):
        make(sheet(capacity="16TB"), like="seagate_exos_x16")


def test_a_given_sector_may_be_a_physical_sector() -> None:
    made = make(sheet(capacity="16TB", sector=4096), like="seagate_exos_x16")
    assert made.config.bytes_per_block == 4096
    assert "bytes_per_physical_sector = 4096  # given\n" in made.toml


@pytest.mark.parametrize(
    ("physical", "changed", "said"),
    [
        ("4000B", {}, "physical_sector is 4000 B; it must be a sector, 512 bytes, times a power"),
        ("4096.5B", {}, "physical_sector is 4096.5 B; it must be a sector"),
        ("256B", {}, "physical_sector is 256 B; it must be a sector"),
        ("128KiB", {}, "physical_sector is 128 KiB; .* at most 64 KiB"),
        ("4", {}, "physical_sector '4' has no unit; write it as in 4KiB"),
        ("4KiB", {"capacity": "1000001 blocks"}, "capacity is 1000001 blocks; a physical sector"),
        ("4KiB", {"capacity": "4TB"}, "at most 4,294,967,295; --sector 1024 makes fewer"),
    ],
)
def test_impossible_sizes(physical: str, changed: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        make(sheet(physical, **changed))
