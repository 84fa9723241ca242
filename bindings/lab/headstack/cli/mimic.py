"""`headstack mimic`: measures a drive for `smtf`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import catalog, files
from headstack.cli import output
from headstack.errors import ConfigError
from headstack.lazy import needed
from headstack.mimic import Mimic


def mimic(
    file: Annotated[
        Path | None, typer.Argument(help="The same as --out.", metavar="[FILE]", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The Parquet file to write.")] = None,
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "ibm_9lzx",
    samples: Annotated[int, typer.Option(help="Number of times measured for each distance.")] = 10,
    size: Annotated[str, typer.Option(help="Size of the requests, with its unit.")] = "1KiB",
    step: Annotated[str, typer.Option(help="Step between distances, with its unit.")] = "8KiB",
    span: Annotated[
        str | None,
        typer.Option(help="Largest distance that is probed by steps.", show_default="all"),
    ] = None,
    interpolate: Annotated[
        bool,
        typer.Option(
            "--interpolate/--no-interpolate", help="Leave out distances that others predict."
        ),
    ] = True,
    by_type: Annotated[
        bool,
        typer.Option(
            "--by-type/--no-by-type", help="Measure each type of request, or reads for all."
        ),
    ] = True,
    seed: Annotated[int, typer.Option(help="Seed of the random places.")] = 1,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Measure a drive's times by type and distance of requests, as a table for smtf."""
    output.one_form(json, csv)
    if (out is None) == (file is None):
        raise ConfigError("say once where the table goes, as in --out base.parquet")
    needed("pyarrow", "mimic")
    out = out or file
    to = files.target(out, force)
    assert to is not None
    config = catalog.load(drive)
    with output.progress_bar(None, lasting=False, what="distances") as update:
        found = Mimic.probe(
            config,
            samples=samples,
            size=size,
            step=step,
            span=span,
            interpolate=interpolate,
            by_type=by_type,
            seed=seed,
            progress=lambda done: update(done, config.name),
        )
    found.save(to)
    facts: dict[str, Any] = {
        "drive": found.drive,
        **found.settings,
        "samples": samples,
        "probed": found.probed,
        "points": found.points,
        "memory_bytes": found.memory_bytes,
        "file": str(out),
    }
    if json:
        output.print_json({**facts, "configuration": config.to_toml()})
    elif csv:
        output.print_csv([facts])
    else:
        output.print_pairs(f"mimic of {found.drive}", facts)
