"""Runs clang-tidy on the project's sources, in parallel, where something changed since it passed.

Usage: tidy.py BUILD_FOLDER, the folder of a finished Ninja build. A source is looked at again when
its text, that of a project header that it includes, its compile command or .clang-tidy differs.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sources that are delivered. Tests have the compiler's warnings as errors, and the sanitizers.
PARTS = ("firmware", "model", "bindings/core", "bindings/systemc")

# The clang-tidy of the environment, so that findings do not depend on the system.
TIDY = Path(sys.executable).with_name("clang-tidy")

# Options of the compile command that only g++ knows, or that would turn clang's own warnings on.
_DROPPED = re.compile(
    r"-W.*|-flto.*|-fno-fat-lto-objects|-fmacro-prefix-map=.*|-mmem(cpy|set)-strategy=.*"
)


def _header_dependencies(build: Path) -> dict[str, list[Path]]:
    """The project files that each object was built from, as Ninja recorded them."""
    listing = subprocess.run(
        ["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True
    ).stdout
    dependencies: dict[str, list[Path]] = {}
    current: list[Path] = []
    for line in listing.splitlines():
        if line.startswith("    "):
            path = (build / line.strip()).resolve()
            if path.is_relative_to(ROOT):
                current.append(path)
        elif ": #deps" in line:
            current = dependencies.setdefault(line.split(": #deps")[0], [])
    return dependencies


def _entries(build: Path) -> Iterator[tuple[Path, list[str], str]]:
    """Source, cleaned compile command and fingerprint of each of the project's own sources."""
    dependencies = _header_dependencies(build)
    version = subprocess.run([TIDY, "--version"], check=True, capture_output=True).stdout
    configuration = (ROOT / ".clang-tidy").read_bytes() + version
    seen: set[Path] = set()
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = Path(entry["file"]).resolve()
        if source in seen:  # the firmware is compiled for the model, and as an archive
            continue
        seen.add(source)
        arguments = shlex.split(entry["command"])
        output = entry.get("output") or arguments[arguments.index("-o") + 1]
        if not any(source.is_relative_to(ROOT / part) for part in PARTS):
            continue
        while not re.search(r"(cc|\+\+|clang)[-\d.]*$", arguments[0]):
            arguments.pop(0)  # ccache
        while "-include" in arguments:  # headers that g++ has precompiled: the source includes them
            at = arguments.index("-include")
            del arguments[at : at + 2]
        arguments = [argument for argument in arguments if not _DROPPED.fullmatch(argument)]
        fingerprint = hashlib.sha256(configuration + shlex.join(arguments).encode())
        for path in sorted({source, *dependencies.get(output, [])}):
            fingerprint.update(path.read_bytes())
        yield source, arguments, fingerprint.hexdigest()


def main() -> int:
    """Returns the exit status: 0 when clang-tidy finds nothing."""
    build = Path(sys.argv[1]).resolve()
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    entries = list(_entries(build))
    (folder / "compile_commands.json").write_text(
        json.dumps(
            [
                {"directory": str(build), "file": str(source), "arguments": arguments}
                for source, arguments, _ in entries
            ]
        )
    )

    def look_at(entry: tuple[Path, list[str], str]) -> bool:
        source, _, fingerprint = entry
        stamp = folder / (str(source.relative_to(ROOT)).replace("/", "_") + ".passed")
        if stamp.exists() and stamp.read_text() == fingerprint:
            return True
        result = subprocess.run(
            [TIDY, "--quiet", "-p", folder, source],
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        if result.returncode == 0:
            stamp.write_text(fingerprint)
            return True
        print(result.stdout or result.stderr, flush=True)
        return False

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return 0 if all(list(pool.map(look_at, entries))) else 1


if __name__ == "__main__":
    sys.exit(main())
