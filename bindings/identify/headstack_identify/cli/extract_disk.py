"""`headstack extract` of a real disk: opens it, surveys it, and writes what was found."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import typer

from headstack import checks, files
from headstack.cli import drive_files, output
from headstack.errors import ConfigError, RunError
from headstack_identify.device import writing
from headstack_identify.device.journal import Journal
from headstack_identify.device.survey import Ended, Surveyed, SurveyInterrupted, survey
from headstack_identify.device.transport import in_use
from headstack_identify.device.transport.libiscsi import IscsiTarget
from headstack_identify.device.transport.sg import SgTarget
from headstack_identify.extract.asking.target import Target
from headstack_identify.recording import addresses


def extract_disk(
    device: str | None,
    iscsi: str | None,
    reads: int | None,
    journal: Path | None,
    to: files.Name | None,
    json: bool,
    destructive: str | None,
) -> None:
    """Surveys the disk at a device or at a URL of iSCSI.

    `reads`: reads that tell the layout. `None`: the usual number. `destructive`: serial number of
    the disk whose data may be lost. `None`: nothing is written.
    """
    name = device or iscsi or ""
    asked = addresses.READS if reads is None else reads
    checks.whole("layout_reads", asked, addresses.FEWEST, addresses.MOST)
    Journal(journal).close()  # a wrong journal is told before the disk is asked
    with (
        _opened(device, iscsi, destructive is not None) as target,
        output.progress_bar(None, lasting=False, what="commands") as update,
    ):
        try:
            found = survey(
                target, reads=asked, journal=journal, progress=update, destructive=destructive
            )
        except SurveyInterrupted as interrupted:
            kept = _hand_over(interrupted.found, name, journal, to, json)
            raise KeyboardInterrupt(f"{interrupted}{kept}") from interrupted
        except Ended as ended:
            kept = _hand_over(ended.found, name, journal, to, json)
            raise RunError(f"{ended}{kept}") from ended
    _hand_over(found, name, journal, to, json)
    if not json and to is not None:
        seconds = found.drive_time_ps / 1e12
        typer.echo(f"{to}: {found.commands:,} commands, {seconds:,.0f} s of the disk's time")
        for note in found.all_notes:
            typer.echo(f"note: {note}")


@contextmanager
def _opened(device: str | None, iscsi: str | None, writes: bool) -> Iterator[Target]:
    if device is not None and iscsi is not None:
        raise ConfigError("--device and --iscsi are two disks; give one of them")
    if device is not None:
        in_use.check(device)
        with closing(SgTarget(device, changes=writes)) as disk:
            yield disk
    elif iscsi is not None:
        with closing(IscsiTarget(iscsi)) as unit:
            yield unit


def _hand_over(
    found: Surveyed, name: str, journal: Path | None, to: files.Name | None, json: bool
) -> str:
    """Writes or prints the drive file. Returns the end of an error: where the findings are."""
    toml = writing.text(found)
    problems = [] if found.problem is None else [found.problem]
    refused: drive_files.Refused | None = None
    try:
        drive_files.hand_over(toml, to, problems, show=not json)
    except drive_files.Refused as error:
        refused, toml = error, error.toml
    if json:
        file = None if to is None else str(to)
        output.print_json({"disk": name, "file": file, **found.document(), "toml": toml})
    if refused is not None:
        raise refused
    again = "" if journal is None else f"\nheadstack: --resume {journal} continues"
    return drive_files.kept(to, toml) + again
