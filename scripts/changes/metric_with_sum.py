"""The share of blocks that were read: a metric with a new sum."""

from changes.column import MADE
from changes.form import Change, before
from changes.metric import BY_HAND, FIGURES

TOTALS = "model/watch/request_totals"

CHANGE = Change(
    heading="A metric of the summary",
    example="read_fraction_of_blocks",
    edits=(
        before(
            "model/watch/request_totals.h", "  ExactSum response;\n", "  ExactSum read_blocks;\n"
        ),
        before(
            f"{TOTALS}.cpp",
            "  response.add(response_time);\n",
            "  read_blocks.add(row.write ? 0 : row.blocks);\n",
        ),
        before(
            "bindings/core/totals.cpp",
            '  sum("response_ps",',
            '  sum("read_blocks", &RequestTotals::read_blocks);\n',
        ),
        before(
            "bindings/lab/headstack/_core.pyi",
            "    @property\n    def response_ps(self)",
            """\
    @property
    def read_blocks(self) -> int:
        \"\"\"Blocks that were read.\"\"\"

""",
        ),
        before(
            FIGURES,
            '    _of("hits", "1",',
            """\
    _of(
        "read_fraction_of_blocks",
        "1",
        "blocks of reads / sum of `blocks`",
        lambda t: t.read_blocks / t.blocks,
    ),
""",
        ),
        before(
            BY_HAND, '        ("hits", 1),\n', '        ("read_fraction_of_blocks", 48 / 50),\n'
        ),
    ),
    made=(MADE,),
    shows="""\
import headstack
load = headstack.workload.random(30, requests=50, read_fraction=1)
assert headstack.Drive("hp_c2247").run(load).summary["read_fraction_of_blocks"] == 1
""",
    slow=("lab/metrics",),
)
