"""DiskSim's layout g4: every block of small disks by the rules of the tree, written once more."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from identify.disksim.surveys import Place, assert_same, farthest, surveyed

from headstack_identify import disksim

Make = Callable[..., Path]
Entry = Sequence[object]
Rows = Sequence[Sequence[Entry]]

TRACKS = [(0, 19, 20), (0, 17, 18), (0, 16, 20)]


class Tree:
    """A tree, and where DiskSim has its blocks."""

    def __init__(
        self,
        lists: Rows,
        slips: Sequence[tuple[int, int]] = (),
        remaps: Sequence[Sequence[int]] = (),
        tracks: Sequence[Sequence[int]] = TRACKS,
    ) -> None:
        self.lists, self.slips, self.remaps, self.tracks = lists, slips, remaps, tracks

    def text(self) -> str:
        lists = ",\n".join(f"[ {_flat(entries)} ]" for entries in self.lists)
        return (
            f"dm_layout_g4 {{\nTP = [ {_flat(self.tracks)} ],\nIDX = [\n{lists} ],\n"
            f"Slips = [ {_flat(self.slips)} ],\nRemaps = [ {_flat(self.remaps)} ]\n}}"
        )

    def places(self, blocks: int) -> list[Place]:
        """The places of the first blocks, if no block is remapped."""
        return [self._place(self._pushed(lbn)) for lbn in range(blocks)]

    def _pushed(self, lbn: int) -> int:
        """A slip pushes the blocks that would come to its place or after it."""
        for place, count in self.slips:
            if place <= lbn:
                lbn += count
        return lbn

    def _place(self, lbn: int) -> Place:
        entries = self.lists[-1]
        cylinder, angle = 0, Fraction(0)
        while True:
            [entry] = [one for one in entries if int(str(one[0])) <= lbn < _end(one)]
            lbn -= int(str(entry[0]))
            instance, lbn = divmod(lbn, int(str(entry[3])))
            sign = -1 if int(str(entry[7])) < 0 else 1
            cylinder += int(str(entry[1])) + sign * instance * int(str(entry[4]))
            angle += Fraction(str(entry[2])) + instance * Fraction(str(entry[5]))
            if entry[8] == "TRACK":
                sectors = self.tracks[int(str(entry[9]))][2]
                return cylinder, int(str(entry[10])), (angle + Fraction(lbn, sectors)) % 1
            entries = self.lists[int(str(entry[9]))]


def _flat(rows: Sequence[Sequence[object]]) -> str:
    return ", ".join(str(value) for row in rows for value in row)


def _end(entry: Entry) -> int:
    return int(str(entry[0])) + int(str(entry[6]))


def made(make: Make, tree: Tree, cylinders: int, blocks: int, heads: int = 2) -> Path:
    return make(
        model={
            "Number of data surfaces": heads,
            "Number of cylinders": cylinders,
            "Block count": blocks,
            "Layout Model": tree.text(),
        }
    )


STRIPS = [  # 4 cylinders of head 0 outwards, then those of head 1 inwards
    (0, 3, "0.0", 20, 1, "0.24", 80, -4, "TRACK", 0, 0),
    (80, 0, "0.96", 18, 1, "0.26", 72, 4, "TRACK", 1, 1),
]
ROWS = [  # a cylinder: head 0, then head 1
    (0, 0, "0.0", 20, 1, "0.0", 20, 1, "TRACK", 0, 0),
    (20, 0, "0.15", 20, 1, "0.0", 20, 1, "TRACK", 0, 1),
]
TURN_ROUND = [  # two cylinders, the second from head 1 on
    *ROWS,
    (40, 1, "0.4", 20, 1, "0.0", 20, 1, "TRACK", 0, 1),
    (60, 1, "0.55", 20, 1, "0.0", 20, 1, "TRACK", 0, 0),
]


def of_strips(**others: Sequence[tuple[int, int]]) -> Tree:
    """Three strips of 4 cylinders, each turned by 0.1 to the last."""
    root = [(0, 0, "0.05", 152, 4, "0.1", 456, 12, "IDX", 0)]
    return Tree([STRIPS, root], **others)


def zones_of(file: Path) -> str:
    return file.with_suffix(".toml").read_text().partition("[[layout.zone]]")[2]


# ---- By hand


def test_strips_of_surfaces(make: Make) -> None:
    """Block 0 lies on cylinder 3, block 20 on 2; block 80 on head 1 of cylinder 0, at 0.05+0.96."""
    tree = of_strips()
    file = made(make, tree, 12, 456)
    places = surveyed(file)
    assert [places[lbn][:2] for lbn in (0, 20, 79, 80, 98, 151, 152)] == [
        (3, 0),
        (2, 0),
        (0, 0),
        (0, 1),
        (1, 1),
        (3, 1),
        (7, 0),
    ]
    assert_same(places, tree.places(456))
    zones = zones_of(file)
    assert zones.count("surface = 0") == zones.count("surface = 1") == 3
    assert "cylinders = [3, 0]" in zones
    assert 'phase = "0.01 rev"' in zones
    assert 'cylinder_skew = "0.26 rev"' in zones
    assert "sectors_per_track = 18" in zones


def test_rows_become_one_zone(make: Make) -> None:
    """A switch of head turns by 0.15, a switch of cylinder by 0.4 - 0.15."""
    tree = Tree([ROWS, [(0, 0, "0.3", 40, 1, "0.4", 400, 10, "IDX", 0)]])
    file = made(make, tree, 10, 400)
    assert_same(surveyed(file), tree.places(400))
    zones = zones_of(file)
    assert "[[layout.zone]]" not in zones
    assert 'phase = "0.3 rev"' in zones
    assert 'track_skew = "0.15 rev"' in zones
    assert 'cylinder_skew = "0.25 rev"' in zones


def test_serpentine_rows(make: Make) -> None:
    tree = Tree([TURN_ROUND, [(0, 0, "0.3", 80, 2, "0.8", 400, 10, "IDX", 0)]])
    file = made(make, tree, 10, 400)
    assert_same(surveyed(file), tree.places(400))
    assert 'serpentine = "in each zone"' in file.with_suffix(".toml").read_text()
    assert "[[layout.zone]]" not in zones_of(file)


def test_zones_of_rows_with_other_sectors_and_angles(make: Make) -> None:
    """Two zones by their sectors; the second turns to other skews after 4 of its cylinders."""
    narrow = [
        (0, 0, "0.0", 18, 1, "0.0", 18, 1, "TRACK", 1, 0),
        (18, 0, "0.2", 18, 1, "0.0", 18, 1, "TRACK", 1, 1),
    ]
    root = [
        (0, 0, "0.3", 40, 1, "0.4", 160, 4, "IDX", 0),
        (160, 4, "0.7", 36, 1, "0.45", 144, 4, "IDX", 1),
        (304, 8, "0.1", 36, 1, "0.6", 144, 4, "IDX", 1),
    ]
    tree = Tree([ROWS, narrow, root])
    file = made(make, tree, 12, 448)
    assert_same(surveyed(file), tree.places(448))
    assert zones_of(file).count("[[layout.zone]]") == 2


def test_slips_push_later_blocks(make: Make) -> None:
    """Blocks 0 to 4 lie on sectors 0 to 4, block 5 on sector 7. One slip crosses into a track."""
    tree = of_strips(slips=[(5, 2), (98, 1), (99, 3), (114, 4), (455, 1)])
    file = made(make, tree, 12, 445)
    places = surveyed(file)
    assert [round(places[lbn][2] * 20 / 2**32) % 20 for lbn in (4, 5)] == [5, 8]
    assert_same(places, tree.places(445))
    assert "slipped_sectors = [5, 6]" in zones_of(file)


def test_spare_sectors_and_tracks(make: Make) -> None:
    """17 blocks on each track of 20 sectors; the last cylinder has head 0 only."""
    root = [
        (0, 0, "0.0", 17, 1, "0.25", 68, 4, "TRACK", 2, 0),
        (68, 3, "0.2", 17, 1, "0.25", 51, -3, "TRACK", 2, 1),
    ]
    tree = Tree([root], slips=[(30, 2)])
    file = made(make, tree, 4, 117)
    assert_same(surveyed(file), tree.places(117))
    zones = zones_of(file)
    assert "spare_sectors_per_track = 3" in zones
    assert "spare_tracks = 1" in zones


def test_a_track_with_fewer_sectors(make: Make) -> None:
    """18 sectors between tracks of 20: the zone leaves out two, and tells that."""
    strip = [
        (0, 0, "0.0", 20, 1, "0.25", 40, 2, "TRACK", 0, 0),
        (40, 2, "0.5", 18, 1, "0.25", 18, 1, "TRACK", 1, 0),
        (58, 3, "0.75", 20, 1, "0.25", 20, 1, "TRACK", 0, 0),
        (78, 3, "0.1", 20, 1, "0.25", 80, -4, "TRACK", 0, 1),
    ]
    tree = Tree([strip])
    file = made(make, tree, 4, 158)
    assert farthest(surveyed(file), tree.places(158)) == pytest.approx(17 / 18 - 17 / 20)
    assert "slipped_sectors = [58, 59]" in zones_of(file)
    [note] = [one for one in disksim.read(file).warnings if one.parameter == "IDX"]
    assert "tracks with fewer sectors than their neighbours: 1." in note.text


def test_measured_angles(make: Make) -> None:
    """Angles around 0.1 + 0.24 t: 0.003, -0.003, -0.003, 0.003 off, which no line comes closer."""
    angles = ("0.103", "0.337", "0.577", "0.823")
    strip = [
        (20 * t, t, angle, 20, 1, "0.5", 20, 1, "TRACK", 0, 0) for t, angle in enumerate(angles)
    ]
    strip.append((80, 3, "0.1", 20, 1, "0.24", 80, -4, "TRACK", 0, 1))
    tree = Tree([strip])
    file = made(make, tree, 4, 160)
    assert farthest(surveyed(file), tree.places(160)) == pytest.approx(0.003, abs=1e-8)
    assert 'cylinder_skew = "0.24 rev"' in zones_of(file)
    assert 'phase = "0.1 rev"' in zones_of(file)
    [note] = [one for one in disksim.read(file).warnings if one.parameter == "IDX"]
    assert "1 of 2 zones have angles that no skew gives exactly" in note.text
    assert "is 0.003000 revolutions off" in note.text


def test_blocks_that_lie_elsewhere(make: Make) -> None:
    """Block 21 is on the second track, sector 4, of 17 blocks and 3 spares."""
    tracks = [(0, 16, 20)]
    root = [(0, 0, "0.0", 17, 1, "0.25", 68, 4, "TRACK", 0, 0)]
    tree = Tree([root], remaps=[(21, 2, 3, 0, 18, 20)], tracks=tracks)
    file = made(make, tree, 4, 68, heads=1)
    found = disksim.read(file)
    assert found.problems == []
    assert "reallocated_sectors = [24, 25]" in found.toml
    [note] = [one for one in found.warnings if one.parameter == "Remaps"]
    assert note.text == "the drive chooses the spare places itself"


# ---- By the rules


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    width=st.integers(1, 4),
    heads=st.lists(st.integers(0, 1), min_size=2, max_size=3),
    again=st.integers(1, 3),
    turns=st.lists(st.integers(0, 99), min_size=12, max_size=12),
    slips=st.lists(st.integers(0, 70), max_size=4, unique=True).map(sorted),
)
def test_random_strips(
    make: Make, width: int, heads: list[int], again: int, turns: list[int], slips: list[int]
) -> None:
    """Strips of 2 or 3 surfaces, each inwards or outwards, repeated."""
    strips: list[Entry] = []
    end = 0
    for head, outwards in enumerate(heads):
        of = turns[4 * head + 1] % 2
        length = TRACKS[of][2]
        off, turn = f"0.{turns[4 * head]:02}", f"0.{turns[4 * head + 2]:02}"
        first, way = (width - 1, -width) if outwards else (0, width)
        strips.append((end, first, off, length, 1, turn, width * length, way, "TRACK", of, head))
        end += width * length
    root = [(0, 0, "0.0", end, width, f"0.{turns[3]:02}", again * end, again * width, "IDX", 0)]
    tree = Tree([strips, root], slips=[(slip, 1) for slip in slips if slip < again * end])
    blocks = again * end - len(tree.slips)
    file = made(make, tree, again * width, blocks, len(heads))
    assert_same(surveyed(file), tree.places(blocks))


# ---- What no zones can describe


def entry(**others: object) -> list[Entry]:
    names = ("lbn", "cyl", "off", "len", "cyllen", "alen", "runlen", "cylrunlen", "kind")
    names += ("child", "head")
    plain = dict(zip(names, (0, 0, "0.0", 20, 1, "0.0", 240, 12, "TRACK", 0, 0), strict=True))
    return [tuple({**plain, **others}.values())]


MISTAKES = {
    "cycle": ([(0, 0, 0, 240, 12, 0, 240, 12, "IDX", 0)], "more than 32 lists within each other"),
    "no list": ([(0, 0, 0, 240, 12, 0, 240, 12, "IDX", 7)], "entry 0 of list 0: there is no list"),
    "no track": (entry(child=9), "entry 0 of list 0: there is no track 9"),
    "no head": (entry(head=2), "entry 0 of list 0: there is no head 2"),
    "too long": (entry(len=21), "len is 21, and its track has 20 blocks"),
    "no kind": (entry(kind="FOO"), "FOO is neither IDX nor TRACK"),
    "word": (entry(lbn="a"), "entry 0 of list 0: a is no whole number"),
    "far": (entry(cyl=-1), "reaches from cylinder -1 to 10"),
    "huge": (entry(runlen=10**18), "reaches from cylinder 0 to 49999999999999999"),
    "many": (entry(runlen=10**18, cyllen=0), "the tree makes more than 1,000,000 pieces"),
    "nothing": (entry(len=0), "entry 0 of list 0 has lbn 0, len 0, runlen 240"),
    "gap": (entry(lbn=20), "no entry has block 0: entry 0 of list 0 begins at 20"),
    "short": ([(0, 0, 0)], "entry 0 of list 0 has 3 values; 10 are wanted, or 11 for a TRACK"),
    "doubled": ([*entry(), *entry(lbn=220, head=1)], "two entries have block 220"),
    "angle": (entry(off="1e20"), "is no angle in revolutions"),
    "back": (
        [*entry(cyl=6, runlen=120), *entry(lbn=120, runlen=120)],
        "after cylinder 11, the blocks go back to cylinder 0, head 0",
    ),
    "part": (
        [*entry(), *entry(lbn=240, cyl=3, runlen=40, head=1)],
        "after cylinder 11, the blocks go back to cylinder 3, head 1",
    ),
}


@pytest.mark.parametrize(("root", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_in_a_tree(make: Make, tmp_path: Path, root: list[Entry], message: str) -> None:
    found = disksim.read(made(make, Tree([root]), 12, 240))
    [problem] = found.problems
    assert problem.startswith(f"{tmp_path}/tiny.model:")
    assert "key `IDX`: " in problem
    assert message in problem
    assert "[[layout.zone]]" not in found.toml
    assert "[seek]" in found.toml


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("TP = [ 0, 20, 20 ]", "key `TP`: track 0 of TP has blocks on sectors 0 to 20 of 20"),
        ("TP = [ 0, 20 ]", "key `TP`: 2 numbers do not make groups of 3"),
        ("TP = [ a ]", "key `TP`: has a; whole numbers are wanted"),
        ("Slips = [ 5, -1 ]", "key `Slips`: the slip at 5 by -1 does not push later blocks on"),
        ("Slips = [ 5, 999 ]", "key `Slips`: the slip at 5 by 999 lies past the last sector, 239"),
        ("Remaps = [ 5, 0, 0, 0, 0, 20 ]", "key `Remaps`: 0 blocks from 5 on cannot lie elsewhere"),
        ("IDX = [ 5 ]", "key `IDX`: 5 is no list of entries"),
        ("IDX = [ [ ] ]", "key `IDX`: the last list, the root, has no entry"),
    ],
)
def test_mistakes_beside_a_tree(make: Make, text: str, message: str) -> None:
    name = text.partition(" ")[0]
    kept = [
        line.rstrip(",")
        for line in Tree([entry()]).text().replace("[\n", "[").splitlines()[1:-1]
        if not line.startswith(name)
    ]
    layout = f"dm_layout_g4 {{ {', '.join([*kept, text])} }}"
    found = disksim.read(make(model={"Layout Model": layout}))
    assert any(message in problem for problem in found.problems), found.problems


def test_cylinders_without_blocks(make: Make) -> None:
    """Cylinders 4 and 5, and 10 to 13, hold no block."""
    root = [
        (0, 0, "0.05", 152, 4, "0.0", 152, 4, "IDX", 0),
        (152, 6, "0.3", 152, 4, "0.0", 152, 4, "IDX", 0),
    ]
    tree = Tree([STRIPS, root])
    file = made(make, tree, 14, 304)
    assert_same(surveyed(file), tree.places(304))
    assert "gaps_in_seeks = true" in file.with_suffix(".toml").read_text()
