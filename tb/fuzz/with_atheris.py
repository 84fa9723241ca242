"""Runs a fuzz target in Python with atheris, which is libFuzzer for Python.

Usage: with_atheris.py TARGET [OPTION...] [FOLDER_OR_FILE...]    options and folders of libFuzzer

The target's seeds go to the first folder before the search begins.
"""

import gc
import importlib
import sys
from pathlib import Path
from types import FunctionType

import atheris

PACKAGES = ("headstack", "headstack_serve")


def count_coverage() -> None:
    """Lets all functions of the packages report their coverage.

    The hook of atheris for imports does not know the loader of an editable package.
    """
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and str(thing.__module__).split(".")[0] in PACKAGES:
            atheris.instrument_func(thing)


def main() -> None:
    """Loads the target, and searches."""
    target, *arguments = sys.argv[1:]
    sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "python"))
    module = importlib.import_module(target)
    seeds = module.seeds()
    for data in seeds.values():  # loads the modules that are loaded late
        module.run(data)
    count_coverage()
    folders = [Path(word) for word in arguments if Path(word).is_dir()]
    for name, data in seeds.items() if folders else ():
        (folders[0] / name).write_bytes(data)
    atheris.Setup([sys.argv[0], *arguments], module.run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
