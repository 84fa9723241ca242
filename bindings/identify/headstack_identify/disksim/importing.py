"""Makes a drive file from a DiskSim parameter file: finds the drive and writes its parts."""

import os
import re
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headstack import checks
from headstack.errors import ConfigError
from headstack_identify.disksim import (
    buffer,
    bus,
    devices,
    drive_file,
    layout,
    mechanics,
    overheads,
    reasons,
    syntax,
)
from headstack_identify.disksim.ledger import Ledger, Note, Params
from headstack_identify.disksim.values import Block, Citation, Document, Place
from headstack_identify.drive_text import DriveText, counted, quoted

_DISK = "disksim_disk"
_MODEL = "dm_disk"
_MOST_TASKS = 65536
_CITED = re.compile(r"(?:(?:^|: )([^:]+):|^)(\d+) (.+?)(?: = .*)?$")
"""A parameter in a source: file, line and name. A source names a repeated file only once."""


@dataclass(frozen=True)
class Imported:
    """The result of an import.

    Attributes:
        disk: name of the drive in the parameter file.
        toml: the drive file, without the keys that have `problems`.
        blocks: number of blocks of the drive. `None`: the drive file cannot be loaded.
        sources: source of each key.
        warnings: parameters without a counterpart, or with an inexact counterpart.
        left_out: parameters that make no difference, with the reason.
        other_devices: texts about the other disks and arrays of the file.
        problems: missing files, and values that make no sense. The drive file can be loaded if
            there are no problems.
    """

    disk: str
    toml: str
    blocks: int | None
    sources: list[dict[str, str]]
    warnings: list[Note]
    left_out: list[Note]
    other_devices: list[str]
    problems: list[str]

    def document(self) -> dict[str, Any]:
        """Returns the result for JSON."""
        return {
            "disk": self.disk,
            "blocks": self.blocks,
            "errors": self.problems,
            "warnings": [_as_json(note) for note in self.warnings],
            "other_devices": self.other_devices,
            "left_out": [_as_json(note) for note in self.left_out],
            "sources": self.sources,
            "configuration": self.toml,
        }


def _as_json(note: Note) -> dict[str, object]:
    return {
        "file": note.place.file,
        "line": note.place.line,
        "parameter": note.parameter,
        "value": note.value,
        "text": note.text,
    }


def read(file: str | os.PathLike[str], disk: str | None = None) -> Imported:
    """Reads a parameter file: a .parv, a .diskspecs or a .model, with the files that it names.

    Args:
        file: the file.
        disk: name of the drive or of its component. `None`: the only drive.

    Raises:
        ConfigError: the file does not exist, has wrong syntax, has no drive, or has several drives
            and `disk` names no drive among them. `problems` has all other errors.
    """
    path = Path(checks.path("DiskSim file", file))
    if path.suffix == ".seek":
        raise ConfigError(f"{path} is a seek curve alone; give the file that names it")
    document = syntax.read(path)
    ledger = Ledger(problems=list(document.problems))
    found = _find(document, disk, path)
    drive = DriveText()
    name = _write_name(found, path, drive)
    if found.kind == _DISK:
        component = disk if disk in document.instances else None
        _write_disk(ledger.of(found), component, document, path, drive)
    else:
        _write_model(ledger.of(found), path, drive)
        ledger.fail(found.place, _DISK, f"is missing: {path.name} says nothing of the controller")
    _deal_with_rest(document, ledger, found, _cited(drive))
    which = "" if disk is None else f" --disk {disk}"
    title = f"{name}: made by `headstack import disksim {path.name}{which}`."
    other_devices = devices.others(document, found, disk)
    file_made = drive_file.made(drive, ledger, title, other_devices)
    return Imported(
        disk=name,
        toml=file_made.toml,
        blocks=file_made.blocks,
        sources=[{"key": key, "source": source} for key, source in drive.remarks()],
        warnings=ledger.warnings,
        left_out=ledger.left_out,
        other_devices=other_devices,
        problems=file_made.problems,
    )


# ---- The drive


