"""Which instants of a request depend on which keys of a drive file, class by class.

Each key that is a time is made longer by more than two revolutions, and a request of each class is
run with and without: what is later then, read from the drive's waveforms, depends on it. Prints the
table of timing.md; --write puts it in. Run it with the Python of the environment that
./scripts/run makes.
"""

import itertools
import math
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from waves_figure import Changes, read

import headstack
from headstack import workload
from headstack._core import DriveConfig
from headstack.charts import page

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs/reference/timing.md"
KEYS: Final = ROOT / "docs/reference/drive-files.md"
DRIVE: Final = "hp_c2247"
LATER_MS: Final = 30.0  # more than two revolutions: whatever waits for it is later
LEAST_MS: Final = 1e-6
ISSUE_MS: Final = 2000.0  # the request looked at; what came before is long over
BLOCKS: Final = 16
HERE, BEHIND, FAR = 500_000, 500_016, 1_200_000  # first blocks

Instants = dict[str, float]
"""By name, in ms since the request came; those that it does not have are left out."""


@dataclass(frozen=True)
class Class:
    """A class of requests.

    Attributes:
        name: what it is.
        before: first block of the request before it, and whether that is a write.
        request: the same of its own.
        values: values by keys, for a drive that has such requests.
        after: what each instant follows, in order of time: where one of these is later already,
            the key is not named again.
    """

    name: str
    before: tuple[int, bool]
    request: tuple[int, bool]
    values: dict[str, object]
    after: dict[str, tuple[str, ...]]


_ARM: Final = {"seek starts": (), "on track": ("seek starts",)}
_MEDIUM: Final = {"medium starts": ("on track",), "medium ends": ("medium starts",)}
_FROM_BUFFER: Final = {"data start": (), "data end": ("data start",), "over": ("data end",)}
_AFTER_DATA: Final = {
    **_ARM,
    "medium starts": ("on track", "data start"),
    "medium ends": ("medium starts",),
    "status": ("medium ends",),
    "over": ("status",),
}

CLASSES: Final = (
    Class("read hit", (HERE, False), (BEHIND, False), {}, _FROM_BUFFER),
    Class(
        "read miss",
        (HERE, False),
        (FAR, False),
        {},
        {
            "disconnect": (),
            **_ARM,
            **_MEDIUM,
            "reselection": ("medium starts",),
            "data start": ("reselection",),
            "data end": ("data start",),
            "over": ("data end",),
        },
    ),
    Class(
        "write",
        (HERE, False),
        (FAR, True),
        {},
        {
            "data start": (),
            "data end": ("data start",),
            "disconnect": ("data end",),
            **_AFTER_DATA,
        },
    ),
    Class(
        "write after a write",
        (HERE, True),
        (FAR, True),
        {},
        {
            "disconnect": (),
            "reselection": ("disconnect",),
            "data start": ("reselection",),
            "data end": ("data start",),
            **_AFTER_DATA,
        },
    ),
    Class(
        "cached write",
        (HERE, False),
        (FAR, True),
        {"cache.write_back": True, "overhead.write_cached_command": "1 ms"},
        _FROM_BUFFER,
    ),
)

OTHERS: Final = {
    "bus.read_rate": "1 ms/block",
    "bus.write_rate": "1 ms/block",
    "bus.start_marks_per_revolution": 1,
    "bus.read_marks_per_revolution": 1,
    "bus.release_reads": True,
    "cache.read_watermark": "100 %",
    "write.minimum_blocks": BLOCKS,
    "write.ahead": f"{BLOCKS} blocks",
    "write.start": "whole request",
    "write.seek_with_data": True,
    "write.single_connection": True,
}
"""Keys that are no times, and a value that is another than the drive's."""

SLOW: Final = {"bus.write_rate": "3 ms/block"}
"""A bus so slow that the medium waits for a write's data."""

OF_THE_PLATTER: Final = {
    "medium starts": "where its first block lies",
    "medium ends": "where the last block lies that it takes there",
}


def drive_of(one: Class) -> DriveConfig:
    """A drive that has such requests."""
    return headstack.catalog.load(DRIVE).with_values(one.values)


