"""The times of task priorities in a drive file."""

import pytest

from headstack import ConfigError, Drive, catalog
from headstack._core import DriveConfig

KEY = "priorities.deadlines"


def _drive(times: list[str]) -> DriveConfig:
    return catalog.load("hp_c2247").with_values({KEY: times})


def _page(drive: DriveConfig) -> list[int]:
    with Drive(drive, "edf").open() as device:
        sense = device.command([0x5A, 0x08, 0x20, 0x02, 0, 0, 0, 2, 0, 0], room=512)
        page = sense.reply[8:]
    assert page[:8] == bytes([0xE0, 0x02, 0x00, 0x40, 0, 0, 0, 0])
    return [int.from_bytes(page[at : at + 4], "big") for at in range(8, 68, 4)]


def test_priority_p_has_p_times_fifty_milliseconds() -> None:
    assert _page(catalog.load("hp_c2247")) == [50_000 * p for p in range(1, 16)]


def test_priorities_after_the_list_have_no_deadline() -> None:
    times = ["10 ms", "none", "1 us", "4294.967295 s"]
    assert _page(_drive(times)) == [10_000, 0, 1, 2**32 - 1] + [0] * 11


def test_times_come_back_from_their_text() -> None:
    drive = _drive(["0.02 ms", "none", "1 s"])
    again = drive.with_values({KEY: drive.value(KEY)})
    assert again.to_toml() == drive.to_toml()
    assert 'deadlines = ["0.02 ms", "none", "1000 ms"]' in drive.to_toml()


@pytest.mark.parametrize(
    ("times", "named"),
    [
        ([], "0 times; give 1 to 15"),
        (["1 ms"] * 16, "16 times; give 1 to 15"),
        (["0 ms"], "whole microseconds"),
        (["1500 ns"], "whole microseconds"),
        (["4294.967296 s"], "whole microseconds"),
        (["-1 ms"], "whole microseconds"),
        (["10"], "unit"),
        (["soon"], "soon"),
        ([10], "must be text with a time"),
    ],
)
def test_a_wrong_time_is_named(times: list[str], named: str) -> None:
    with pytest.raises(ConfigError, match=named):
        _drive(times)
