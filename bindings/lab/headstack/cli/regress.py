"""`headstack regress`: runs stored configurations again, and reports the figures that moved."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import files, regression
from headstack.cli import output
from headstack.cli.output import Column
from headstack.regression import Compared, Report

MOVED = 1


def regress(
    suite: Annotated[Path, typer.Argument(help="A TOML file of cases (docs/use/regression.md).")],
    baseline: Annotated[Path, typer.Option(help="Folder with what the cases gave.")],
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Run this case; may be given several times."),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Write the baseline anew where it changed.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(help="Number of processes.", show_default="one for each processor"),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(help="Write a report as JUnit XML to this file.")
    ] = None,
    all_figures: Annotated[
        bool, typer.Option("--all", help="Show the figures that are the same, too.")
    ] = False,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run stored configurations again, and say which figures moved, and by how much."""
    output.one_form(json, csv)
    junit_to = files.target(junit, force)
    read = regression.Suite.read(suite)
    processes = len(os.sched_getaffinity(0)) if workers is None else workers
    with output.progress_bar(len(only or read.cases), lasting=False, what="cases") as update_bar:
        report = regression.rerun(
            read, baseline, only=only, workers=processes, update=update, progress=update_bar
        )
    if junit_to is not None:
        regression.write_junit(report, junit_to, lambda case: "\n".join(_lines(case)))
    if json:
        output.print_json(_document(report))
    elif csv:
        output.print_csv(_rows(report), CSV)
    else:
        _print(report, all_figures)
    for name in report.stale:
        output.say(f"{report.baseline / name} belongs to no case of {suite}; remove it")
    if report.unsealed:
        output.say(
            f"files of the baseline without a checksum: {len(report.unsealed)}, as "
            f"{report.unsealed[0]}; damage to them goes unseen, and --update adds one"
        )
    if not report.passed:
        raise typer.Exit(MOVED)


def _document(report: Report) -> dict[str, Any]:
    cases = []
    for case in report.cases:
        found = {**asdict(case), "failing": case.failing}
        record = found.pop("record") or {}
        found["settings"] = record.get("settings")
        found["configuration"] = "\n".join(record.get("configuration", ()))
        cases.append(found)
    return {
        "suite": str(report.suite),
        "baseline": str(report.baseline),
        "passed": report.passed,
        "cases": cases,
        "updated": report.updated,
        "stale": list(report.stale),
        "unsealed": [str(file) for file in report.unsealed],
    }


CSV = (
    *("case", "figure", "baseline", "now", "difference", "relative", "tolerance", "reason"),
    "verdict",
)


def _rows(report: Report) -> list[dict[str, Any]]:
    """Returns a row for each figure, or a row with the verdict for a case without figures."""
    none = dict.fromkeys(CSV)
    return [
        row
        for case in report.cases
        for row in (
            [{**asdict(row), "case": case.name} for row in case.rows]
            or [{**none, "case": case.name, "reason": case.error, "verdict": case.verdict}]
        )
    ]


def _short(value: Any) -> str:
    """Returns a figure with six digits, or the beginning of a hash."""
    if isinstance(value, float):
        return f"{value:,.6g}" if abs(value) < 1e6 else f"{value:.6g}"
    text = output.show(value)
    return text if len(text) <= 12 else f"{text[:8]}..."


OVERVIEW = (
    Column("name", "case", text=True),
    Column("same", "same"),
    Column("within", "within"),
    Column("moved", "moved"),
    Column("wall_s", "s", output.digits(3)),
    Column("verdict", "verdict", text=True),
)
FIGURES = (
    Column("figure", "figure", text=True),
    Column("baseline", "baseline", _short),
    Column("now", "now", _short),
    Column("difference", "difference"),
    Column("tolerance", "tolerance"),
    Column("verdict", "verdict", text=True),
)


def _print(report: Report, everything: bool) -> None:
    overview = [
        {
            "name": case.name,
            "same": sum(row.verdict == "same" for row in case.rows),
            "within": sum(row.verdict == "within" for row in case.rows),
            "moved": sum(row.verdict not in ("same", "within") for row in case.rows),
            "wall_s": case.wall_s,
            "verdict": f"{case.verdict}, written" if case.updated else case.verdict,
        }
        for case in report.cases
    ]
    output.print_table(overview, OVERVIEW)
    printed = partial(output.console().print, soft_wrap=True)
    for case in report.cases:
        shown = [row for row in case.rows if everything or row.verdict != "same"]
        notes = _notes(case)
        if not shown and not notes:
            continue
        printed(f"\n{case.name}")
        if shown:
            rows = [{**asdict(row), "difference": row.moved_by} for row in shown]
            output.print_table(rows, FIGURES)
        for note in notes:
            printed(note)
    failing = sum(case.failing for case in report.cases)
    count = len(report.cases)
    printed(
        f"\n{failing} of {count} cases are not as stored"
        if failing
        else f"\nall {count} cases are as stored"
    )


def _notes(case: Compared) -> list[str]:
    """Returns remarks on a case besides its figures."""
    notes = []
    if case.verdict == "failed":
        notes.append(f"the run failed: {case.error}")
    elif case.error:
        notes.append(f"written anew, without a comparison: {case.error}")
    elif case.verdict == "missing" and not case.updated:
        notes.append("it has no baseline; --update stores what it gives")
    notes += [
        f"{row.figure} may move: {row.reason}" for row in case.rows if row.verdict == "within"
    ]
    if case.changed_keys:
        notes.append(f"its drive changed: {_listed(case.changed_keys)}")
    notes += [
        f"its setting {key} changed: {before} -> {after}"
        for key, (before, after) in case.changed_settings.items()
    ]
    return notes


def _listed(keys: Sequence[str], most: int = 6) -> str:
    """Returns the first keys, and the number of further keys."""
    more = f" and {len(keys) - most} more" if len(keys) > most else ""
    return ", ".join(keys[:most]) + more


def _lines(case: Compared) -> list[str]:
    """Returns a line for each failed figure, for the report of a test server."""
    lines = [
        f"{row.figure}: {row.baseline} -> {row.now} ({row.moved_by}, "
        f"tolerance {row.tolerance or 'none'}): {row.verdict}"
        for row in case.rows
        if row.verdict != "same"
    ]
    return [*lines, *_notes(case)]
