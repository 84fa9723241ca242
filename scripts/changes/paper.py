"""A paper with one figure: the mean response of first come, first served."""

from changes.figure import PAPERS, judged
from changes.form import Change, before, new

NAME = "example2026"

MODULES = {
    "__init__": '''\
"""A paper that shows how to add one.

`paper` has the title and a summary of the paper. `conclusions` has the sentences of its abstract.
`kinds` marks the claims that are not simply measured. Begin with `fig1`.
"""
''',
    "paper": '''\
"""The paper: its summary, and its parts without an experiment."""

from typing import Final

from headstack_papers.example2026.conclusions import CONCLUSIONS
from headstack_papers.example2026.kinds import KINDS
from headstack_papers.experiment import Paper

PAPER: Final = Paper(
    "example2026",
    "Example 2026: First Come, First Served",
    "One scheduler on one drive.",
    conclusions=CONCLUSIONS,
    kinds=KINDS,
)
''',
    "conclusions": '''\
"""The sentences of the abstract."""

from typing import Final

from headstack_papers.conclusions import Conclusion

CONCLUSIONS: Final = (Conclusion("the response grows with the load", "abstract", ("fig1/fcfs-*",)),)
''',
    "kinds": '''\
"""The claims that are not simply measured: none."""

from typing import Final

from headstack_papers.kinds import Mark

KINDS: Final[tuple[Mark, ...]] = ()
''',
    "fig1": '''\
"""Figure 1: mean response over the load."""

from collections.abc import Iterator
from typing import Final

from headstack.sweeps import Point
from headstack_papers.claims import Claim, at_least
from headstack_papers.experiment import Experiment, Found, Panel, Scale, lines

LOADS: Final = (10, 30)
RESPONSE: Final = "mean_response_ms"


def points(scale: Scale) -> Iterator[Point]:
    """Yields runs of FCFS at two loads."""
    for rate in LOADS:
        for seed in scale.seeds(5):
            yield Point(
                drive="hp_c2247",
                scheduler="fcfs",
                workload="random",
                rate_per_s=rate,
                requests=scale.requests(5000),
                seed=seed,
                labels={"name": "FCFS"},
            )


def claims(found: Found) -> Iterator[Claim]:
    """Yields the claim of the paper."""
    more = found.excess(RESPONSE, rate_per_s=(30, 10))
    yield Claim("FCFS: response at 30/s above that at 10/s", "longer", more, at_least(0, "%"))


def shows(found: Found) -> Iterator[Panel]:
    """Yields the mean response over the load."""
    drawn = lines(found, RESPONSE, "rate_per_s", ["FCFS"])
    yield Panel("Response", "requests per second", "mean response, ms", drawn)


EXPERIMENT: Final = Experiment(
    title="Figure 1: mean response over the load",
    section="1",
    says="The response grows with the load.",
)
''',
}

TEST = '''\
"""The experiments of the example paper run, with the expected claims at any size."""

from pathlib import Path

from headstack_papers.experiment import SAMPLE
from headstack_papers.reproduce import reproduce


def test_the_paper_runs(tmp_path: Path) -> None:
    found = reproduce(["example2026"], folder=tmp_path, scale=SAMPLE, workers=1)
    assert [claim["id"] for claim in found.claims()] == [
        "example2026/fig1/fcfs-response-at-30-s-above-that-at-10-s"
    ]
    assert all(one.shows for one in found.done)
'''

CHANGE = Change(
    heading="A paper",
    example=NAME,
    edits=(
        *(new(f"{PAPERS}/{NAME}/{module}.py", text) for module, text in MODULES.items()),
        before(f"{PAPERS}/reproduce/papers.py", '    "realtime",\n', f'    "{NAME}",\n'),
        before(f"{PAPERS}/__init__.py", "`share/`: a package", f"`{NAME}/`,\n  "),
        before("bindings/papers/README.md", "`share/` |", f"`{NAME}/`, "),
        new(f"tb/python/papers/test_{NAME}.py", TEST),
    ),
    made=(judged(NAME),),
    shows=f"""\
import subprocess, sys
listed = [sys.executable, "-m", "headstack", "reproduce"]
done = subprocess.run(listed, check=True, capture_output=True, text=True)
assert "{NAME}" in done.stdout, done.stdout
""",
    tests=(
        f"papers/test_{NAME}.py",
        "papers/test_papers_page.py",
        "papers/test_reproduce_papers.py",
    ),
    slow=("papers/test_conclusions_of_papers.py",),
    compiled=False,
)
