"""`headstack fit`: a drive file from a trace with measured times and a rough description."""

import re
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import catalog, files
from headstack._core import DriveConfig
from headstack.cli import drive_files, output
from headstack.cli.output import Column
from headstack.errors import ConfigError
from headstack.traces import validation_trace
from headstack_identify.cli import residuals as residuals_report

NOT_UNDERSTOOD = 1
"""Status of a fit that did not understand the layout, or that leaves requests without a rule.

The file is written all the same.
"""

_UNITS_S = {"s": 1, "min": 60, "h": 3600}


def _digits(value: Any) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".")


_NUMBERS = (
    Column("name", "number", text=True),
    Column("begun", "begun", _digits),
    Column("all", "fitted", _digits),
    Column("odd", "on odd\nblocks", _digits),
    Column("even", "on even\nblocks", _digits),
)


def fit(
    files_: Annotated[
        list[str],
        typer.Argument(
            metavar="[DRIVE] TRACE",
            help="A description to begin with (a drive's name, or a .toml file), and a trace of "
            "DiskSim's validation or a recording.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The drive file to write (toml).")],
    think: Annotated[
        validation_trace.Think | None,
        typer.Option(
            help="Whether think times come after or before requests.", show_default="found"
        ),
    ] = None,
    time_limit: Annotated[
        str,
        typer.Option(
            help="End the searches after this time with the best result so far: 90s, 10min, 1h. "
            "The search for the layout and the first steps always complete."
        ),
    ] = "10min",
    jobs: Annotated[int, typer.Option(help="Processes, 1 to 4.")] = 2,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the residuals to this file (png, svg, pdf).")
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Fit a drive file to the trace and a rough description of a real drive."""
    if not 1 <= len(files_) <= 2:
        raise ConfigError(
            f"give a trace, or a drive and a trace; these are {len(files_)} arguments"
        )
    to = files.target(out, force, ("toml",))
    plot_to = files.target(plot, force, files.CHARTS)
    assert to is not None
    limit_s = _seconds(time_limit)
    drive = catalog.load(files_[0]) if len(files_) == 2 else None
    _run(drive, files_[-1], to, think, limit_s, jobs, plot_to, json)


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|min|h)", text.strip())
    if match is None or float(match[1]) <= 0:
        raise ConfigError(f"--time-limit {text!r} is no time; give it as in 90s, 10min or 1h")
    return float(match[1]) * _UNITS_S[match[2]]


def _run(
    drive: DriveConfig | None,
    trace: str,
    to: files.Name,
    think: validation_trace.Think | None,
    limit_s: float,
    jobs: int,
    plot: files.Name | None,
    json: bool,
) -> None:
    from headstack_identify import queue_orders
    from headstack_identify.fit import fitting, unexplained, writing
    from headstack_identify.fit.phase import PhaseError
    from headstack_identify.residuals import residual_tables, residuals

    try:
        with output.progress_bar(None, lasting=False, what="replays") as update:
            began = time.monotonic()

            def show(replays: int, what: str) -> None:
                """Shows the time limit's number of replays. The search may end before."""
                took = time.monotonic() - began
                if not replays or took <= 0:
                    update(replays, what)
                    return
                most = max(replays, round(replays * limit_s / took))
                update(replays, f"{what}, until the time limit", most)

            found = fitting.fit(
                trace, drive, think=think, time_limit_s=limit_s, jobs=jobs, progress=show
            )
    except PhaseError as error:
        known = writing.said(error.found)
        if known:
            toml = writing.partial(trace, error.found)
            drive_files.hand_over(toml, to, known)
            told = "\nheadstack: ".join([str(error), *known])
            raise ConfigError(told + drive_files.kept(to, toml)) from error
        raise
    left = residuals.residuals(found.config, found.replay)
    groups = unexplained.groups(left)
    several = found.recording.queued is not None and found.recording.queued.outstanding > 1
    # Response times tell the order only with a drive that is right.
    queue = queue_orders.compare(found.config, trace) if several and found.complete else None
    text = writing.toml_of(found, residual_tables.rows(left), groups, queue)
    drive_files.hand_over(text, to)
    if plot is not None:
        from headstack_identify.residuals import residual_chart

        residual_chart.draw(left, plot)
    if json:
        document = writing.document(found, groups, queue)
        tables = residual_tables.tables(left)
        output.print_json({**document, "residuals": tables, "configuration": text})
    else:
        _print(found, writing, residual_tables.rows(left))
        if queue is not None:
            typer.echo(writing.order_of_queue(queue))
        typer.echo(f"{to}: {len(found.changes())} numbers, {len(found.rules())} rules fitted")
    if not found.complete:
        output.say(f"{writing.NOT_COMPLETE} Give more with --time-limit")
    if not found.phase.understood:
        output.say(writing.not_understood(found.phase))
    for line in writing.not_explained(groups):
        output.say(line)
    if groups or not found.phase.understood:
        raise typer.Exit(NOT_UNDERSTOOD)


def _print(found: Any, writing: Any, left: list[dict[str, Any]]) -> None:
    """Prints figures, numbers and residuals."""
    scores = found.scores()
    labels = writing.SCORES
    output.print_table(
        [{"which": label, **scores[which]} for which, label in labels.items()],
        (
            Column("which", "", text=True),
            Column("rms_ms", "rms,\nms"),
            Column("paired_rms_ms", "paired\nrms, ms"),
            Column("within_0_1_ms_percent", "within\n0.1 ms, %", output.digits(1)),
            Column("within_0_5_ms_percent", "within\n0.5 ms, %", output.digits(1)),
        ),
        title=f"{found.drive} fitted to {found.trace}, think time {found.think}: "
        f"{found.runs:,} replays"
        + ("" if found.complete else "; NOT COMPLETE, the time ended")
        + ("" if found.phase.understood else "; LAYOUT NOT UNDERSTOOD"),
    )
    for note in (*writing.outstanding(found), *found.phase.notes):
        typer.echo(note)
    for change in found.found.mended:
        typer.echo(f"Small change taken at the end: {change.sentence}")
    for dip in found.found.dips:
        typer.echo(f"{dip.sentence}.")
    for line in (*writing.spare_cylinders(found), *writing.bends(found)):
        typer.echo(line)
    typer.echo(writing.noise(found))
    output.print_table(writing.numbers(found), _NUMBERS, caption=_rules(found))
    residuals_report.print_tables(left, f"{found.drive}, fitted")


def _rules(found: Any) -> str:
    rules = found.rules().items()
    texts = [f"{key} = {'left out' if value is None else value}" for key, value in rules]
    return "Rules found by trying: " + ("; ".join(texts) or "as they were")
