"""How charts look: no two lines alike, and names that do not touch."""

import itertools

from headstack.drawing import style


def test_no_two_lines_look_alike() -> None:
    lines = [style.line(number) for number in range(35)]
    assert len(set(lines)) == 35
    assert len({(line.dashes, line.marker) for line in lines}) == 35  # in grey


def test_names_stand_apart_and_inside() -> None:
    """Five lines that end in one place, and one in a corner."""
    drawn = style.figure(4, 3)
    axes = drawn.subplots()
    axes.set(xlim=(0, 1), ylim=(0, 1))
    ends = [(str(i), 1.0, 0.98, "black") for i in range(5)] + [("low", 1.0, 0.0, "black")]
    style.name_lines(axes, ends, gap=0.1)
    heights = sorted(text.xyann[1] for text in axes.texts)
    assert all(above - below > 0.0999 for below, above in itertools.pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= 1
