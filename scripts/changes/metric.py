"""The mean length of a request, from existing sums of the totals."""

from changes.column import MADE
from changes.form import Change, before

FIGURES = "bindings/lab/headstack/metrics/figures.py"
BY_HAND = "tb/python/lab/metrics/test_metrics.py"

CHANGE = Change(
    heading="A metric of the summary",
    example="mean_request_blocks",
    edits=(
        before(
            FIGURES,
            '    _of("reads", "1",',
            '    _of("mean_request_blocks", "1", "mean of `blocks`", '
            "lambda t: t.blocks / t.count),\n",
        ),
        before(BY_HAND, '        ("reads", 3),\n', '        ("mean_request_blocks", 50 / 4),\n'),
    ),
    made=(MADE,),
    shows="""\
import json, subprocess, sys
run = [sys.executable, "-m", "headstack", "run", "--rate", "30", "--requests", "50", "--json"]
done = subprocess.run(run, check=True, capture_output=True, text=True)
assert json.loads(done.stdout)["mean_request_blocks"] > 0, done.stdout
""",
    tests=("lab/metrics/test_metrics.py",),
    slow=("lab/metrics",),
    compiled=False,
)
