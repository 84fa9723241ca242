"""Two builds, the same cases, in turns on one machine."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from speed.builds import BenchError, Build, environment
from speed.cases import CASES, Case
from speed.ratios import CONFIDENCE, Ratio, ratio

PAIRS: Final = 15


@dataclass(frozen=True)
class Compared:
    """A case in both builds; CPU time of a run with its checks, without the interpreter's start."""

    name: str
    requests: int
    cpu_s: tuple[float, ...]  # here, a run each
    reference_cpu_s: tuple[float, ...]
    same_schedule: bool

    @property
    def ratio(self) -> Ratio:
        """Time here / time of the reference, run by run."""
        pairs = zip(self.cpu_s, self.reference_cpu_s, strict=True)
        return ratio([ours / theirs for ours, theirs in pairs])


def compare(
    ours: Build, theirs: Build, pairs: int, requests: int | None, cases: Sequence[Case] = CASES
) -> list[Compared]:
    """Runs cases in both builds, `pairs` times each, the first of a pair being each in turn.

    Args:
        ours: what is looked at.
        theirs: the reference.
        pairs: number of pairs.
        requests: number of requests of a run, or as many as fill the queue twice if that is more;
            `None`: the number of the case.
        cases: those to be run.
    """
    found = []
    for case in cases:
        count = max(requests or case.requests, case.lengths()[0])
        found.append(in_turns(ours, theirs, case, pairs, count))
        sys.stderr.write(f"bench: {case.name}: {found[-1].ratio.median:.3f}\n")
    return found


def in_turns(ours: Build, theirs: Build, case: Case, pairs: int, requests: int) -> Compared:
    """Runs a case in both builds, `pairs` times each."""
    times: dict[str, list[float]] = {"ours": [], "theirs": []}
    schedules = set()
    for pair in range(pairs):
        order = [("ours", ours), ("theirs", theirs)]
        for name, build in order if pair % 2 else order[::-1]:
            document = _run(build, case, requests)
            times[name].append(document["cpu_s"])
            schedules.add(document["schedule_sha256"])
    same = len(schedules) == 1
    return Compared(case.name, requests, tuple(times["ours"]), tuple(times["theirs"]), same)


def _run(build: Build, case: Case, requests: int) -> dict[str, Any]:
    """One run in a process of its own."""
    command = build.command("time", str(CASES.index(case)), str(requests))
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "it said nothing").splitlines()[-1]
        raise BenchError(f"{build.name} cannot run {case.name}: {last}")
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def document_of(rows: list[Compared], theirs: Build) -> dict[str, Any]:
    """All that was measured, for JSON."""
    return {
        "against": theirs.name,
        "confidence": CONFIDENCE,
        "cases": [
            {
                "name": row.name,
                "requests": row.requests,
                **asdict(row.ratio),
                "verdict": row.ratio.verdict,
                "same_schedule": row.same_schedule,
                "cpu_s": row.cpu_s,
                "reference_cpu_s": row.reference_cpu_s,
            }
            for row in rows
        ],
    }


def print_table(rows: list[Compared], theirs: Build) -> None:
    """Prints a row a case for people."""
    differ = [row.name for row in rows if not row.same_schedule]
    table = Table(
        title=f"CPU time here / at {theirs.name}: median of {len(rows[0].cpu_s)} pairs, with its "
        f"{CONFIDENCE:.0%} interval",
        caption="" if not differ else f"the schedules differ: {'; '.join(differ)}",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("case")
    for heading in ("requests", "us a request,\nreference", "here", "ratio", "interval"):
        table.add_column(heading, justify="right")
    table.add_column("verdict")
    for row in rows:
        found = row.ratio
        table.add_row(
            row.name,
            f"{row.requests:,}",
            f"{statistics.median(row.reference_cpu_s) / row.requests * 1e6:.3f}",
            f"{statistics.median(row.cpu_s) / row.requests * 1e6:.3f}",
            f"{found.median:.3f}",
            f"{found.low:.3f} to {found.high:.3f}",
            found.verdict,
        )
    Console(width=None if sys.stdout.isatty() else 110, highlight=False).print(table)
