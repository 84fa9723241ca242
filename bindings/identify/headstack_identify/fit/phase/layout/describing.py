"""Writes the results about a layout as keys of a drive file."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from headstack._core import DriveConfig
from headstack.arrays import Bools, Floats
from headstack_identify import circle
from headstack_identify.fit.phase.layout.angles import in_revolutions, in_sectors, turn
from headstack_identify.fit.phase.layout.places import Layout
from headstack_identify.fit.phase.layout.readings import Reading
from headstack_identify.fit.phase.layout.skews import Skews, of_layout
from headstack_identify.fit.phase.result import Override, Period

_LEAST_PPM = 0.05
_LEAST_TURN = 0.004  # of a revolution: ends of commands in a zone can look like a smaller turn
_ALIKE = 0.0005
_EXACT = 1e-5  # revolutions: an error of a written angle that no access shows
_LEAST_SECTORS = 0.25  # least change in sectors, over a cylinder or a zone


def rotation(drive: DriveConfig, period: Period) -> dict[str, Override]:
    """Returns the revolution if it differs from the revolution of the description."""
    against = period.against_drive_ppm
    if against is None or abs(against) < max(2 * period.uncertainty_ppm, _LEAST_PPM):
        return {}
    own = float(str(drive.value("spindle.correction") or "0 ppm").split()[0])
    ppm = ((1 + 1e-6 * own) * (1 + 1e-6 * against) - 1) * 1e6
    return {"spindle.correction": f"{ppm:.3f} ppm"}


def layout(reading: Reading, described: Layout, seen: Bools) -> dict[str, Override]:
    """Returns skews and zone phases that differ from the description.

    Args:
        reading: the chosen reading.
        described: layout of the description.
        seen: whether the trace has accesses in each zone, shape (Z,). Zones without accesses stay.
    """
    if reading.kind == "file":
        return {}
    if reading.kind == "ranges":
        steps = _head_skew(reading.fit.skews, described)
        return {"layout.head_skew": steps, "layout.zone": _ranges(reading.fit.skews, described)}
    if reading.kind == "angle":
        found = _in_angle(reading, described, seen)
    else:
        found = _in_sectors(reading.fit.skews, described, seen)
    return {key: value for key, value in found.items() if value != described.drive.value(key)}


def _in_sectors(skews: Skews, described: Layout, seen: Bools) -> dict[str, Override]:
    """Returns skews of each zone in sectors, and phases of zones that begin elsewhere."""
    found: dict[str, Override] = {}
    file = of_layout(described)
    turned = circle.wrapped(skews.begin - file.begin)
    turned = circle.wrapped(turned - _most_common(turned[seen]))
    for zone in described.zones:
        key = f"layout.zone.{zone.number}."
        last = described.surfaces - 1
        step = float(skews.offset[zone.number, 1]) if last else 0.0
        over = float(skews.advance[zone.number]) - last * step
        moved = abs(float(circle.wrapped(step - zone.steps[0]))) * last
        moved += abs(float(circle.wrapped(skews.advance[zone.number] - zone.steps.sum()))) * (
            zone.cylinders
        )
        if moved * zone.spt > _LEAST_SECTORS:
            exact = _EXACT * zone.spt
            text = in_sectors(step * zone.spt, zone.spt, exact / max(last, 1))
            over += last * (step - turn(text, zone.spt))
            found[key + "track_skew"] = text
            found[key + "cylinder_skew"] = in_sectors(
                over * zone.spt, zone.spt, exact / zone.cylinders
            )
        if seen[zone.number] and abs(turned[zone.number]) > _LEAST_TURN:
            begin = file.begin[zone.number] + turned[zone.number]
            found[key + "first_sector"] = None
            found[key + "phase"] = in_revolutions(float(begin), _EXACT)
    return found


def _most_common(turned: Floats) -> float:
    """Returns the turn that most zones share, because the common angle of all is unknown."""
    alike = np.abs(circle.wrapped(turned[:, None] - turned)) < _LEAST_TURN
    best = int(np.argmax(alike.sum(axis=1)))
    return float(turned[best] + np.median(circle.wrapped(turned[alike[best]] - turned[best])))


def _in_angle(reading: Reading, described: Layout, seen: Bools) -> dict[str, Override]:
    """Returns one list of skews for all zones, and the starts of zones."""
    skews = reading.fit.skews
    own = of_layout(described)
    found: dict[str, Override] = {}
    found["layout.head_skew"] = _head_skew(skews, described)
    continued, ended = 0.0, 0
    for zone in described.zones:
        key = f"layout.zone.{zone.number}."
        found |= dict.fromkeys((key + "track_skew", key + "cylinder_skew"))
        begin = skews.begin[zone.number] - skews.begin[0]
        if not seen[zone.number] and reading.joint == "own":
            begin = own.begin[zone.number]
        if _with_gaps(reading, described):
            continued += float(skews.advance[0]) * (zone.first - ended)
        found[key + "first_sector"] = None
        joined = reading.joint in ("without skew", "with skew")
        if joined or abs(float(circle.wrapped(begin - continued))) < _ALIKE:
            begin = continued
            found[key + "phase"] = None
        else:
            found[key + "phase"] = in_revolutions(float(begin), _EXACT)
        continued = begin + float(skews.advance[0]) * zone.cylinders
        ended = zone.first + zone.cylinders
    if reading.joint in ("without skew", "with skew") and described.has_gaps():
        found["layout.cylinder_gaps"] = reading.joint
    return found


def _head_skew(skews: Skews, described: Layout) -> list[str]:
    """Returns the steps from head to head, and the exact rest to the next cylinder."""
    texts: list[str] = []
    written = 0.0
    for offset in skews.offset[0, 1:]:
        texts.append(in_revolutions(float(offset) - written, _EXACT))
        written += turn(texts[-1], 1)
    cylinders = sum(zone.cylinders for zone in described.zones)
    return [*texts, in_revolutions(float(skews.advance[0]) - written, _EXACT / cylinders)]


def _with_gaps(reading: Reading, described: Layout) -> bool:
    if reading.joint in ("without skew", "with skew"):
        return reading.joint == "with skew"
    return bool(described.drive.value("layout.cylinder_gaps") == "with skew")


def _ranges(skews: Skews, described: Layout) -> list[dict[str, object]]:
    """Returns the zones, with the turn after the spare sectors of their ranges."""
    back = np.broadcast_to(skews.back, skews.begin.shape)
    step = skews.advance - skews.offset[:, -1]
    return [
        {
            "cylinders": [zone.first, zone.first + zone.cylinders - 1],
            "sectors_per_track": zone.spt,
            "phase": in_revolutions(float(skews.begin[zone.number] - skews.begin[0]), _EXACT),
            "cylinders_per_range": skews.reach,
            "range_skew": in_revolutions(float(step[zone.number] + back[zone.number])),
            "reserved_tracks": described.drive.value(f"layout.zone.{zone.number}.reserved_tracks"),
            "slipped_sectors": zone.slips.tolist(),
        }
        for zone in described.zones
    ]


def in_own_zones(
    own: list[dict[str, Any]], found: list[dict[str, Any]]
) -> list[dict[str, Any]] | None:
    """Returns the found ranges in the description's own zones.

    Returns `None` if these zones do not already have the same ranges.
    """
    alike = ("cylinders", "sectors_per_track", "cylinders_per_range")
    if not all("range_skew" in one for one in found) or not _same(own, found, alike):
        return None
    gone = ("first_sector", "track_skew", "cylinder_skew")
    return [
        {key: it for key, it in one.items() if key not in gone}
        | {key: other[key] for key in ("phase", "range_skew")}
        for one, other in zip(own, found, strict=True)
    ]


def in_whole_sectors(values: Mapping[str, Override], drive: DriveConfig) -> dict[str, Override]:
    """Returns values with the nearest skews of whole sectors, in zones with skews in sectors.

    Args:
        values: found values by keys.
        drive: the description that the values change.
    """
    rounded = dict(values)
    heads = int(drive.value("layout.surfaces")) - 1
    for number, zone in enumerate(drive.value("layout.zone")):
        keys = [f"layout.zone.{number}.{name}" for name in ("track_skew", "cylinder_skew")]
        texts = [str(values.get(key, drive.value(key))) for key in keys]
        found = any(key in values for key in keys)
        if found and all(text.endswith(" sectors") for text in texts):
            track, cylinder = (turn(text, 1) for text in texts)
            whole = round(track)
            over = round(cylinder + heads * (track - whole))
            for key, skew in zip(keys, (whole, over), strict=True):
                rounded[key] = in_sectors(skew, int(zone["sectors_per_track"]))
    return rounded


def of_own_zones(
    own: list[dict[str, Any]], found: list[dict[str, Any]], values: Mapping[str, Override]
) -> bool:
    """Whether values for plainer zones also fit the description's own zones."""
    alike = ("cylinders", "sectors_per_track")
    others = "layout.zone" in values or any(".slipped_" in key for key in values)
    turning = any(one.get(key) for one in own for key in ("range_skew", "tracks_shifted_by_slips"))
    return not others and not turning and _same(own, found, alike)


def _same(own: list[dict[str, Any]], other: list[dict[str, Any]], keys: tuple[str, ...]) -> bool:
    return [[one.get(key) for key in keys] for one in own] == [
        [one.get(key) for key in keys] for one in other
    ]
