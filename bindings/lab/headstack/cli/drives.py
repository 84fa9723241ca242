"""`headstack drives`: lists the drives, or shows one."""

from typing import Annotated

import typer

from headstack import catalog
from headstack._core import DriveConfig
from headstack.cli import drive_files, output
from headstack.cli.output import Column

_COLUMNS = (
    Column("name", "name", text=True),
    Column("description", "description", text=True),
    Column("blocks", "blocks"),
    Column("revolution_ms", "revolution\nms"),
    Column("queue_depth", "queue\ndepth"),
)


def list_drives(
    name: Annotated[str | None, typer.Argument(help="Show this drive's configuration.")] = None,
    json: output.Json = False,
    csv: output.Csv = False,
) -> None:
    """List the drives, or show one drive's resolved configuration, commented."""
    output.one_form(json, csv)
    if name is not None:
        drive = catalog.load(name)
        if json:
            toml = drive_files.checked(drive.to_toml())
            output.print_json({**_facts(drive), "configuration": toml})
        elif csv:
            output.print_csv([_facts(drive)])
        else:
            drive_files.hand_over(drive.to_toml(), None, show=True)
        return
    found = [_facts(drive) for drive in catalog.drives()]
    if json:
        output.print_json({"drives": found})
    elif csv:
        output.print_csv(found)
    else:
        output.print_table(found, _COLUMNS)


def _facts(drive: DriveConfig) -> dict[str, str | int | float]:
    return {
        "name": drive.name,
        "description": drive.description,
        "source": drive.source,
        "blocks": drive.blocks,
        "bytes_per_block": drive.bytes_per_block,
        "revolution_ms": drive.revolution_ps / 1e9,
        "queue_depth": drive.queue_depth,
    }
