"""The packages as folders of sources, for tests that read all modules."""

import importlib.util
import pkgutil
from pathlib import Path

from headstack_papers.reproduce.papers import NAMES

LAB, IDENTIFY, PAPERS = "headstack", "headstack_identify", "headstack_papers"
SERVE = "headstack_serve"


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None, package
    assert spec.origin is not None, package
    return Path(spec.origin).parent


FOLDERS = {name: _folder(name) for name in (LAB, IDENTIFY, PAPERS, SERVE)}


USES = {LAB: {LAB}, IDENTIFY: {LAB, IDENTIFY}, PAPERS: {LAB, PAPERS}, SERVE: {LAB, SERVE}}
"""The packages that each package may import."""

LAYERS = {
    LAB: (
        ("_core", "arrays", "starting"),
        ("errors", "lazy"),
        ("checks", "units", "files", "catalog", "loading", "live", "parallel", "student"),
        ("keeping", "drawing"),
        ("traces",),
        ("workload",),
        ("metrics",),
        ("mimic",),
        ("processor", "comparator"),
        ("settings",),
        ("rows", "notebook", "arm", "run_plots", "waves"),
        ("result", "scheduler", "session"),
        ("stream", "saved", "queues", "timeline"),
        ("drive",),
        ("bus",),
        ("sweeps",),
        ("regression",),
        ("statistics",),
        ("measure",),
        ("advice", "codesign", "datasheet", "drive_schema", "scheduler_project", "seek_order"),
        ("charts",),
        ("report",),
        ("cli",),
        ("__init__", "__main__"),
    ),
    IDENTIFY: (
        ("circle", "drive_text"),
        ("disksim", "residuals", "crossvalidation", "queue_orders", "recording", "tracks"),
        ("fit", "extract"),
        ("trials", "device"),
        ("cli",),
        ("__init__",),
    ),
    PAPERS: (
        ("__init__", "presets"),
        ("verdict", "kinds"),
        ("claims", "quantities"),
        ("words", "findings"),
        ("conclusions",),
        ("experiment",),
        (*NAMES, "beyond"),
        ("reproduce",),
        ("cli",),
    ),
    SERVE: (
        ("pace", "address", "scsi", "sense"),
        ("unit",),
        ("record", "figures"),
        ("replaying", "iscsi"),
        ("serving",),
        ("background",),
        ("nbd",),
        ("cli",),
        ("__init__",),
    ),
}
"""For each package its modules and folders, from below."""


def sources() -> dict[str, Path]:
    """Every module by its path from the folder of its package's parent, as 'headstack/drive.py'.

    A tree that was built has links to the firmware below `headstack/firmware`; they are left out.
    """
    return {
        file.relative_to(folder.parent).as_posix(): file
        for folder in FOLDERS.values()
        for file in sorted(folder.rglob("*.py"))
        if (file.parent / "__init__.py").exists()
    }


INNER = ("cli", "charts", "drawing", "__")
"""Beginnings of the names of parts that users do not import."""


def public_modules() -> list[str]:
    """The packages and modules that users import, without the parts of INNER and papers."""
    found = [LAB]
    for package in (LAB, IDENTIFY):
        for module in pkgutil.walk_packages([str(FOLDERS[package])], f"{package}."):
            if not module.name.startswith(tuple(f"{package}.{part}" for part in INNER)):
                found.append(module.name)
    return found
