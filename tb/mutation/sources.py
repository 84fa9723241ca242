"""The points of all sources that the mutated tree builds, found in the project's own sources.

libclang needs some seconds for a source. So the points of a source stay in build-mutation/points/,
until the source, a header or the finder changes.
"""

import hashlib
import json
import os
import pickle
import re
import shlex
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

from finder import Finder
from points import Point
from tree import BUILD, FOLDER, FOLDERS, OWN_IMAGE, ROOT, TREE


def commands() -> Iterator[tuple[Path, list[str]]]:
    """The sources below FOLDERS, each with the options that libclang needs."""
    headers = subprocess.run(
        ("gcc", "-print-file-name=include"), capture_output=True, text=True, check=True
    ).stdout.strip()
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    for entry in entries:
        built = Path(entry["file"])
        if not built.is_relative_to(TREE) or built.relative_to(TREE).parts[0] not in FOLDERS:
            continue
        file = ROOT / built.relative_to(TREE)
        if file == ROOT / OWN_IMAGE:
            continue
        words = shlex.split(entry["command"].replace(str(TREE), str(ROOT)))
        options = [word for word in words if re.match(r"-(I|D|std=)", word)]
        for word, following in pairwise(words):
            if word == "-isystem":
                options += [word, following]
        yield file, [*options, "-isystem", headers]


def version() -> bytes:
    """Bytes that change with each header, and with the finder."""
    here = Path(__file__).parent
    files = [here / "finder.py", here / "points.py"]
    for folder in FOLDERS:
        files += sorted((ROOT / folder).rglob("*.h"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).digest()


def points_of(command: tuple[bytes, Path, list[str]]) -> list[Point]:
    """The points of a source and of its headers, stored or found."""
    headers, file, options = command
    wanted = hashlib.sha256(headers + file.read_bytes()).digest()
    stored = FOLDER / "points" / file.relative_to(ROOT).with_suffix(".pickle")
    if stored.is_file():
        found, points = pickle.loads(stored.read_bytes())
        if found == wanted:
            return list(points)
    points = Finder(ROOT, FOLDERS).points(file, options)
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(pickle.dumps((wanted, points)))
    return points


def all_points() -> list[Point]:
    """The points in order, each once."""
    found: dict[tuple[str, int, int, str, str], Point] = {}
    headers = version()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        each = [(headers, *command) for command in sorted(commands())]
        for points in pool.map(points_of, each, chunksize=4):
            for point in points:
                found.setdefault(point.order, point)
    return [found[key] for key in sorted(found)]
