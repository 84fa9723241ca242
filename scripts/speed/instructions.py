"""Instructions that a request costs inside the simulation, counted by callgrind."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from speed.builds import BenchError, Build, environment
from speed.cases import CASES, Case

INSIDE = "sc_core::sc_start(sc_core::sc_time const&*"
"""Counting is on while SystemC simulates, and off in Python and in set-up."""

AFTER_A_RUN = "sched_yield"
"""What the worker calls after each run: the counts up to it are written then."""


@dataclass(frozen=True)
class Counted:
    """A case: instructions a request, between its two lengths."""

    name: str
    requests: int
    instructions_per_request: float


def count(build: Build, cases: Sequence[Case] = CASES) -> list[Counted]:
    """Counts cases in one process, each in two lengths. On one machine it finds the same again.

    Raises:
        BenchError: there is no valgrind, or it says nothing that can be read.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise BenchError("--instructions needs valgrind; install the Debian package valgrind")
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *(valgrind, "--tool=callgrind", f"--callgrind-out-file={folder}/out"),
            *(f"--toggle-collect={INSIDE}", f"--dump-before={AFTER_A_RUN}"),
            *build.command("count", *(str(CASES.index(case)) for case in cases)),
        ]
        sys.stderr.write(f"bench: counting instructions of {build.name}; a minute or two\n")
        done = subprocess.run(
            command, env=environment(), capture_output=True, text=True, check=False
        )
        if done.returncode:
            last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
            raise BenchError(f"valgrind with {build.name} failed: {last}")
        parts = [Path(folder) / f"out.{number + 1}" for number in range(2 * len(cases))]
        missing = [part.name for part in parts if not part.exists()]
        if missing:
            raise BenchError(f"valgrind wrote no {missing[0]}; {done.stderr.strip()[-300:]}")
        totals = [total_of(part.read_text(errors="replace")) for part in parts]
    if 0 in totals:
        raise BenchError(f"nothing was counted: {build.name} has no function {INSIDE} of its own")
    return [
        Counted(case.name, longer - shorter, (of_longer - of_shorter) / (longer - shorter))
        for case, (shorter, longer), of_shorter, of_longer in zip(
            cases, (case.lengths() for case in cases), totals[::2], totals[1::2], strict=True
        )
    ]


def total_of(dump: str) -> int:
    """The instructions of a dump of callgrind; BenchError if it does not say them."""
    found = re.search(r"^(?:summary|totals): (\d+)", dump, re.MULTILINE)
    if found is None:
        raise BenchError("a file of callgrind has neither summary nor totals")
    return int(found[1])


def document_of(rows: list[Counted], reference: list[Counted] | None) -> list[dict[str, Any]]:
    """A dict a case, for JSON; with the reference's figure if there is one."""
    found = []
    for place, row in enumerate(rows):
        theirs = None if reference is None else reference[place].instructions_per_request
        beside = {} if theirs is None else {"reference_instructions_per_request": theirs}
        ours = row.instructions_per_request
        found.append({"name": row.name, "instructions_per_request": ours, **beside})
    return found


def print_table(rows: list[Counted], reference: list[Counted] | None, name: str) -> None:
    """Prints a row a case for people; `name` is the reference's."""
    table = Table(title="instructions a request inside the simulation", title_justify="left")
    table.add_column("case")
    for heading in ("here",) if reference is None else (name, "here", "ratio"):
        table.add_column(heading, justify="right")
    for place, row in enumerate(rows):
        ours = row.instructions_per_request
        cells = [f"{ours:,.0f}"]
        if reference is not None:
            theirs = reference[place].instructions_per_request
            cells = [f"{theirs:,.0f}", *cells, f"{ours / theirs:.4f}"]
        table.add_row(row.name, *cells)
    Console(width=None if sys.stdout.isatty() else 100, highlight=False).print(table)
