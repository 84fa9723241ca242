"""`headstack validate`: compares the model's times with the measured times of a trace."""

from pathlib import Path
from typing import Annotated

import typer

from headstack import catalog, files, workload
from headstack._core import DriveConfig
from headstack.advice.configurations import names_of
from headstack.cli import output
from headstack.cli.output import Column
from headstack.errors import ConfigError
from headstack.measure import validation
from headstack.traces import validation_trace
from headstack_identify import crossvalidation, queue_orders
from headstack_identify.cli import residuals as residuals_report
from headstack_identify.fit import phase
from headstack_identify.fit.phase import preconditions

_SCORED = {
    "file": "file's\nvalues",
    "start": "start",
    "own_half": "fit,\nown half",
    "held_out": "fit,\nother half",
}


def _short(number: float) -> str:
    return f"{number:.5f}".rstrip("0").rstrip(".")


_VALUES = (
    Column("name", "fitted", text=True),
    Column("unit", "unit", text=True),
    Column("file", "in the\nfile", _short),
    Column("start", "start", _short),
    Column("fitted_on_odd_blocks", "on odd\nblocks", _short),
    Column("fitted_on_even_blocks", "on even\nblocks", _short),
)


_ORDERS = (
    Column("scheduler", "", text=True),
    Column("throughput_per_s", "requests\nper second", output.digits(1)),
    Column("mean_response_ms", "mean\nresponse, ms", output.digits(2)),
    Column("p99_response_ms", "99 % of\nresponses, ms", output.digits(1)),
    Column("rms_ms", "rms, ms", output.digits(3)),
)


