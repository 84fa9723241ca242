"""`headstack run`: one drive, one scheduler, one workload."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Annotated, Literal

import typer

from headstack import catalog, checks, files, workload
from headstack.cli import options, output
from headstack.drive import (
    HOST_OUTSTANDING,
    ON_MEDIA_ERROR,
    PLACEMENT,
    SCHEDULER,
    Drive,
    OnMediaError,
    Placement,
)
from headstack.errors import ConfigError
from headstack.stream import Streamed

CLOSED_OUTSTANDING = 1
FOLDED = "folded"

WorkloadName = Literal["random", "closed"]
Core = Literal["host", "iss", "ibex", "picorv32"]


def run(
    drive: Annotated[str, typer.Option(help="A drive's name, or a .toml file.")] = "hp_c2247",
    scheduler: Annotated[
        str, typer.Option(help="A scheduler, with parameters as in 'clook(map)'.")
    ] = SCHEDULER,
    placement: Annotated[Placement, typer.Option(help="Where the queue is scheduled.")] = PLACEMENT,
    host_outstanding: Annotated[
        int | None,
        typer.Option(
            help="Number of requests kept at the drive; for --placement host.",
            show_default=f"{HOST_OUTSTANDING}",
        ),
    ] = None,
    workload_name: Annotated[
        WorkloadName, typer.Option("--workload", help="Open random arrivals, or a closed loop.")
    ] = "random",
    rate: Annotated[
        float | None, typer.Option(help="Arrivals per second; for --workload random.")
    ] = None,
    outstanding: Annotated[
        int | None,
        typer.Option(
            help="Number of requests in the system; for --workload closed.",
            show_default=f"{CLOSED_OUTSTANDING}",
        ),
    ] = None,
    queue_depth: options.OldNumber = None,
    requests: Annotated[int, typer.Option(help="Number of requests.")] = workload.REQUESTS,
    size: Annotated[str, typer.Option(help="Size of a request, with its unit.")] = workload.SIZE,
    align: Annotated[
        str | None,
        typer.Option(
            help="Size whose multiples first blocks are, as --size.", show_default="1 block"
        ),
    ] = None,
    reads: Annotated[
        float, typer.Option(help="Share of reads, 0 to 1.", show_default="2/3")
    ] = workload.READ_FRACTION,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = workload.SEED,
    drive_queue_depth: Annotated[
        int | None,
        typer.Option(
            help="Most tasks that the drive holds, up to 65536.", show_default="its file's"
        ),
    ] = None,
    mimic: Annotated[
        Path | None,
        typer.Option(help="File of `headstack mimic` with the drive's times, for smtf."),
    ] = None,
    conditions: Annotated[
        Path | None,
        typer.Option(help="File of what is done to the drive, as errors of the medium (.toml)."),
    ] = None,
    core: Annotated[
        Core | None,
        typer.Option(help="What runs the firmware: this machine (host), or a RISC-V processor."),
    ] = None,
    firmware: Annotated[
        Path | None,
        typer.Option(
            help="A firmware of your own (an ELF file) for that processor: `headstack firmware`.",
            show_default="headstack's",
        ),
    ] = None,
    core_clock: Annotated[
        str | None,
        typer.Option(
            help="Its clock, as '20 MHz'; unlimited: its code takes no time.",
            show_default="unlimited",
        ),
    ] = None,
    verify_data: Annotated[
        bool, typer.Option("--verify-data", help="Write data, and check what reads bring.")
    ] = False,
    on_media_error: Annotated[
        OnMediaError,
        typer.Option(help="What a failed request does: stop the run, or count as failed."),
    ] = ON_MEDIA_ERROR,
    waves: Annotated[
        Path | None, typer.Option(help="Write the drive's signals to this VCD file.")
    ] = None,
    profile: Annotated[
        Path | None,
        typer.Option(
            help="Write where the processor's cycles went: a flame graph (.svg, .png, ...), or its "
            "data (.folded)."
        ),
    ] = None,
    gdb: Annotated[
        int | None,
        typer.Option(help="Wait for GDB at this port, which then has that processor."),
    ] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write the requests to this file.")] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run a workload on a drive and print its metrics."""
    output.one_form(json, csv)
    rows_to = files.target(parquet, force)
    waves_to = files.target(waves, force)
    _check_different({"--parquet": parquet, "--waves": waves, "--profile": profile})
    profile_to = files.target(profile, force, (*files.CHARTS, FOLDED))
    by_host = placement == "host"
    if queue_depth is not None or (by_host and workload_name == "random"):
        # Old words: --queue-depth for --outstanding, and that for --host-outstanding.
        host_outstanding = options.once("--host-outstanding", host_outstanding, outstanding)
        outstanding = queue_depth
    if host_outstanding is not None and not by_host:
        raise ConfigError("--host-outstanding is for --placement host; with drive, leave it out")
    described = catalog.with_conditions(catalog.load(drive), conditions)
    if core is not None:
        described = described.with_value("controller.core", core)
    if firmware is not None:
        image = catalog.readable(firmware, "firmware")
        described = described.with_value("controller.firmware", str(image))
    if core_clock is not None and core_clock != "unlimited":
        described = described.with_value("controller.clock", core_clock)
    model = Drive(
        described,
        scheduler=scheduler,
        placement=placement,
        host_outstanding=HOST_OUTSTANDING if host_outstanding is None else host_outstanding,
        queue_depth=drive_queue_depth,
        mimic=mimic,
    )
    load = _workload(workload_name, rate, outstanding)(
        requests=requests, size=size, read_fraction=reads, seed=seed, align=align
    )
    if gdb is not None:
        checks.whole("gdb_port", gdb, 1, 65535)
        output.say(f"the firmware waits for GDB: target remote :{gdb}")
    with output.progress_bar(requests, lasting=False) as update:
        found = model.stream(
            load,
            parquet=rows_to,
            progress=lambda done: update(done, model.scheduler),
            on_media_error=on_media_error,
            contents=verify_data,
            waves=waves_to,
            profile=profile is not None,
            gdb_port=gdb,
        )
    document = found.document()
    if json:
        output.print_json({**document, "configuration": found.settings.configuration})
    elif csv:
        output.print_csv([document])
    else:
        _print(found)
    if profile_to is not None:
        _write_profile(found, profile_to)