def _find(document: Document, wanted: str | None, path: Path) -> Block:
    """Returns the block of the drive."""
    disks = document.of_kind(_DISK)
    instantiated = set(document.instances.values())
    used = [disk for disk in disks if disk.name in instantiated]
    disks = used or disks or _not_there(document, path) or document.of_kind(_MODEL)
    if wanted is not None:
        name = document.instances.get(wanted, wanted)
        disks = [disk for disk in disks if disk.name == name]
    if len(disks) == 1:
        return disks[0]
    if not disks:
        what = f"no drive: no {_DISK}, and no {_MODEL}"
        if wanted is not None:
            known = ", ".join(disk.name for disk in document.of_kind(_DISK))
            what = f"no drive {wanted}; there is {known or 'none'}"
        raise ConfigError("; ".join([*map(str, document.problems), f"{path}: has {what}"]))
    names = ", ".join(disk.name for disk in disks)
    raise ConfigError(f"{path}: has {len(disks)} drives, {names}; choose one with --disk")


def _not_there(document: Document, path: Path) -> list[Block]:
    """Returns connected drives whose own file is missing. Only their bus is known."""
    if not document.problems:
        return []
    ends = {way[-1] for top in document.topologies for way in top.paths()}
    names = {document.instances.get(end.name, end.name) for end in ends if end.kind == _DISK}
    found = [Block(_DISK, name, Place(str(path), 1)) for name in sorted(names)]
    for block in found:
        document.add(block)
    return found


def _write_name(found: Block, path: Path, drive: DriveText) -> str:
    name = found.name.removesuffix("_model").removesuffix("_validate")
    drive.put("description", quoted(f"{name}, as DiskSim describes it"), "")
    drive.put("source", quoted(f"DiskSim's parameter file {path.name}"), "")
    return name


# ---- The parts of the drive


def _write_disk(
    disk: Params, component: str | None, document: Document, path: Path, drive: DriveText
) -> None:
    if disk.block.params:
        model = disk.inner("Model")
        if model is not None:
            _write_model(model, path, drive)
        overheads.write(disk, drive)
        buffer.write(disk, drive)
        bus.write(disk, component, document, drive)
        _write_queue(disk, drive)
    else:  # the file of the block is missing
        bus.write(Params(disk.block, Ledger()), component, document, drive)


def _write_model(model: Params, path: Path, drive: DriveText) -> None:
    cylinders = layout.write(model, drive)
    mech = model.inner("Mechanical Model")
    if mech is not None:
        mechanics.write(mech, cylinders, path, drive)


def _write_queue(disk: Params, drive: DriveText) -> None:
    name = "Max queue length"
    depth = disk.whole_or(name, 1)
    tasks = min(max(depth, 1), _MOST_TASKS)
    drive.put("queue.depth", counted(tasks, "task"), disk.source(name))
    param = disk.param(name)
    if tasks != depth and param is not None:
        disk.ledger.warn(param, f"{tasks} is written: 1 to {_MOST_TASKS} are possible")


def _cited(drive: DriveText) -> set[Citation]:
    """Returns the parameters that sources name."""
    found = set()
    for _, source in drive.remarks():
        file = ""
        for part in source.split("; "):
            match = _CITED.search(part)
            if match is not None:
                file = match[1] or file
                found.add((file, int(match[2]), match[3]))
    return found


def _deal_with_rest(document: Document, ledger: Ledger, found: Block, cited: Set[Citation]) -> None:
    """Notes each unused parameter: leaves the parameter out with a reason, or warns of it."""
    others = {id(block) for block in document.blocks if block is not found}
    opened = {id(params.block) for params in ledger.opened()}
    for block in document.blocks:
        if id(block) in opened or block.kind not in (_DISK, _MODEL):
            reasons.deal_with_rest(ledger.of(block), cited)
        elif id(block) in others:
            for param in block.params.values():
                ledger.leave_out(param, "of another drive")
    inner = {id(block) for block in document.blocks}
    for params in ledger.opened():
        if id(params.block) not in inner:
            reasons.deal_with_rest(params, cited)
