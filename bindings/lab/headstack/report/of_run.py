"""The section of a run."""

from collections.abc import Mapping
from typing import Any, Final

from headstack import catalog
from headstack._core import DriveConfig
from headstack.metrics.runs import METRICS
from headstack.report.section import Section, Table, call, number
from headstack.result import PARTS, Result
from headstack.saved import Saved
from headstack.settings import Settings

_FIGURES: Final = {
    "requests": "requests",
    "mean_response_ms": "mean response, ms",
    "median_response_ms": "median, ms",
    "p95_response_ms": "95th percentile, ms",
    "p99_response_ms": "99th percentile, ms",
    "max_response_ms": "longest, ms",
    "throughput_per_s": "throughput, 1/s",
    "throughput_mb_s": "throughput, MB/s",
    "utilisation": "media use",
    "hit_rate": "hits in the buffer, share of reads",
    "saturated": "the queue grew over the run",
}
"""Metrics of the summary, with their headings."""

_SETTINGS: Final = (
    *("drive", "scheduler", "placement", "host_scheduler", "drive_queue_depth"),
    *("host_outstanding", "host_queue_depth", "timing", "mimic", "firmware", "comparator"),
    "weights",
)


def section(found: Result | Saved) -> Section:
    """Returns the section of a run with its requests."""
    plot = found.plot
    means = {name: float(found.columns[name].mean()) / 1e9 for name in PARTS}
    return Section(
        kind="run",
        title=_title(found.settings),
        facts=_facts(found.settings, found.summary),
        figures=figures(found.summary) | {f"mean {n}, ms": number(v) for n, v in means.items()},
        tables=[metrics_table(found.summary)],
        pictures=(
            (plot.parts(), "Mean response time in ms, as a bar of its parts"),
            (plot.response(), "Share of requests by response time in ms"),
            (plot.timeline(), "Response time in ms by time of arrival in s"),
            (plot.queue(), "Number of waiting requests by time in s"),
            (plot.seeks(), "Share of requests by distance of the seek in cylinders"),
        ),
    )


def figures(summary: Mapping[str, Any]) -> dict[str, str]:
    """Returns the first figures of a summary by their headings."""
    return {label: number(summary[name]) for name, label in _FIGURES.items() if name in summary}


def metrics_table(summary: Mapping[str, Any]) -> Table:
    """Returns every number of a summary with its unit and meaning."""
    rows = [
        (metric.name, metric.unit, number(summary[metric.name]))
        for metric in METRICS
        if isinstance(summary.get(metric.name), (int, float))
    ]
    return Table(("metric", "unit", "value"), rows, texts=2, title="All metrics")


def _title(settings: Settings) -> str:
    place = settings.placement
    if place == "both":
        return (
            f"{settings.drive}, {settings.scheduler} in the drive and {settings.host_scheduler} in "
            "the host"
        )
    return f"{settings.drive}, {settings.scheduler} in the {place}"


def _facts(settings: Settings, summary: Mapping[str, Any]) -> dict[str, str]:
    said = settings.workload
    facts = {
        name.replace("_", " "): str(value)
        for name in _SETTINGS
        if (value := getattr(settings, name)) is not None
    }
    return {
        **facts,
        "workload": call(str(said["workload"]), said),
        "seed": str(settings.seed),
        "version of headstack": settings.version,
        "configuration_sha256": drive_sha256(settings.configuration, settings.drive),
        "schedule_sha256": str(summary["schedule_sha256"]),
    }


def drive_sha256(configuration: str, drive: str) -> str:
    """Returns the hash of a drive's resolved description, as in the table of a sweep."""
    return catalog.configuration_sha256(DriveConfig.parse(configuration, drive).to_toml())
