"""Writes the drive file of an extraction. A remark at each value says how it was found."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from headstack_identify.extract.cache.found import CacheFound
from headstack_identify.extract.found import Findings
from headstack_identify.extract.layout.zones import Zone
from headstack_identify.extract.overheads import (
    HOW,
    cached_write_places,
    hit_places,
    overheads,
    underrun,
)
from headstack_identify.extract.times.reads import ReadTimes
from headstack_identify.extract.times.seeks import thinned
from headstack_identify.extract.times.writes import WriteTimes

_THINNED = 8_000_000  # ps
_NEAR = 2_000_000  # ps
_LEAST_SEEK = 100_000  # ps: the shortest time that four digits show as more than 0
_LEAST_TIME = 50_000  # ps: the shortest time that four digits show as more than 0
_NEEDED = (
    "seek.same_cylinder",
    "seek.head_switch",
    "seek.write_settle",
    "overhead.read_hit_command",
    "overhead.read_miss_command",
    "overhead.write_command",
    "overhead.write_command_non_sequential",
)
"""Times that every file must have, also if the drive was not asked for them."""
_SAID_SWITCHES = ("prefetch_on_idle_hit", "hit_on_written_data", "zero_latency_read")
"""Switches of the cache that every file must have."""
_SWITCHES = (
    *("hit_by_first_block", "partial_hit_disconnects"),
    *("hit_on_written_run", "hit_drops_tracks_before"),
    *("keep_both_sides", "drop_overlapped_segment", "keep_reads_on_write"),
    *("read_ahead_keeps_read", "read_ahead_after_sequential_only", "read_ahead_of_misses_only"),
    *("whole_track_read", "whole_track_read_if_following", "write_back"),
)
"""Other switches of the cache. A file has them only if they are on."""
_COUNTS = (
    "cylinders_per_range",
    "reserved_tracks",
    "spare_tracks",
    "spare_sectors",
    "spare_sectors_per_track",
    "spare_sectors_per_cylinder",
    "spare_sectors_per_range",
)


def text(found: Findings) -> str:
    """Returns the drive file. An incomplete extraction adds a heading, and some keys are absent."""
    parts = [*_heading(found)]
    if found.turn is not None:
        parts += ["", "[spindle]", _line("rotation", f'"{found.turn / 1e9:.9f} ms"', "far reads")]
    if found.zones:
        parts += _layout(found)
    if found.reads is not None:
        parts += [*_seek(found), *_overhead(found), *_processor(found)]
        parts += [*_write(found.writes, found), *_bus(found, found.reads, found.writes)]
    if found.reads is not None and found.cache is not None:
        parts += _cache(found.cache, found.reads)
        parts += ["", "[queue]", 'depth = "65536 tasks"  # not asked: the most that there can be']
    return "\n".join(parts) + "\n"


def _line(key: str, value: str, remark: str = "") -> str:
    return f"{key} = {value}" + (f"  # {remark}" if remark else "")


def _quoted(words: str) -> str:
    """Returns a text as a string of TOML."""
    plain = "".join(c if c.isprintable() else " " for c in words)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def share_text(share: float) -> str:
    """Returns a share as text, to a part per million: drive files have no finer shares."""
    return f'"{round(1e6 * share) / 1e4:g} %"'


def _ms(ps: float) -> str:
    """Returns a time as text, in ms, to a ten-thousandth of a millisecond."""
    return f'"{ps / 1e9:.4f} ms"'


def _heading(found: Findings) -> list[str]:
    identity = found.identity
    name = "a drive" if identity is None else f"{identity.vendor} {identity.product}".strip()
    lines = [f"# {' '.join(name.split())}: found by its commands and their times."]
    if found.problem is not None:
        lines += [
            "#",
            "# NOT COMPLETE: the extraction ended early, and what is missing here was not found.",
            *(f"# {line}" for line in found.problem.splitlines()),
        ]
    lines += [f"# {note}" for note in found.notes]
    lines += ["", _line("description", _quoted(name)), _line("source", '"headstack extract"')]
    if identity is not None and identity.serial:
        lines.append(_line("serial", _quoted(identity.serial[:16])))
    return lines


# --- layout ---


def _layout(found: Findings) -> list[str]:
    identity = found.identity
    assert identity is not None
    lines = ["", "[layout]", _line("surfaces", str(found.heads))]
    lines.append(_line("cylinders", str(found.zones[-1].last + 1), "as the drive numbers them"))
    lines.append(_line("bytes_per_sector", str(identity.block_bytes), "READ CAPACITY"))
    lines.append(_line("blocks", str(identity.blocks), "READ CAPACITY"))
    if found.head_skew:
        skews = ", ".join(f'"{_angle(skew)}"' for skew in found.head_skew)
        lines.append(_line("head_skew", f"[{skews}]", "times of reads, from track to track"))
    if any(b.first > a.last + 1 for a, b in pairwise(found.zones)):
        lines.append(_line("cylinder_gaps", '"without skew"', "no block's address has them"))
        lines.append(_line("gaps_in_seeks", "true", "they have numbers"))
    how = "translated addresses" if found.by == "translate" else "times of reads"
    lines.append(f"# Zones by {how}; angles by times of reads, against the first zone's.")
    for zone in found.zones:
        lines += _zone(zone, bool(found.head_skew))
    return lines


def _angle(angle: Fraction, sectors: int = 0) -> str:
    """Returns an angle as text: in sectors if they are whole, else in parts of a revolution."""
    if sectors and (angle * sectors).denominator == 1:
        return f"{angle * sectors} sectors"
    return f"{angle.numerator}/{angle.denominator} rev"


def _zone(zone: Zone, heads_alike: bool) -> list[str]:
    n = zone.sectors_per_track
    phase = _angle(zone.phase, n)
    lines = [
        "",
        "[[layout.zone]]",
        f"cylinders = [{zone.first}, {zone.last}]",
        f"sectors_per_track = {n}",
        f'{"first_sector" if phase.endswith("sectors") else "phase"} = "{phase}"',
    ]
    if not heads_alike:
        lines.append(f'track_skew = "{_angle(zone.track_skew, n)}"')
        lines.append(f'cylinder_skew = "{_angle(zone.cylinder_skew, n)}"')
    if zone.range_skew is not None:
        lines.append(f'range_skew = "{_angle(zone.range_skew, n)}"')
    for key in _COUNTS:
        if getattr(zone, key):
            lines.append(f"{key} = {getattr(zone, key)}")
    for key in ("slipped_tracks", "slipped_sectors", "reallocated_tracks", "reallocated_sectors"):
        if getattr(zone, key):
            lines += _list(key, (str(one) for one in getattr(zone, key)))
    return lines


def _list(key: str, values: Iterable[str]) -> list[str]:
    lines, row = [f"{key} = ["], " "
    for value in values:
        if len(row) + len(value) > 96:
            lines.append(row)
            row = " "
        row += f" {value},"
    return [*lines, row, "]"]


# --- times ---


def seek_points(found: Findings) -> list[tuple[int, float]]:
    """Returns the seek curve by distance, in ps: the mean of both directions, without overheads."""
    assert found.reads is not None
    usual = found.reads.command + found.reads.behind
    points = []
    for distance, least in sorted(found.inwards.items()):
        half = next((h for up_to, h in found.directions if distance <= up_to), 0.0)
        points.append((distance, max(_LEAST_SEEK, least - usual - _small(half))))
    return thinned(points, _THINNED)


def _small(half: float) -> float:
    return half if abs(half) > _NEAR else 0.0


def _seek(found: Findings) -> list[str]:
    points = seek_points(found)
    lines = [
        "",
        "[seek]",
        "# Least times of reads from cylinder to cylinder, less read_miss_command.",
    ]
    lines += _list("points", (f"[{d}, {_ms(time)}]" for d, time in points))
    dropped = _outliers(points)
    if dropped:
        lines.append("# Not as seeks should be: drive files leave such out.")
        lines += _list("dropped_points", (f"[{d}, {_ms(time)}]" for d, time in dropped))
    if any(_small(half) for _, half in found.directions):
        steps = [*found.directions[:-1], (found.zones[-1].last, found.directions[-1][1])]
        shown = (f'[{up_to}, "{_small(half) / 1e9:.4f} ms"]' for up_to, half in steps)
        lines += _list("direction", shown)
    if found.writes is not None and found.writes.steps:
        longer = (f"[{up_to}, {_ms(time)}]" for up_to, time in found.writes.steps)
        lines += _list("write_settle_steps", longer)
    return lines + _keys(found, "seek.")


def _outliers(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Returns the points that a drive rejects as errors, unless its file drops them."""
    found = []
    for (_, before), (distance, time), (_, behind) in zip(
        points, points[1:], points[2:], strict=False
    ):
        dip, peak = min(before, behind), max(before, behind)
        if time < 0.75 * dip or peak < 0.75 * time:
            found.append((distance, time))
    return found


