"""`headstack codesign`: compares decisions in firmware with a comparator and faster processors."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from headstack import catalog, files
from headstack.cli import output
from headstack.cli.output import Column, digits
from headstack.codesign import CLOCKS_MHZ, COMPARATOR_MHZ, DESIGNS, QUEUE_LENGTHS, SEEDS, compare
from headstack.sweeps.one_by_one import Row

TimedCore = Literal["iss", "ibex", "picorv32"]


class Body(StrEnum):
    """Implementation of the comparator behind its registers."""

    behavioural = "behavioural"
    rtl = "rtl"


def codesign(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_c2247",
    outstanding: Annotated[
        list[int] | None,
        typer.Option(
            help="Requests in the system; may be given several times.",
            min=1,
            max=65_536,
            show_default=", ".join(map(str, QUEUE_LENGTHS)),
        ),
    ] = None,
    clock: Annotated[
        list[float],
        typer.Option(
            help="Clock of the processor, MHz; may be given several times.", min=0.01, max=1e4
        ),
    ] = list(CLOCKS_MHZ),  # noqa: B006 - typer copies it
    comparator_clock: Annotated[
        float, typer.Option(help="Clock of the comparator, MHz.", min=0.01, max=1e4)
    ] = COMPARATOR_MHZ,
    rate: Annotated[
        list[float] | None,
        typer.Option(
            help="Arrivals per second, instead of --outstanding; may be given several times.",
            min=1e-6,
        ),
    ] = None,
    body: Annotated[
        Body, typer.Option(help="Body of the comparator; a build has few shapes in RTL.")
    ] = Body.behavioural,
    core: Annotated[
        TimedCore, typer.Option(help="What runs the firmware; decisions are timed on iss only.")
    ] = "iss",
    requests: Annotated[int, typer.Option(help="Number of requests of each run.", min=1)] = 2_000,
    seed: Annotated[int, typer.Option(help="First seed of the random numbers.")] = 1,
    seeds: Annotated[
        int, typer.Option(help="Runs at each point, with seeds of their own.", min=1, max=1000)
    ] = SEEDS,
    plot: Annotated[Path | None, typer.Option(help="Draw the losses to this file.")] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Compare decisions in firmware, in a comparator and on a second core, and a faster clock."""
    output.one_form(json, csv)
    plot_to = files.target(plot, force, files.CHARTS)
    rates = rate or []
    lengths = outstanding or QUEUE_LENGTHS
    total = len(rates or lengths) * len(clock) * len(DESIGNS)
    with output.progress_bar(total, lasting=False, what="runs") as update:
        rows = compare(
            *(drive, lengths, clock, comparator_clock, requests, seed, update),
            rates_per_s=rates,
            body=body.value,
            seeds=seeds,
            core=core,
        )
    if plot_to is not None:
        from headstack.charts import chart

        chart.draw_codesign(rows, plot_to)
    if json:
        output.print_json(
            {
                "seed": seed,
                "seeds": seeds,
                "requests": requests,
                "configuration": catalog.load(drive).to_toml(),
                "runs": rows,
                "plot": None if plot is None else str(plot),
            }
        )
    elif csv:
        output.print_csv(rows)
    else:
        _print(rows)


def _print(rows: list[Row]) -> None:
    is_open = rows[0]["rate_per_s"] is not None
    loads = "arrivals" if is_open else "closed loops"
    load = ("rate_per_s", "per\ns") if is_open else ("queue_length", "out-\nstand-\ning")
    output.print_table(
        rows,
        (
            Column(*load, "{:g}".format),
            Column("clock_mhz", "clock\nMHz", "{:g}".format),
            Column("design", "design", text=True),
            Column("mean_decision_cycles", "decision\ncycles", digits(0)),
            Column("max_decision_cycles", "most", digits(0)),
            Column("hidden_decisions", "hidden\n%", digits(0, 100)),
            Column("core_utilisation", "busy\n%", digits(1, 100)),
            Column("throughput_per_s", "served\nper s", digits(1)),
            Column("throughput_lost", "lost\n%", digits(1, 100)),
            Column("throughput_lost_half", "±", digits(1, 100)),
            Column("mean_response_ms", "response\nms", digits(1)),
        ),
        title=f"{rows[0]['drive']}: SPTF, {loads} of 8 KiB requests, by the processor's clock; "
        "losses against code that takes no time\n",
        section="clock_mhz",
    )
