"""`headstack codesign`: when does a comparator in hardware pay?"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from headstack import output
from headstack.codesign import CLOCKS_MHZ, COMPARATOR_MHZ, DESIGNS, QUEUE_LENGTHS, Row, compare


class Body(StrEnum):
    """What is behind the comparator's registers."""

    behavioural = "behavioural"
    rtl = "rtl"


def codesign(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_c2247",
    queue_length: Annotated[
        list[int],
        typer.Option(help="Requests in the drive; may be given several times.", min=1, max=65_536),
    ] = list(QUEUE_LENGTHS),  # noqa: B006 - typer copies it
    clock: Annotated[
        list[float],
        typer.Option(help="Of the processor, MHz; may be given several times.", min=0.01, max=1e4),
    ] = list(CLOCKS_MHZ),  # noqa: B006
    comparator_clock: Annotated[
        float, typer.Option(help="Of the comparator, MHz.", min=0.01, max=1e4)
    ] = COMPARATOR_MHZ,
    rate: Annotated[
        list[float] | None,
        typer.Option(
            help="Arrivals per second, instead of --queue-length; may be given several times.",
            min=1e-6,
        ),
    ] = None,
    body: Annotated[
        Body, typer.Option(help="Of the comparator; a build has few shapes in RTL.")
    ] = Body.behavioural,
    requests: Annotated[int, typer.Option(help="Requests of each run.", min=1)] = 10_000,
    seed: Annotated[int, typer.Option(help="Of the random numbers.")] = 1,
    plot: Annotated[Path | None, typer.Option(help="Draw the losses to this file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compare decisions in firmware and in the comparator: their time, and what they cost."""
    output.check_writable(plot)
    rates = rate or []
    total = len(rates or queue_length) * len(clock) * len(DESIGNS)
    with output.progress_bar(total, lasting=False, what="runs") as update:
        rows = compare(
            *(drive, queue_length, clock, comparator_clock, requests, seed, update),
            rates_per_s=rates,
            body=body.value,
        )
    if plot is not None:
        from headstack import chart

        chart.draw_codesign(rows, plot)
    if json:
        output.print_json({"runs": rows, "plot": None if plot is None else str(plot)})
    else:
        _print(rows)


def _print(rows: list[Row]) -> None:
    is_open = rows[0]["rate_per_s"] is not None
    loads = "arrivals" if is_open else "closed loops"
    table = Table(
        title=f"{rows[0]['drive']}: SPTF, {loads} of 8 KiB requests, executed timing; losses "
        "against measured timing",
        title_justify="left",
        box=box.SIMPLE_HEAD,
    )
    for heading in (
        *(
            "per s" if is_open else "queue",
            "clock\nMHz",
            "design",
            "decision\nus",
            "hidden\n%",
            "late\nus",
        ),
        *("served\nper s", "lost\n%", "response\nms", "lost\nms"),
    ):
        table.add_column(heading, justify="left" if heading == "design" else "right")
    for row in rows:
        table.add_row(
            *(
                f"{row['rate_per_s']:g}" if is_open else f"{row['queue_length']}",
                f"{row['clock_mhz']:g}",
                row["design"],
            ),
            f"{1e3 * row['mean_decision_ms']:,.1f}",
            f"{100 * row['hidden_decisions']:.1f}",
            f"{1e3 * row['mean_decision_late_ms']:,.1f}",
            f"{row['throughput_per_s']:.1f}",
            f"{100 * row['throughput_lost']:.1f}",
            f"{row['mean_response_ms']:,.1f}",
            f"{row['response_lost_ms']:,.1f}",
            end_section=row["design"] == DESIGNS[-1],
        )
    output.console().print(table)
