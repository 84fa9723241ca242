"""The page of the results: an HTML file that fetches nothing."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any, Final

from headstack import files
from headstack_papers.experiment import Panel, Paper, Table
from headstack_papers.reproduce import answer, charts
from headstack_papers.reproduce.outcome import Done, Outcome
from headstack_papers.reproduce.sentences import prose, shown

_TEMPLATE: Final = "page.html"


def write(found: Outcome, path: files.Name) -> None:
    """Writes the page. The file appears whole, or not at all.

    Args:
        found: results of experiments.
        path: the file.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    text = html(found)
    with files.whole(path) as temporary, files.saying(path):
        temporary.write_text(text, encoding="utf-8")


def html(found: Outcome) -> str:
    """The text of the page, with Plotly's script in it."""
    from plotly.offline import get_plotlyjs  # type: ignore[import-untyped]

    template = resources.files(__package__).joinpath(_TEMPLATE).read_text(encoding="utf-8")
    return Template(template).substitute(
        plotly=get_plotlyjs(),
        answer=escape(f"{answer.sentence(found.findings())} {_SIZES[found.scale]}"),
        overview=answer.overview(found),
        papers="\n".join(_paper(paper, done) for paper, done in found.by_paper()),
        made=escape(
            f"{', '.join(f'{name} {version}' for name, version in found.versions.items())}; "
            f"{sum(len(one.found.rows) for one in found.done):,} rows, "
            f"{found.wall_s:,.0f} s of wall time, without what had been finished before."
        ),
    )


def _paper(paper: Paper, done: Sequence[Done]) -> str:
    left = "".join(f"<li>{escape(name)}: {prose(why)}</li>" for name, why in paper.left_out.items())
    left = f'<p class="quiet">Not here:</p><ul class="quiet">{left}</ul>' if left else ""
    experiments = "\n".join(_experiment(one) for one in done)
    return (
        f'<h2 id="{paper.name}">{escape(paper.title)}</h2>\n<p>{prose(paper.about)}</p>\n'
        f"{answer.of_paper(paper, done)}\n{left}\n{experiments}"
    )


def _experiment(one: Done) -> str:
    experiment = one.named.experiment
    set_up = f'<p class="quiet">Here: {prose(experiment.set_up)}</p>' if experiment.set_up else ""
    findings = "\n".join(shown(finding) for finding in one.findings)
    return (
        f'<section class="experiment" id="{one.named.id}"><div>\n'
        f"<h3>{escape(experiment.title)} <small>section {escape(experiment.section)}</small></h3>\n"
        f'<p class="says">{prose(experiment.says)}</p>\n{set_up}\n{findings}\n</div>\n'
        f'<div class="figures">\n{"".join(_shown(one.shows))}\n</div></section>'
    )


_SIZES: Final = {
    "full": "As many requests and runs as the papers had.",
    "quick": "A quick run: fewer requests and runs than the papers had, so wide intervals.",
    "sample": "A sample: a try that says little.",
}


def _shown(shows: Sequence[Panel | Table]) -> Iterator[str]:
    """The text of charts, with the scripts that draw them, and of tables."""
    numbers = charts.numbers_of([one for one in shows if isinstance(one, Panel)])
    for one in shows:
        if isinstance(one, Panel):
            yield (
                f'<div class="chart" role="img" aria-label="{escape(one.title)}"></div>'
                f'<script type="application/json" data-chart>{_json(charts.chart(one, numbers))}'
                "</script>\n"
            )
        else:
            yield _table(one)


def _table(one: Table) -> str:
    head = "".join(
        f'<th class="{"number" if place else ""}">{escape(text)}</th>'
        for place, text in enumerate(one.headings)
    )
    body = "\n".join(
        "<tr>"
        + "".join(
            f'<td class="{"number" if place else ""}">{escape(text)}</td>'
            for place, text in enumerate(row)
        )
        + "</tr>"
        for row in one.rows
    )
    return (
        f'<div class="scroll"><table><caption>{escape(one.title)}</caption>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>\n"
    )


def _json(document: dict[str, Any]) -> str:
    """JSON that may stand in a script element: no `<`."""
    return json.dumps(document, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
