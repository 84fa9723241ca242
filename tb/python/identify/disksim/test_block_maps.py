"""DiskSim's layout g2: every block where the lines of the map have it."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from identify.disksim.surveys import Place, assert_same, surveyed

from headstack_identify import disksim

Make = Callable[..., Path]
Extent = tuple[int, int, int, int, int]
"""Block, cylinder, head, sector, number of blocks."""

ZONES = (
    {"first": 0, "last": 4, "sectors": 20, "start": 3, "track": 2, "cylinder": 5},
    {"first": 5, "last": 8, "sectors": 18, "start": 4, "track": 1, "cylinder": 7},
)


def of_tracks(
    order: Sequence[tuple[int, int]], free: dict[tuple[int, int, int], int] | None = None
) -> list[Extent]:
    """Extents of tracks (cylinder, head) without the sectors (cylinder, head, sector) in `free`."""
    found: list[Extent] = []
    block = 0
    for cylinder, head in order:
        sectors = next(zone["sectors"] for zone in ZONES if cylinder <= zone["last"])
        there = [s for s in range(sectors) if (cylinder, head, s) not in (free or {})]
        begin = 0
        for place in range(1, len(there) + 1):
            if place == len(there) or there[place] != there[place - 1] + 1:
                count = place - begin
                found.append((block, cylinder, head, there[begin], count))
                block += count
                begin = place
    return found


def line(extent: Extent, word: str = "seqcnt") -> str:
    lbn, cylinder, head, sector, count = extent
    number = count - 1 if word == "seqcnt" else count
    return f"lbn {lbn} --> cyl {cylinder}, head {head}, sect {sector}, {word} {number}"


def disksim_places(extents: Sequence[Extent], zones: Sequence[dict[str, int]]) -> list[Place]:
    """A zone's skew, and a skew for each switch before a track in the order of the blocks."""
    found: list[Place] = []
    start: dict[tuple[int, int], Fraction] = {}
    last: Extent | None = None
    for extent in extents:
        _, cylinder, head, sector, count = extent
        [zone] = [one for one in zones if one["first"] <= cylinder <= one["last"]]
        if (cylinder, head) not in start:
            if last is None or last[1] < zone["first"]:
                start[cylinder, head] = Fraction(zone["start"])
            else:
                skew = zone["track"] if last[1] == cylinder else zone["cylinder"]
                start[cylinder, head] = start[last[1], last[2]] + skew
        last = extent
        for one in range(count):
            turn = (start[cylinder, head] + sector + one) / zone["sectors"]
            found.append((cylinder, head, turn % 1))
    return found


def made(
    make: Make,
    extents: Sequence[Extent],
    heads: int = 2,
    word: str = "seqcnt",
    text: str | None = None,
    zones: Sequence[dict[str, int]] = ZONES,
) -> Path:
    blocks = ",\n".join(
        "dm_layout_g2_zone {\n"
        f"First cylinder number = {zone['first']},\nLast cylinder number = {zone['last']},\n"
        f"First LBN = 0,\nLast LBN = 9,\nBlocks per track = {zone['sectors']},\n"
        f"Zone Skew = {zone['start']},\nSkew for track switch = {zone['track']},\n"
        f"Skew for cylinder switch = {zone['cylinder']}\n}}"
        for zone in zones
    )
    layout = f"dm_layout_g2 {{\nLayout Map File = tiny.map,\nZones = [\n{blocks} ] }}"
    file = make(
        model={
            "Number of data surfaces": heads,
            "Number of cylinders": 9,
            "Block count": sum(extent[4] for extent in extents),
            "Layout Model": layout,
        }
    )
    head = f"some drive\nas read\n9 cylinders, 10000 rot, {heads} heads\n"
    lines = "\n".join(line(extent, word) for extent in extents)
    defects = "\nDefect at cyl 0, head 1, sect 17\n"
    (file.parent / "tiny.map").write_text(text or f"{head}{lines}{defects}")
    return file


ALL = [(cylinder, head) for cylinder in range(9) for head in range(2)]


def zones_of(file: Path) -> str:
    return file.with_suffix(".toml").read_text().partition("[[layout.zone]]")[2]


@pytest.mark.parametrize("word", ["seqcnt", "count"])
def test_all_blocks(make: Make, word: str) -> None:
    """Head 1 of cylinder 0 begins at sector 5; cylinder 1 at 3 + 2 + 5, half a revolution on."""
    extents = of_tracks(ALL)
    file = made(make, extents, word=word)
    places = surveyed(file)
    assert [round(places[lbn][2] * 20 / 2**32) for lbn in (0, 20, 40)] == [3, 5, 10]
    assert_same(places, disksim_places(extents, ZONES))
    zones = zones_of(file)
    assert zones.count("[[layout.zone]]") == 1
    assert "cylinders = [0, 4]  # tiny.model:" in zones
    assert "First cylinder number = 0; " in zones


