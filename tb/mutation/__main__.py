"""Plants bugs in the C and C++ sources, and runs the C++ tests with each of them: which survive?

See scripts/mutate.
"""

import argparse
import hashlib
import os
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import report
from known import known
from points import Mutated, Point
from sources import all_points
from tree import EXECUTABLES, ROOT, compile_tests, configure, write_tree
from trial import Test, killer, record

ROUNDS = 10  # of builds; a bug that does not compile leaves its place to another one


def note(text: str) -> None:
    """Report progress."""
    print(f"mutate: {text}", file=sys.stderr, flush=True)


def mutate(chosen: Sequence[Point]) -> dict[str, str]:
    """The text of each file that has bugs. Bug number 1 is the first of the chosen."""
    by_file: dict[str, list[tuple[int, Point]]] = defaultdict(list)
    for number, point in enumerate(chosen, 1):
        by_file[point.file].append((number, point))
    return {
        file: Mutated((ROOT / file).read_bytes(), numbered).text()
        for file, numbered in by_file.items()
    }


def draw(points: Sequence[Point], seed: int) -> list[Point]:
    """The points in random order.

    A point's place depends on its text and its function. So a change of the sources leaves most
    bugs of a seed what they were.
    """
    seen: Counter[str] = Counter()
    order: list[tuple[bytes, Point]] = []
    for point in points:
        words = (point.file, point.function, point.kind, point.original, point.context)
        text = "\n".join((str(seed), *words))
        seen[text] += 1
        order.append((hashlib.sha256(f"{text}\n{seen[text]}".encode()).digest(), point))
    return [point for _, point in sorted(order, key=lambda entry: entry[0])]


def plant(drawn: Sequence[Point], count: int) -> list[Point]:
    """Build the tree with the first bugs of those drawn that compile."""
    chosen, rest = list(drawn[:count]), deque(drawn[count:])
    for _ in range(ROUNDS):
        write_tree(mutate(chosen))
        errors = compile_tests()
        if not errors:
            return chosen
        wrong = [number for number, point in enumerate(chosen) if at_error(point, errors)]
        if not wrong:
            sys.exit(f"mutate: errors that no bug explains: {sorted(errors)[:5]}")
        for number in reversed(wrong):
            note(f"does not compile: {chosen[number]}")
            # The next bug takes the number, so that the others keep theirs.
            if rest:
                chosen[number] = rest.popleft()
            else:
                del chosen[number]
    sys.exit("mutate: too many bugs do not compile")


def at_error(point: Point, errors: set[tuple[str, int]]) -> bool:
    """Whether the compiler has found an error in the lines of the point."""
    last = point.line + point.lines - 1
    return any(file == point.file and point.line <= line <= last for file, line in errors)


def judge(chosen: Sequence[Point], tests: Sequence[Test], bugs: Sequence[int]) -> list[report.Fate]:
    """Run the tests with each bug."""
    listed = known()

    def fate(number: int) -> report.Fate:
        point = chosen[number - 1]
        by = killer(tests, number, point.file)
        reasons = [entry.reason for entry in listed if entry.has(point)]
        reached = any(number in test.reached for test in tests)
        return report.Fate(number, point, by, reached, reasons[0] if reasons else None)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(fate, bugs))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/mutate cpp", description=__doc__)
    parser.add_argument("--bugs", type=int, default=300, help="number of bugs (300)")
    parser.add_argument("--seed", type=int, default=1, help="of their choice (1)")
    parser.add_argument("--under", default="", help="only in files whose path begins so")
    parser.add_argument("--only", type=int, nargs="+", help="run only the bugs of these numbers")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    if arguments.bugs < 1:
        parser.error("--bugs must be 1 or more")
    if not all(1 <= number <= arguments.bugs for number in arguments.only or ()):
        parser.error(f"--only wants numbers from 1 to {arguments.bugs}")
    configure()
    points = [point for point in all_points() if point.file.startswith(arguments.under)]
    note(f"{len(points)} places for bugs")
    chosen = plant(draw(points, arguments.seed), arguments.bugs)
    note(f"{len(chosen)} bugs are planted; the tests run without a bug")
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        tests = [test for program in EXECUTABLES for test in record(program, workers)]
    seconds = sum(test.seconds for test in tests)
    note(f"{len(tests)} tests pass in {seconds:.0f} s; they run with each bug")
    fates = judge(chosen, tests, arguments.only or range(1, len(chosen) + 1))
    fates.sort(key=lambda fate: fate.point.order)
    print(report.as_json(fates) if arguments.json else report.text(fates))
    sys.exit(1 if any(fate.word == "survived" for fate in fates) else 0)


if __name__ == "__main__":
    main()
