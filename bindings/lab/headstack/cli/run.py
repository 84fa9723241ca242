"""`headstack run`: one drive, one scheduler, one workload."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from headstack import files
from headstack.cli import output
from headstack.cli.shared import drive_options, scheduling_options, stop_options, workload_options
from headstack.cli.shared.drive_options import CORES, core_of, drive_of, keys_as_options
from headstack.errors import ConfigError
from headstack.lazy import needed
from headstack.processor import own_firmware
from headstack.queues import SCHEDULER
from headstack.scheduler import weights_for

if TYPE_CHECKING:
    from headstack.result import Result
    from headstack.stream import Streamed
    from headstack.timeline import Timeline

PROFILES = (*files.CHARTS, "html", "json", "folded")
"""Endings of files with a profile."""

_FIRMWARE: Final = "Firmware on a processor"
_CHECKS: Final = "Data and errors"
_OUTPUT: Final = "Files"


def run(
    drive: Annotated[
        str,
        typer.Option(help="A drive's name, or a .toml file.", rich_help_panel=drive_options.PANEL),
    ] = "hp_c2247",
    changed: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Another value for a key of the drive's file, as spindle.rotation='7200 rpm'. Can "
            "be repeated.",
            rich_help_panel=drive_options.PANEL,
        ),
    ] = None,
    conditions: drive_options.Conditions = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="A scheduler, with parameters as in 'clook(map)'. smtf needs a file with the "
            "drive's times, as 'smtf(mimic=base.parquet)'.",
            show_default=SCHEDULER,
            rich_help_panel=scheduling_options.PANEL,
        ),
    ] = None,
    placement: scheduling_options.Placement = None,
    queue_depth: Annotated[
        int | None,
        typer.Option(
            help="Largest number of tasks in the drive, up to 65536. Other tasks wait in the host. "
            "For --workload closed without --outstanding, also the number of requests in the "
            "system.",
            show_default="from the drive's file",
            rich_help_panel=scheduling_options.PANEL,
        ),
    ] = None,
    workload_name: workload_options.Workload = None,
    rate: workload_options.Rate = None,
    outstanding: workload_options.Outstanding = None,
    requests: workload_options.Requests = None,
    size: workload_options.Size = None,
    reads: workload_options.Reads = None,
    seed: workload_options.Seed = None,
    core: Annotated[
        str | None,
        typer.Option(
            help="Processor for the firmware: this machine (host), or a RISC-V processor "
            f"({', '.join(CORES[1:])}). 'iss(firmware=fcfs.elf, gdb=3333)' runs your own firmware "
            "and waits for GDB at a port.",
            rich_help_panel=_FIRMWARE,
        ),
    ] = None,
    core_clock: Annotated[
        str | None,
        typer.Option(
            help="Clock of the processor, as '20 MHz'. If unlimited, code takes no time.",
            show_default="unlimited",
            rich_help_panel=_FIRMWARE,
        ),
    ] = None,
    profile: Annotated[
        Path | None,
        typer.Option(
            help="Write the cycles of each function: a flame graph (.html to search and enlarge, "
            ".svg, .png, ...), or its data (.json for speedscope, .folded).",
            rich_help_panel=_FIRMWARE,
        ),
    ] = None,
    stop_on: Annotated[
        str,
        typer.Option(
            metavar="ERRORS",
            help="Errors that end the run: media, data, 'media,data' or none. Without media, a "
            "request with an error of the medium counts as failed. With data, requests write data, "
            "and wrong data of a read end the run.",
            rich_help_panel=_CHECKS,
        ),
    ] = stop_options.USUAL,
    waves: Annotated[
        Path | None,
        typer.Option(
            help="Write the drive's signals to this file (.fst: FST, else VCD), and a save file "
            "for GTKWave beside it.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    timeline: Annotated[
        Path | None,
        typer.Option(
            help="Write the drive's work to this file (.pftrace), for Perfetto: requests, bus, "
            "firmware, arm, head and buffer.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    begin: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="Start of the timeline, as '1.5 s'.",
            show_default="the start of the run",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    end: Annotated[
        str | None,
        typer.Option(
            "--to",
            help="End of the timeline, as '2 s'.",
            show_default="the end of the run",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write the requests to this file.", rich_help_panel=_OUTPUT)
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """Run a workload on a drive and print its metrics."""
    from headstack.drive import Drive
    from headstack.result import Result

    output.one_form(json, csv)
    if parquet is not None:
        needed("pyarrow", "--parquet")
    rows_to = files.target(parquet, force)
    waves_to = files.target(waves, force)
    shown = _timeline(timeline, begin, end, force)
    _check_different(
        {"--parquet": parquet, "--waves": waves, "--timeline": timeline, "--profile": profile}
    )
    profile_to = files.target(profile, force, PROFILES)
    stops = stop_options.arguments_of(stop_on)
    kept_full = workload_name == "closed" and outstanding is None
    if kept_full:  # a queue that is always full
        outstanding, queue_depth = queue_depth, None
    scheduling = scheduling_options.arguments_of(scheduler, placement)
    runs_on = None if core is None else core_of(core)
    with keys_as_options(changed or (), conditions):
        described = drive_of(
            drive,
            changed=changed or (),
            conditions=conditions,
            core=runs_on,
            core_clock=core_clock,
        )
    load = workload_options.load_of(
        workload_name,
        rate=rate,
        outstanding=outstanding,
        requests=requests,
        size=size,
        reads=reads,
        seed=seed,
    )
    if kept_full and outstanding is not None:  # more room than needed changes nothing
        queue_depth = max(outstanding, described.queue_depth)
    model = Drive(
        described,
        **scheduling,
        queue_depth=queue_depth,
        weights=weights_for(scheduling, load.weights, own_firmware.image_of(described)),
    )
    port = None if runs_on is None else runs_on.gdb_port
    if port is not None:
        output.say(f"the firmware waits for GDB: target remote :{port}")
    with (
        keys_as_options(changed or (), conditions),
        output.progress_bar(load.load.requests, lasting=False) as update,
    ):
        # metrics of parts of the requests need all requests at once
        whole = load.weights or load.load.has_limits or load.load.has_priorities
        run: Callable[..., Result | Streamed] = (
            model.run if whole else partial(model.stream, parquet=rows_to)
        )
        found = run(
            load.load,
            progress=lambda done: update(done, model.scheduler),
            **stops,
            waves=waves_to,
            timeline=shown,
            profile=profile is not None,
            gdb_port=port,
        )
        if isinstance(found, Result) and rows_to is not None:
            found.to_parquet(rows_to)
    document = found.document()
    if json:
        output.print_json({**document, "configuration": found.settings.configuration})
    elif csv:
        output.print_csv([document])
    else:
        _print(found)
    if profile_to is not None:
        _write_profile(found, profile_to)


def _timeline(
    file: Path | None, begin: str | None, end: str | None, force: bool
) -> "Timeline | None":
    """Returns the timeline that the options ask for."""
    from headstack.session import parse_time
    from headstack.timeline import Timeline

    to = files.target(file, force)
    if to is None:
        if begin is not None or end is not None:
            raise ConfigError("--from and --to select a part of the timeline; add --timeline FILE")
        return None
    return Timeline(
        to,
        0 if begin is None else parse_time("--from", begin),
        None if end is None else parse_time("--to", end),
    )


def _check_different(files_of: Mapping[str, Path | None]) -> None:
    """Raises ConfigError if two options name the same file."""
    given = [(option, path) for option, path in files_of.items() if path is not None]
    for (one, path), (other, second) in combinations(given, 2):
        if path.absolute() == second.absolute():
            raise ConfigError(f"{one} and {other} are one file, {path}; give them two")


def _write_profile(found: "Result | Streamed", to: files.Name) -> None:
    assert found.profile is not None
    title = f"{found.settings.drive}, {found.settings.scheduler}"
    ending = files.ending(to)  # a device has no ending
    if ending == "html":
        from headstack.charts import flame_page

        flame_page.write(found.profile, title, to)
    elif ending in files.CHARTS:
        from headstack.charts import flame_graph

        flame_graph.draw(found.profile, title, to)
    else:
        found.profile.save(to, title)


def _print(found: "Result | Streamed") -> None:
    settings = found.settings
    place = settings.placement
    title = f"{settings.drive}, {settings.scheduler} in the {'drive' if place == 'both' else place}"
    if place == "both":
        title += f", {settings.host_scheduler} in the host"
    parts = {key: value for key, value in found.summary.items() if _has_rows(value)}
    output.print_pairs(
        title, {key: value for key, value in found.summary.items() if key not in parts}
    )
    for key, rows in parts.items():
        columns = [output.Column(name, name.replace("_response", "\nresponse")) for name in rows[0]]
        output.print_table(rows, columns, title=f"\n{key}")


def _has_rows(value: object) -> bool:
    """Whether a value of the summary is a table, such as the figures by class or by limit."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)
