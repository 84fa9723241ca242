"""Last come, first served: the example scheduler of schedulers.md."""

import re

from changes.form import ROOT, Change, Made, before, new

FOLDER = "firmware/schedulers"
PAGE = "docs/reference/schedulers.md"
[EXAMPLE] = re.findall(r"```c\n(.*?)```", (ROOT / PAGE).read_text(encoding="utf-8"), re.DOTALL)

CHANGE = Change(
    heading="A scheduler",
    example="lcfs, last come, first served",
    edits=(
        new(f"{FOLDER}/arrival/lcfs.c", EXAMPLE),
        before(f"{FOLDER}/include/schedulers/list.h", "  X(sstf) ", "  X(lcfs) \\\n"),
        before(
            PAGE,
            "| `sstf(level=lbn)` |",
            "| `lcfs` | nothing | last come, first served | none |\n",
        ),
    ),
    made=(Made(("tb/python/schedules.txt",), (("scripts/hashes.py", "--write"),)),),
    shows="""\
import headstack
burst = headstack.workload.arrivals([0, 1, 2, 3], [0, 5000, 10000, 15000], 8)
ids = headstack.Drive("hp_c2247", "lcfs").run(burst).columns["id"].tolist()
assert ids == [0, 3, 2, 1], ids
assert "lcfs" in [one.name for one in headstack.schedulers()]
""",
    tests=("lab/package/test_scheduler_list.py", "project/test_scripts.py"),
)
