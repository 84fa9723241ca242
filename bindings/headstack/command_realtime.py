"""`headstack realtime`: which scheduler meets the most deadlines of media streams?"""

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from headstack import output
from headstack.realtime import KINDS, SCHEDULERS, STREAMS, Row, compare, mean_over_streams


def realtime(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_97560",
    scheduler: Annotated[
        list[str], typer.Option(help="A scheduler; may be given several times.")
    ] = list(SCHEDULERS),  # noqa: B006 - typer copies it
    kind: Annotated[
        list[str],
        typer.Option(
            help="mpeg2, cd_audio or a rate as in '1.5 MB/s'; may be given several times."
        ),
    ] = list(KINDS),  # noqa: B006
    streams: Annotated[
        list[int], typer.Option(help="How many; may be given several times.", min=1)
    ] = list(STREAMS),  # noqa: B006
    requests: Annotated[int, typer.Option(help="Requests of each run.", min=1)] = 1000,
    issue: Annotated[
        str, typer.Option(help="Next request: 'after' the last has come, or 'open', anyway.")
    ] = "after",
    buffer: Annotated[
        str, typer.Option(help="Played ahead by each stream, as in '200 kB'.", show_default="none")
    ] = "",
    reads: Annotated[float, typer.Option(help="Share of requests that play, 0 to 1.")] = 1.0,
    seed: Annotated[
        list[int], typer.Option(help="Of the random numbers; of several, the means are shown.")
    ] = [1],  # noqa: B006
    plot: Annotated[Path | None, typer.Option(help="Draw the guarantee ratios.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Compare schedulers under media streams: deadlines met, merit, throughput."""
    output.check_writable(plot)
    total = len(scheduler) * len(kind) * len(streams)
    with output.progress_bar(total, lasting=False, what="runs") as update:
        rows = compare(
            *(drive, scheduler, kind, streams, requests, issue),
            buffer=buffer or 0,
            read_fraction=reads,
            seeds=seed,
            progress=update,
        )
    if plot is not None:
        from headstack import chart

        chart.draw_realtime(rows, plot)
    if json:
        output.print_json({"runs": rows, "plot": None if plot is None else str(plot)})
        return
    for each in dict.fromkeys(kind):
        output.console().print(_table(rows, each))


def _table(rows: list[Row], kind: str) -> Table:
    here = [row for row in rows if row["kind"] == kind]
    table = Table(
        title=f"{here[0]['drive']}: {kind} streams; deadlines met in %, and means over the numbers",
        title_justify="left",
        box=box.SIMPLE_HEAD,
    )
    table.add_column("scheduler")
    counts = list(dict.fromkeys(row["streams"] for row in here))
    for heading in (*(f"{count}" for count in counts), "met %", "merit", "MB/s"):
        table.add_column(heading, justify="right")
    for name in dict.fromkeys(row["scheduler"] for row in here):
        met = [100 * row["guarantee_ratio"] for row in here if row["scheduler"] == name]
        table.add_row(
            name,
            *(f"{share:.1f}" for share in met),
            f"{100 * mean_over_streams(here, kind, name, 'guarantee_ratio'):.1f}",
            f"{mean_over_streams(here, kind, name, 'merit'):.3f}",
            f"{mean_over_streams(here, kind, name, 'throughput_mb_s'):.3f}",
        )
    return table
