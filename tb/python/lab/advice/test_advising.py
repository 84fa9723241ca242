"""From a trace to a recommendation: the ways it takes, the command, the page."""

import base64
import json
import os
import re
import shlex
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from headstack import traces
from headstack.advice import Advice, Question, advice_chart, advice_page, advise, advising, running
from headstack.advice.advising import recorded_at_a_time
from headstack.errors import ConfigError, RunError

Make = Callable[..., Path]
SMALL: dict[str, Any] = {"drive": "hp_c2247", "schedulers": ("sptf", "look"), "depths": (1, 8)}


def asked(path: Path, **more: Any) -> Advice:
    return advise(Question(trace=str(path), **{**SMALL, **more}), jobs=1)


def test_a_trace_is_replayed_at_its_times(trace: Make) -> None:
    found = asked(trace())
    assert found.asked_per_s is None
    assert found.load.outstanding is None
    assert found.ranking.by.name == "mean_response_ms"
    assert found.ranking.best.configuration.scheduler == "sptf"
    assert found.ranking.of(found.baseline).standing == "worse"
    assert found.answer.startswith("On hp_c2247: SPTF in the ")


def test_a_trace_that_nothing_keeps_up_with_becomes_a_closed_loop(trace: Make) -> None:
    found = asked(trace(rate=1000))
    assert found.asked_per_s == pytest.approx(1000, rel=0.1)
    assert found.load.outstanding == 32
    assert found.ranking.by.name == "throughput_per_s"
    assert "keeps up with it on hp_c2247" in found.answer
    assert "With 32 of its requests at a time" in found.answer
    assert any("a number that nobody measured" in line for line in found.assumed)
    assert found.alone_per_s is None


def test_one_request_at_a_time_leaves_nothing_to_order(trace: Make) -> None:
    found = asked(trace(rate=1000, response_s="0.0000001"))
    assert found.at_a_time == 1
    assert found.alone_per_s is not None
    assert "It was recorded one request at a time" in found.answer


def test_a_recorded_number_is_used(trace: Make) -> None:
    path = trace(rate=1000, response_s=0.004)
    number = recorded_at_a_time(traces.open(path), 1500)
    assert number is not None
    assert 4 < number < 12
    found = asked(path)
    assert found.load.outstanding == number
    assert any("as many as were under way" in line for line in found.assumed)


def test_how_many_were_under_way_by_hand(tmp_path: Path) -> None:
    """0 to 3 s, 1 to 2 s, 2 to 4 s: the second is over when the third comes."""
    head = "arrival_s,start_byte,bytes,write,response_s"
    path = tmp_path / "disk.csv"
    lines = ["0,0,512,0,3", "1,512,512,0,1", "2,1024,512,0,2"]
    path.write_text("\n".join([head, *lines, ""]))
    assert recorded_at_a_time(traces.open(path), 3) == 2
    assert recorded_at_a_time(traces.open(path), 1) == 1


def test_speed_and_outstanding_are_the_users(trace: Make) -> None:
    path = trace(rate=1000)
    slower = asked(path, speed="0.04x")
    assert slower.asked_per_s is None
    assert any("0.04 times as fast" in line for line in slower.assumed)
    closed = asked(path, outstanding=4)
    assert (closed.asked_per_s, closed.load.outstanding) == (None, 4)
    assert closed.answer.startswith("On hp_c2247: ")


def test_many_requests_are_screened(trace: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "SCREENED", 400)
    monkeypatch.setattr(advising, "KEPT", 1)
    found = asked(trace(1200))
    assert found.screening is not None
    assert len(found.screening.rows) == 5
    assert [row.configuration for row in found.ranking.rows] == [
        found.screening.best.configuration,
        found.baseline,
    ]
    assert found.document()["screened_requests"] == 400
    assert any("5 ways were tried on the busiest 400 requests" in line for line in found.sureness)
    assert "Tried on a part only" in advice_page.html(found)


