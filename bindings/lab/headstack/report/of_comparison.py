"""The section of a comparison."""

from collections.abc import Mapping
from typing import Any

from headstack.report.section import Section, Table, call, number
from headstack.statistics.comparison_plots import ComparisonPlots, percent
from headstack.statistics.figures import MEASURES


def section(document: Mapping[str, Any]) -> Section:
    """Returns the section of a comparison.

    Args:
        document: the document of `headstack compare --json`, or `Comparison.document()`.
    """
    names = document["drives"]
    plot = ComparisonPlots(document)
    said = document.get("workload", {})
    each = f"{document['runs_each']} of {document['requests_each']:,} requests"
    facts = {
        **document.get("setups", {}),
        "reference": names[0],
        "workload": call(str(said["workload"]), said, ("seed",)) if said else "-",
        "first seed": str(said.get("seed", "-")),
        "runs of each drive": each,
        "cut off as warm-up": f"{document['warmup_requests']:,} requests",
        "level of intervals": f"{100 * document['level']:g} %",
        "version of headstack": str(document.get("version", "-")),
    }
    notes = [
        f"The queue of {name} grew: its response times depend on the length of the run."
        for name, grew in document["saturated"].items()
        if grew
    ]
    if not document["precision_reached"]:
        notes.append(f"The precision of {document['precision']:g} was not reached.")
    return Section(
        kind="comparison",
        title=f"{' against '.join(names)}, under the same requests",
        facts=facts,
        tables=[_figures(document), _pairs(document), _schedules(document)],
        pictures=(
            (plot.figures(), "Figures of each drive with their intervals"),
            (plot.pairs(), "Differences from the first drive in %, with their intervals"),
        ),
        notes=notes,
    )


def _figures(document: Mapping[str, Any]) -> Table:
    rows = [
        (name, f"{measure.title}, {measure.unit}", *_ends(document["figures"][name][key]))
        for key, measure in MEASURES.items()
        for name in document["drives"]
    ]
    return Table(("drive", "figure", "value", "from", "to"), rows, texts=2)


def _pairs(document: Mapping[str, Any]) -> Table:
    rows = []
    for one in document["differences"]:
        measure = MEASURES[one["measure"]]
        shares = ("-", "-", "-")
        if one["interval"] is not None and one["share"] is not None:
            low, value, high = percent(one)
            shares = (f"{value:+.1f}", f"{low:+.1f}", f"{high:+.1f}")
        verdict = one["verdict"] + (f": {one['why']}" if one["why"] else "")
        rows.append(
            (
                *(one["of"], one["against"], f"{measure.title}, {measure.unit}", verdict),
                *(*_ends(one["interval"]), *shares),
            )
        )
    headings = ("drive", "against", "figure", "verdict", "difference", "from", "to")
    return Table((*headings, "%", "from, %", "to, %"), rows, texts=4)


def _schedules(document: Mapping[str, Any]) -> Table:
    rows = [
        (name, str(place), found)
        for name, all_of_it in document.get("schedule_sha256", {}).items()
        for place, found in enumerate(all_of_it, 1)
    ]
    return Table(("drive", "run", "schedule_sha256"), rows, texts=3, title="Schedules")


def _ends(interval: Mapping[str, Any] | None) -> tuple[str, str, str]:
    if interval is None:
        return ("-", "-", "-")
    value, low, high = (number(float(interval[name])) for name in ("value", "low", "high"))
    mark = "" if interval.get("sound", True) else " ~"
    return value, low, high + mark
