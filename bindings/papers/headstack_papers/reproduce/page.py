"""The page of the results: an HTML file that fetches nothing."""

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any, Final

from headstack import files
from headstack_papers.claims import Claim
from headstack_papers.experiment import Panel, Table
from headstack_papers.reproduce import charts
from headstack_papers.reproduce.outcome import Done, Outcome, counts

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

    total = counts(found.done)
    number = sum(total.values())
    template = resources.files(__package__).joinpath(_TEMPLATE).read_text(encoding="utf-8")
    return Template(template).substitute(
        plotly=get_plotlyjs(),
        answer=escape(
            f"Of {number:,} claims {total['holds']:,} hold, {total['fails']:,} fail, "
            f"{total['undecided']:,} are undecided. {_SIZES[found.scale]}"
        ),
        overview="\n".join(_line(done) for _, done in found.by_paper()),
        papers="\n".join(_paper(done) for _, done in found.by_paper()),
        made=escape(
            f"{', '.join(f'{name} {version}' for name, version in found.versions.items())}; "
            f"{sum(len(one.found.rows) for one in found.done):,} rows, "
            f"{found.wall_s:,.0f} s of wall time, without what had been finished before."
        ),
    )


def _line(done: Sequence[Done]) -> str:
    """A paper's line of the overview."""
    paper = done[0].named.paper
    found = counts(done)
    total = sum(found.values()) or 1
    parts = "".join(
        f'<i class="{verdict[0]}" style="width:{100 * number / total:.2f}%"></i>'
        for verdict, number in found.items()
    )
    cells = "".join(f'<td class="number">{number}</td>' for number in found.values())
    return (
        f'<tr><td><a href="#{paper.name}">{escape(paper.title)}</a></td>'
        f'<td class="number">{sum(found.values())}</td>{cells}'
        f'<td><div class="bar">{parts}</div></td></tr>'
    )


def _paper(done: Sequence[Done]) -> str:
    paper = done[0].named.paper
    left = "".join(
        f"<li>{escape(name)}: {_prose(why)}</li>" for name, why in paper.left_out.items()
    )
    left = f'<p class="quiet">Not here:</p><ul class="quiet">{left}</ul>' if left else ""
    experiments = "\n".join(_experiment(one) for one in done)
    return (
        f'<h2 id="{paper.name}">{escape(paper.title)}</h2>\n<p>{_prose(paper.about)}</p>\n{left}\n'
        f"{experiments}"
    )


def _experiment(one: Done) -> str:
    experiment = one.named.experiment
    set_up = f'<p class="quiet">Here: {_prose(experiment.set_up)}</p>' if experiment.set_up else ""
    claims = "\n".join(_claim(claim) for claim in one.claims)
    return (
        f'<section class="experiment" id="{one.named.id}"><div>\n'
        f"<h3>{escape(experiment.title)} <small>section {escape(experiment.section)}</small></h3>\n"
        f'<p class="says">{_prose(experiment.says)}</p>\n{set_up}\n{claims}\n</div>\n'
        f'<div class="figures">\n{"".join(_shown(one.shows))}\n</div></section>'
    )


def _claim(claim: Claim, *, evidence: bool = False) -> str:
    """The text of a claim. Evidence has our own words instead of words of the paper."""
    verdict = claim.verdict
    runs = claim.runs_to_decide
    more = f" (some {runs:,} runs would decide)" if runs else ""
    unit = f" {claim.unit}" if claim.unit else ""
    why = "".join(
        f'<p class="quiet">{_prose(part)}</p>' for part in (claim.reading, claim.note) if part
    )
    put_to_test = "".join(
        f'<div class="evidence">{_claim(one, evidence=True)}</div>' for one in claim.proofs
    )
    words = escape(claim.paper)
    said = f"expected: {words}" if evidence else f"paper: <q>{words}</q>"
    said = f"{said}; allowed" if words else "allowed"
    return (
        f'<div class="claim is-{verdict}"><p>'
        f'<span class="verdict {verdict}">{verdict}</span>{more} '
        f"&nbsp;{escape(claim.what)}</p>"
        f"<p>{said}: {escape(claim.bounds.text() + unit)}; "
        f"here <b>{escape(claim.measured.text(claim.unit))}</b></p>{why}{put_to_test}</div>"
    )


_SIZES: Final = {
    "full": "As many requests and runs as the papers had.",
    "quick": "A quick run: fewer requests and runs than the papers had, so wide intervals.",
    "sample": "A sample: a try that says little.",
}


def _prose(text: str) -> str:
    """Text in which names of code stand between backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


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
