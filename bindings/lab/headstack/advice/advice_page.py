"""The page of a recommendation: an HTML file that needs no other file."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from headstack import catalog, files
from headstack.advice import advice_chart, linux, summary
from headstack.advice.ranking import Ranked
from headstack.advice.study import Study
from headstack.drawing import markup
from headstack.statistics.figures import MEASURES
from headstack.statistics.intervals import Interval

_SAYS: Final = {
    "best": "the best",
    "same": "served every request at the same time as the best",
    "open": "not distinguishable from the best",
    "worse": "worse",
    "grew": "its queue grew",
}
_ALT: Final = {
    "ranking": "Each way with its interval, the best on top",
    "over_time": "Mean response time over the run, of the best and of first come, first served",
    "distribution": "Share of requests that take longer than the time on the axis, in milliseconds",
}

_BODY: Final = Template(
    """<p class="question">$question</p>
<p class="answer">$answer</p>
$linux<h2>The ranking</h2>
<div class="scroll">
$table
</div>
<p><small>$key</small></p>
$ranking
<div class="pair">
$over_time
$distribution
</div>
<h2>What was assumed</h2>
$assumed
<h2>How sure, and why</h2>
$sureness
$screened<h2>The requests</h2>
$requests
<h2>How to repeat it</h2>
<pre>$command</pre>
$versions"""
)


def write(found: Study, path: files.Name) -> None:
    """Writes the page, completely or not at all.

    Args:
        found: a recommendation.
        path: the file.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    markup.write(html(found), path)


def html(found: Study) -> str:
    """Returns the text of the page."""
    question = found.question
    what = question.workload if question.trace is None else Path(question.trace).name
    pictures = {
        name: markup.picture(image, _ALT[name])
        for name, image in advice_chart.pictures(found).items()
    }
    level = f"{100 * found.ranking.level:g} %"
    body = _BODY.substitute(
        question=escape(
            f"{found.load.requests:,} requests on {found.drive.name}, {len(found.ranking.rows)} "
            f"ways of ordering them, ranked by {found.ranking.by.title}."
        ),
        answer=escape(summary.answer(found)),
        linux=_linux(found),
        table=_table(found.ranking.rows, found),
        key=escape(
            f"In brackets: {level} intervals; ~: may be too narrow. Against the best: the "
            f"difference in {found.ranking.by.title}, with an interval that holds for all pairs "
            "together."
        ),
        **pictures,
        assumed=markup.bullets(summary.assumed(found)),
        sureness=markup.bullets(summary.sureness(found)),
        screened=_screened(found),
        requests=_requests(found),
        command=escape(question.command),
        versions=markup.pairs(_provenance(found)),
    )
    return markup.page(f"Which scheduler for {what}?", body)


def _linux(found: Study) -> str:
    best = found.ranking.best.configuration
    commands = linux.commands(best, found.runs[best])
    if not commands:
        return ""
    lines = escape("\n".join(commands))
    return f"<p>On Linux, as root, for disk sdX:</p>\n<pre>{lines}</pre>\n"


def _table(rows: Sequence[Ranked], found: Study) -> str:
    titles = [f"{one.title}<br><small>{one.unit}</small>" for one in MEASURES.values()]
    heads = ("", "way", *titles, "against<br>the best", "")
    body = "\n".join(_row(row, found) for row in rows)
    head = "".join(f"<th{_left(at, len(heads))}>{one}</th>" for at, one in enumerate(heads))
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _row(row: Ranked, found: Study) -> str:
    saturated = (
        found.runs[row.configuration].saturated if row.configuration in found.runs else False
    )
    cells = [
        str(row.place),
        escape(row.configuration.label),
        *(
            _figure(row.figures[name], saturated and measure.of_times)
            for name, measure in MEASURES.items()
        ),
        _against(row),
        _SAYS[row.standing],
    ]
    line = "".join(f"<td{_left(at, len(cells))}>{cell}</td>" for at, cell in enumerate(cells))
    return f'<tr class="{row.standing}">{line}</tr>'


def _left(place: int, columns: int) -> str:
    """Returns the mark of a column with texts: the way, and the last column."""
    return ' class="text"' if place in (1, columns - 1) else ""


def _figure(interval: Interval | None, grew: bool) -> str:
    if interval is None:
        return "<small>queue grew</small>" if grew else "<small>too few</small>"
    mark = "" if interval.sound else "&nbsp;~"
    ends = f"{summary.number(interval.low)} to {summary.number(interval.high)}"
    return f"{summary.number(interval.value)} <small>({ends}){mark}</small>"


def _against(row: Ranked) -> str:
    against = row.against
    if against is None or against.interval is None or against.share is None:
        return ""
    if against.verdict == "same":
        return "0"
    scale = 100 * against.share / against.interval.value if against.interval.value else 0.0
    ends = sorted((scale * against.interval.low, scale * against.interval.high))
    return f"{100 * against.share:+.1f}&nbsp;% <small>({ends[0]:+.1f} to {ends[1]:+.1f})</small>"


def _screened(found: Study) -> str:
    if found.screening is None:
        return ""
    kept = set(found.runs)
    left = [row for row in found.screening.rows if row.configuration not in kept]
    by = found.screening.by
    lines = [
        f"{row.configuration.label}: {summary.number(row.values[by.name])} {by.unit}"
        for row in left
    ]
    part = f"<p>On {escape(summary.screened(found))}:</p>"
    return f"<h2>Tried on a part only</h2>\n{part}\n{markup.bullets(lines)}\n"


def _requests(found: Study) -> str:
    if found.profile is None:
        return markup.pairs({name: str(value) for name, value in found.load.settings().items()})
    document = found.profile.document()
    rate = document["mean_rate_per_s"]
    pairs = {
        "trace": found.profile.scan.path,
        "format": document["format"],
        "requests": f"{document['requests']:,}",
        "span": f"{document['span_s']:,.3f} s",
        "mean rate": "-" if rate is None else f"{rate:,.4g}/s",
        "reads": f"{100 * document['read_share']:.1f} %",
        "mean size": f"{document['size_bytes']['mean']:,.0f} bytes",
        "addresses": f"{document['lowest_byte']:,} to {document['highest_byte']:,} bytes",
        "under way together when recorded": "not recorded"
        if found.at_a_time is None
        else f"{found.at_a_time}, at 95 % of the arrivals no more",
    }
    return markup.pairs(pairs)


def _provenance(found: Study) -> dict[str, str]:
    versions = found.versions
    drive = catalog.configuration_sha256(found.drive.to_toml())
    trace = {} if found.profile is None else {"SHA-256 of the trace": found.profile.scan.sha256}
    best = found.runs[found.ranking.best.configuration].schedule
    return {
        "made with": ", ".join(f"{name} {version}" for name, version in versions.items()),
        **trace,
        "SHA-256 of the drive's description": drive,
        "SHA-256 of the best one's schedule": best,
        "wall time": f"{found.wall_s:.1f} s",
    }
