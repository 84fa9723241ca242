"""The steps from reads to tracks, on tracks whose places are known by construction."""

import numpy as np
import pytest

from headstack_identify.tracks import (
    describing,
    ends,
    levelling,
    rotation,
    skew_pattern,
    slips,
    track_grid,
    zones,
)
from headstack_identify.tracks.dense import Group
from headstack_identify.tracks.track_grid import Shape
from headstack_identify.tracks.zone_tracks import Anchor, ZoneTracks

TURN_MS = 8.0
SECTORS = 100


def zone(skews: list[float], shape: Shape) -> ZoneTracks:
    return ZoneTracks(SECTORS, shape, np.array(skews), ())


def reads_of(tracks: ZoneTracks, block: np.ndarray, offset: np.ndarray, seed: int = 1) -> Group:
    """Reads in random order of time, some revolutions apart, each right to 0.2 % of a turn."""
    rng = np.random.default_rng(seed)
    turns = rng.permutation(len(block)) * 3.0
    noise = np.abs(rng.normal(0, 0.002, len(block)))
    angle = (tracks.angle(offset) % 1 + 1 / SECTORS) % 1
    return Group(block, (turns + angle + noise) * TURN_MS)


SHAPES = {
    "plain": (Shape(100), [0.3, 0.1, 0.1, 0.1]),
    "spares on each track": (Shape(97), [0.3, 0.1, 0.1, 0.1]),
    "spares in each cylinder": (Shape(100, 4 * 100 - 7), [0.3, 0.1, 0.1, 0.1]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_group_shows_sectors_tracks_and_skews(name: str) -> None:
    shape, skews = SHAPES[name]
    tracks = zone(skews, shape)
    begin = 41_237  # a cylinder begins here
    block = np.arange(begin - 700, begin + 900, 13)
    group = reads_of(tracks, block, block - begin)
    found = rotation.find([group], TURN_MS * 1.004, np.array([120.0]))
    assert found.revolution_ms == pytest.approx(TURN_MS, rel=5e-5)
    assert round(found.sectors[0]) == SECTORS
    marks = track_grid.marks(group, TURN_MS, SECTORS)
    grid = track_grid.fitted(marks, SECTORS, 4)
    assert grid is not None
    assert grid.shape.track == shape.track
    assert abs(grid.shape.period - shape.period) <= 1
    nearest = np.abs((grid.first - begin + shape.period // 2) % shape.period - shape.period // 2)
    assert nearest.min() <= 3
    steps = skew_pattern.steps(marks, track_grid.placed(marks, SECTORS, shape))
    pattern = np.roll(skew_pattern.pattern_of(steps, 4), -int(np.argmax(
        np.abs(skew_pattern.pattern_of(steps, 4) - 0.1))))  # fmt: skip
    assert pattern == pytest.approx(skews, abs=0.005)


@pytest.mark.parametrize("seed", range(40))
def test_intervals_count_by_sums_as_one_by_one(seed: int) -> None:
    """Also where two tracks begin in one interval, and where intervals are longer than a track."""
    rng = np.random.default_rng(seed)
    longest, track = int(rng.integers(1, 30)), int(rng.integers(10, 60))
    block = 5_000 + np.cumsum(rng.integers(1, longest + 1, int(rng.integers(2, 90))))
    marked = rng.random(len(block) - 1) < 0.2
    found = track_grid.Marks(block, np.zeros(len(marked)), marked)
    heads = int(rng.integers(1, 7))
    for spare in rng.integers(1, track, 6).tolist():
        shape = Shape(track, heads * track - spare)
        begins = np.arange(-track // 6, shape.period)
        one_by_one = track_grid.wrong_intervals(found, shape, begins)
        assert (track_grid._wrong(found, shape, begins) == one_by_one).all()
    begins = np.arange(track)
    one_by_one = track_grid.wrong_intervals(found, Shape(track), begins)
    assert (track_grid._wrong(found, Shape(track), begins) == one_by_one).all()


def long_tracks(sectors: int, first: int, seed: int, jitter_rev: float) -> Group:
    """Reads of 15 tracks, seven on each, in random order, with a skew of 0.066 revolutions."""
    rng = np.random.default_rng(seed)
    block = first + np.arange(105) * (sectors // 7)
    angle = block / sectors + block // sectors * 0.066
    noise = np.abs(rng.normal(0, jitter_rev, len(block)))
    return Group(block, (rng.permutation(len(block)) * 3.0 + angle % 1 + noise) * TURN_MS)


def test_neighbouring_groups_share_the_sectors_of_their_tracks() -> None:
    """One group of tracks with 1800 sectors is off by several sectors, and fifteen together by one.

    The ends of reads are late by 0.5 % of a revolution, which are nine sectors.
    """
    truth = [1800] * 15 + [1773] * 15 + [1743] * 15
    groups = [long_tracks(n, 90_000 * at, at, 0.005) for at, n in enumerate(truth)]
    own = rotation.find(groups, TURN_MS * 1.001, np.array(truth) * 0.97)
    assert np.abs(own.sectors - truth).max() > 1.5
    whole = rotation.consensus(groups, own)
    assert np.abs(whole - truth).max() <= 1
    assert len(np.flatnonzero(np.diff(whole))) == 2, "two zones end, and no others"


def test_numbers_of_sectors_that_reads_rule_out() -> None:
    """Of many short tracks, one sector more or less is ruled out; of a long track's group, not."""
    short = [long_tracks(100, 9_000 * at, at, 0.001) for at in range(4)]
    assert rotation.rivals(short, TURN_MS, 100) == []
    assert rotation.rivals([long_tracks(1800, 0, 1, 0.005)], TURN_MS, 1800) == [
        1798, 1799, 1801, 1802,
    ]  # fmt: skip


def test_a_read_that_the_host_saw_late_marks_no_track() -> None:
    tracks = zone([0.3, 0.1, 0.1, 0.1], Shape(100))
    block = np.arange(0, 900, 13)
    group = reads_of(tracks, block, block)
    late = group.end_ms.copy()
    late[20] += 0.3 * TURN_MS
    one = track_grid.marks(group, TURN_MS, SECTORS)
    other = track_grid.marks(Group(group.block, late), TURN_MS, SECTORS)
    assert one.marked.sum() == other.marked.sum()
    assert len(other.block) == len(one.block) - 1


@pytest.mark.parametrize("heads", [2, 5, 13])
def test_the_skews_repeat_after_as_many_tracks_as_there_are_heads(heads: int) -> None:
    rng = np.random.default_rng(2)
    track = np.arange(1, 60)
    skew = np.where(track % heads == 3 % heads, 0.3, 0.15) + rng.normal(0, 0.002, len(track))
    group = skew_pattern.Steps(track, skew)
    assert skew_pattern.heads_of([group]) == heads


def test_equal_skews_show_no_heads() -> None:
    rng = np.random.default_rng(2)
    group = skew_pattern.Steps(np.arange(60), 0.15 + rng.normal(0, 0.002, 60))
    assert skew_pattern.heads_of([group]) is None


@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize(
    ("places", "shifts"),
    [([], []), ([2000], [1]), ([1500, 3300], [1, 2]), ([2500], [100]), ([1500, 3500], [1, 101])],
)
def test_slips_are_followed(places: list[int], shifts: list[int], before: bool) -> None:
    """Sectors and tracks that blocks skip, after the known cylinder and before it."""
    tracks = zone([0.3, 0.1, 0.1, 0.1], Shape(100))
    block = np.arange(100, 5000, 37)
    shift = np.array([0, *shifts])[np.searchsorted(places, block, side="right")]
    sign = -1 if before else 1
    reads = reads_of(tracks, sign * block, sign * (block + shift))
    anchor = Anchor(0, 1 / SECTORS, 0, 0)
    found = slips.course(tracks, anchor, reads, TURN_MS)
    assert np.mean(found.path == shift) > 0.95
    assert found.path[-1] == shift[-1]
    assert (np.diff(found.path) >= 0).all()


def test_a_read_of_a_tracks_last_block_that_ends_late_marks_one_track() -> None:
    """Some drives end such reads late. The interval after such a read is no track either."""
    tracks = zone([0.3, 0.17, 0.17, 0.17], Shape(100))
    block = np.unique(np.r_[np.arange(0, 890, 13), np.arange(99, 890, 200)])
    group = reads_of(tracks, block, block)
    late = group.end_ms + np.where(block % 100 == 99, 0.14, 0.0) * TURN_MS
    found = track_grid.marks(Group(group.block, late), TURN_MS, SECTORS)
    assert found.marked.sum() == 8, "tracks begin at blocks 100 to 800"
    skews = np.abs(np.subtract.outer(found.later[found.marked], [0.17, 0.3])).min(axis=1)
    assert skews.max() < 0.02
    assert not np.isin(np.arange(99, 890, 200), found.block).any()


def test_a_small_skew_on_each_track_is_not_a_shorter_track() -> None:
    """Ends of reads rise by 0.024 revolutions more on each track: 2.4 sectors of 85."""

    def at(first: int, seed: int) -> Group:
        rng = np.random.default_rng(seed)
        block = first + np.arange(0, 1300, 12)
        angle = block / 85 + block // 85 * 0.024 + np.abs(rng.normal(0, 0.002, len(block)))
        return Group(block, (rng.permutation(len(block)) * 3.0 + angle % 1) * TURN_MS)

    groups = [at(20_000 * number, number) for number in range(8)]
    own = rotation.find(groups, TURN_MS * 1.002, np.full(8, 84.0))
    assert (rotation.consensus(groups, own) == 85).all()


def slipped_zone(
    places: list[int], per_place: int = 1, apart: int = 900
) -> tuple[ZoneTracks, Group, np.ndarray]:
    """A zone of 600 cylinders with slipped sectors: rough tracks, all reads, and their shifts.

    The reads are 12 groups, and `apart` others.
    """
    rng = np.random.default_rng(5)
    truth = zone([0.3, 0.1, 0.12, 0.1], Shape(SECTORS))
    dense = np.concatenate(
        [first + np.arange(0, 1000, 13) for first in range(2_000, 240_000, 20_000)]
    )
    block = np.unique(np.r_[dense, rng.integers(0, 240_000, apart)])
    shift = per_place * np.searchsorted(places, block, side="right")
    reads = reads_of(truth, block, block + shift)
    groups = [
        reads.block[(reads.block >= low) & (reads.block < low + 1000)]
        for low in range(2_000, 240_000, 20_000)
    ]
    anchors = []
    for number, mine in enumerate(groups):
        slips_before = per_place * int(np.searchsorted(places, mine[0], side="right"))
        begin = -(-(mine[0] + slips_before) // 400) * 400 - slips_before
        wrong = number % 3 - 1  # a group shows the begin of a cylinder no better
        angle = float(truth.angle(np.array([begin + slips_before]))[0]) + (1 + wrong) / SECTORS
        angle += 0.0016  # the mean of the noise
        anchors.append(Anchor(begin + wrong, angle, int(mine[0]), int(mine[-1])))
    rough = ZoneTracks(SECTORS, Shape(SECTORS), truth.skews + 1e-5, tuple(anchors))
    return rough, reads, shift


@pytest.mark.parametrize(
    ("places", "per_place"),
    [
        ([], 1),
        ([31_000], 1),
        ([31_000, 90_500, 151_000, 152_000, 200_300], 1),
        ([1_000 * number**2 for number in range(3, 16)], 1),
        ([61_000, 130_000], 3),
    ],
)
def test_one_course_of_slips_goes_through_a_zone(places: list[int], per_place: int) -> None:
    """The rough skews have an error. The error must neither hide a slip nor add one."""
    rough, reads, shift = slipped_zone(places, per_place)
    (found,) = levelling.levelled(rough, reads, TURN_MS)
    first, last = found.anchors
    assert first.block % 400 == 0
    assert (last.block + shift[np.searchsorted(reads.block, last.low)]) % 400 == 0
    assert found.skews.sum() == pytest.approx(0.62, abs=2e-5)
    inside = reads.block >= first.low
    some = Group(reads.block[inside], reads.end_ms[inside])
    path = slips.course(found, first, some, TURN_MS).path
    assert path[-1] == shift[-1]
    assert np.mean(path == shift[inside]) > 0.97


@pytest.mark.parametrize("jump", [0.2, 0.37])
def test_a_zone_whose_angles_jump_keeps_its_pieces(jump: float) -> None:
    rough, reads, _ = slipped_zone([], apart=4000)
    jumped = np.where(reads.block > 131_000, jump, 0.0) * TURN_MS
    reads = Group(reads.block, reads.end_ms + jumped)
    anchors = tuple(
        Anchor(one.block, one.angle + jump * (one.block > 131_000), one.low, one.high)
        for one in rough.anchors
    )
    moved = ZoneTracks(SECTORS, rough.shape, rough.skews, anchors)
    assert levelling.levelled(moved, reads, TURN_MS) == [moved]


@pytest.mark.parametrize("slipped", [20, 90, 110, 280])
def test_more_slipped_sectors_than_a_track_are_followed(slipped: int) -> None:
    """On tracks of 72 sectors, 110 slipped sectors shift as a track and 38 sectors do."""
    tracks = ZoneTracks(72, Shape(72), np.array([0.5]), ())
    block = np.arange(0, 60_000, 31)
    shift = np.searchsorted(np.linspace(500, 59_000, slipped), block, side="right")
    rng = np.random.default_rng(3)
    angle = tracks.angle(block + shift) % 1 + np.abs(rng.normal(0, 0.001, len(block)))
    reads = Group(block, (rng.permutation(len(block)) * 3.0 + angle) * TURN_MS)
    found = slips.course(tracks, Anchor(0, 0.0, 0, 0), reads, TURN_MS)
    assert found.path[-1] == slipped
    assert np.mean(np.abs(found.path - shift) <= 1) > 0.97


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("slipped", [1, 30, 103])
def test_the_courses_of_several_starts_are_those_of_each(name: str, slipped: int) -> None:
    """The starts differ in begin, angle and skews. Some courses need more slips than others."""
    shape, skews = SHAPES[name]
    tracks = zone(skews, shape)
    block = np.arange(100, 9_000, 37)
    shift = np.where(block > 4_000, slipped, 0)
    reads = reads_of(tracks, block, block + shift)
    wrong = zone([0.3, 0.13, 0.1, 0.1], shape)
    anchors = [Anchor(0, 1 / SECTORS, 0, 0), Anchor(3, 4 / SECTORS, 0, 0)]
    starts = [(one, anchor) for one in (tracks, wrong) for anchor in anchors]
    together = slips.courses(starts, reads, TURN_MS)
    for (one, anchor), found in zip(starts, together, strict=True):
        alone = slips.course(one, anchor, reads, TURN_MS)
        for name_of in ("cost", "shift", "path"):
            np.testing.assert_array_equal(getattr(found, name_of), getattr(alone, name_of))


def test_a_slip_inside_the_first_group_has_its_place() -> None:
    rough, reads, _ = slipped_zone([2_500])
    first = Anchor(2_000, rough.angle(np.array([2_000]))[0] + 1 / SECTORS, 2_000, 2_999)
    one = ZoneTracks(SECTORS, rough.shape, rough.skews - 1e-5, (first,))
    (place, blocks), *others = zones.inside(one, 0, 20_000, reads, TURN_MS)
    assert (abs(place - 2_500) <= 13, blocks, others) == (True, 1, [])


def late_ends(late_sectors: float) -> tuple[ZoneTracks, ZoneTracks, Group]:
    """A zone with a skew of 2 sectors, the zone whose tracks begin a block early, and reads."""
    rng = np.random.default_rng(8)
    truth = zone([0.2, 0.02, 0.02, 0.02], Shape(SECTORS))
    block = np.unique(rng.integers(0, 40_000, 6000))
    angle = truth.angle(block) + truth.ends(block) * late_sectors / SECTORS
    angle += np.abs(rng.normal(0, 0.002, len(block)))
    reads = Group(block, (rng.permutation(len(block)) * 3.0 + angle % 1) * TURN_MS)
    begins = ((0, 0, 19_000), (20_000, 19_001, 40_000))

    def begun(later: int) -> ZoneTracks:
        anchors = [
            Anchor(at + later, float(truth.angle(np.array([at]))[0]) + later / SECTORS, low, high)
            for at, low, high in begins
        ]
        return ZoneTracks(SECTORS, truth.shape, truth.skews, tuple(anchors))

    return begun(0), begun(-1), reads


def test_tracks_do_not_begin_with_the_last_block_of_the_track_before() -> None:
    """Reads of a last block end late by 2.4 sectors, so only 0.4 off where a track would begin."""
    right, early, reads = late_ends(2.4)
    first, second = ends.begun([right, early], reads, TURN_MS)
    assert first == right
    assert [one.block for one in second.anchors] == [0, 20_000]


def test_tracks_begin_where_they_seem_to_if_no_end_is_late() -> None:
    right, _, reads = late_ends(0.0)
    assert ends.begun([right], reads, TURN_MS) == [right]


def test_a_head_without_reads_keeps_its_skews() -> None:
    """The reads are on heads 0 to 2. Their begins show nothing about the begin of head 3."""
    rough, reads, _ = slipped_zone([])
    some = reads.block % 400 < 300
    # All tracks end later than the anchors say.
    reads = Group(reads.block[some], reads.end_ms[some] + 0.01 * TURN_MS)
    (found,) = levelling.levelled(rough, reads, TURN_MS)
    assert found.skews == pytest.approx([0.3, 0.1, 0.12, 0.1], abs=0.005)


def test_groups_together_tell_the_first_track_of_cylinders_with_spares() -> None:
    """A group without reads at the end of its cylinder takes any of the tracks for the first."""
    shape = Shape(100, 4 * 100 - 6)
    tracks = zone([0.3, 0.1, 0.1, 0.1], shape)
    groups = []
    for number, begin in enumerate([40, 2_000, 4_400, 6_100]):
        low = begin * shape.cylinder + 100 * (number % 3)
        block = np.arange(low, low + 480, 13)
        groups.append(track_grid.marks(reads_of(tracks, block, block, number), TURN_MS, SECTORS))
    found = track_grid.together(groups, SECTORS, shape)
    for grid in found:
        assert min(int(grid.first[0]), shape.cylinder - int(grid.first[0])) <= 6
    assert len({int(grid.first[0]) for grid in found}) == 1


def test_a_zone_of_one_place_stays() -> None:
    rough, reads, _ = slipped_zone([])
    same = ZoneTracks(SECTORS, rough.shape, rough.skews, rough.anchors[:1] * 3)
    (found,) = levelling.levelled(same, reads, TURN_MS)
    assert np.isfinite(found.skews).all()


def test_no_sector_is_slipped_where_a_sector_turns_less_than_the_noise() -> None:
    """A skew that is a little off moves angles as slips of many short sectors would."""
    long = ZoneTracks(2000, Shape(2000), np.array([0.2002]), ())
    block = np.arange(0, 400_000, 1_999)
    turns = np.random.default_rng(1).permutation(len(block)) * 3.0
    angle = block / 2000 + block // 2000 * 0.2
    reads = Group(block, (turns + angle % 1) * TURN_MS)
    found = slips.course(long, Anchor(0, 0.0, 0, 0), reads, TURN_MS)
    assert not found.path.any()


@pytest.mark.parametrize("late", [0, 3, 5])
def test_a_slip_in_cylinders_with_spare_sectors_turns_all_later_cylinders(late: int) -> None:
    """Cylinders keep their blocks. So the zone comes in pieces, each with an angle of its own.

    Some neighbouring reads come late by two sectors, far from any slip. No zone ends there.
    """
    rng = np.random.default_rng(6)
    truth = zone([0.3, 0.1, 0.12, 0.1], Shape(SECTORS, 393))
    lows = range(2_000, 240_000, 20_000)
    dense = np.concatenate([first + np.arange(0, 1000, 13) for first in lows])
    block = np.unique(np.r_[dense, rng.integers(0, 240_000, 900)])
    edges = [393 * 150, 393 * 400]
    shift = np.searchsorted(edges, block, side="right")
    reads = reads_of(truth, block, block)
    turned = np.array(shift)
    for edge in edges:
        place = int(np.searchsorted(block, edge - 12_000))
        turned[place : place + late] += 2
    reads = Group(block, reads.end_ms + turned / SECTORS * TURN_MS)
    anchors = tuple(
        Anchor(
            low // 393 * 393,
            float(truth.slipped_angle(np.array([low // 393 * 393]), int(at))[0]) + 1 / SECTORS,
            low,
            low + 988,
        )
        for low, at in zip(lows, np.searchsorted(edges, lows, side="right"), strict=True)
    )
    rough = ZoneTracks(SECTORS, truth.shape, truth.skews + 1e-5, anchors)
    pieces = levelling.levelled(rough, reads, TURN_MS)
    assert len(pieces) == 3
    for left, right, edge in zip(pieces, pieces[1:], edges, strict=False):
        found, uncertain = zones.edge_between(left, right, reads, TURN_MS)
        assert found % 393 == 0
        assert abs(found - edge) <= uncertain < 1_000
    for number, piece in enumerate(pieces):
        (anchor,) = piece.anchors
        off = anchor.angle - truth.slipped_angle(np.array([anchor.block]), number)[0]
        assert anchor.block % 393 == 0
        assert (off % 1) * SECTORS == pytest.approx(1.15, abs=0.1)


@pytest.mark.parametrize("off", [-2, -1, 0, 1])
@pytest.mark.parametrize("before", [0, 200])
def test_a_zone_whose_first_block_is_some_blocks_off_keeps_its_angles(
    off: int, before: int
) -> None:
    """A read beside the begin of a cylinder does not move the zone by a cylinder."""
    anchor = Anchor(8_000, 0.25, 9_000, 9_900)
    tracks = ZoneTracks(SECTORS, Shape(SECTORS), np.array([0.3, 0.1, 0.12, 0.1]), (anchor,))
    tables = [
        describing.zone_tables([
            zones.Zone(tracks, 0, 4_000, 0, ()),
            zones.Zone(tracks, 4_000 + before + moved, 40_000, 0, ()),
        ])[1]
        for moved in (off, 0)
    ]  # fmt: skip
    assert tables[0].get("reserved_tracks", 0) == before / SECTORS
    assert tables[0]["phase"] == tables[1]["phase"]
