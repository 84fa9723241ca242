"""The layouts of DiskSim's files, translated by the table of drive-files.md, hold as many
blocks as DiskSim's do."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from headstack import catalog

NAMES = (
    *("atlas_III", "barracuda", "cheetah9LP", "dec_rz26_validate", "hp_c2247a_validate"),
    *("hp_c2490a_validate", "ibm18es", "st41601n_validate"),
)


# These hold more than their Block count.
SPARES_AT_THE_END = ("atlas_III", "barracuda", "cheetah9LP", "ibm18es")


@dataclass(frozen=True)
class Zone:
    first: int
    last: int
    sectors: int
    front: int
    spares: int
    slips: tuple[int, ...]


def number(text: str, name: str) -> int:
    found = re.search(rf"{re.escape(name)} = (\d+)", text)
    assert found is not None, name
    return int(found[1])


def zone_of(text: str) -> Zone:
    slips = re.search(r"slips = \[([^\]]*)\]", text)
    assert slips is not None
    return Zone(
        first=number(text, "First cylinder number"),
        last=number(text, "Last cylinder number"),
        sectors=number(text, "Blocks per track"),
        front=number(text, "Empty space at zone front"),
        spares=number(text, "Number of spares"),
        slips=tuple(sorted(int(one) for one in re.findall(r"\d+", slips[1]))),
    )


def disksim_blocks(zone: Zone, scheme: int, surfaces: int, of_range: int) -> int:
    """The blocks of a zone, as DiskSim 4.0 works them out (blksinband)."""
    cylinders = zone.last - zone.first + 1
    taken = {
        1: zone.spares * zone.sectors,
        2: zone.spares * cylinders,
        3: zone.spares * cylinders * surfaces,
        7: len(zone.slips),
        8: zone.spares * (cylinders // of_range),
        9: zone.spares,
    }
    return cylinders * surfaces * zone.sectors - zone.front - taken[scheme]


def range_spares(zone: Zone, surfaces: int, cylinders: int) -> tuple[int, ...]:
    """Scheme 8: the sectors at the end of each range that neither slips nor blocks take."""
    sectors = zone.sectors * surfaces * cylinders
    left_out = set(zone.slips)
    for begin in range(0, (zone.last - zone.first + 1) // cylinders * sectors, sectors):
        slipped = sum(begin <= one < begin + sectors for one in zone.slips)
        left_out.update(range(begin + sectors - zone.spares + slipped, begin + sectors))
    return tuple(sorted(left_out))


def translated(zone: Zone, scheme: int, surfaces: int, of_range: int) -> str:
    """A [[layout.zone]]."""
    per_track = zone.sectors - (zone.spares if scheme == 3 else 0)
    reserved, rest = divmod(zone.front, per_track)
    assert rest == 0
    keys: dict[str, object] = {
        "cylinders": [zone.first, zone.last],
        "sectors_per_track": zone.sectors,
        "reserved_tracks": reserved,
        "track_skew": '"1 sector"',
        "cylinder_skew": '"1 sector"',
        "slipped_tracks" if scheme == 1 else "slipped_sectors": list(zone.slips),
    }
    if scheme == 1:
        keys["spare_tracks"] = zone.spares
    elif scheme == 2:
        keys["spare_sectors_per_cylinder"] = zone.spares
    elif scheme == 3:
        keys["spare_sectors_per_track"] = zone.spares
    elif scheme == 8:
        keys["slipped_sectors"] = list(range_spares(zone, surfaces, of_range))
    elif scheme == 9:
        keys["spare_tracks"] = zone.spares // zone.sectors
    return "[[layout.zone]]\n" + "\n".join(f"{key} = {value}" for key, value in keys.items())


@pytest.mark.parametrize("name", NAMES)
def test_block_counts(name: str, data: Path, tmp_path: Path) -> None:
    source = data / "disksim" / f"{name}.model"
    if not source.is_file():
        pytest.skip(f"no {source}")
    text = source.read_text()
    surfaces = number(text, "Number of data surfaces")
    scheme = number(text, "Sparing scheme used")
    blocks = number(text, "Block count")
    assert number(text, "LBN-to-PBN mapping scheme") == 0
    zones = [zone_of(part) for part in text.split("dm_layout_g1_zone {")[1:]]
    of_range = number(text, "Rangesize for sparing")
    layout = [
        *(f'base = "{name_of_base()}"', "[layout]", f"surfaces = {surfaces}"),
        f"cylinders = {zones[-1].last + 1}",
        'cylinder_gaps = "with skew"',
    ]
    parts = [translated(zone, scheme, surfaces, of_range) for zone in zones]
    file = tmp_path / "translated.toml"
    file.write_text("\n".join([*layout, *parts]))
    # Spare sectors that fill no track: layout.blocks would cut them off.
    beyond = sum(zone.spares % zone.sectors for zone in zones) if scheme == 9 else 0
    held = catalog.load(file).blocks - beyond
    assert held == sum(disksim_blocks(zone, scheme, surfaces, of_range) for zone in zones)
    assert held > blocks if name in SPARES_AT_THE_END else held == blocks


def name_of_base() -> str:
    """The drive that gives the rest, by its path."""
    return str(catalog.folder() / "hp_c2247")
