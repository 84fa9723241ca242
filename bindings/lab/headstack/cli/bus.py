"""`headstack bus`: several drives under the same load on one SCSI bus."""

from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from headstack import checks, files, workload
from headstack.bus import IDS, Bus
from headstack.cli import output
from headstack.cli.output import Column, digits
from headstack.drive import Drive
from headstack.queues import SCHEDULER
from headstack.result import Result
from headstack.waves import Format as WaveFormat

OUTSTANDING = 4
OF_ALL = ("wall_s", "requests_per_wall_s")
"""Metrics of the whole run, because all drives are simulated together."""

COLUMNS = (
    Column("drive", "drive"),
    Column("scsi_id", "SCSI\nid"),
    Column("throughput_per_s", "served\nper s", digits(2)),
    Column("throughput_mb_s", "MB/s", digits(4)),
    Column("mean_response_ms", "mean\nresponse, ms", digits(3)),
    Column("max_response_ms", "max\nresponse, ms", digits(3)),
)


def bus(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_c2247",
    drives: Annotated[int, typer.Option(help="Number of drives, 1 to 15.")] = 4,
    scheduler: Annotated[
        str, typer.Option(help="A scheduler, with parameters as in 'clook(map)'.")
    ] = SCHEDULER,
    outstanding: Annotated[
        int | None,
        typer.Option(
            help="Number of requests outstanding at each drive.", show_default=f"{OUTSTANDING}"
        ),
    ] = None,
    requests: Annotated[int, typer.Option(help="Number of requests for each drive.")] = 10_000,
    size: Annotated[str, typer.Option(help="Size of a request, with its unit.")] = workload.SIZE,
    reads: Annotated[
        float, typer.Option(help="Share of reads, 0 to 1.", show_default="2/3")
    ] = workload.READ_FRACTION,
    seed: Annotated[
        int, typer.Option(help="Seed of the first drive's requests; +1 for each next drive.")
    ] = workload.SEED,
    width: Annotated[
        int | None,
        typer.Option(help="Number of the host's data lines, 8 or 16.", show_default="the drive's"),
    ] = None,
    transfer_period_ns: Annotated[
        float | None,
        typer.Option(
            help="Shortest period of the host's synchronous transfers, ns.",
            show_default="the drive's",
        ),
    ] = None,
    waves: Annotated[
        Path | None, typer.Option(help="Write each drive's signals to a file in this folder.")
    ] = None,
    wave_format: Annotated[
        str, typer.Option(help="Format of these files: vcd or fst.", show_default=True)
    ] = "vcd",
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run closed loops on several drives that share a bus, and print what the bus makes of it."""
    output.one_form(json, csv)
    checks.whole("--drives", drives, 1, IDS - 1)
    model = Drive(drive, scheduler=scheduler)
    chain = Bus([model] * drives, width_bits=width, transfer_period_ns=transfer_period_ns)
    in_each = OUTSTANDING if outstanding is None else outstanding
    loads = [
        workload.closed(
            in_each, requests=requests, size=size, read_fraction=reads, seed=seed + place
        )
        for place in range(drives)
    ]
    of_waves: WaveFormat = checks.choice("--wave-format", wave_format, get_args(WaveFormat))
    waves_to = None if waves is None else _folder(waves, chain, of_waves, force)
    with output.progress_bar(requests * drives, lasting=False) as update:
        found = chain.run(
            loads,
            progress=lambda done: update(done, model.scheduler),
            waves=waves_to,
            wave_format=of_waves,
        )
    rows = [
        {"drive": place, "scsi_id": chain.ids[place], **_of_drive(result)}
        for place, result in enumerate(found.results)
    ]
    if json:
        document = {**found.summary, "drives": rows, "seed": seed}
        output.print_json({**document, "configuration": model.config.to_toml()})
    elif csv:
        output.print_csv(rows)
    else:
        output.print_pairs(f"{drives} x {model.config.name}, {model.scheduler}", found.summary)
        output.console().print()
        output.print_table(rows, COLUMNS)


def _of_drive(result: Result) -> dict[str, Any]:
    """Returns settings and metrics of a drive, without the metrics of `OF_ALL`."""
    document = result.document()
    for key in OF_ALL:
        del document[key]
    return document


def _folder(folder: Path, chain: Bus, wave_format: WaveFormat, force: bool) -> files.Name:
    """Checks for existing files, and returns the folder for the waves."""
    with files.saying(folder):
        there = folder.is_dir()
    if there:
        for file in chain.wave_files(folder, wave_format):
            files.target(file, force)
    return folder if force else files.New(folder)
