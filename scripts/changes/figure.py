"""Another table of Seltzer 1990: the I/O time of FCFS."""

from changes.form import Change, Made, before, new

PAPERS = "bindings/papers/headstack_papers"
PAGE = "docs/reference/papers.md"
VERDICTS = "docs/reference/verdicts.json"

FIGURE = '''\
"""Table 9: I/O time of first come, first served."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Bounds, Claim
from headstack_papers.experiment import Experiment, Found, Scale, Table
from headstack_papers.seltzer1990 import closed


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of FCFS with one request."""
    yield from closed.runs(scale, ["FCFS"], [1])


def claims(found: Found) -> Iterator[Claim]:
    """Yields the claim of the table."""
    mean = found.mean(closed.IO, name="FCFS", queue=1)
    bounds = Bounds(0.95 * 28.3, 1.05 * 28.3, "ms", "to a twentieth")
    yield Claim("FCFS, Q = 1: I/O time", "28.3 ms", mean, bounds)


def shows(found: Found) -> Iterator[Table]:
    """Yields the table."""
    mean = found.mean(closed.IO, name="FCFS", queue=1)
    yield Table("I/O time", ("Q", "FCFS"), [("1", mean.text("ms"))])


EXPERIMENT: Final = Experiment(
    title="Table 9: I/O time of FCFS",
    section="4.1",
    says="FCFS takes 28.3 ms for a request.",
    set_up=closed.SET_UP,
)
'''


def judged(name: str) -> Made:
    """Returns the page of the papers, made by a full run of a paper or an experiment."""
    run = ("-m", "headstack", "reproduce", name, "--folder", f"build/{name}")
    write = ("scripts/pages/papers.py", f"build/{name}/claims.json", "--write")
    return Made((PAGE, VERDICTS, "README.md"), (run, write))


CHANGE = Change(
    heading="A figure of a paper",
    example="seltzer1990/table9",
    edits=(
        new(f"{PAPERS}/seltzer1990/table9.py", FIGURE),
        before(
            "tb/python/papers/test_seltzer1990.py",
            '    assert found["seltzer1990/fig8/groups',
            '    assert found["seltzer1990/table9/fcfs-q-1-i-o-time"] != "fails"\n',
        ),
    ),
    made=(judged("seltzer1990/table9"),),
    shows="""\
import subprocess, sys
listed = [sys.executable, "-m", "headstack", "reproduce"]
done = subprocess.run(listed, check=True, capture_output=True, text=True)
assert "table9" in done.stdout, done.stdout
""",
    tests=("papers/test_papers_page.py",),
    slow=("papers/test_seltzer1990.py",),
    compiled=False,
)
