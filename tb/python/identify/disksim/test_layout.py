"""Layouts: every block of small disks where DiskSim has it, by its rules written down once more."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from identify.disksim.surveys import TURN, Place, assert_same, surveyed

from headstack_identify import disksim

Make = Callable[..., Path]

HEADS = 2


def disksim_places(
    zone: dict[str, int], slips: list[int], scheme: int, of_range: int, mapping: int = 0
) -> list[Place]:
    """DiskSim's rules for a zone of HEADS heads: where block 0, 1, ... lies.

    With mapping 1, every other cylinder of the zone descends from the last head to head 0; with
    mapping 2, every cylinder with an odd number.

    Blocks go by regions; each has a fixed number of them, those of its front not counted, and goes
    past its slips. In schemes 4, 6, 7 and 10 slips push everything behind them on instead.
    """
    sectors, spares = zone["sectors"], zone["spares"]
    cylinder = HEADS * sectors
    cylinders = zone["last"] - zone["first"] + 1
    everything = cylinders * cylinder
    size = {1: everything, 2: cylinder, 3: sectors, 4: cylinder, 5: cylinder, 6: cylinder}
    size |= {7: everything, 8: of_range * cylinder, 9: everything, 10: everything}
    gone = {track * sectors + one for track in slips for one in range(sectors)}
    gone = gone if scheme == 1 else set(slips)
    free: list[int] = []
    for begin in range(0, everything, size[scheme]):
        region = range(begin, min(begin + size[scheme], everything))
        own = spares * sectors if scheme == 1 else 0 if scheme == 7 else spares
        own = own if len(region) == size[scheme] else 0  # a range that is cut short
        if scheme in (4, 6, 10):
            kept = region[own:] if scheme == 6 else region[: len(region) - own]
            free += [one for one in kept if one not in gone]
            continue
        good = [one for one in region if one not in gone]
        number = len(good) if scheme == 7 else len(region) - own
        free += good[-number:] if scheme == 5 else good[:number]
    places = []
    for sector in free[zone["front"] :]:
        at, head = sector // cylinder, sector % cylinder // sectors
        switches = at * (HEADS - 1) + head
        angle = zone["offset"] + switches * zone["track_skew"] + at * zone["cylinder_skew"]
        if scheme in (2, 4, 5, 6):
            angle += sum(slip < at * cylinder for slip in slips)
        if scheme == 3:
            angle += sum(slip < sector // sectors * sectors for slip in slips)
        descends = (at if mapping == 1 else zone["first"] + at) % 2 == 1 and mapping != 0
        head = HEADS - 1 - head if descends else head
        places.append((zone["first"] + at, head, Fraction(angle + sector % sectors, sectors) % 1))
    return places


def as_disksim(zone: dict[str, int], slips: list[int]) -> dict[str, object]:
    return {
        "First cylinder number": zone["first"],
        "Last cylinder number": zone["last"],
        "Blocks per track": zone["sectors"],
        "Offset of first block": zone["offset"],
        "Empty space at zone front": zone["front"],
        "Skew for track switch": zone["track_skew"],
        "Skew for cylinder switch": zone["cylinder_skew"],
        "Number of spares": zone["spares"],
        "slips": f"[{', '.join(map(str, slips))}]",
    }


def zone_of(first: int, last: int, **others: int) -> dict[str, int]:
    plain = {"sectors": 10, "offset": 3, "front": 0, "track_skew": 2, "cylinder_skew": 4}
    return {"first": first, "last": last, "spares": 0, **plain, **others}


def placed(
    make: Make,
    zones: list[tuple[dict[str, int], list[int]]],
    scheme: int,
    of_range: int = 1,
    mapping: int = 0,
) -> Path:
    layout = {"Sparing scheme used": scheme, "Rangesize for sparing": of_range}
    layout |= {"LBN-to-PBN mapping scheme": mapping}
    expected = sum(len(disksim_places(*zone, scheme, of_range)) for zone in zones)
    model = {"Number of cylinders": zones[-1][0]["last"] + 1, "Block count": expected}
    return make(zones=[as_disksim(*zone) for zone in zones], layout=layout, model=model)


# ---- By hand


def test_a_slip_that_turns_later_cylinders(make: Make) -> None:
    """Scheme 2: 10 sectors, 2 heads, 1 spare a cylinder; sector 13 (head 1, sector 3) is slipped.

    Cylinder 0 has blocks 0-9 on head 0, 10-12 on sectors 0-2 of head 1, 13-18 on 4-9. Cylinder 1
    begins at sector 3 + 2 + 4 behind the index, and a sector later for the slip: at 10, the index.
    """
    file = placed(make, [(zone_of(0, 3, spares=1), [13])], 2)
    places = surveyed(file)
    assert [place[:2] for place in places[9:20]] == [(0, 0), *[(0, 1)] * 9, (1, 0)]
    angles = [round(10 * place[2] / TURN) % 10 for place in places]
    assert angles[10:19] == [5, 6, 7, 9, 0, 1, 2, 3, 4]
    assert angles[19] == 0
    toml = file.with_suffix(".toml").read_text()
    assert toml.count("[[layout.zone]]") == 1
    assert 'tracks_shifted_by_slips = "later cylinders"' in toml


def test_a_slip_that_turns_later_tracks(make: Make) -> None:
    """Scheme 3: the same slip turns cylinder 1, and one on head 0 of cylinder 1 its head 1."""
    file = placed(make, [(zone_of(0, 3, spares=1), [13, 27])], 3)
    places = surveyed(file)
    angles = [round(10 * place[2] / TURN) % 10 for place in places[::9]]
    assert angles == [3, 5, 0, 3, 7, 9, 3, 5]
    toml = file.with_suffix(".toml").read_text()
    assert toml.count("[[layout.zone]]") == 1
    assert 'tracks_shifted_by_slips = "later tracks"' in toml


def test_spares_of_a_range(make: Make) -> None:
    """Scheme 8: 3 spares behind 2 cylinders of 20 sectors: 37 blocks, and 36 on with a slip."""
    file = placed(make, [(zone_of(0, 4, spares=3), [4])], 8, of_range=2)
    places = surveyed(file)
    assert [place[:2] for place in places[35:38]] == [(1, 1), (1, 1), (2, 0)]
    assert len(places) == 37 + 37 + 20  # the last cylinder is a range cut short: no spares
    assert round(10 * places[36][2] / TURN) % 10 == (3 + 2 + 4 + 2 + 7) % 10
    toml = file.with_suffix(".toml").read_text()
    assert "cylinders_per_range = 2 " in toml
    assert "spare_sectors_per_range = 3 " in toml
    assert "slipped_sectors = [4]" in toml


@pytest.mark.parametrize(("scheme", "written"), [(9, 7), (10, 8)])
def test_spares_of_a_zone(make: Make, scheme: int, written: int) -> None:
    """7 spares, one slip, 4 blocks of front within a track: they are slips to a drive file."""
    file = placed(make, [(zone_of(0, 3, spares=7, front=24), [33])], scheme)
    places = surveyed(file)
    assert len(places) == 80 - 24 - 7 - (scheme == 10)
    assert places[0][:2] == (1, 0)
    toml = file.with_suffix(".toml").read_text()
    assert f"spare_sectors = {written + 4} " in toml
    assert "slipped_sectors = [20, 21, 22, 23, 33]" in toml


def test_ranges_longer_than_a_zone(make: Make) -> None:
    """They have no spares."""
    file = placed(make, [(zone_of(0, 2, spares=3), [4])], 8, of_range=4)
    assert len(surveyed(file)) == 59
    assert "range" not in file.with_suffix(".toml").read_text().partition("[[")[2]


def test_a_front_within_a_track(make: Make) -> None:
    """Scheme 7 with 13 blocks of front: block 0 is on head 1, sector 3."""
    file = placed(make, [(zone_of(0, 3, front=13), [])], 7)
    assert surveyed(file)[0][:2] == (0, 1)
    toml = file.with_suffix(".toml").read_text()
    assert "reserved_tracks = 1 " in toml
    assert "slipped_sectors = [10, 11, 12]" in toml


@pytest.mark.parametrize(
    ("mapping", "begin", "word", "first"),
    [
        (1, 3, "in each zone", (3, 0)),
        (1, 4, "on odd cylinders", (4, 0)),
        (2, 3, "on odd cylinders", (3, 1)),
    ],
)
def test_serpentine(make: Make, mapping: int, begin: int, word: str, first: object) -> None:
    """In mapping 1 each zone begins with head 0; in mapping 2, an odd cylinder with the last."""
    zones: list[tuple[dict[str, int], list[int]]] = [
        (zone_of(0, begin - 1), []),
        (zone_of(begin, 6), []),
    ]
    file = placed(make, zones, 9, mapping=mapping)
    places = surveyed(file)
    assert [place[:2] for place in places[:40:10]] == [(0, 0), (0, 1), (1, 1), (1, 0)]
    assert places[begin * 20][:2] == first
    assert f'serpentine = "{word}"' in file.with_suffix(".toml").read_text()


# ---- By the rules


@pytest.mark.parametrize("scheme", range(1, 11))
def test_each_scheme(make: Make, scheme: int) -> None:
    slips = [7] if scheme == 1 else [23, 29, 61]
    spares = 3
    zones = [
        (zone_of(0, 5, spares=spares, front=0 if scheme == 3 else 20), slips),
        (zone_of(8, 11, spares=spares, sectors=8, offset=5), []),
    ]
    expected = [place for zone in zones for place in disksim_places(*zone, scheme, 2)]
    places = surveyed(placed(make, zones, scheme, of_range=2))
    assert_same(places, expected)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    scheme=st.integers(1, 10),
    mapping=st.integers(0, 2),
    of_range=st.integers(1, 3),
    first=st.builds(
        zone_of,
        st.just(0),
        st.integers(3, 6),
        spares=st.integers(0, 4),
        sectors=st.integers(5, 9),
        front=st.integers(0, 12),
        track_skew=st.integers(0, 4),
        cylinder_skew=st.integers(0, 4),
    ),
    gap=st.integers(0, 2),
    slips=st.lists(st.integers(0, 39), max_size=3, unique=True).map(sorted),
)
def test_random_zones(
    make: Make,
    scheme: int,
    mapping: int,
    of_range: int,
    first: dict[str, int],
    gap: int,
    slips: list[int],
) -> None:
    if scheme == 1:
        first["spares"] = min(first["spares"], 3)
        slips = sorted({slip % 8 for slip in slips})
    if scheme == 3:  # whole tracks; with less than 2 blocks each the cache would be too large
        first["spares"] = min(first["spares"], first["sectors"] - 2)
        first["front"] = first["front"] % 3 * (first["sectors"] - first["spares"])
    if scheme in (1, 2, 3, 5, 8, 9):  # as many as there are spares for, wherever they are
        slips = slips[: first["spares"]]
    begin = first["last"] + 1 + gap
    zones = [(first, slips), (zone_of(begin, begin + 3, spares=first["spares"]), [])]
    expected = [place for one in zones for place in disksim_places(*one, scheme, of_range, mapping)]
    file = placed(make, zones, scheme, of_range, mapping)
    if "each part begins with head 0" not in texts(disksim.read(file)):
        assert_same(surveyed(file), expected)


# ---- What has no counterpart, and what makes no sense


def texts(found: disksim.Imported) -> str:
    return "\n".join(str(note) for note in found.warnings)


def test_angles_in_revolutions(make: Make) -> None:
    zone = {
        "Offset of first block": 0.25,
        "Skew for track switch": 0.125,
        "Skew for cylinder switch": 0.5,
    }
    file = make(zones=[zone], layout={"Skew units": "revolutions"})
    places = surveyed(file)
    assert [places[block][2] for block in (0, 20, 40)] == [turn * TURN // 8 for turn in (2, 3, 7)]


def test_decimals_of_sectors_are_written_and_told(make: Make) -> None:
    found = disksim.read(make(zones=[{"Offset of first block": 2.5}]))
    assert 'phase = "2.5 sectors"' in found.toml
    assert "Offset of first block = 2.5: written as it stands" in texts(found)


def test_serpentine_mapping_is_told(make: Make) -> None:
    found = disksim.read(make(layout={"LBN-to-PBN mapping scheme": 3}))
    assert "3 is not one of 0, 1, 2" in found.problems[0]


def test_blocks_in_use(make: Make) -> None:
    for said, written in ((400, 400), (480, 480), (500, 480)):
        file = make(model={"Block count": said})
        assert len(surveyed(file)) == written
    assert "Block count = 500: the zones hold only 480, 20 fewer" in texts(disksim.read(file))
    assert "`layout.zone.sectors_per_track`" in texts(disksim.read(file))


def test_defects_go_to_spares(make: Make) -> None:
    zone = {"Number of spares": 2, "defects": "[ 5, 38, 45, 79 ]"}
    file = make(zones=[zone], layout={"Sparing scheme used": 2}, model={"Block count": 456})
    found = disksim.read(file)
    assert "reallocated_sectors = [5, 45]" in found.toml
    assert "the drive chooses the spare places itself" in texts(found)
    assert surveyed(file)[5][:2] == (0, 1)
    found = disksim.read(make(zones=[zone]))  # spares at the disk's end, of which nothing is known
    assert "reallocated" not in found.toml
    assert "left out: no spare places" in texts(found)


@pytest.mark.parametrize(
    ("zone", "message"),
    [
        ({"slips": "[ 480 ]"}, "key `slips`: 480 lies behind the zone's last, 479"),
        ({"slips": "[ -1 ]"}, "key `slips`: has -1"),
        ({"slips": "[ a ]"}, "key `slips`: has a"),
        ({"defects": "[ 1, 2, 3 ]"}, "key `defects`: pairs of numbers are wanted"),
        ({"Blocks per track": 0}, "key `Blocks per track`: 0 is too little; the least is 1"),
        ({"Blocks per track": 1.5}, "key `Blocks per track`: 1.5 is no whole number"),
        ({"Blocks per track": "many"}, "key `Blocks per track`: many is no number"),
        ({"Blocks per track": 99999}, "key `Blocks per track`: 99999 is too much"),
        (
            {"Last cylinder number": None},
            "key `Last cylinder number`: is missing in this dm_layout",
        ),
        ({"First cylinder number": 12}, "key `Last cylinder number`: 11 lies before the first, 12"),
        ({"Empty space at zone front": 480}, "front and spares leave the zone no block"),
        ({"Skew units": "feet"}, "feet is neither sectors nor revolutions"),
    ],
)
def test_mistakes_in_a_zone(
    make: Make, tmp_path: Path, zone: dict[str, object], message: str
) -> None:
    found = disksim.read(make(zones=[zone]))
    [problem] = found.problems
    assert message in problem
    assert "tiny.model:" in problem
    assert "[seek]" in found.toml  # what was found is there
    assert problem.removeprefix(f"{tmp_path}/") in found.toml


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ({"Sparing scheme used": 11}, "key `Sparing scheme used`: 11 is not one of 0 to 10"),
        ({"Sparing scheme used": None}, "key `Sparing scheme used`: is missing"),
        ({"Zones": "[ 1 ]"}, "key `Zones`: [1] is no list of blocks"),
    ],
)
def test_mistakes_in_a_layout(make: Make, layout: dict[str, object], message: str) -> None:
    assert any(message in problem for problem in disksim.read(make(layout=layout)).problems)


def test_zones_that_overlap(make: Make) -> None:
    later: dict[str, object] = {"First cylinder number": 11, "Last cylinder number": 12}
    [problem] = disksim.read(make(zones=[{}, later])).problems
    assert "key `First cylinder number`: 11 lies within or before the zone before" in problem


def test_another_layout_model(make: Make) -> None:
    found = disksim.read(make(model={"Layout Model": "dm_layout_g3 { TP = [] }"}))
    assert (
        "dm_layout_g3 is not known here; dm_layout_g1, dm_layout_g2, dm_layout_g4 are"
        in found.problems[0]
    )
    assert "seek.head_switch" in {one["key"] for one in found.sources}


@pytest.mark.parametrize("scheme", range(11))
def test_a_defect_where_no_block_lies_is_left_out(make: Make, scheme: int) -> None:
    """DiskSim ships a file with a spare sector that is moved to itself: there is none to move."""
    spares = {0: 0, 7: 0, 3: 1, 9: 5, 10: 5}.get(scheme, 2)
    zone = {"Number of spares": spares, "slips": "[ 3 ]"}
    layout = {"Sparing scheme used": scheme, "Rangesize for sparing": 2}
    plain = disksim.read(make(zones=[zone], layout=layout))
    assert plain.problems == []
    last = {1: 23, 5: 441, 6: 441}.get(scheme, 479)
    for empty in (last, 3):
        found = disksim.read(
            make(zones=[{**zone, "defects": f"[ {empty}, {empty} ]"}], layout=layout)
        )
        assert found.problems == []
        assert found.blocks == plain.blocks
        told = [note.text for note in found.warnings if note.parameter == "defects"]
        if scheme in (0, 7):
            told = [text for text in told if empty == 3 or "no spare places" in text]
        else:
            assert f"left out: no block lies at {empty} that could be moved" in told[0]
        assert told
        assert "reallocated" not in found.toml
