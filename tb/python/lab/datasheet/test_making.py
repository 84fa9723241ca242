"""Drive files from data sheets: every line has its mark, and the figures come out in runs."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lab.datasheet.sheets import EXAMPLE, MEASURED, SMALL, sheet

from headstack import ConfigError, catalog
from headstack._core import DriveConfig, drive_keys
from headstack.datasheet import Made, compared, make
from headstack.datasheet.like import SECTIONS
from headstack.datasheet.measuring import first_block, sequential_rate

MARK = re.compile(r"(given(: .+)?|derived: .+|assumed: .+)")


def marks(toml: str) -> dict[str, str]:
    """The mark of each key, by its name in its table; of zones those of the last zone."""
    found: dict[str, str] = {}
    table, above = "", ""
    for line in toml.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif line.startswith("# "):
            above = line.removeprefix("# ")
        elif table and line:
            key, _, rest = line.partition(" = ")
            _, found_here, mark = rest.rpartition("  # ")
            found[f"{table}.{key}"] = mark if found_here else above
            above = ""
    return found


@pytest.mark.parametrize("like", [None, "hp_c2247a"])
def test_every_line_has_its_mark(like: str | None) -> None:
    made = make(sheet(SMALL, cache="512KiB"), like=like)
    found = marks(made.toml)
    assert {key for key, mark in found.items() if not MARK.fullmatch(mark)} == set()
    given = {key for key, mark in found.items() if mark.startswith("given")}
    assert given == {"spindle.rotation", "layout.surfaces", "cache.size"}
    assert found["layout.blocks"] == "derived: capacity / sector, rounded up"
    assert found["seek.head_switch"].startswith("assumed: as ")


def test_the_file_is_the_drive() -> None:
    made = make(sheet(), name="mine")
    assert made.config.name == "mine"
    assert DriveConfig.parse(made.toml, "mine").to_toml() == made.config.to_toml()
    assert made.config.source.startswith("a data sheet: capacity 16 TB, 7200 rpm, average seek 8.5")


def check(made: Made) -> None:
    """Every figure of the sheet comes out of runs within a percent."""
    figures = compared(made.config, made.sheet)
    assert [(one.key, one.sheet, one.drive) for one in figures if not one.agrees] == []
    assert all(one.drive is not None for one in figures if one.sheet is not None)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"seek_full": "16ms", "seek_average": "8ms", "rate_inner": "124MB/s", "cache": "512MiB"},
        {"capacity": "2TB", "rpm": 5400, "rate_outer": "150MB/s", "seek_average": "12ms"},
        {"capacity": "600GB", "rpm": 15000, "seek_average": "3.4ms", "seek_track": "0.2ms",
         "rate_outer": "204MB/s"},
    ],
)  # fmt: skip
def test_the_figures_come_out(more: dict[str, Any]) -> None:
    check(make(sheet(**more)))


def test_figures_are_measured_and_not_copied() -> None:
    """A drive that differs from its sheet is noticed, figure by figure."""
    made = make(sheet(SMALL, seek_full="19ms"))
    slow = made.config.with_values(
        {"seek.linear.base": "7 ms", "spindle.rotation": "5800 rpm", "layout.blocks": 190_000}
    )
    wrong = {one.key for one in compared(slow, made.sheet) if not one.agrees}
    assert wrong >= {"capacity_gb", "latency_ms", "rate_outer_mb_s", "seek_average_ms"}
    assert "seek_track_ms" not in wrong


@pytest.mark.parametrize("name", [*MEASURED, "seagate_exos_x16"])
def test_an_included_drive_made_again(name: str) -> None:
    """From five figures of its own. `like` gives the rest, and its rate is that of its tracks."""
    drive = catalog.load(name)
    millisecond = 1e9
    blocks = f"{drive.blocks} blocks"
    rpm = round(60_000 * millisecond / drive.revolution_ps, 2)
    figures = {
        "capacity": blocks,
        "rpm": rpm,
        "seek_average": "9ms",
        "seek_track": "1.2ms",
        "rate_outer": f"{drive.track_blocks * drive.bytes_per_block * rpm / 60 / 1e6:.3f}MB/s",
    }
    made = make(sheet(figures), like=name)
    check(made)
    assert made.config.blocks == drive.blocks
    for key in drive_keys():
        table = key.path.partition(".")[0]
        if table in SECTIONS and not key.condition and key.path not in RATES:
            assert made.config.value(key.path) == drive.value(key.path), key.path


RATES = {"bus.read_rate", "bus.write_rate"}
"""Keys that a drive with faster tracks gets from rules."""


def test_the_bus_is_fast_enough() -> None:
    """The C2247A's 3 MB/s would hide the rate of the tracks."""
    made = make(sheet(SMALL), like="hp_c2247a")
    assert "Fast SCSI" in marks(made.toml)["bus.read_rate"]
    slow = made.config.with_values(dict.fromkeys(RATES, "1.5 MB/s"))
    assert (sequential_rate(slow, 0) or 0) < 1.6
    fast = make(sheet(SMALL, rate_outer="1MB/s"), like="hp_c2247a")
    assert marks(fast.toml)["bus.read_rate"] == "assumed: as hp_c2247a"


