"""Line, branch and toggle coverage of the comparator's RTL by its tests. See scripts/coverage.

Runs the tests in their counting build, and puts together what all shapes and instances have met.
Each point that none has met must be in coverage.toml, with a reason; each exclusion must be needed.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
RTL = HERE.parent.parent / "rtl"
EXCLUSIONS = HERE / "coverage.toml"
KINDS = ("line", "branch", "toggle")


@dataclass(frozen=True, order=True)
class Point:
    """A line or a branch of a file, or a change of one bit: `what` is its name and direction."""

    kind: str
    file: str
    line: int
    what: str

    @property
    def signal(self) -> str:
        """Of a toggle, without its direction."""
        return self.what.rpartition(":")[0] if self.kind == "toggle" else self.what


@dataclass(frozen=True)
class Exclusion:
    """Points that need not be met, and why."""

    kind: str
    file: str
    match: str
    reason: str

    def has(self, point: Point) -> bool:
        """Is it one of them? `match` is a pattern for all of a signal's name."""
        return (self.kind, self.file) == (point.kind, point.file) and (
            re.fullmatch(self.match, point.signal) is not None
        )


def run(program: Path) -> str:
    """Run the tests; what they have counted. Exits if one fails."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "coverage.dat"
        done = subprocess.run(
            [str(program), "--gtest_brief=1"],
            env=os.environ | {"HEADSTACK_COVERAGE": str(data)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            sys.exit(f"coverage: the tests fail:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return data.read_text(encoding="utf-8", errors="replace")


def points(data: str) -> Counter[Point]:
    """How often each point of rtl/ was met, by any instance in any shape."""
    counts: Counter[Point] = Counter()
    for record, count in re.findall(r"^C '(.*)' (\d+)$", data, re.MULTILINE):
        field = dict(part.split("\x02", 1) for part in record.split("\x01") if "\x02" in part)
        file = Path(field["f"])
        if file.resolve().parent != RTL:
            continue
        point = Point(field["t"], file.name, int(field["l"]), field.get("o", ""))
        counts[point] += int(count)
    return counts


def exclusions() -> list[Exclusion]:
    """Those of coverage.toml."""
    with EXCLUSIONS.open("rb") as file:
        return [Exclusion(**entry) for entry in tomllib.load(file)["exclude"]]


def judge(counts: Counter[Point], excluded: list[Exclusion]) -> tuple[list[Point], list[Exclusion]]:
    """Points that were not met and are not excluded, and exclusions of points that were all met."""
    missed = [point for point, count in counts.items() if count == 0]
    needed = {e for e in excluded for point in missed if e.has(point)}
    open_points = [point for point in missed if not any(e.has(point) for e in excluded)]
    return sorted(open_points), [e for e in excluded if e not in needed]


def report(counts: Counter[Point], excluded: list[Exclusion]) -> dict[str, dict[str, int]]:
    """By kind: points there are, met, and excluded."""
    found: dict[str, dict[str, int]] = {}
    for kind in KINDS:
        of_kind = {point: count for point, count in counts.items() if point.kind == kind}
        missed = [point for point, count in of_kind.items() if count == 0]
        found[kind] = {
            "points": len(of_kind),
            "met": len(of_kind) - len(missed),
            "excluded": sum(any(e.has(point) for e in excluded) for point in missed),
        }
    return found


def describe(missed: list[Point]) -> list[str]:
    """A line for each signal, with its bits."""
    bits = defaultdict(set)
    for point in missed:
        bits[point.kind, point.file, point.line, re.sub(r"\[\d+\]$", "", point.signal)].add(
            point.what
        )
    return [
        f"  {kind} {file}:{line} {name} ({len(what)}: {sorted(what)[0]} ...)"
        for (kind, file, line, name), what in sorted(bits.items())
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/coverage", description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the tests that count")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    counts = points(run(arguments.program))
    if not counts:
        sys.exit("coverage: nothing of rtl/ was counted")
    excluded = exclusions()
    figures = report(counts, excluded)
    missed, needless = judge(counts, excluded)
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        for kind, f in figures.items():
            share = 100 * f["met"] / f["points"]
            print(
                f"{kind:7} {f['met']:6,} of {f['points']:6,} ({share:.1f} %), "
                f"{f['excluded']} excluded"
            )
    if missed:
        print("not met, and not excluded in tb/rtl/coverage.toml:", *describe(missed), sep="\n")
    for exclusion in needless:
        print(f"excluded for nothing: {exclusion.kind} {exclusion.file} {exclusion.match}")
    sys.exit(1 if missed or needless else 0)


if __name__ == "__main__":
    main()