def _check_different(files_of: Mapping[str, Path | None]) -> None:
    """Raises ConfigError if two options name one file."""
    given = [(option, path) for option, path in files_of.items() if path is not None]
    for (one, path), (other, second) in combinations(given, 2):
        if path.absolute() == second.absolute():
            raise ConfigError(f"{one} and {other} are one file, {path}; give them two")


def _write_profile(found: Streamed, to: files.Name) -> None:
    assert found.profile is not None
    if files.ending(to) not in files.CHARTS:  # a device has no ending
        found.profile.save(to)
        return
    from headstack.experiments import flame_graph

    settings = found.settings
    flame_graph.draw(found.profile, f"{settings.drive}, {settings.scheduler}", to)


def _workload(
    name: WorkloadName, rate: float | None, outstanding: int | None
) -> Callable[..., workload.Workload]:
    """The constructor of the workload, with what is its own; the rest is alike for both."""
    if name == "closed":
        if rate is not None:
            raise ConfigError("--rate is for --workload random; with closed, leave it out")
        return partial(workload.closed, CLOSED_OUTSTANDING if outstanding is None else outstanding)
    if outstanding is not None:
        raise ConfigError(
            "--outstanding is for --workload closed; with random, leave it out (the drive's own "
            "limit is --drive-queue-depth)"
        )
    if rate is None:
        raise ConfigError("--workload random needs --rate, arrivals per second, as in --rate 30")
    return partial(workload.random, rate)


def _print(found: Streamed) -> None:
    settings = found.settings
    title = f"{settings.drive}, {settings.scheduler} in the {settings.placement}"
    output.print_pairs(title, found.summary)
