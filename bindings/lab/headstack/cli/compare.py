"""`headstack compare`: drives and schedulers under the same requests."""

from itertools import product
from pathlib import Path
from typing import Annotated

import typer

from headstack.cli import output
from headstack.cli.output import Column, digits
from headstack.cli.shared import drive_options, scheduling_options, workload_options
from headstack.cli.shared.drive_options import drive_of
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.scheduler import weights_for
from headstack.statistics import Comparison
from headstack.statistics import compare as compare_drives
from headstack.statistics.intervals import LEVEL
from headstack.statistics.paired import MOST_REQUESTS, SEEDS
from headstack.workload.text import Parsed

_COLUMNS = (
    Column("measure", "measure", text=True),
    Column("drive", "drive", text=True),
    Column("value", "value", digits(3)),
    Column("low", "low", digits(3)),
    Column("high", "high", digits(3)),
    Column("difference_value", "difference\nvalue", digits(3)),
    Column("difference_low", "difference\nlow", digits(3)),
    Column("difference_high", "difference\nhigh", digits(3)),
    Column("difference_share", "share\n%", digits(1, 100)),
    Column("verdict", "verdict", lambda text: text or "-", text=True),
)


def compare(
    drive: Annotated[
        list[str],
        typer.Option(
            help="A drive's name, or a .toml file. Can be repeated.",
            rich_help_panel=drive_options.PANEL,
        ),
    ] = ["hp_c2247"],  # noqa: B006 - typer copies the default
    scheduler: Annotated[
        list[str] | None,
        typer.Option(
            help="A scheduler, with parameters as in 'clook(map)'. Can be repeated; every drive "
            "runs with every scheduler.",
            rich_help_panel=scheduling_options.PANEL,
        ),
    ] = None,
    placement: scheduling_options.Placement = None,
    conditions: drive_options.Conditions = None,
    queue_depth: scheduling_options.QueueDepth = None,
    workload_name: workload_options.Workload = None,
    rate: workload_options.Rate = None,
    outstanding: workload_options.Outstanding = None,
    requests: workload_options.Requests = None,
    size: workload_options.Size = None,
    reads: workload_options.Reads = None,
    seed: workload_options.Seed = None,
    seeds: Annotated[
        int, typer.Option(help="Number of runs of each drive, each with a seed of its own.")
    ] = SEEDS,
    level: Annotated[
        float, typer.Option(help="Share of such intervals that hold the true value.")
    ] = LEVEL,
    precision: Annotated[
        float | None,
        typer.Option(
            help="Run more seeds until half the interval of each mean is at most this share of "
            "the mean, as 0.02.",
            show_default="no aim",
        ),
    ] = None,
    most_requests: Annotated[
        int, typer.Option(help="Most requests of each drive for --precision.")
    ] = MOST_REQUESTS,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run drives and schedulers under the same requests, and print how they differ."""
    output.one_form(json, csv)
    load = workload_options.load_of(
        workload_name,
        rate=rate,
        outstanding=outstanding,
        requests=requests,
        size=size,
        reads=reads,
        seed=seed,
    )
    drives = _drives(drive, scheduler or [], placement, conditions, queue_depth, load)
    with output.progress_bar(None, lasting=False, what="runs") as update:
        found = compare_drives(
            drives,
            workload=load.load,
            seeds=seeds,
            level=level,
            precision=precision,
            most_requests=most_requests,
            progress=update,
        )
    if json:
        configurations = {name: one.config.to_toml() for name, one in drives.items()}
        output.print_json({**found.document(), "configurations": configurations})
    elif csv:
        output.print_csv(found.table)
    else:
        _print(found)


def _drives(
    drives: list[str],
    schedulers: list[str],
    placement: str | None,
    conditions: Path | None,
    queue_depth: int | None,
    load: Parsed,
) -> dict[str, Drive]:
    """Returns every drive with every scheduler, by name. The first is the reference.

    Raises:
        ConfigError: fewer than two drives, or the same drive twice; or an unknown name.
    """
    found: dict[str, Drive] = {}
    chosen: list[str | None] = [*schedulers] or [None]
    for described, scheduler in product(drives, chosen):
        arguments = scheduling_options.arguments_of(scheduler, placement)
        made = Drive(
            drive_of(described, conditions=conditions),
            **arguments,
            queue_depth=queue_depth,
            weights=weights_for(arguments, load.weights),
        )
        parts = ([described] if len(drives) > 1 else []) + ([made.scheduler] if schedulers else [])
        name = ", ".join(parts)
        if name in found:
            raise ConfigError(f"{name} is given twice; give each drive and each scheduler once")
        found[name] = made
    if len(found) < 2:
        raise ConfigError(
            "one drive with one scheduler leaves nothing to compare; give --scheduler or --drive "
            "twice, as in --scheduler fcfs --scheduler sptf"
        )
    return found


def _print(found: Comparison) -> None:
    runs = found.runs[found.names[0]]
    title = (
        f"{len(found.names)} drives, {len(runs)} runs of {len(runs[0].response_ms):,} requests "
        f"each, {100 * found.level:g} % intervals; warm-up: {found.warmup}"
    )
    reasons = [
        f"{one.of}, {one.measure}: undecided, {one.why}"
        for one in found.differences
        if one.interval is None
    ]
    if not found.reached:
        reasons.append(f"a precision of {found.precision:g} was not reached")
    output.print_table(
        found.table, _COLUMNS, title=title, caption="\n".join(reasons), section="measure"
    )
