"""The parts that an extraction rests on, against worked examples."""

import random
from fractions import Fraction

import pytest

from headstack_identify.extract.layout.angles import (
    Angles,
    Fit,
    apart,
    common,
    simple_part,
    simplest,
)
from headstack_identify.extract.layout.mapping import Mapping, Marks, Region, Run
from headstack_identify.extract.layout.marks import look
from headstack_identify.extract.layout.places import Place
from headstack_identify.extract.layout.zones import describe, lay
from headstack_identify.extract.times.by_place import by_place

# --- angles ---


def test_a_simple_part_is_not_taken_where_one_would_be_there_by_chance() -> None:
    assert simple_part(14 / 96 + 1e-10, 96, 1e-9) == Fraction(14, 96)
    assert simple_part(0.149, 54, 1e-10) == Fraction(149, 1000)
    assert simple_part(0.149, 54, 1e-5) is None  # a hundred thousandth is near many of a thousand
    assert simple_part(0.1234567891, 54, 1e-9) is None
    assert abs(float(simplest(0.1234567891, 54, 1e-9)) - 0.1234567891) < 1e-14


@pytest.mark.parametrize("size", [0, 6])
def test_angles_come_from_tracks_all_over_a_region(size: int) -> None:
    """Readings are off by a tick at random; over 900 cylinders the angles are not."""
    steps = [Fraction("0.2024159984"), Fraction("0.1860256813"), Fraction("0.283077764")]
    heads = [Fraction(0), steps[0], steps[0] + steps[1]]
    true = Angles(Fraction("0.3"), heads, heads[-1] + steps[2])
    true.range_cylinders, true.range_turn = size, Fraction("0.6189320301")
    region = Region(100, 999, 180, [Run(0, 0, 900 * 3 * 180)])
    rng = random.Random(1)
    tracks = {
        (cylinder, head): (float(true.of(region, Place(cylinder, head, 0))) + rng.gauss(0, 2**-32))
        % 1
        for cylinder in range(100, 1000, 37)
        for head in range(3)
    }
    rough = Angles(*(true.phase, true.heads, true.cylinder, size, true.range_turn))
    rough.cylinder += Fraction(1, 10**9)
    fit = Fit(region, rough, tracks)
    found = fit.angles(type(fit.phase)(0.0, 0.0))
    for cylinder in (100, 555, 999):
        for head in range(3):
            place = Place(cylinder, head, 0)
            assert apart(found.of(region, place), true.of(region, place)) < 2**-32


def test_whole_sectors_come_out_whole() -> None:
    true = Angles(Fraction(0), [Fraction(0), Fraction(7, 58), Fraction(14, 58)], Fraction(39, 58))
    region = Region(0, 500, 58, [Run(0, 0, 501 * 3 * 58)])
    tracks = {
        (cylinder, head): (float(true.of(region, Place(cylinder, head, 0))) + 1e-10) % 1
        for cylinder in range(0, 501, 20)
        for head in range(3)
    }
    fit = Fit(region, true, tracks)
    assert fit.angles(fit.phase) == true


def test_skews_of_several_zones_are_one_list() -> None:
    near = [
        [Fraction("0.999999999"), Fraction("0.25")],
        [Fraction("0.000000001"), Fraction("0.25")],
    ]
    assert common(near) == [Fraction(0), Fraction("0.25")]


# --- marks ---


@pytest.mark.parametrize("behind", [0.003, 0.0121, 0.0205])
def test_marks_are_found_and_where_they_are(behind: float) -> None:
    mapping = Mapping(
        1, [Region(0, 9, 90, [Run(0, 0, 900)]), Region(10, 19, 76, [Run(900, 0, 760)])]
    )
    true = Marks(33, behind)

    def end_of(place: Place, _: int) -> float:
        sectors = mapping.region(place.cylinder).sectors
        begin = 0.0731 * place.cylinder
        return (begin + (place.sector + 1) / sectors + true.late(place, sectors)) % 1.0

    found = look(mapping, end_of, 1e-9)
    assert found is not None
    assert found.count == 33
    assert abs(found.behind - behind) < 1 / 33 / 20


def test_even_ends_and_ends_that_no_marks_explain_have_none() -> None:
    mapping = Mapping(1, [Region(0, 9, 90, [Run(0, 0, 900)])])
    assert look(mapping, lambda place, _: (place.sector + 1) / 90 % 1, 1e-9) is None
    rng = random.Random(2)
    assert look(mapping, lambda *_: rng.random(), 1e-9) is None


# --- zones ---


def test_ranges_with_spare_sectors_are_told_by_their_ends() -> None:
    heads, sectors = 2, 10
    group, spare = 3 * heads * sectors, 7
    runs, lbn = [], 0
    for first in range(0, 4 * group, group):
        runs.append(Run(lbn, first, group - spare))
        lbn += group - spare
    region = Region(0, 11, sectors, runs)
    zone = describe(Mapping(heads, [region]), region, 0, True)
    assert (zone.cylinders_per_range, zone.spare_sectors_per_range) == (3, spare)
    assert zone.slipped_sectors == []
    assert lay(zone, heads) == [(run.sector, run.end) for run in runs]


def test_what_is_spare_at_a_zones_end_is_a_number() -> None:
    region = Region(0, 9, 10, [Run(0, 0, 163)])
    zone = describe(Mapping(2, [region]), region, 0, False)
    assert (zone.spare_tracks, zone.spare_sectors, zone.slipped_tracks) == (0, 37, [])


# --- times by place ---


@pytest.mark.parametrize(
    ("sectors", "passing"), [(0.0, 0.0), (0.663, 0.0), (0.0, 6e6), (0.5, 6e6), (-0.865, 5e6)]
)
def test_what_sectors_add_is_told_from_what_they_take(sectors: float, passing: float) -> None:
    work = 900e6
    times = {p: (work + sectors * p) / (1 - passing / p) for p in (120e6, 150e6, 190e6)}
    found = by_place(times)
    assert found.sectors == pytest.approx(sectors, abs=0.001)
    assert found.passing == pytest.approx(passing, abs=20_000)
    for pitch, time in times.items():
        assert found.work(time, pitch) == pytest.approx(work, abs=200_000)


def test_one_place_and_noise_say_nothing() -> None:
    assert by_place({1e8: 5e8}).sectors == 0
    assert by_place({1e8: 5e8, 2e8: 5.03e8}, jitter=2e6).sectors == 0
