"""`headstack extract`: finds the parameters of a drive by its commands and their times alone."""

from pathlib import Path
from typing import Annotated, Any

import typer

from headstack import catalog, files
from headstack._core import DriveConfig
from headstack.cli import drive_files, output
from headstack.cli.output import Column
from headstack.drive import Drive
from headstack.errors import ConfigError, RunError
from headstack_identify.extract import Extracted, Interrupted, SessionTarget, Stopped, extract
from headstack_identify.extract.truth.keys import compare
from headstack_identify.extract.truth.table import Comparison, Row

_COLUMNS = (
    Column("key", "what", text=True),
    Column("found", "found"),
    Column("truth", "the drive's file"),
    Column("off", "off by"),
    Column("good", "", text=True),
)


def extract_drive(
    drive: Annotated[
        str | None,
        typer.Argument(help="A drive's name, or a .toml file.", show_default="a real disk"),
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="A real disk of this computer, as in /dev/sg2.")
    ] = None,
    iscsi: Annotated[
        str | None,
        typer.Option(help="A disk of an iSCSI target: iscsi://HOST[:PORT]/TARGET/LUN."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The drive file to write.", show_default="print it"),
    ] = None,
    compare_: Annotated[
        bool, typer.Option("--compare", help="Compare the result with the drive's file.")
    ] = False,
    translate: Annotated[
        bool | None,
        typer.Option(
            "--translate/--no-translate",
            help="Ask a simulated drive for the places of blocks, or find them by times.",
            show_default="translate",
        ),
    ] = None,
    writes: Annotated[
        bool | None,
        typer.Option(
            "--writes/--no-writes",
            help="Measure writes of a simulated drive too, or leave them out.",
            show_default="writes",
        ),
    ] = None,
    layout_reads: Annotated[
        int | None,
        typer.Option(help="Reads of a real disk that tell the layout.", show_default="30000"),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Keep the findings of a real disk in this file. If the file exists, continue."
        ),
    ] = None,
    destructive: Annotated[
        bool,
        typer.Option(
            "--destructive",
            help="Measure writes of a real disk too: its data are LOST. Needs --serial. "
            "Without both, a real disk is only read.",
        ),
    ] = False,
    serial: Annotated[
        str | None,
        typer.Option(help="Serial number of the disk whose data may be lost, for --destructive."),
    ] = None,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Find the parameters of a drive by its commands and their times alone, as a drive file."""
    to = files.target(out, force, ("toml",))
    if drive is None:
        if device is None and iscsi is None:
            raise ConfigError("give a drive, or a real disk by --device or --iscsi")
        _check_real(compare_, translate, writes)
        from headstack_identify.cli import extract_disk

        lost = _destructive(destructive, serial)
        extract_disk.extract_disk(device, iscsi, layout_reads, resume, to, json, lost)
        return
    real = {
        "--device": device,
        "--iscsi": iscsi,
        "--layout-reads": layout_reads,
        "--resume": resume,
        "--destructive": destructive or None,
        "--serial": serial,
    }
    _check_simulated(drive, [option for option, value in real.items() if value is not None])
    config = catalog.load(drive)
    try:
        found = _extract(config, translate is not False, writes is not False)
    except Interrupted as interrupted:
        _hand_over(interrupted.found, config, to, json)
        kept = drive_files.kept(to, interrupted.found.toml)
        raise KeyboardInterrupt(f"{interrupted}{kept}") from interrupted
    except Stopped as stopped:
        _hand_over(stopped.found, config, to, json)
        raise RunError(f"{stopped}{drive_files.kept(to, stopped.found.toml)}") from stopped
    comparison = _hand_over(found, config, to, json, compare_)
    if not json and out is not None:
        typer.echo(
            f"{out}: {found.commands:,} commands, {found.drive_time / 1e12:,.0f} s of the "
            "drive's time"
        )
        for note in found.notes:
            typer.echo(f"note: {note}")
    if comparison is not None and not comparison.good:
        wrong = [row.key for row in comparison.rows if not row.good]
        raise RunError(
            f"{len(wrong)} of {len(comparison.rows)} values are not those of {drive}: "
            f"{', '.join(wrong)}"
        )


def _check_simulated(drive: str, real: list[str]) -> None:
    """Refuses the given options of real disks."""
    if not real:
        return
    names = " and ".join(real)
    raise ConfigError(
        f"{drive} is simulated; {names} {'is' if len(real) == 1 else 'are'} for real disks, which "
        f"--device and --iscsi name: leave out {drive}, or {names}"
    )


def _check_real(compared: bool, translate: bool | None, writes: bool | None) -> None:
    """Refuses the options of simulated drives."""
    if compared:
        raise ConfigError(
            "--compare: a real disk has no drive file to compare with; leave out --compare"
        )
    if translate is not None:
        option = "--translate" if translate else "--no-translate"
        raise ConfigError(
            f"{option} is for simulated drives; the places of a real disk are always found by "
            f"times: leave out {option}"
        )
    if writes is not None:
        option = "--writes" if writes else "--no-writes"
        raise ConfigError(
            f"{option} is for simulated drives; writes of a real disk are measured with "
            f"--destructive and --serial, and left out without them: leave out {option}"
        )


def _destructive(destructive: bool, serial: str | None) -> str | None:
    """Returns the serial number of the disk whose data may be lost. `None`: of no disk."""
    if destructive and not (serial or "").strip():
        raise ConfigError(
            "--destructive overwrites sectors all over the disk; give the serial number of the "
            "disk whose data may be lost too: --serial NUMBER (INQUIRY page 80h; sg_vpd -p sn "
            "DEVICE prints it)"
        )
    if serial is not None and not destructive:
        raise ConfigError(
            "--serial is for --destructive; without --destructive nothing is written. Give both, "
            "or none"
        )
    return serial if destructive else None


def _extract(config: DriveConfig, translate: bool, writes: bool) -> Extracted:
    with (
        output.progress_bar(None, lasting=False, what="commands") as update,
        Drive(config).open(contents=False) as session,
    ):
        return extract(SessionTarget(session), progress=update, translate=translate, writes=writes)


def _hand_over(
    found: Extracted, config: DriveConfig, to: files.Name | None, json: bool, compared: bool = False
) -> Comparison | None:
    """Writes or prints the drive file, and prints the comparison if the user has asked for one."""
    refused: drive_files.Refused | None = None
    toml = found.toml
    try:
        problems = [] if found.problem is None else [found.problem]
        drive_files.hand_over(toml, to, problems, show=not json)
    except drive_files.Refused as error:
        refused, toml = error, error.toml
    whole = compared and refused is None
    comparison = compare(found, DriveConfig.parse(toml, "found"), config) if whole else None
    if json:
        output.print_json(_document(config, to, found, toml, comparison))
    elif comparison is not None:
        _print(comparison)
    if refused is not None:
        raise refused
    return comparison


def _document(
    config: DriveConfig,
    to: files.Name | None,
    found: Extracted,
    toml: str,
    comparison: Comparison | None,
) -> dict[str, Any]:
    document = {
        "drive": config.name,
        "file": None if to is None else str(to),
        **found.document(),
        "toml": toml,
    }
    if comparison is not None:
        document["comparison"] = [vars(row) for row in comparison.rows]
        document["not_asked"] = comparison.not_asked
        document["all_good"] = comparison.good
    return document


def _print(comparison: Comparison) -> None:
    rows = [_shown(row) for row in comparison.rows]
    left_out = ", ".join(comparison.not_asked)
    output.print_table(rows, _COLUMNS, caption=f"not asked: {left_out}" if left_out else "")


def _shown(row: Row) -> dict[str, object]:
    off = f"{row.off:,.6g} {row.unit}" if row.unit else ""
    return {**vars(row), "off": off, "good": "" if row.good else "WRONG"}