@pytest.mark.parametrize("outstanding", [None, 4])
def test_the_busiest_part_is_screened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outstanding: int | None
) -> None:
    """After 500 slow requests come 400 fast ones, then slow ones."""
    monkeypatch.setattr(advising, "SCREENED", 400)
    monkeypatch.setattr(advising, "KEPT", 1)
    gaps = np.repeat([0.1, 0.01, 0.1], (501, 399, 500))
    start = np.random.default_rng(1).integers(0, 240_000, len(gaps)) * 4096
    lines = [f"{when:.3f},{at},4096,0" for when, at in zip(np.cumsum(gaps), start, strict=True)]
    path = tmp_path / "disk.csv"
    path.write_text("\n".join(["arrival_s,start_byte,bytes,write", *lines, ""]))
    found = asked(path, outstanding=outstanding)
    assert found.part is not None
    assert (found.part.first, found.part.requests) == (500, 400)
    part = found.document()["screened_part"]
    assert part == {
        "requests_before": 500,
        "requests": 400,
        "begin_s": pytest.approx(50),
        "end_s": pytest.approx(53.99),
        "rate_per_s": pytest.approx(100),
        "all_rate_per_s": pytest.approx(1399 / 103.99),
    }
    said = (
        "5 ways were tried on the busiest 400 requests in a row, from number 501 on, recorded from "
        "50.000 to 53.990 s after the first of all (100/s; all 1,400: 13.5/s)"
    )
    assert any(said in line for line in found.sureness)
    html = advice_page.html(found)
    assert html.count("from number 501 on") == 2
    assert "<h2>Tried on a part only</h2>\n<p>On the busiest 400 requests in a row" in html


def test_a_workload_is_screened_on_its_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "SCREENED", 400)
    monkeypatch.setattr(advising, "KEPT", 1)
    found = advise(Question(workload="random(rate=40)", requests=900, **SMALL), jobs=1)
    assert found.document()["screened_part"] is None
    assert any("5 ways were tried on the first 400 requests;" in line for line in found.sureness)


