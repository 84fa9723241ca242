"""The part of the page for one result: facts, figures and pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

from headstack.drawing import markup
from headstack.drawing.picture import svg
from headstack.drawing.plotting import Figure

KINDS: Final = ("run", "comparison", "sweep", "validation")
"""Kinds of results that a page can have."""


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes:
        headings: a text for each column.
        rows: a text for each cell.
        texts: number of first columns with texts. The other columns have numbers.
        title: text of the closed heading of a table that the reader opens. Empty: an open table.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    texts: int = 1
    title: str = ""

    def html(self) -> str:
        """Returns the table in HTML."""
        made = markup.table(self.headings, self.rows, self.texts)
        if not self.title:
            return made
        return f"<details><summary>{escape(self.title)}</summary>\n{made}\n</details>"


@dataclass(frozen=True)
class Section:
    """A result on the page.

    Attributes:
        kind: one of KINDS.
        title: what was run.
        facts: names and values of everything on which the result depends.
        figures: the figures by name, each with its unit.
        tables: tables below the figures.
        pictures: figures, each with a description for readers who do not see it.
        notes: sentences about this result.
    """

    kind: str
    title: str
    facts: Mapping[str, str]
    figures: Mapping[str, str] = field(default_factory=dict)
    tables: Sequence[Table] = ()
    pictures: Sequence[tuple[Figure, str]] = ()
    notes: Sequence[str] = ()

    def html(self) -> str:
        """Returns the section in HTML."""
        beside = [markup.pairs(one) for one in (self.figures, self.facts) if one]
        drawn = [markup.picture(svg(figure), text) for figure, text in self.pictures]
        parts = [f"<h2>{escape(self.title)}</h2>"]
        parts += [f"<p>{escape(note)}</p>" for note in self.notes]
        parts += [f'<div class="pair">\n{"".join(beside)}\n</div>']
        parts += [f'<div class="pair">\n{"".join(drawn)}\n</div>'] if drawn else []
        return "\n".join((*parts, *(table.html() for table in self.tables)))


def number(value: Any) -> str:
    """Returns a figure as text. `None`: a dash."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


def call(name: str, settings: Mapping[str, Any], hidden: Sequence[str] = ()) -> str:
    """Returns a workload's name with its settings, as 'random(rate_per_s=30)'."""
    inside = ", ".join(
        f"{key}={value:.4g}" if isinstance(value, float) else f"{key}={value}"
        for key, value in settings.items()
        if key not in ("workload", "open", *hidden)
    )
    return f"{name}({inside})"
