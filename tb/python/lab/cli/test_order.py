"""`headstack order` on the command line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

Cli = Callable[..., subprocess.CompletedProcess[str]]

QUEUE = ("98", "183", "37", "122", "14", "124", "65", "67")


def test_json_has_the_whole_answer(cli: Cli) -> None:
    done = cli("order", "--scheduler", "cscan", "--edge", "--head", "53", *QUEUE, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    document.pop("version")
    assert document == {
        "scheduler": "cscan(level=map)",
        "cylinders": 200,
        "head": 53,
        "direction": "up",
        "edge": True,
        "requests": [98, 183, 37, 122, 14, 124, 65, 67],
        "order": [65, 67, 98, 122, 124, 183, 14, 37],
        "path": [53, 65, 67, 98, 122, 124, 183, 199, 0, 14, 37],
        "movement_cylinders": 382,
    }


def test_rows_and_the_table_have_each_movement(cli: Cli) -> None:
    rows = cli("order", "--scheduler", "fcfs", "--head", "3", "7", "2", "--csv")
    assert rows.stdout == "cylinder,movement\n7,4\n2,5\n"
    table = cli("order", "--scheduler", "fcfs", "--head", "3", "7", "2")
    assert "fcfs, head at 3, first up" in table.stdout
    assert "total movement: 9 cylinders" in table.stdout


def test_a_drawing(cli: Cli, tmp_path: Path) -> None:
    done = cli("order", "--head", "53", *QUEUE, "--plot", "way.svg")
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / "way.svg").read_text(encoding="utf-8")


def test_errors_name_the_option(cli: Cli) -> None:
    done = cli("order", "--head", "500", "7")
    assert done.returncode == 2
    assert "--head is 500; it must be a whole number, 0 to 199" in done.stderr
    done = cli("order", "--head", "5", "--scheduler", "look", "--edge", "7")
    assert done.returncode == 2
    assert "--edge is for scan and cscan; look turns at its last request" in done.stderr
