"""The page of a recommendation: an HTML file that needs no other file."""

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from headstack import catalog, files
from headstack.advice import Advice, summary
from headstack.advice.ranking import Ranked
from headstack.charts import advice_chart
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

_PAGE: Final = Template(
    """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
body { margin: 2rem auto; max-width: 72rem; padding: 0 1.2rem; color: #1a1a1a; background: #fff;
  font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
.question { color: #4d4d4d; margin: 0 0 1.2rem; }
.answer { border-left: .35rem solid #0072b2; background: #eef5fa; padding: .9rem 1.1rem;
  font-size: 1.1rem; margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; width: 100%; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid #d9d9d9; font-variant-numeric: tabular-nums; }
th { vertical-align: bottom; border-bottom: 2px solid #4d4d4d; }
td:nth-child(2), th:nth-child(2), td:last-child, th:last-child { text-align: left; }
tr.best td { font-weight: 600; color: #0072b2; }
tr.same td, tr.open td { color: #0072b2; }
tr.grew td { color: #a84300; }
small { color: #5a5a5a; font-size: .85em; font-weight: 400; }
figure { margin: 0; }
img { max-width: 100%; height: auto; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; }
.pair figure { flex: 1 1 22rem; }
pre { background: #f4f4f4; padding: .7rem .9rem; overflow-x: auto; font-size: .88rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; font-size: .9rem; }
dt { color: #4d4d4d; }
dd { margin: 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>$title</h1>
<p class="question">$question</p>
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
$versions
</body>
</html>
"""
)


def write(found: Advice, path: files.Name) -> None:
    """Writes the page, completely or not at all.

    Args:
        found: a recommendation.
        path: the file.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    text = html(found)
    with files.whole(path) as temporary, files.saying(path):
        temporary.write_text(text, encoding="utf-8")


def html(found: Advice) -> str:
    """Returns the text of the page."""
    question = found.question
    what = question.workload if question.trace is None else Path(question.trace).name
    pictures = {name: _picture(name, image) for name, image in advice_chart.pictures(found).items()}
    level = f"{100 * found.ranking.level:g} %"
    return _PAGE.substitute(
        title=escape(f"Which scheduler for {what}?"),
        question=escape(
            f"{found.load.requests:,} requests on {found.drive.name}, {len(found.ranking.rows)} "
            f"ways of ordering them, ranked by {found.ranking.by.title}."
        ),
        answer=escape(found.answer),
        linux=_linux(found),
        table=_table(found.ranking.rows, found),
        key=escape(
            f"In brackets: {level} intervals; ~: may be too narrow. Against the best: the "
            f"difference in {found.ranking.by.title}, with an interval that holds for all pairs "
            "together."
        ),
        **pictures,
        assumed=_list(found.assumed),
        sureness=_list(found.sureness),
        screened=_screened(found),
        requests=_requests(found),
        command=escape(question.command),
        versions=_pairs(_provenance(found)),
    )


def _linux(found: Advice) -> str:
    if not found.linux:
        return ""
    lines = escape("\n".join(found.linux))
    return f"<p>On Linux, as root, for disk sdX:</p>\n<pre>{lines}</pre>\n"


def _table(rows: Sequence[Ranked], found: Advice) -> str:
    titles = [f"{one.title}<br><small>{one.unit}</small>" for one in MEASURES.values()]
    heads = ("", "way", *titles, "against<br>the best", "")
    body = "\n".join(_row(row, found) for row in rows)
    head = "".join(f"<th>{one}</th>" for one in heads)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _row(row: Ranked, found: Advice) -> str:
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
    return f'<tr class="{row.standing}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


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


def _screened(found: Advice) -> str:
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
    return f"<h2>Tried on a part only</h2>\n{part}\n{_list(lines)}\n"


def _requests(found: Advice) -> str:
    if found.profile is None:
        return _pairs({name: str(value) for name, value in found.load.settings().items()})
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
    return _pairs(pairs)


def _provenance(found: Advice) -> dict[str, str]:
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


def _picture(name: str, image: bytes) -> str:
    data = base64.b64encode(image).decode()
    return (
        f'<figure><img alt="{escape(_ALT[name])}" src="data:image/svg+xml;base64,{data}"></figure>'
    )


def _list(lines: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{escape(line)}</li>" for line in lines) + "\n</ul>"


def _pairs(pairs: dict[str, str]) -> str:
    rows = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs.items()
    )
    return f"<dl>\n{rows}\n</dl>"
