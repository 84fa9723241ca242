"""One measurement in a process of its own, with the package of one build.

Usage: worker.py BINDINGS PACKAGES time CASE REQUESTS
       worker.py BINDINGS PACKAGES count CASE...

BINDINGS: folder of the package; PACKAGES: those that it needs. CASE: its number in CASES. `time`
prints CPU seconds of a run and the hash of its schedule as JSON. `count` runs the two lengths of
each case, and gives the processor up (sched_yield) after each run: what counts instructions looks
for that.
"""

import json
import os
import sys
import time
from pathlib import Path


def main() -> None:
    """Entry point; started with -s -S -P, so that no other build's package is found."""
    bindings, packages, what, *rest = sys.argv[1:]
    sys.path[:0] = [bindings, str(Path(__file__).parent)]
    sys.path.append(packages)
    from cases import CASES

    import headstack

    found = Path(headstack.__file__).resolve().parents[1]
    if found != Path(bindings).resolve():
        sys.exit(f"worker: headstack was found in {found}, and not in {bindings}")
    if what == "count":
        for number in rest:
            for requests in CASES[int(number)].lengths():
                CASES[int(number)].run(headstack, requests)
                os.sched_yield()
        return
    case, requests = CASES[int(rest[0])], int(rest[1])
    case.run(headstack, case.lengths()[0])  # to load and to warm up
    start = time.process_time()
    result = case.run(headstack, requests)
    spent = time.process_time() - start
    document = {"cpu_s": spent, "schedule_sha256": result.summary["schedule_sha256"]}
    sys.stdout.write(json.dumps(document) + "\n")


if __name__ == "__main__":
    main()
