"""Shows a run as a short table if the run is the last line of a notebook's cell.

`table` makes the tables of other results.
"""

import html as markup
from collections.abc import Mapping, Sequence
from typing import Any

from headstack.metrics import Metrics
from headstack.settings import Settings

_HIDDEN = ("workload", "open", "trace_sha256")


def text(kind: str, settings: Settings, summary: Metrics) -> str:
    """Returns the table as lines of text."""
    lines = _pairs(settings, summary)
    width = max(map(len, lines))
    head = f"{kind} of {summary['requests']:,} requests"
    return "\n".join([head, *(f"{name:<{width}}  {value}" for name, value in lines.items())])


def html(kind: str, settings: Settings, summary: Metrics) -> str:
    """Returns the table in HTML."""
    rows = "".join(
        f"<tr><th style='text-align:left'>{markup.escape(name)}</th>"
        f"<td style='text-align:left'>{markup.escape(value)}</td></tr>"
        for name, value in _pairs(settings, summary).items()
    )
    head = f"{kind} of {summary['requests']:,} requests"
    return f"<table><caption>{head}</caption>{rows}</table>"


def table(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a table in HTML. All arguments are plain text."""
    cells = [("th", headings), *(("td", row) for row in rows)]
    lines = "".join(
        f"<tr>{''.join(f'<{name}>{markup.escape(cell)}</{name}>' for cell in row)}</tr>"
        for name, row in cells
    )
    return f"<table><caption>{markup.escape(caption)}</caption>{lines}</table>"


def _pairs(settings: Settings, summary: Metrics) -> dict[str, str]:
    mean, p95, p99 = (summary[f"{key}_response_ms"] for key in ("mean", "p95", "p99"))
    return {
        "drive": settings.drive,
        "scheduler": _schedulers(settings),
        "workload": _workload(settings.workload),
        "response": f"mean {mean:,.4g} ms, p95 {p95:,.4g} ms, p99 {p99:,.4g} ms",
        "throughput": f"{summary['throughput_per_s']:,.4g}/s, "
        f"{summary['throughput_mb_s']:,.4g} MB/s",
        "utilisation": f"{100 * summary['utilisation']:.3g} %",
    }


def _schedulers(settings: Settings) -> str:
    if settings.placement == "both":
        return f"{settings.host_scheduler} in the host, {settings.scheduler} in the drive"
    return f"{settings.scheduler} in the {settings.placement}"


def _workload(said: Mapping[str, Any]) -> str:
    """Returns the workload's name or text, with its other settings in brackets."""
    beside = [f"{key}={_short(value)}" for key, value in said.items() if key not in _HIDDEN]
    return f"{said['workload']}({', '.join(beside)})" if beside else str(said["workload"])


def _short(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