def test_a_run_that_fails_says_which(trace: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RunError("the arm is stuck")

    monkeypatch.setattr(running.Series, "of", fail)
    with pytest.raises(RunError, match=r"^fcfs: the arm is stuck"):
        asked(trace(50))


def test_only_the_first_requests(trace: Make) -> None:
    found = asked(trace(), requests=600)
    assert found.load.requests == 600
    assert any("Only the first 600 of its 1,500 requests" in line for line in found.assumed)


def test_a_workload_instead_of_a_trace() -> None:
    found = advise(Question(workload="random(rate=40)", requests=1000, **SMALL), jobs=1)
    assert found.profile is None
    assert found.document()["trace"] is None
    assert found.question.command == (
        "headstack advise --workload 'random(rate=40)' --drive hp_c2247 --schedulers 'sptf, look' "
        "--depths 1,8 --requests 1000"
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give either a trace or a workload"),
        ({"trace": "x", "workload": "random(rate=4)"}, "give either a trace or a workload"),
        ({"workload": "random(rate=4)", "map": "fold"}, "map is for a trace"),
        ({"workload": "random(rate=4)", "speed": 2}, "speed is for a trace; with a workload"),
        ({"workload": "random(rate=4)", "skip_bad": 2}, "skip_bad is for a trace; with a workload"),
        ({"workload": "random(rate=4)", "level": 95}, "level is 95; it must be between"),
        ({"workload": "random(rate=4)", "by": "max"}, "by is 'max'; it must be one of mean"),
        ({"workload": "random(rate=4)", "drive": "hp"}, "drive 'hp' is not known"),
    ],
)
def test_bad_questions(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        advise(Question(**options), jobs=1)


def test_what_does_not_fit_says_what_could_be_done(trace: Make) -> None:
    path = trace(blocks=10**9)
    with pytest.raises(ConfigError, match=r"past the end of the drive.*map it with one of fold"):
        asked(path)
    folded = asked(path, map="fold")
    assert any("folded back" in line for line in folded.assumed)


class Parser(HTMLParser):
    """Tags that are open, what is fetched, and the pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sources: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)
        given = dict(attrs)
        self.sources += [given[name] or "" for name in ("src", "href") if name in given]
        assert tag != "img" or given.get("alt")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_needs_nothing_else(trace: Make) -> None:
    found = asked(trace())
    html = advice_page.html(found)
    page = Parser()
    page.feed(html)
    assert page.open == []
    assert len(page.sources) == 3
    for source in page.sources:
        kind, data = source.split(",", 1)
        assert kind == "data:image/svg+xml;base64"
        assert ElementTree.fromstring(base64.b64decode(data)).tag.endswith("svg")
    assert "url(" not in html
    assert "<script" not in html
    text = " ".join("".join(page.text).split())
    assert found.answer in text
    assert found.question.command in text
    assert traces.open(found.question.trace or "").scan().sha256 in text
    for line in (*found.assumed, *found.sureness):
        assert line in text


def test_the_page_escapes_names(trace: Make, tmp_path: Path) -> None:
    path = trace().rename(tmp_path / "<b>&.csv")
    html = advice_page.html(asked(path))
    assert "<b>&.csv" not in html
    assert "&lt;b&gt;&amp;.csv" in html


def test_the_chart(trace: Make, tmp_path: Path) -> None:
    found = asked(trace())
    advice_chart.draw(found, tmp_path / "advice.png")
    assert (tmp_path / "advice.png").stat().st_size > 20_000


def test_the_command_prints_writes_and_repeats(trace: Make, cli: Any, tmp_path: Path) -> None:
    words = ("advise", str(trace()), "--drive", "hp_c2247", "--schedulers", "sptf", "--depths", "8")
    done = cli(*words, "--out", "advice.html", "--plot", "advice.png")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 120
    assert "On hp_c2247: SPTF in the drive with 8 commands (mean" in " ".join(lines)
    page = (tmp_path / "advice.html").read_text()
    [command] = re.findall(r"<pre>(.*)</pre>", page)
    again = cli(*shlex.split(command)[1:], "--json")
    assert again.returncode == 0
    document = json.loads(again.stdout)
    assert document["answer"] in page
    assert [row["name"] for row in document["ranking"]] == ["sptf in drive, 8", "fcfs"]
    refused = cli(*words, "--out", "advice.html")
    assert refused.returncode == 2
    assert "there is a file already; --force overwrites it" in refused.stderr


def test_the_table_fits_80_columns(trace: Make, cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = cli("advise", str(trace(800)), "--drive", "hp_c2247")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--depths", "x"), "--depths is 'x'; whole numbers with commas, as 1,8,32"),
        (("--out", "a.txt"), "cannot write a.txt: its ending is 'txt'; one of html, htm is wanted"),
        (("--speed", "0"), "--speed is 0.0; it must be a factor"),
        (("--places", "disk"), "--places is 'disk'; it must be one of host, drive, both"),
        (("--places", "host", "--schedulers", "none+sptf"), "--places is 'host'; a pair of sched"),
        (("--seed", "3"), "--seed is for a workload; with a trace, leave it out"),
        (("--depths", "0"), "--depths is 0; it must be a whole number, 1 to 65536"),
    ],
)
def test_bad_input_of_the_command(
    trace: Make, cli: Any, words: tuple[str, ...], message: str
) -> None:
    done = cli("advise", str(trace(20)), "--drive", "hp_c2247", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("name", "device", "says"),
    [
        ("sample.blktrace.0", None, "It was recorded one request at a time"),
        ("Financial1_head.spc", "0", "there was never an order to choose"),
        ("msr_hm_0_head.csv", None, "on these very requests"),
        ("disksim_ascii.trace", "14", "the order hardly matters"),
    ],
)
def test_real_traces(data: Path, name: str, device: str | None, says: str) -> None:
    if not (data / name).exists():
        pytest.skip(f"no {data / name}")
    question = Question(trace=os.fspath(data / name), device=device, requests=5000)
    assert says in advise(question, jobs=1).answer


def test_several_devices_are_named(data: Path) -> None:
    path = data / "Financial1_head.spc"
    if not path.exists():
        pytest.skip(f"no {path}")
    with pytest.raises(ConfigError, match="requests of 22 devices; choose one"):
        advise(Question(trace=str(path)), jobs=1)