def _keys(found: Findings, table: str) -> list[str]:
    """Returns lines for the times of a table, each with how it was found.

    A needed time has a line even if the drive was not asked for it.
    """
    times = overheads(found)
    lines = [
        _line(key.removeprefix(table), _ms(time), HOW[key])
        for key, time in times.items()
        if key.startswith(table) and (abs(time) >= _LEAST_TIME or key in _NEEDED)
    ]
    missing = [key for key in _NEEDED if key.startswith(table) and key not in times]
    return lines + [_line(key.removeprefix(table), '"0 ms"', "not asked") for key in missing]


def _overhead(found: Findings) -> list[str]:
    lines = ["", "[overhead]", *_keys(found, "overhead.")]
    for key, sectors in (
        ("read_hit_sector_times", hit_places(found).sectors),
        ("write_cached_sector_times", cached_write_places(found).sectors),
    ):
        if sectors:
            lines.append(_line(key, f'"{sectors:.3f} sectors"', "on tracks of several lengths"))
    return lines


def _processor(found: Findings) -> list[str]:
    if not overheads(found).get("processor.per_sector"):
        return []
    return ["", "[processor]", *_keys(found, "processor.")]


def _write(writes: WriteTimes | None, found: Findings) -> list[str]:
    lines = ["", "[write]"]
    lines += _keys(found, "write.")
    times = writes or WriteTimes()
    remark = "writes of more and more blocks" if writes is not None else "not asked"
    lines.append(_line("minimum_blocks", str(times.minimum_blocks), remark))
    lines.append(_line("minimum_blocks_large", str(times.minimum_blocks_large), remark))
    large = times.large or 1
    lines.append(_line("large_request", f'"{large} block{"s"[: large != 1]}"', remark))
    if times.ahead:
        shown = f'"{times.ahead:.3f} blocks"'
        lines.append(_line("ahead", shown, "long writes against shorter ones"))
    if times.zero_latency:
        lines.append(_line("zero_latency", "true", "writes of most of a track"))
    if times.seek_with_data:
        lines.append(_line("seek_with_data", "true", "seeks before longer writes"))
    if times.alone:
        lines.append(_line("single_connection", "true", "when the bus is free"))
    return lines