def validate(
    trace: Annotated[
        str,
        typer.Argument(
            help="A trace of DiskSim's validation, or a recording in any format of traces with "
            "times of completion, one request outstanding."
        ),
    ],
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")],
    think: Annotated[
        validation_trace.Think | None,
        typer.Option(
            help="Whether the think time of a line comes after its request, or before.",
            show_default="the drive's key think, or after; recordings: before",
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the errors to this file (png, svg, pdf).")
    ] = None,
    cross: Annotated[
        bool,
        typer.Option(
            "--cross",
            help="Fit the fitted keys of the drive file on each half of the trace, and score the "
            "fit on the other half. Takes half a minute.",
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Seed of the values that the fit starts from; for --cross.", show_default="1"
        ),
    ] = None,
    residuals: Annotated[
        bool,
        typer.Option(
            "--residuals",
            help="Print the residuals by class, blocks, zone, distance and place. Requests that "
            "are off by a revolution are counted separately.",
        ),
    ] = False,
    parquet: Annotated[
        Path | None,
        typer.Option(help="Write a row for each request to this file; for --residuals."),
    ] = None,
    schedulers: Annotated[
        str | None,
        typer.Option(
            help="Compare these schedulers with a recording of several requests outstanding, as "
            "'fcfs, clook, sptf'."
        ),
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Replay a real drive's trace, one request outstanding, and print the errors of the model."""
    output.one_form(json, csv)
    plot_to = files.target(plot, force, files.CHARTS)
    rows_to = files.target(parquet, force, ("parquet",))
    if parquet is not None and not residuals:
        raise ConfigError("--parquet is for --residuals; without --residuals, there are no rows")
    config = catalog.load(drive)
    if schedulers is not None:
        if cross or seed is not None or residuals or plot is not None or think is not None:
            raise ConfigError(
                "--schedulers is for a recording of several requests outstanding; leave --cross, "
                "--seed, --residuals, --plot and --think out"
            )
        _orders(config, trace, schedulers, json, csv)
        return
    replay = workload.recorded(trace, think=think, drive=config)
    of_no_disk = preconditions.without_rotation(replay.recording)
    if of_no_disk is not None:
        output.say(f"warning: {of_no_disk}")
    if residuals:
        if cross or seed is not None:
            raise ConfigError(
                "--residuals is for the drive without a fit; leave --cross and --seed out"
            )
        found_residuals = residuals_report.of(config, replay)
        if rows_to is not None:
            residuals_report.write_rows(found_residuals, rows_to)
        form = residuals_report.form_of(json, csv)
        residuals_report.show(found_residuals, config.to_toml(), plot_to, form)
        return
    if cross:
        if plot is not None:
            raise ConfigError("--plot is for the drive without a fit; with --cross, leave it out")
        _cross(config, replay, 1 if seed is None else seed, json, csv)
        return
    if seed is not None:
        raise ConfigError("--seed is for --cross; without --cross, no value is random")
    found = validation.validate(config, replay)
    document = found.document()
    coherence = _think_coherence(config, replay)
    if plot_to is not None:
        from headstack.charts import chart

        chart.draw_errors(found, plot_to)
    if json:
        told = {
            "think_coherence": coherence,
            "seed": None,
            "configuration": config.to_toml(),
            "quantiles": found.quantiles(),
        }
        output.print_json({**document, **told})
        return
    if csv:
        output.print_csv([document])
        return
    figures = {label: document[key] for key, label in validation.FIGURES.items()}
    output.print_pairs(
        f"{found.drive} against {found.trace}, think time {found.think}, {found.timing} timing",
        figures,
    )
    if plot is not None:
        typer.echo(f"errors: {plot}")


def _orders(config: DriveConfig, trace: str, schedulers: str, json: bool, csv: bool) -> None:
    """Prints the recording's figures beside those of the schedulers."""
    found = queue_orders.compare(config, trace, names_of(schedulers))
    document = found.document()
    if json:
        output.print_json({**document, "configuration": config.to_toml()})
        return
    if csv:
        output.print_csv(document["schedulers"])
        return
    recorded = {"scheduler": "the recording", **document["recorded"]}
    output.print_table(
        [recorded, *document["schedulers"]],
        _ORDERS,
        title=f"{found.drive} against {found.trace}: {found.requests:,} requests, "
        f"{found.outstanding} outstanding",
        caption="rms: distance of the distributions of response times. The first scheduler is the "
        "most like the recording.",
    )


def _think_coherence(
    config: DriveConfig, replay: workload.Replay
) -> dict[str, float | int | str | None] | None:
    """Returns how well each convention fits the trace, for JSON. Warns if another one fits."""
    trace, think = replay.recording, replay.think
    seen = phase.coherent(trace, config)
    if seen is None:
        return None
    if trace.think is None and seen.think not in (None, think):
        output.say(
            f"warning: {trace.path}: think times come {seen.think} their requests, not {think}: "
            f"the coherence of {seen.pairs} pairs of media accesses is {seen.after:.2f} with "
            f"after, {seen.before:.2f} with before; paired figures need --think {seen.think}"
        )
    return {
        "think": seen.think,
        "after": seen.after,
        "before": seen.before,
        "pairs": seen.pairs,
        "chance": seen.chance,
    }


def _cross(config: DriveConfig, replay: workload.Replay, seed: int, json: bool, csv: bool) -> None:
    _think_coherence(config, replay)
    total = 2 * crossvalidation.MOST_RUNS
    with output.progress_bar(total, lasting=False, what="replays") as update:
        found = crossvalidation.cross_validate(
            config, replay, seed=seed, progress=lambda done: update(done, f"fitting {config.name}")
        )
    document = found.document()
    if json:
        output.print_json({**document, "configuration": config.to_toml()})
        return
    if csv:
        output.print_csv([{"values": which, **document[which]} for which in _SCORED])
        return
    output.print_table(
        document["parameters"],
        _VALUES,
        title=f"{found.drive} against {found.trace}, think time {found.think}, "
        f"{found.timing} timing: fitted on each half of the trace, {found.runs:,} replays",
    )
    figures = [
        {"figure": label, **{which: document[which][key] for which in _SCORED}}
        for key, label in validation.FIGURES.items()
    ]
    columns = [Column("figure", "", text=True)]
    columns += [Column(which, heading) for which, heading in _SCORED.items()]
    output.console().print()
    output.print_table(
        figures,
        columns,
        caption=f"Halves: alternating blocks of {crossvalidation.BLOCK_REQUESTS} requests. The fit "
        "starts from the file's values made wrong by 10 to 30 % (a revolution by 0.5 to 1.5 %; "
        f'seed {found.seed}). "Other half": each request with the values that were fitted without '
        f"it. Not refitted: {crossvalidation.NOT_REFITTED}.",
    )
