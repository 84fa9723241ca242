"""Draws a flame graph: callers and callees, with widths by cycles."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from headstack import files
from headstack.drawing import style
from headstack.drawing.plotting import Rectangle
from headstack.processor import Profile

_WIDTH = 12.0  # inches
_ROW = 0.22
_LETTER = 0.068
_LETTERS = 4  # least letters of a name
_LEAST = 0.0005  # least share of all cycles of a drawn bar
_WARM = ("#f2a65a", "#f5b971", "#eec170", "#f6c98b", "#e9a178", "#f0b67f")


@dataclass
class Call:
    """A function in a stack of calls, with its callees."""

    name: str
    cycles: int = 0  # including callees
    callees: dict[str, "Call"] = field(default_factory=dict)


@dataclass(frozen=True)
class Bar:
    """A drawn call, which begins at `left` cycles, `level` calls deep."""

    name: str
    left: int
    cycles: int
    level: int


def calls_of(profile: Profile) -> Call:
    """Returns the tree of calls. The callees of its root are the outermost functions."""
    root = Call("all")
    for stack, cycles in profile.stacks.items():
        at = root
        at.cycles += cycles
        for name in stack.split(";"):
            at = at.callees.setdefault(name, Call(name))
            at.cycles += cycles
    return root


def bars(call: Call, left: int = 0, level: int = 0) -> Iterator[Bar]:
    """Yields the bars of a call and of all its callees, by name from left to right."""
    yield Bar(call.name, left, call.cycles, level)
    for name in sorted(call.callees):
        yield from bars(call.callees[name], left, level + 1)
        left += call.callees[name].cycles


def _text(bar: Bar, share: float) -> str:
    """Returns the part of the name for which the bar has room."""
    name = bar.name.removeprefix("hs_")
    room = max(0, int(share * _WIDTH / _LETTER) - 1)
    with_share = f"{name} {share:.0%}"
    return with_share if len(with_share) <= room else name[:room] if room >= _LETTERS else ""


def draw(profile: Profile, title: str, path: files.Name) -> None:
    """Draws callers below and callees on top.

    Args:
        profile: profile of a run, with at least one cycle.
        title: name of the run.
        path: file to write. The ending of the name selects the format.
    """
    root = calls_of(profile)
    drawn = [bar for bar in bars(root) if bar.cycles >= _LEAST * root.cycles]
    levels = 1 + max(bar.level for bar in drawn)
    figure = style.figure(_WIDTH, _ROW * levels + 0.8)
    axes = figure.subplots()
    axes.set_title(f"{title}: {root.cycles:,} cycles", fontsize=style.TEXT + 1, loc="left")
    axes.set_xlim(0, root.cycles)
    axes.set_ylim(0, levels)
    axes.set_axis_off()
    for bar in drawn:
        colour = _WARM[zlib.crc32(bar.name.encode()) % len(_WARM)]
        axes.add_patch(
            Rectangle(
                (bar.left, bar.level), bar.cycles, 1, facecolor=colour, edgecolor="white", lw=0.5
            )
        )
        text = _text(bar, bar.cycles / root.cycles)
        at = bar.left + 0.003 * root.cycles
        axes.text(at, bar.level + 0.5, text, fontsize=style.TEXT - 2, va="center", clip_on=True)
    style.save(figure, path)