def _bus(found: Findings, reads: ReadTimes, writes: WriteTimes | None) -> list[str]:
    out = reads.per_block if writes is None else writes.per_block
    lines = [
        "",
        "[bus]",
        _line("read_rate", f'"{reads.per_block / 1e9:.6f} ms/block"', "lengths of mode pages"),
        _line("write_rate", f'"{out / 1e9:.6f} ms/block"', "the same, sent"),
    ]
    if found.marks:
        marks = _line("read_marks_per_revolution", str(found.marks), "where reads of a track end")
        lines.append(marks)
    if reads.releases:
        lines.append(_line("release_reads", "true", "when the bus is free in a long read"))
    if found.ends.parts:
        lines.append(_line("release_at_track_end", "true", "reads that go on there"))
    if underrun(found):
        lines.append(_line("underrun", _ms(underrun(found)), "hits on blocks still to be read"))
    return lines


# --- cache ---


def _cache(cache: CacheFound, reads: ReadTimes) -> list[str]:
    segment = cache.segment or 2048
    share, of_segment = reads.watermark, False
    if reads.most is not None and (not reads.of_read or (share == 1.0 and reads.most < segment)):
        share, of_segment = reads.most / segment, True
    lines = [
        "",
        "[cache]",
        _line(
            "mode",
            '"prefetch"' if cache.cached else '"speed-matching"',
            "whether reads hit" if cache.asked else "not asked",
        ),
        _line(
            "size",
            f'"{segment * cache.segments} blocks"',
            "what is left of long reads" if cache.segment else "not found: no limit was seen",
        ),
        _line("segments", str(cache.segments), "streams that are kept, and one for writes if seen"),
        _line("read_watermark", share_text(share), "when reads come back to the bus"),
    ]
    if of_segment:
        lines.append("read_watermark_of_segment = true")
    lines.append(_line("prefetch_minimum", f'"{cache.prefetch_minimum} blocks"', "mode page 8"))
    lines.append(_line("prefetch_maximum", f'"{cache.prefetch_maximum} blocks"', "what hits"))
    if cache.reach:
        lines.append(_line("read_ahead_reach", f'"{cache.reach}"'))
    if cache.reads_survive_writes:
        count = cache.reads_survive_writes
        lines.append(f'reads_survive_writes = "{count} write{"s"[: count != 1]}"')
    for key in (*_SAID_SWITCHES, *_SWITCHES):
        if key in _SAID_SWITCHES or getattr(cache, key):
            lines.append(f"{key} = {str(getattr(cache, key)).lower()}")
    return lines