def signals_of(one: Class, config: DriveConfig) -> dict[str, Changes]:
    """The drive's signals, in ms since the request came."""
    (first, before), (then, write) = one.before, one.request
    load = workload.arrivals([0.0, ISSUE_MS], [first, then], BLOCKS, write=[before, write])
    with tempfile.TemporaryDirectory() as folder:
        waves = Path(folder) / "waves.vcd"
        headstack.Drive(config).run(load, waves=waves)
        signals = read(waves)
    return {
        name: [(time - ISSUE_MS, value) for time, value in signals[name]]
        for name in ("bus_phase", "seeking", "transfer")
    }


def starts(changes: Changes, *values: str | int) -> list[float]:
    """When a signal takes one of these values, since the request came."""
    return [time for time, value in changes if time >= 0 and value in values]


def ends(changes: Changes, *values: str | int) -> list[float]:
    """When it takes another one."""
    pairs = itertools.pairwise(changes)
    return [end for (time, value), (end, _) in pairs if time >= 0 and value in values]


def instants(one: Class, config: DriveConfig) -> Instants:
    """When what happens to the request, of those instants that its class has."""
    signals = signals_of(one, config)
    bus, seeking, transfer = signals["bus_phase"], signals["seeking"], signals["transfer"]
    data = ("data_in", "data_out")
    found = {
        "disconnect": starts(bus, "free")[:1],
        "reselection": starts(bus, "reselection")[:1],
        "data start": starts(bus, *data)[:1],
        "data end": ends(bus, *data)[-1:],
        "status": starts(bus, "status")[-1:],
        "over": starts(bus, "free")[-1:],
        "seek starts": starts(seeking, 1)[:1],
        "on track": ends(seeking, 1)[:1],
        "medium starts": starts(transfer, 1)[:1],
        "medium ends": ends(transfer, 1)[:1],
    }
    return {name: found[name][0] for name in one.after if found[name]}


def keys() -> list[str]:
    """The keys that are times of a request, from the page that has all, and the others above."""
    text = KEYS.read_text(encoding="utf-8")
    times = re.findall(r"^\| `([a-z_.]+)` \| time \(", text, re.MULTILINE)
    groups = ("seek", "overhead", "write", "bus")
    return [*(key for key in times if key.split(".")[0] in groups), *OTHERS]


def changed(config: DriveConfig, key: str) -> DriveConfig | None:
    """The drive with a longer time or another value. `None`: no drive can have the value."""
    value = OTHERS.get(key)
    if value is None:
        now = config.value(key)
        number = 0.0 if now is None else float(str(now).split()[0])
        value = f"{number + LATER_MS:.9f} ms"
    try:
        return config.with_value(key, value)
    except headstack.ConfigError:
        return None


def moved(one: Class, base: DriveConfig, before: Instants, key: str) -> set[str]:
    """The instants of a drive that are others with the key's other value."""
    config = changed(base, key)
    if config is None:
        return set()
    now = instants(one, config)
    return {n for n in one.after if abs(now.get(n, math.inf) - before[n]) > LEAST_MS}


def dependence(one: Class) -> dict[str, list[str]]:
    """By instant, the keys that move it though none of those that it follows has moved."""
    found: dict[str, list[str]] = {name: [] for name in one.after}
    drives = [drive_of(one)]
    if one.request[1]:
        drives.append(drives[0].with_values(SLOW))
    bases = [(base, instants(one, base)) for base in drives]
    for key in keys():
        for base, before in bases[:1] if key in SLOW else bases:
            late = moved(one, base, before, key)
            for name in one.after:
                if name in late and not late & set(one.after[name]) and key not in found[name]:
                    found[name].append(key)
    return found


def rows_of(one: Class) -> Iterator[tuple[str, ...]]:
    """A row an instant of a class: when that is, what it follows, and the keys."""
    at = instants(one, drive_of(one))
    for place, (name, found) in enumerate(dependence(one).items()):
        where = [OF_THE_PLATTER[name]] if name in OF_THE_PLATTER else []
        yield (
            f"**{one.name}**" if place == 0 else "",
            name,
            f"{at[name]:.3f}",
            ", ".join(one.after[name]) or "the command",
            ", ".join([*where, *(f"`{key}`" for key in found)]),
        )


def timing() -> str:
    """A Markdown table, a row an instant of a class."""
    headings = ("class", "instant", "ms", "follows", "and depends on")
    return page.table(
        page.cells(headings, texts=5), [row for one in CLASSES for row in rows_of(one)]
    )


if __name__ == "__main__":
    page.main(__doc__, PAGE, {"timing": timing})
