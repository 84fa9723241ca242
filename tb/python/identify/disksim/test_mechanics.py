"""Seek curves of every type, and what turns."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify import disksim

Make = Callable[..., Path]

TEN = "[ 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0 ]"
HPL = "[ 4, 2.5, 0.25, 3.0, 0.125, -1.0 ]"


def loaded(file: Path) -> DriveConfig:
    found = disksim.read(file)
    assert found.problems == []
    drive = file.with_suffix(".toml")
    drive.write_text(found.toml)
    return catalog.load(drive)


def warnings(file: Path) -> str:
    return "\n".join(str(note) for note in disksim.read(file).warnings)


def test_what_turns_and_what_moves(make: Make) -> None:
    drive = loaded(make(mech={"Add. write settling delay": -0.4}))
    assert drive.revolution_ps == 10_000_000_000  # 6000 rpm
    assert drive.value("seek.head_switch") == "0.9 ms"
    assert drive.value("seek.write_settle") == "-0.4 ms"
    assert drive.value("seek.points") == [[1, "1.5 ms"], [4, "2.25 ms"], [11, "4 ms"]]
    assert warnings(make()) == ""


def test_first_ten_root_and_line(make: Make) -> None:
    """DiskSim takes the root below its border, 4 cylinders, so that 3 is the last by the root."""
    drive = loaded(
        make(
            mech={
                "Seek type": "hplplus10",
                "First ten seek times": TEN,
                "HPL seek equation values": HPL,
            },
        )
    )
    assert drive.value("seek.first")[9] == "2 ms"
    assert drive.value("seek.root.up_to") == "3 cylinders"
    assert drive.value("seek.linear.per_cylinder") == "0.125 ms"


def test_root_and_line_alone(make: Make) -> None:
    for one, first in (("-1.0", []), ("1.75", ["1.75 ms"])):
        values = HPL.replace("-1.0", one)
        drive = loaded(make(mech={"Seek type": "hpl", "HPL seek equation values": values}))
        assert drive.value("seek.first") == first
        assert drive.value("seek.root.base") == "2.5 ms"


def test_constant_seeks(make: Make) -> None:
    file = make(mech={"Seek type": "constant", "Constant seek time": 6.5})
    assert "Seek type = constant: written as the manual has it" in warnings(file)
    drive = loaded(file)
    assert drive.value("seek.linear.base") == "6.5 ms"
    assert drive.value("seek.linear.per_cylinder") == "0 ms"


THREE = {
    "Single cylinder seek time": 1.0,
    "Average seek time": 4.0,
    "Full strobe seek time": 8.0,
}


def test_three_points(make: Make) -> None:
    file = make(mech={"Seek type": "linear", **THREE})
    assert loaded(file).value("seek.points") == [[1, "1 ms"], [4, "4 ms"], [11, "8 ms"]]
    assert "Seek type = linear: written as three points" in warnings(file)


def test_lees_curve(make: Make) -> None:
    """t(d) = 1 + a sqrt(d - 1) + b (d - 1), with a = 10 / (3 sqrt 12) and b = 11 / (3 x 12)."""
    points = dict(loaded(make(mech={"Seek type": "curve", **THREE})).value("seek.points"))
    assert set(points) == set(range(1, 12))
    for distance, time in points.items():
        further = distance - 1
        formula = 1 + 10 / (3 * math.sqrt(12)) * math.sqrt(further) + 11 / 36 * further
        assert float(time.removesuffix(" ms")) == pytest.approx(formula, abs=1e-5)


@pytest.mark.parametrize(("cylinders", "problems"), [(6, 0), (5, 1)])
def test_three_points_want_room(make: Make, cylinders: int, problems: int) -> None:
    """On 5 cylinders the first and the mean seek are over the same distance."""
    found = disksim.read(
        make(
            mech={"Seek type": "linear", **THREE},
            zones=[{"Last cylinder number": cylinders - 1}],
            model={"Number of cylinders": cylinders, "Block count": 40 * cylinders},
        )
    )
    assert len(found.problems) == problems
    for problem in found.problems:
        assert "key `Seek type`: 5 cylinders are too few for it" in problem


def test_a_seek_file_with_a_byte_order_mark(make: Make) -> None:
    drive = loaded(make(seeks="\ufeffSeek distances measured: 2\n1, 1.5\n11, 4.0\n"))
    assert drive.value("seek.points") == [[1, "1.5 ms"], [11, "4 ms"]]


def test_a_point_that_makes_no_sense_is_dropped(make: Make) -> None:
    file = make(seeks="1, 1.5\n2, 1.0\n3, 1.6\n4, 1.7\n11, 4.0\n")
    drive = loaded(file)
    assert drive.value("seek.dropped_points") == [[2, "1 ms"]]
    assert "the seeks over 2 cylinders make no sense" in warnings(file)


def test_the_worst_point_goes_first(make: Make) -> None:
    """Beside 1.0 at 3 cylinders, 3.2 at 4 would look odd too."""
    drive = loaded(make(seeks="1, 2.5\n2, 2.7\n3, 1.0\n4, 3.2\n11, 4.0\n"))
    assert drive.value("seek.dropped_points") == [[3, "1 ms"]]


@pytest.mark.parametrize(
    ("seeks", "message"),
    [
        (
            "1, 1.5\n4 2.25\n11, 4.0\n",
            "tiny.seek:2: key `Full seek curve`: '4 2.25' is no distance",
        ),
        ("1, 1.5\n1, 1.6\n", "tiny.seek:2: key `Full seek curve`: the distance 1 stands there"),
        ("4, 1.5\n1, 1.6\n", "tiny.seek:2: key `Full seek curve`: the distance 1 comes after 4"),
        ("Seek distances measured: 3\n1, 1.5\n4, 2.0\n", "promises 3 distances, and there are 2"),
        ("\n", "tiny.seek:1: key `Full seek curve`: the file has no point"),
    ],
)
def test_mistakes_in_a_seek_file(make: Make, seeks: str, message: str) -> None:
    [problem] = disksim.read(make(seeks=seeks)).problems
    assert message in problem


@pytest.mark.parametrize(
    ("mech", "message"),
    [
        ({"Seek type": "quick"}, "key `Seek type`: quick is not known; extracted, hplplus10"),
        ({"Seek type": 3}, "key `Seek type`: 3 is no word"),
        ({"Seek type": "hpl"}, "key `HPL seek equation values`: is missing"),
        (
            {"Seek type": "hpl", "HPL seek equation values": "[ 1, 2 ]"},
            "key `HPL seek equation values`: 6 numbers are wanted",
        ),
        (
            {"Seek type": "hpl", "HPL seek equation values": HPL.replace("4", "4.5")},
            "key `HPL seek equation values`: 4.5 is no whole number of cylinders",
        ),
        ({"Rotation speed (in rpms)": 0}, "0 is too little; the least is 1"),
        ({"Head switch time": -1}, "key `Head switch time`: -1 is too little"),
        ({"Head switch time": None}, "key `Head switch time`: is missing in this dm_mech_g1"),
    ],
)
def test_mistakes(make: Make, mech: dict[str, object], message: str) -> None:
    [problem] = disksim.read(make(mech=mech)).problems
    assert message in problem
    assert "tiny.model:" in problem


def test_what_has_no_counterpart(make: Make) -> None:
    text = warnings(
        make(mech={"Access time type": "averageRotation", "Percent error in rpms": 1.5})
    )
    assert "Access time type = averageRotation: no key" in text
    assert "Percent error in rpms = 1.5: no key" in text


def test_what_a_seek_type_does_not_look_at(make: Make) -> None:
    found = disksim.read(make(mech={"Single cylinder seek time": 1.0, "Bent arm": 2}))
    assert any(note.parameter == "Single cylinder seek time" for note in found.left_out)
    assert [note.parameter for note in found.warnings] == ["Bent arm"]


def test_the_column_of_write_seeks(make: Make) -> None:
    """Western Digital's branch: distance, read, deviation, write. 0.4 ms is the delay's own."""
    file = make(seeks="1, 1.5, 0.02, 1.75\n4, 2.25, 0.01, 2.5\n11, 4.0, 0.3, 4.25\n")
    drive = loaded(file)
    assert drive.value("seek.points") == [[1, "1.5 ms"], [4, "2.25 ms"], [11, "4 ms"]]
    assert drive.value("seek.write_settle") == "0.65 ms"
    found = disksim.read(file)
    assert not [note for note in found.warnings if note.parameter == "Full seek curve"]
    [source] = [one["source"] for one in found.sources if one["key"] == "seek.write_settle"]
    assert "Add. write settling delay = 0.4; " in source
    assert source.endswith("Full seek curve = tiny.seek")


def test_write_seeks_that_are_not_longer_by_the_same(make: Make) -> None:
    """Longer by 0.25, 0.75, 0.35 and, over 9 cylinders, not told: the median is 0.35 ms."""
    seeks = "1, 1.5, 0, 1.75\n4, 2.25, 0, 3\n9, 3\n11, 4.0, 0, 4.35\n"
    file = make(seeks=seeks)
    assert loaded(file).value("seek.write_settle") == "0.75 ms"
    assert (
        "seeks before writes are longer by 0.35 ms as the median, which `seek.write_settle` adds; "
        "over 4 cylinders, by 0.75 ms"
    ) in warnings(file)
