"""Runs the share paper's experiment (3.2), for docs/share.md.

`--write` puts the table into the page; without it it is printed.
"""

import argparse
import sys
from pathlib import Path

from headstack.command_share import compare

sys.path.insert(0, str(Path(__file__).parent))  # for a test, that loads this file by its path

import page

DOCS = Path(__file__).resolve().parents[1] / "docs" / "share.md"
SCHEDULERS = [
    "yfq",
    *(f"yfq_dor({overhead}, 0.5)" for overhead in (10, 20, 40, 100)),
    *(f"yfq_dor(20, {lead})" for lead in (1, 5, 20)),
    *(f"yfq_dor({overhead}, 0.5, literal, curve)" for overhead in (20, 30, 40, 60)),
    "yfq_tuned",
]
LOADS = [11, 21, 41, 61]


def table(requests: int = 20_000) -> str:
    """A Markdown table, a row a scheduler, columns by load."""
    rows = compare(
        "ibm_dnes_309170w", SCHEDULERS, LOADS, [80.0, 20.0], requests, 1, lambda *_: None
    )
    loads = " | ".join(f"{load}: gain %, ratio, worst window %" for load in LOADS)
    lines = [f"| | {loads} |", f"|---|{'--:|' * len(LOADS)}"]
    for place, scheduler in enumerate(SCHEDULERS):
        cells = [
            f"{row['gain_percent']:.1f}, {row['ratios'][0]:.2f}, "
            f"{row['worst_window_accuracy_percent']:.1f}"
            for row in rows[place :: len(SCHEDULERS)]
        ]
        lines.append(f"| `{scheduler}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Prints the table, or writes it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--write", action="store_true", help="put the table into docs/share.md")
    if parser.parse_args().write:
        page.put(DOCS, "share", table())
    else:
        sys.stdout.write(table() + "\n")


if __name__ == "__main__":
    main()