def test_a_drive_that_is_not_like_it() -> None:
    with pytest.raises(ConfigError, match=r"^sector is 4096; hp_c2247 counts in sectors of 512"):
        make(sheet(SMALL, sector=4096), like="hp_c2247")
    with pytest.raises(ConfigError, match=r"^like seagate_exos_x16 does not fit these figures: "):
        make(sheet(cache="8GiB"), like="seagate_exos_x16")


@pytest.mark.parametrize(
    ("cache", "said"),
    [("64GiB", "cache is 65536 MiB; with these tracks a drive of headstack has at most "),
     ("1B", "cache is 1 B; it must hold a sector, 512 bytes")],
)  # fmt: skip
def test_a_cache_of_no_drive(cache: str, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        make(sheet(SMALL, cache=cache))
    assert str(error.value).startswith(said)
    assert error.value.argument == "cache"


def test_the_largest_cache_can_be_given() -> None:
    with pytest.raises(ConfigError, match="cache") as error:
        make(sheet(cache="64GiB"))
    most = str(error.value).rpartition("at most ")[2].replace(" MiB", "MiB")
    assert make(sheet(cache=most)).config.value("cache.segments") == 64


def test_first_blocks() -> None:
    drive = make(sheet(SMALL)).config
    [outer, *_] = drive.zones
    assert [first_block(drive, at) for at in (0, 1)] == [0, 4 * outer.sectors_per_track]
    assert first_block(drive, drive.zones[-1].last_cylinder + 1) == drive.blocks


def figures_of(draw: st.DrawFn) -> dict[str, Any]:
    """Plausible figures of any age: most of them make a drive."""
    track_us = draw(st.integers(100, 3000))
    average_us = draw(st.integers(track_us + 1, 20_000))
    rate_kb = draw(st.integers(500, 600_000))
    found: dict[str, Any] = {
        "capacity": f"{draw(st.integers(20, 16_000_000))}MB",
        "rpm": draw(st.sampled_from([3600, 4200, 5400, 5900, 7200, 10_000, 15_000, 6123.45])),
        "seek_average": f"{average_us}us",
        "seek_track": f"{track_us}us",
        "rate_outer": f"{rate_kb}kB/s",
    }
    if draw(st.booleans()):
        found["seek_full"] = f"{average_us * draw(st.integers(110, 300)) // 100}us"
    if draw(st.booleans()):
        found["rate_inner"] = f"{rate_kb * draw(st.integers(30, 100)) // 100}kB/s"
    if draw(st.booleans()):
        found["cache"] = f"{2 ** draw(st.integers(5, 20))}KiB"
    if draw(st.booleans()):
        found["surfaces"] = draw(st.integers(1, 40))
    if draw(st.booleans()):
        found["sector"] = draw(st.sampled_from([512, 520, 4096]))
    return found


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.composite(figures_of)())
def test_a_drive_with_these_figures_or_a_clear_error(figures: dict[str, Any]) -> None:
    made: Made | ConfigError
    try:
        made = make(sheet(figures))
    except ConfigError as error:
        made = error
    if isinstance(made, Made):
        check(made)
    else:
        assert made.argument in {*EXAMPLE, *figures, "seek_full", "surfaces", "cache"}
        assert str(made).startswith(str(made.argument))
