"""Checks the files of scripts/wheel before they are released.

Usage: wheel_check.py FOLDER PYTHON, in the environment of the usual build. The checks install the
files in new environments of PYTHON, outside of the checkout:

1. `pip install headstack` from FOLDER imports, and has a licence for every library inside.
2. Its schedules are those of tb/python/schedules.txt.
3. `headstack[all]` has the commands of all four packages.
4. The source archive builds, and what it builds simulates.
5. FCFS with random arrivals takes less time than in the usual build, in pairs of runs. This check
   needs the Python of the usual build.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from speed import against, builds
from speed.cases import CASES

ROOT = Path(__file__).resolve().parents[1]
STORED = ROOT / "tb/python/schedules.txt"
PAIRS = 15
RUN = ("run", "--workload", "closed", "--requests", "500", "--scheduler", "sptf_hw", "--json")
RTL = (*RUN, "--set", "comparator.body='rtl'")
"""Two runs with one schedule. The second needs the comparator's RTL."""


def say(text: str) -> None:
    """Reports progress, or the result of a check."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class Environment:
    """A new Python environment, and an empty folder that its programs run in."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        subprocess.run([python, "-m", "venv", folder], check=True)
        (folder / "empty").mkdir()

    def pip(self, *arguments: str) -> None:
        """Installs packages."""
        self.output("python", "-m", "pip", "install", "--quiet", *arguments)

    def output(self, program: str, *arguments: str) -> str:
        """Runs a program of the environment. Returns what it prints; ends the check if it fails."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=self.folder / "empty", env=kept, stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            sys.exit(f"wheel: {program} {' '.join(arguments[:4])} failed")
        return done.stdout

    @property
    def packages(self) -> Path:
        """The folder that packages are installed in."""
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found


def newest(folder: Path, pattern: str) -> Path:
    """The file of the release; ends the check if it is not there."""
    found = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime)
    if not found:
        sys.exit(f"wheel: {folder} has no {pattern}; run scripts/wheel {folder} first")
    return found[-1]


def unlicensed(wheel: Path) -> list[str]:
    """The libraries in a wheel that it has no licence of."""
    names = zipfile.ZipFile(wheel).namelist()
    licences = {name.rsplit("/", 1)[1] for name in names if "/licenses/bundled/" in name}
    libraries = [name.rsplit("/", 1)[1] for name in names if name.startswith("headstack.libs/")]
    stems = {re.split(r"[-.]", name)[0] for name in libraries}
    return sorted(stem for stem in stems if not {stem, stem.removeprefix("lib")} & licences)


def compare_schedules(environment: Environment) -> None:
    """Ends the check if a schedule differs from the stored one."""
    lines = environment.output("python", str(ROOT / "scripts/hashes.py")).splitlines()
    stored = STORED.read_text(encoding="utf-8").splitlines()
    if lines != stored:
        differ = [line for line in lines if line not in stored]
        sys.exit("wheel: schedules differ from the stored ones:\n" + "\n".join(differ))
    say(f"schedules: {len(lines)} equal to the stored ones")


def compare_speed(environment: Environment) -> None:
    """Ends the check if the wheel is not shown to be faster."""
    wheel = builds.Build("the wheel", environment.packages)
    row = against.in_turns(wheel, builds.here(), CASES[0], PAIRS, CASES[0].requests)
    faster = 1 / row.ratio.median
    say(
        f"speed: {row.name}: the usual build takes {faster:.2f} times the CPU time (interval "
        f"{1 / row.ratio.high:.2f} to {1 / row.ratio.low:.2f}, {PAIRS} pairs)"
    )
    if not row.same_schedule:
        sys.exit("wheel: the schedule differs from that of the usual build")
    if row.ratio.verdict != "faster":
        sys.exit("wheel: it is not shown to be faster than the usual build")


def try_run(environment: Environment, arguments: tuple[str, ...] = RUN) -> str:
    """Runs the command. Returns the hash of its schedule."""
    return str(json.loads(environment.output("headstack", *arguments))["schedule_sha256"])


def main() -> None:
    """Makes all checks."""
    folder, python = Path(sys.argv[1]), sys.argv[2]
    asked = "import sys; print('cp%d%d' % sys.version_info[:2])"
    tag = subprocess.run(
        [python, "-c", asked], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()
    wheel = newest(folder, f"headstack-*-{tag}-*.whl")
    missing = unlicensed(wheel)
    if missing:
        sys.exit(f"wheel: {wheel.name} has no licence of {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as made:
        lab = Environment(Path(made) / "lab", python)
        lab.pip("--find-links", str(folder), str(wheel))
        say(f"installed: {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
        compare_schedules(lab)
        if try_run(lab, RTL) != try_run(lab):
            sys.exit("wheel: the comparator's RTL schedules otherwise")
        say("comparator: the RTL is inside, and schedules the same")
        if tag == f"cp{sys.version_info[0]}{sys.version_info[1]}":
            compare_speed(lab)
        lab.pip("--find-links", str(folder), f"headstack[all] @ {wheel.as_uri()}")
        helped = lab.output("headstack", "--help")
        lacking = [name for name in ("run", "fit", "reproduce", "serve") if name not in helped]
        if lacking:
            sys.exit(f"wheel: headstack[all] lacks the commands {', '.join(lacking)}")
        say("headstack[all]: has the commands of all packages")
        source = Environment(Path(made) / "source", python)
        source.pip(str(newest(folder, "headstack-*.tar.gz")))
        if try_run(source) != try_run(lab):
            sys.exit("wheel: what the source archive builds schedules otherwise")
        say("source archive: builds, and schedules the same")


if __name__ == "__main__":
    main()
