"""`headstack record`: the files that record a real disk for `headstack fit`."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from headstack import catalog, checks, files
from headstack.cli import output
from headstack.errors import ConfigError

_DEVICE = re.compile(r"/dev/[A-Za-z0-9/_.:-]+")


def record(
    drive: Annotated[
        str,
        typer.Argument(
            help="A rough description of the disk: a drive's name, or a .toml file, as from "
            "`headstack new-drive`. Its number of blocks must be right."
        ),
    ],
    device: Annotated[str, typer.Option(help="The disk, as in /dev/sdb.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The folder to write.")],
    layout_reads: Annotated[
        int, typer.Option(help="Reads that tell the layout. More tell more, and take longer.")
    ] = 30_000,
    seed: Annotated[int, typer.Option(help="Seed of the addresses.")] = 1,
    force: output.Force = False,
    json: output.Json = False,
) -> None:
    """Write the job for fio and the script with blktrace that record a disk, by reads only."""
    from headstack_identify.recording import addresses, jobs, script

    if not _DEVICE.fullmatch(device):
        raise ConfigError(f"--device {device!r} is no device; give it as in /dev/sdb")
    layout_reads = checks.whole("layout_reads", layout_reads, addresses.FEWEST, addresses.MOST)
    config = catalog.load(drive)
    plan = addresses.plan(config, layout_reads, seed)
    took = jobs.minutes(plan, config)
    written = {
        "layout.iolog": jobs.iolog(plan, device, config.bytes_per_block),
        "layout.fio": [jobs.layout_job(device)],
        "depths.fio": [jobs.depth_job(device, config.bytes_per_block, seed)],
        "record.sh": [script.script(device, took, config)],
    }
    files.make_folder(out)
    targets = {name: files.target(out / name, force, (name.split(".")[1],)) for name in written}
    for name, lines in written.items():
        target = targets[name]
        assert target is not None
        _write(target, lines)
    (out / "record.sh").chmod(0o755)
    if json:
        facts = {"drive": config.name, "device": device, "seed": seed, "reads": len(plan.block)}
        told = {
            "groups": plan.groups,
            "minutes": took,
            "files": [str(out / one) for one in written],
        }
        output.print_json({**facts, **told})
        return
    typer.echo(
        f"{out}: {len(plan.block):,} reads in {plan.groups} groups; the recording takes about "
        f"{took:.0f} minutes on a disk as described, and only reads.\n"
        f"On the computer with the disk, as root, with the disk idle and not mounted "
        f"(Debian: apt install fio blktrace):\n"
        f"  {out}/record.sh\n"
        f"Then:\n"
        f"  headstack fit {drive} {out}/layout.blktrace -o fitted.toml"
    )


def _write(target: files.Name, lines: Iterable[str]) -> None:
    with files.whole(target) as temporary, temporary.open("w", encoding="utf-8") as file:
        file.writelines(lines)