def test_slipped_and_spare_sectors(make: Make) -> None:
    """Two spares on each track; a defect uses up a spare, or the whole track has fewer blocks."""
    ends = {(c, h, s): 1 for c, h in ALL for s in ((18, 19) if c < 5 else (16, 17))}
    kept = {place: 1 for place in ends if place != (1, 0, 18)}
    extents = of_tracks(ALL, {**kept, (1, 0, 7): 1, (2, 1, 0): 1})
    file = made(make, extents)
    assert_same(surveyed(file), disksim_places(extents, ZONES))
    zones = zones_of(file)
    assert zones.count("spare_sectors_per_track = 2") == 2
    assert "slipped_sectors = [47, 100, 118, 119]" in zones


def test_tracks_without_blocks(make: Make) -> None:
    """The last track of the first zone, and the first of the second: spare and reserved."""
    order = [track for track in ALL if track not in ((4, 1), (5, 0))]
    extents = of_tracks(order)
    file = made(make, extents)
    assert_same(surveyed(file), disksim_places(extents, ZONES))
    assert "spare_tracks = 1" in zones_of(file)


def test_serpentine(make: Make) -> None:
    order = [(c, h) for c in range(9) for h in ((1, 0) if c % 2 else (0, 1))]
    extents = of_tracks(order)
    file = made(make, extents)
    assert_same(surveyed(file), disksim_places(extents, ZONES))
    assert 'serpentine = "on odd cylinders"' in file.with_suffix(".toml").read_text()


def test_one_surface(make: Make) -> None:
    extents = of_tracks([(c, 0) for c in range(9)])
    file = made(make, extents, heads=1)
    assert_same(surveyed(file), disksim_places(extents, ZONES))


def test_a_block_that_lies_elsewhere(make: Make) -> None:
    """Sector 7 of cylinder 1, head 0, is bad: its block lies on the last track, which is spare."""
    free = {(c, h, s): 1 for c, h in ALL for s in ((19,) if c < 5 else (17,))}
    extents = of_tracks(ALL[:-1], free)
    extents[2:3] = [(38, 1, 0, 0, 7), (45, 8, 1, 3, 1), (46, 1, 0, 8, 11)]
    file = made(make, extents)
    found = disksim.read(file)
    assert found.problems == []
    assert "reallocated_sectors = [47]" in found.toml
    notes = [one.text for one in found.warnings if one.parameter == "Layout Map File"]
    assert notes == ["the drive chooses the spare places itself"]
    places = surveyed(file)
    assert places[44][:2] == places[46][:2] == (1, 0)


def test_a_later_zone_with_the_same_sectors(make: Make) -> None:
    zones = [{**ZONES[0], "last": 5}, {**ZONES[0], "first": 6, "last": 8, "start": 11, "track": 9}]
    extents = [(20 * i, c, h, 0, 20) for i, (c, h) in enumerate(ALL)]
    file = made(make, extents, zones=zones)
    assert_same(surveyed(file), disksim_places(extents, zones))
    assert zones_of(file).count("[[layout.zone]]") == 1


HEAD = "a\nb\n9 cylinders, 10000 rot, 2 heads\n"
GOOD = line((0, 0, 0, 0, 20))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\nb\n", "tiny.map:3: key `Layout Map File`: the third line is not like"),
        ("a\nb\n9 tracks\n", "tiny.map:3: key `Layout Map File`: the third line is not like"),
        (HEAD, "tiny.map:4: key `Layout Map File`: the map has no block"),
        (f"{HEAD}lbn 0\n", "tiny.map:4: key `Layout Map File`: 'lbn 0' is neither a line of the"),
        (f"{HEAD}{line((5, 0, 0, 0, 20))}\n", "tiny.map:4: key `Layout Map File`: begins at block"),
        (f"{HEAD}{line((0, 0, 2, 0, 20))}\n", "there is no head 2"),
        (f"{HEAD}{line((0, 0, 1, 0, 0), 'count')}\n", "tiny.map:4: key `Layout Map File`: has no"),
        (f"{HEAD}{line((0, 9, 0, 0, 20))}\n", "tiny.map:4: key `Layout Map File`: cylinder 9 lies"),
        (f"{HEAD}{line((0, 0, 0, 1, 20))}\n", "reaches sector 20; the zone's last is 19"),
        (
            f"{HEAD}{GOOD}\n{line((20, 0, 1, 0, 20))}\n{line((40, 0, 0, 0, 20))}\n",
            "tiny.map:6: key `Layout Map File`: cylinder 0, head 0 has earlier blocks already",
        ),
        (
            f"{HEAD}{line((0, 5, 0, 0, 18))}\n{line((18, 0, 0, 0, 18))}\n",
            "tiny.map:5: key `Layout Map File`: cylinder 0 lies in no zone",
        ),
    ],
)
def test_mistakes_in_a_map(make: Make, text: str, message: str) -> None:
    found = disksim.read(made(make, of_tracks(ALL), text=text))
    [problem] = found.problems
    assert message in problem
    assert "[[layout.zone]]" not in found.toml


def test_no_map(make: Make) -> None:
    file = made(make, of_tracks(ALL))
    (file.parent / "tiny.map").unlink()
    [problem] = disksim.read(file).problems
    assert "key `Layout Map File`: there is no file tiny.map" in problem
