"""Files outside of headstack on which a run depends, such as schedulers and firmware images."""

import functools
from typing import Any

from headstack import files, loading
from headstack.comparator import slot_library
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.processor import own_firmware
from headstack.scheduler import Choice, Scheduler
from headstack.sweeps.canonical import canonical


def of(drive: Drive) -> dict[str, str]:
    """Returns the SHA-256 of each file on which the drive's runs depend, by the file's purpose."""
    found = {}
    for place, choice in (("drive", drive.queues.drive), ("host", drive.queues.host)):
        if choice is not None and choice.make is not None:
            found[f"scheduler in the {place}"] = _of_class(_class_of(choice), choice.name)
        elif choice is not None and choice.shared_object is not None:
            found[f"scheduler in the {place}"] = files.sha256(choice.shared_object)
    image = own_firmware.sha256_of(drive.config)
    if image is not None:
        found["firmware"] = image
    comparator = slot_library.sha256_of(drive.config)
    if comparator is not None:
        found["comparator"] = comparator
    return found


def in_files(drive: Drive) -> dict[str, str]:
    """Returns the hashes of `of` for files that the drive names. These may differ elsewhere."""
    named = {
        f"scheduler in the {place}"
        for place, choice in (("drive", drive.queues.drive), ("host", drive.queues.host))
        if choice is not None
        and (choice.shared_object is not None or (choice.make is not None and choice.spec is None))
    }
    named |= {"firmware", "comparator"}
    return {what: sha for what, sha in of(drive).items() if what in named}


def scheduler(choice: Choice | None) -> Any:
    """Returns the canonical form of a scheduler, without the place of its file."""
    if choice is None:
        return None
    if choice.make is None:
        return choice.name if choice.shared_object is None else choice.name.rpartition("/")[2]
    if choice.instance is not None:
        return {"class": _class_of(choice).__qualname__, "state": canonical(vars(choice.instance))}
    assert isinstance(choice.make, functools.partial)
    made = choice.make
    return {"class": made.func.__qualname__, "arguments": canonical([made.args, made.keywords])}


def _class_of(choice: Choice) -> type[Scheduler]:
    if choice.instance is not None:
        return type(choice.instance)
    assert isinstance(choice.make, functools.partial)
    return choice.make.func  # type: ignore[return-value]


def _of_class(cls: type[Scheduler], name: str) -> str:
    found = loading.sha256_of(cls)
    if found is None:
        raise ConfigError(
            f"scheduler {name}: there is no file with its source, by which a point is named; put "
            "it into one, and give 'file.py:Class'"
        )
    return found
