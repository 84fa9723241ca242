"""`headstack compare` gives the figures of `headstack.compare`."""

import csv
import io
import json
import subprocess
from collections.abc import Callable

import pytest

import headstack

Cli = Callable[..., subprocess.CompletedProcess[str]]

LOAD = ("--rate", "30", "--requests", "300", "--seeds", "3")
TWO = ("--scheduler", "fcfs", "--scheduler", "sptf")


def by_python() -> headstack.statistics.Comparison:
    return headstack.compare(
        {
            "fcfs": headstack.Drive("hp_c2247", "fcfs"),
            "sptf": headstack.Drive("hp_c2247", "sptf"),
        },
        workload=headstack.workload.random(rate_per_s=30, requests=300),
        seeds=3,
    )


def test_json_is_the_document_of_python(cli: Cli) -> None:
    done = cli("compare", *TWO, *LOAD, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(document.pop("configurations")) == {"fcfs", "sptf"}
    document.pop("version")
    assert document == json.loads(json.dumps(by_python().document()))


def test_csv_is_the_table_of_python(cli: Cli) -> None:
    rows = list(csv.DictReader(io.StringIO(cli("compare", *TWO, *LOAD, "--csv").stdout)))
    table = by_python().table
    assert [row["verdict"] for row in rows] == [one["verdict"] or "" for one in table]
    assert [float(row["value"]) for row in rows] == [one["value"] for one in table]


def test_the_first_drive_is_the_reference(cli: Cli) -> None:
    drives = ("--drive", "ibm_9lzx", "--drive", "hp_c2247")
    done = cli("compare", *drives, "--scheduler", "sptf", *LOAD, "--json")
    document = json.loads(done.stdout)
    assert document["drives"] == ["ibm_9lzx, sptf", "hp_c2247, sptf"]
    mean = document["differences"][0]
    assert (mean["of"], mean["against"]) == ("hp_c2247, sptf", "ibm_9lzx, sptf")
    assert mean["verdict"] == "higher"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--scheduler", "fcfs"), "one drive with one scheduler leaves nothing to compare"),
        ((*TWO, "--scheduler", "fcfs"), "fcfs is given twice"),
        ((*TWO, "--seeds", "0"), "--seeds is 0; it must be a whole number, 1 to 10000"),
        ((*TWO, "--level", "2"), "--level is 2; it must be between 0 and 1, as 0.95"),
        (("--scheduler", "fcfs", "--scheduler", "stf"), "'stf' is not known"),
    ],
)
def test_wrong_comparisons(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    done = cli("compare", "--rate", "30", "--requests", "20", *arguments)
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
