"""`headstack realtime`: which scheduler meets the most deadlines of media streams?"""

from pathlib import Path
from typing import Annotated

import typer

from headstack import catalog, files
from headstack.cli import output
from headstack.cli.output import Column, digits
from headstack.sweeps.one_by_one import Row
from headstack_papers.realtime import (
    KINDS,
    METRICS,
    SCHEDULERS,
    STREAMS,
    compare,
    mean_over_streams,
)


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
        list[int], typer.Option(help="Number of streams; may be given several times.", min=1)
    ] = list(STREAMS),  # noqa: B006
    requests: Annotated[int, typer.Option(help="Number of requests of each run.", min=1)] = 1000,
    issue: Annotated[
        str,
        typer.Option(
            help="When a stream asks for more: 'after' the last has come, or 'open', anyway."
        ),
    ] = "after",
    buffer: Annotated[
        str, typer.Option(help="Buffer of each stream, as in '200 kB'.", show_default="none")
    ] = "",
    reads: Annotated[float, typer.Option(help="Share of requests that play, 0 to 1.")] = 1.0,
    seed: Annotated[
        list[int], typer.Option(help="Seed of the random numbers; several give the means.")
    ] = [1],  # noqa: B006
    plot: Annotated[Path | None, typer.Option(help="Draw the guarantee ratios.")] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Compare schedulers under media streams: deadlines met, merit, throughput."""
    output.one_form(json, csv)
    plot_to = files.target(plot, force, files.CHARTS)
    total = len(scheduler) * len(kind) * len(streams)
    with output.progress_bar(total, lasting=False, what="runs") as update:
        rows = compare(
            *(drive, scheduler, kind, streams, requests, issue),
            buffer=buffer or 0,
            read_fraction=reads,
            seeds=seed,
            progress=update,
        )
    if plot_to is not None:
        from headstack.charts import chart

        chart.draw_realtime(rows, plot_to)
    if json:
        output.print_json(
            {
                "seed": seed[0] if len(seed) == 1 else seed,
                "buffer": buffer or None,
                "read_fraction": reads,
                "configuration": catalog.load(drive).to_toml(),
                "runs": rows,
                "plot": None if plot is None else str(plot),
            }
        )
        return
    if csv:
        output.print_csv(rows)
        return
    for place, each in enumerate(dict.fromkeys(kind)):
        if place:
            output.console().print()
        _print(rows, each)


def _print(rows: list[Row], kind: str) -> None:
    here = [row for row in rows if row["kind"] == kind]
    counts = list(dict.fromkeys(row["streams"] for row in here))
    lines = [
        {
            "scheduler": name,
            **{
                str(row["streams"]): row["guarantee_ratio"]
                for row in here
                if row["scheduler"] == name
            },
            **{metric: mean_over_streams(here, kind, name, metric) for metric in METRICS},
        }
        for name in dict.fromkeys(row["scheduler"] for row in here)
    ]
    output.print_table(
        lines,
        (
            Column("scheduler", "scheduler", text=True),
            *(Column(str(count), str(count), digits(1, 100)) for count in counts),
            Column("guarantee_ratio", "met %", digits(1, 100)),
            Column("merit", "merit", digits(3)),
            Column("throughput_mb_s", "MB/s", digits(3)),
        ),
        title=f"{here[0]['drive']}: {kind} streams; deadlines met in % by number of streams, and "
        "means over the numbers\n",
    )
