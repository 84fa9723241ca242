"""`headstack trace`: describes traces of requests, and writes them in other formats."""

from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import files
from headstack.cli import output
from headstack.cli.output import Column
from headstack.cli.shared.trace_options import Format

File = Annotated[Path, typer.Argument(help="The trace; gzip and zstd are unpacked.")]
Device = Annotated[
    str | None, typer.Option(help="Only this device, as 'hm.0'.", show_default="all")
]
SkipBad = Annotated[int, typer.Option(min=0, help="Number of malformed lines to leave out.")]

_FORMATS = (
    Column("name", "format", text=True),
    Column("title", "what it is", text=True),
    Column("read", "read"),
    Column("written", "written"),
    Column("loses", "not kept when written", lambda text: text or "-", text=True),
)


def trace() -> None:
    """Describe traces of block requests, and write them in other formats."""


def info(
    file: File,
    format: Format = None,  # noqa: A002 - the option's name
    device: Device = None,
    skip_bad: SkipBad = 0,
    plot: Annotated[Path | None, typer.Option(help="Draw it to this file (png, svg, pdf).")] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Say what is in a trace: devices, sizes, addresses, arrivals, distances, response times."""
    from headstack import traces
    from headstack.cli.trace import tables

    plot_to = files.target(plot, force, files.CHARTS)
    found = traces.profile(traces.open(file, format=format, device=device, skip_bad=skip_bad))
    if plot_to is not None:
        from headstack.charts import trace_chart

        trace_chart.draw(found, plot_to)
    if json:
        output.print_json(found.document())
    else:
        tables.print_profile(found.document())


def convert(
    file: File,
    out: Annotated[Path, typer.Argument(help="The file to write.")],
    to: Annotated[
        str,
        typer.Option(help="Format of the new file, one of `trace formats`, or mine.py:Mine."),
    ],
    from_: Annotated[
        str | None,
        typer.Option(
            "--from",
            "--format",
            help="Format of the trace, or mine.py:Mine of your own.",
            show_default="found by its content",
        ),
    ] = None,
    device: Device = None,
    skip_bad: SkipBad = 0,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Write a trace in another format."""
    from headstack import traces

    target = files.target(out, force)
    opened = traces.open(file, format=from_, device=device, skip_bad=skip_bad)
    assert target is not None
    found = traces.convert(opened, target, to)
    if json:
        output.print_json({"out": str(out), **found.document()})
        return
    typer.echo(f"{out}: {found.scan.requests:,} requests, {found.to}")
    renamed = [f"{old} is {new}" for old, new in found.devices.items() if old != new]
    notes = {
        "left out, as the format cannot hold it": found.loses,
        "devices": ", ".join(renamed),
        "malformed lines left out": f"{found.scan.bad:,}" if found.scan.bad else "",
        "records of no data left out": f"{found.scan.other:,}" if found.scan.other else "",
        "note": "; ".join(found.scan.notes),
        "all arrivals are later by": f"{found.shifted_ps / 1e12:g} s" if found.shifted_ps else "",
    }
    for what, text in notes.items():
        if text:
            typer.echo(f"{what}: {text}")


def list_formats(json: output.Json = False, csv: output.Csv = False) -> None:
    """List the formats of traces."""
    from headstack.traces import formats

    output.one_form(json, csv)
    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "title": one.title,
            "read": True,
            "written": one.writes,
            "loses": one.loses,
        }
        for one in formats.registered()
    ]
    if json:
        output.print_json({"formats": rows})
    elif csv:
        output.print_csv(rows)
    else:
        output.print_table(rows, _FORMATS)
