"""Writes the drive file of a survey. A remark at each value says how it was found."""

from collections.abc import Iterable
from typing import Any, Final

from headstack._core import DriveConfig
from headstack_identify.device.hits import Hits
from headstack_identify.device.seeking import SeekTimes
from headstack_identify.device.survey import Surveyed
from headstack_identify.drive_text import (
    DriveText,
    Entry,
    counted,
    numbers,
    quantity,
    quoted,
    switch,
)
from headstack_identify.extract.times.seeks import thinned

_SPC_4: Final = 6
_THINNED_PS: Final = 20e6
_LEAST_SEEK_PS: Final = 1e5
_SEGMENT: Final = 64  # sectors of a segment, at least
_NOT_ASKED: Final = "not asked"
_NEEDED: Final = (
    *("write.minimum_blocks", "write.minimum_blocks_large", "write.large_request"),
    *("bus.read_rate", "bus.write_rate", "cache.read_watermark", "cache.prefetch_on_idle_hit"),
    *("cache.hit_on_written_data", "cache.zero_latency_read", "queue.depth"),
)
"""Keys that every file must have. A survey leaves most of them to rules."""


def text(found: Surveyed) -> str:
    """Returns the drive file. After an incomplete survey, it has a heading and lacks keys."""
    drive = DriveText()
    report = found.report
    drive.put("description", _quoted("a disk" if report is None else report.name))
    how = "reads and writes" if found.writes else "reads only"
    drive.put("source", f'"headstack extract, a real disk, {how}"')
    if report is not None and report.serial:
        drive.put("serial", _quoted(report.serial[:16]))
    if report is not None and report.version >= _SPC_4:
        drive.put("interface.standard", '"SPC-4"', "version of INQUIRY")
    if found.revolution_ms is not None:
        drive.put("spindle.rotation", f'"{found.revolution_ms:.9f} ms"', "where reads end")
    if found.layout is not None:
        _layout(found.layout.drive, drive)
    if found.seeks is not None and found.cache is not None:
        _times(found.seeks, found.cache, drive)
        _cache(found.cache, drive)
    if found.layout is not None:
        _by_rule(found.layout.drive, drive)
    return drive.toml(_heading(found))


def _quoted(words: str) -> str:
    return quoted("".join(c if c.isprintable() else " " for c in words))


def _heading(found: Surveyed) -> list[str]:
    name = "A disk" if found.report is None else " ".join(found.report.name.split())
    lines = [f"{name}: found by commands and their times."]
    if found.problem is not None:
        lines += [
            "",
            "NOT COMPLETE: the survey ended early, and what is missing here was not found.",
            *found.problem.splitlines(),
        ]
    return [*lines, *found.all_notes]


def _layout(found: DriveConfig, drive: DriveText) -> None:
    for key in ("surfaces", "cylinders", "bytes_per_sector", "blocks"):
        drive.put(f"layout.{key}", str(found.value(f"layout.{key}")))
    skews = found.value("layout.head_skew")
    if skews:
        drive.put("layout.head_skew", tuple(quoted(str(one)) for one in skews), "where tracks end")
    for zone in found.value("layout.zone"):
        drive.zones.append([Entry(key, _literal(value)) for key, value in zone.items()])


def _literal(value: Any) -> str | tuple[str, ...]:
    if isinstance(value, bool):
        return switch(value)
    if isinstance(value, (list, tuple)):
        return numbers(value)
    return quoted(value) if isinstance(value, str) else str(value)


def _times(seeks: SeekTimes, cache: Hits, drive: DriveText) -> None:
    """Writes seeks without the overhead of a read, and the overhead as one sum."""
    usual = seeks.still or 0.0
    points = [(d, max(_LEAST_SEEK_PS, seeks.mean(d) - usual)) for d in sorted(seeks.inwards)]
    if points:
        how = "Least times of reads from cylinder to cylinder, less the overhead of a read."
        drive.put("seek.points", _steps(thinned(points, _THINNED_PS)), how)
    drive.put("seek.same_cylinder", quantity(0, "ms"), "part of the overhead")
    if seeks.other_head is not None:
        switch_ps = max(0.0, seeks.other_head - usual)
        drive.put("seek.head_switch", _ms(switch_ps), "reads on another head's track")
    else:
        drive.put("seek.head_switch", quantity(0, "ms"), "not told")
    settle = seeks.write_settle
    drive.put(
        "seek.write_settle",
        _ms(settle or 0.0),
        _NOT_ASKED if settle is None else "writes and reads over the same distances",
    )
    command = max(0.0, usual - cache.per_sector)
    drive.put("overhead.read_miss_command", _ms(command), "all of a read's time beside its sector")
    drive.put("overhead.read_hit_command", _ms(cache.command), "hits of several lengths")
    if seeks.write_still is None:
        writes, how = command, "not asked: as of reads"
    else:
        writes = max(0.0, seeks.write_still - cache.per_sector)
        how = "all of a write's time beside its sector"
    drive.put("overhead.write_command", _ms(writes), how)
    drive.put("overhead.write_command_non_sequential", _ms(writes), how)
    if cache.per_sector > 0:
        rate = f'"{cache.per_sector / 1e9:.6f} ms/block"'
        drive.put("bus.read_rate", rate, "hits of several lengths")
        drive.put("bus.write_rate", rate, "not asked: as of reads")


def _cache(cache: Hits, drive: DriveText) -> None:
    segment = max(cache.ahead + 1, _SEGMENT)
    mode = '"prefetch"' if cache.cached else '"speed-matching"'
    drive.put("cache.mode", mode, "whether reads hit")
    size = counted(segment * cache.segments, "block")
    drive.put("cache.size", size, "not asked: as much as the read-ahead needs")
    drive.put("cache.segments", str(cache.segments), "reads that still hit after others")
    drive.put("cache.prefetch_minimum", counted(0, "block"), _NOT_ASKED)
    drive.put("cache.prefetch_maximum", counted(cache.ahead, "block"), "what hits after a read")


def _by_rule(rules: DriveConfig, drive: DriveText) -> None:
    """Adds the needed keys that the survey did not find."""
    for key in _NEEDED:
        table, _, name = key.rpartition(".")
        if name not in {entry.key for entry in drive.tables.get(table, [])}:
            drive.put(key, _literal(rules.value(key)), "not asked: by rule")


def _steps(items: Iterable[tuple[int, float]]) -> tuple[str, ...]:
    return tuple(f"[{distance}, {_ms(time)}]" for distance, time in items)


def _ms(ps: float) -> str:
    return f'"{ps / 1e9:.4f} ms"'
