"""`headstack run` with a workload's text, two schedulers, and other values for the drive's keys."""

import json
import shlex
from typing import Any

import pytest
from typer.testing import CliRunner

import headstack
from headstack.cli import app
from headstack.cli.shared import stop_options
from headstack.cli.shared.drive_options import key_and_value


def found(line: str) -> Any:
    """The JSON document of a command."""
    done = CliRunner().invoke(app, [*shlex.split(line), "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def says(line: str) -> str:
    """The error of a command, which is bad input."""
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 2, done.output
    return done.stderr


def test_a_text_is_the_options_workload() -> None:
    options = found("run --rate 30 --requests 300 --seed 4 --size 4KiB")
    text = found("run --workload 'random(rate=30)' --requests 300 --seed 4 --size 4KiB")
    assert text["schedule_sha256"] == options["schedule_sha256"]
    assert text["rate_per_s"] == 30


def test_a_mix_names_itself() -> None:
    run = "run --requests 300 --workload 'mix(0.7: random(rate=30), 0.3: hot(rate=30))'"
    document = found(run)
    assert document["workload"].startswith("mix(0.7: random(rate=30, size=8192B")
    assert document["open"] is True


def test_classes_bring_their_weights() -> None:
    """The share paper's, with its figure by class."""
    run = "run --workload 'classes(80: closed(11), 20: closed(10))' --requests 2000"
    document = found(f"{run} --scheduler yfq --placement 'host(host_outstanding=4)'")
    assert document["weights"] == [80, 20]
    assert document["ratios"][1] == pytest.approx(1, rel=0.1)  # to class 0, by weight
    assert found(f"{run} --scheduler sptf")["weights"] is None


def test_both_schedulers() -> None:
    run = "run --workload 'closed(32)' --requests 500"
    document = found(f"{run} --scheduler sptf --placement 'both(clook)' --queue-depth 8")
    assert (document["placement"], document["scheduler"]) == ("both", "sptf")
    assert document["host_scheduler"] == "clook(level=lbn)"
    assert (document["drive_queue_depth"], document["host_outstanding"]) == (8, 8)


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("--placement drive", {"placement": "drive"}),
        ("--placement host", {"placement": "host"}),
        ("--placement 'host()'", {"placement": "host"}),
        (
            "--placement 'host(host_outstanding=3, host_queue_depth=9)'",
            {"placement": "host", "host_outstanding": 3, "host_queue_depth": 9},
        ),
        (
            "--scheduler sptf --placement 'both(clook(map), host_outstanding=2)'",
            {"host_scheduler": "clook(map)", "drive_scheduler": "sptf", "host_outstanding": 2},
        ),
        ("--placement 'both(cvscan(8))'", {"host_scheduler": "cvscan(8)"}),
    ],
)
def test_a_placement_is_pythons_arguments(line: str, arguments: dict[str, Any]) -> None:
    """The command has the same schedule and settings as the drive that Python makes."""
    document = found(f"run --workload 'closed(32)' --requests 300 --queue-depth 8 {line}")
    drive = headstack.Drive("hp_c2247", queue_depth=8, **arguments)
    python = drive.run(headstack.workload.closed(32, requests=300)).document()
    same = ("schedule_sha256", "scheduler", "placement", "host_scheduler", "host_outstanding")
    assert {name: document[name] for name in same} == {name: python[name] for name in same}


def test_errors_that_end_a_run() -> None:
    """`--stop-on` sets `on_media_error` and `contents`. Comparing the data changes no time."""
    assert stop_options.arguments_of("media") == {"on_media_error": "stop", "contents": False}
    assert stop_options.arguments_of("none") == {"on_media_error": "count", "contents": False}
    assert stop_options.arguments_of("data") == {"on_media_error": "count", "contents": True}
    assert stop_options.arguments_of("data, media") == {"on_media_error": "stop", "contents": True}
    run = "run --rate 30 --requests 100"
    document = found(f"{run} --stop-on media,data")
    assert document["schedule_sha256"] == found(run)["schedule_sha256"]


def test_set() -> None:
    """Another value, as in a drive file; two keys, one after the other."""
    run = "run --rate 30 --requests 100"
    document = found(f"{run} --set 'queue.depth=64 tasks' --set 'spindle.rotation=7200 rpm'")
    assert document["drive_queue_depth"] == 64
    assert found(run)["schedule_sha256"] != document["schedule_sha256"]


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("spindle.rotation=7200 rpm", ("spindle.rotation", "7200 rpm")),
        ("spindle.rotation = '7200 rpm'", ("spindle.rotation", "7200 rpm")),
        ("cache.write_back=true", ("cache.write_back", True)),
        ("a.b=[[1, 2]]", ("a.b", [[1, 2]])),
    ],
)
def test_values_are_as_in_a_file(text: str, pair: tuple[str, object]) -> None:
    assert key_and_value(text) == pair


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("run --rate 30 --set spindle.speed=1", "spindle.speed"),
        ("run --rate 30 --set spindle.rotation", "give a key and a value"),
        ("run --rate 30 --set a=1 --set a=2", "names a key twice"),
        ("run --workload 'random(rate=30)' --rate 30", "--rate stands in the workload's text"),
        ("run --workload rundom", "workload 'rundom' is not known; did you mean 'random'"),
        ("run --workload 'random(rate=0)'", "random(...): rate is 0"),
    ],
)
def test_what_cannot_be(line: str, message: str) -> None:
    assert message in says(line)
