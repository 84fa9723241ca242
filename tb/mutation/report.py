"""The result of a run, as text and as JSON."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from points import Point


@dataclass(frozen=True)
class Fate:
    """What became of a bug."""

    number: int
    point: Point
    killed_by: str | None
    reached: bool
    reason: str | None  # of a survivor that a file of survivors/ lists

    @property
    def word(self) -> str:
        """The fate in a word."""
        if self.killed_by is not None:
            return "killed"
        return "known" if self.reason is not None else "survived"


def folder(point: Point) -> str:
    """The two upper folders of a file."""
    return "/".join(point.file.split("/")[:-1][:2])


def table(fates: Sequence[Fate], title: str, row_of: Callable[[Point], str]) -> list[str]:
    """Killed bugs among all bugs, for each row."""
    rows: dict[str, list[Fate]] = defaultdict(list)
    for fate in fates:
        rows[row_of(fate.point)].append(fate)
    words = ("killed", "known", "survived")
    lines = [f"{title:24} bugs killed known survived"]
    for name, some in [*sorted(rows.items()), ("all", list(fates))]:
        bugs, killed, listed, alive = (
            len(some),
            *(sum(fate.word == word for fate in some) for word in words),
        )
        share = 100 * killed / bugs
        lines.append(f"{name:24} {bugs:4} {killed:6} {listed:5} {alive:8}  {share:5.1f} %")
    return lines


def text(fates: Sequence[Fate]) -> str:
    """The report for people."""
    lines = [*table(fates, "folder", folder), "", *table(fates, "kind", lambda point: point.kind)]
    survivors = [fate for fate in fates if fate.word == "survived"]
    if survivors:
        lines += ["", "survivors:"]
    for fate in survivors:
        note = "" if fate.reached else "  [no test reaches it]"
        lines += [f"  {fate.number} {fate.point}{note}", f"      {fate.point.context}"]
    return "\n".join(lines)


def as_json(fates: Sequence[Fate]) -> str:
    """The report for programs."""
    rows = [
        {
            "number": fate.number,
            "file": fate.point.file,
            "line": fate.point.line,
            "function": fate.point.function,
            "kind": fate.point.kind,
            "original": fate.point.original,
            "changed": fate.point.changed,
            "context": fate.point.context,
            "fate": fate.word,
            "reached": fate.reached,
            "killed_by": fate.killed_by,
            "reason": fate.reason,
        }
        for fate in fates
    ]
    return json.dumps(rows, indent=2)
