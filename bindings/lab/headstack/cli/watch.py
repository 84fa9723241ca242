"""`headstack watch`: writes a page that animates a run."""

from pathlib import Path
from typing import Annotated

import typer

from headstack import files
from headstack.cli import output


def watch(
    result: Annotated[
        Path,
        typer.Argument(help="Requests of a run, as `headstack run --parquet` writes them."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="File (.html) to write.", show_default="RESULT with this ending"
        ),
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from", help="Start of the window, as '1.5 s'.", show_default="the first arrival"
        ),
    ] = None,
    end: Annotated[
        str | None,
        typer.Option(
            "--to", help="End of the window, as '2 s'.", show_default="the last completion"
        ),
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Write a page that animates a run: platter, arm, queue and decisions."""
    from headstack.saved import load
    from headstack.session import parse_time

    path = result.with_suffix(".html") if out is None else out
    to = files.target(path, force, ("html",))
    assert to is not None
    begin_ps = None if begin is None else parse_time("--from", begin)
    end_ps = None if end is None else parse_time("--to", end)
    saved = load(result)
    from headstack.charts import watch_page

    data = watch_page.write(saved, to, begin_ps, end_ps)
    requests = len(data["requests"]["id"])
    window = (data["from"] / 1e9, (data["from"] + data["length"]) / 1e9)
    if json:
        output.print_json(
            {"out": str(path), "requests": requests, "from_s": window[0], "to_s": window[1]}
        )
    else:
        typer.echo(f"{path}: {requests:,} requests, {window[0]:.3f} s to {window[1]:.3f} s")
