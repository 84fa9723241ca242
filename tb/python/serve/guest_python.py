"""Python with `headstack extract` for a guest: the modules that a run on this machine loads."""

import importlib.metadata
import json
import os
import py_compile
import subprocess
import sys
from pathlib import Path

from serve.guest import libraries

PYTHON = Path(os.path.realpath(sys.executable))
"""The program, here and in the guest."""

_ASK = """
import json, sys
import headstack
import headstack.__main__
from headstack import catalog, cli
from headstack_identify.cli import extract_disk, extract_drive
from headstack_identify.device import survey, writing
from headstack_identify.extract import SessionTarget

drive = catalog.load("hp_97560")
with headstack.Drive(drive).open(contents=False) as session:
    writing.text(survey.survey(SessionTarget(session), reads=1_000))
sys.argv = ["headstack", "extract", "--device", "/dev/null"]
try:
    cli.main()
except SystemExit:
    pass
files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
print(json.dumps(sorted(files - {None})))
"""


_WRAPPER = """#!/bin/sh
export PYTHONPATH={path} PYTHONUNBUFFERED=1 OPENBLAS_NUM_THREADS=1
exec {python} "$@"
"""


def files(work: Path) -> dict[str, bytes]:
    """Returns the files for the guest by their paths. Modules are compiled; the program is /bin/py.

    Args:
        work: a folder for a file.
    """
    asked = subprocess.run(
        [sys.executable, "-c", _ASK], capture_output=True, text=True, check=True, cwd=work
    )
    path = ":".join(path for path in sys.path if Path(path).is_dir())
    found = {
        str(PYTHON): PYTHON.read_bytes(),
        "/bin/py": _WRAPPER.format(path=path, python=PYTHON).encode(),
    }
    programs = [PYTHON]
    for name in json.loads(asked.stdout.splitlines()[-1]):
        module = Path(name)
        if module.suffix == ".py":
            made = py_compile.compile(name, cfile=str(work / "made.pyc"), doraise=True)
            found[f"{name}c"] = Path(made).read_bytes()
        else:
            found[name] = module.read_bytes()
            programs.append(module)
    for library in {path for program in programs for path in libraries(program)}:
        found[str(library)] = library.read_bytes()
    place = Path(str(importlib.metadata.distribution("headstack_identify").locate_file("")))
    for entry in ("METADATA", "entry_points.txt"):  # the command finds its parts by these files
        for file in place.glob(f"headstack_identify-*.dist-info/{entry}"):
            found[str(file)] = file.read_bytes()
    return found
