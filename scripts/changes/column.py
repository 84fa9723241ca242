"""Number of positionings of the arm or the heads for a request."""

from changes.form import Change, Made, before

RECORD = "model/watch/request_record.h"
MADE = Made(("docs/reference/metrics.md",), (("scripts/pages/metrics_page.py", "--write"),))

CHANGE = Change(
    heading="A column of results",
    example="movements",
    edits=(
        before(
            RECORD,
            "  bool write = false;\n",
            "  std::uint32_t movements = 0;  // one for each extent of the medium\n",
        ),
        before(
            "model/watch/stopwatch.cpp",
            "  record.seek = duration(seek);\n",
            "  record.movements = static_cast<std::uint32_t>(media_.size());\n",
        ),
        before(
            "model/watch/columns.h",
            '    Column{"rotation"',
            '    Column{"movements", "1", "positionings for requested blocks, one a track",\n'
            "           &RequestRecord::movements},\n",
        ),
    ),
    made=(MADE,),
    shows="""\
import headstack
columns = headstack.Drive("hp_c2247").run(headstack.workload.random(30, requests=50)).columns
assert columns["movements"].min() >= 0 and columns["movements"].max() >= 1
""",
    slow=("lab/metrics",),
)
