"""Makes a drive file from a data sheet."""

from dataclasses import dataclass

from headstack import checks
from headstack._core import DriveConfig
from headstack.datasheet import layout as layouts
from headstack.datasheet import seek_curve
from headstack.datasheet.capacity import capacity_of
from headstack.datasheet.like import Like
from headstack.datasheet.marked import GIVEN, Line, Section, decimal, toml
from headstack.datasheet.rules import Rules, Source
from headstack.datasheet.sheet import DataSheet
from headstack.errors import ConfigError

_HEAD = """\
# A drive made by `headstack new-drive` from the figures of a data sheet.
#
# Each value has a mark. "given": a figure of the data sheet. "derived": computed from such figures.
# "assumed": the data sheet has no figure, and the value follows a rule or another drive.
"""


@dataclass(frozen=True)
class Made:
    """A drive made from a data sheet.

    Attributes:
        sheet: the figures.
        toml: text of the drive file.
        config: the drive.
    """

    sheet: DataSheet
    toml: str
    config: DriveConfig


def make(sheet: DataSheet, *, like: str | None = None, name: str = "new") -> Made:
    """Makes a drive file with the figures of a data sheet.

    Args:
        sheet: the figures.
        like: a drive's name or its .toml file, for all values that the sheet does not have. `None`:
            rules.
        name: name of the drive.

    Raises:
        ConfigError: no drive of headstack has these figures; or the other drive does not fit.
    """
    checks.instance("sheet", sheet, DataSheet, "DataSheet.read")
    checks.text("name", name)
    source: Source = Rules() if like is None else Like(like, sheet)
    capacity = capacity_of(sheet, source.sector, source.physical_sector)
    layout = layouts.layout_of(sheet, capacity, source)
    curve = seek_curve.curve_of(sheet, layout, capacity.blocks, source)
    rotation = Line("rotation", toml(f"{decimal(sheet.rpm)} rpm"), GIVEN)
    parts = [
        Section("spindle", (rotation,)),
        *layouts.sections(sheet, capacity, layout),
        seek_curve.section(sheet, curve, source),
        *source.behaviour(sheet, capacity, layout.sectors),
    ]
    text = "\n".join(
        [_HEAD, _about(sheet, getattr(source, "name", "rules")), *(part.text() for part in parts)]
    )
    try:
        return Made(sheet, text, DriveConfig.parse(text, name))
    except ConfigError as error:
        if not isinstance(source, Like):
            raise
        raise checks.wrong("like", f" {source.name} does not fit these figures: {error}") from error


def _about(sheet: DataSheet, rest: str) -> str:
    figures = {
        "capacity": sheet.capacity,
        "average seek": sheet.seek_average,
        "track-to-track seek": sheet.seek_track,
        "full seek": sheet.seek_full,
        "outer rate": sheet.rate_outer,
        "inner rate": sheet.rate_inner,
        "cache": sheet.cache,
    }
    given = [f"{name} {one.text}" for name, one in figures.items() if one is not None]
    given.insert(1, f"{decimal(sheet.rpm)} rpm")
    title = f"{sheet.capacity.text}, {decimal(sheet.rpm)} rpm: made from a data sheet, not measured"
    source = f"a data sheet: {', '.join(given)}; all other values from {rest}"
    return f"description = {toml(title)}\nsource = {toml(source)}\n"
