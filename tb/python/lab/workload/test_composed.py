"""Workloads that are made of others (docs/use/workloads.md)."""

from typing import Any

import numpy as np
import pytest

import headstack
from headstack import Drive, workload
from headstack.errors import ConfigError
from headstack.workload.generators import Composable, Drawn, joined, seeds
from headstack.workload.mixing import Mix

DISK = headstack.catalog.load("hp_c2247")
BLOCKS = DISK.blocks


def drawn(load: workload.Workload, count: int = 10_000, seed: int = 1) -> Drawn:
    assert isinstance(load, Composable)
    return load.begin(DISK, seed).take(count)


def rate_of(requests: Drawn) -> float:
    return float(len(requests) / requests.gap_ps.sum() * 1e12)


ALL = {
    "random": workload.random(30),
    "closed": workload.closed(5),
    "sequential": workload.sequential(rate_per_s=30, streams=3, run=7),
    "endless": workload.sequential(outstanding=2, streams=2, size="1MiB", read_fraction=1),
    "hot": workload.hot(rate_per_s=30, share=0.9, area=0.1, at=0.5),
    "mix": workload.mix((0.7, workload.random(30)), (0.3, workload.sequential(rate_per_s=60))),
    "together": workload.together(workload.random(20), workload.hot(rate_per_s=10), by_class=True),
    "bursts": workload.bursts(workload.random(200), on="500 ms", off=2.0),
    "deadlines": workload.deadlines(workload.random(30), within="50 ms"),
    "some deadlines": workload.deadlines(workload.random(30), within="50 ms", share=0.3),
    "limited": workload.limited(workload.random(30), limit=3, share=0.2),
}


@pytest.mark.parametrize("name", ALL)
def test_a_part_of_the_requests_is_no_others(name: str) -> None:
    """However many are taken at a time; and they all are on the disk."""
    load = ALL[name]
    assert isinstance(load, Composable)
    process = load.begin(DISK, 5)
    parts = joined([process.take(count) for count in (1, 300, 77, 622)])
    for one, other in zip(parts.columns(), drawn(load, 1000, 5).columns(), strict=True):
        np.testing.assert_array_equal(one, other)
    assert parts.lbn.min() >= 0
    assert (parts.lbn + parts.blocks).max() <= BLOCKS
    assert parts.gap_ps.min() >= 0


def schedule(load: workload.Workload, drive: Drive | None = None) -> str:
    found = (drive or Drive(DISK, "sptf")).run(load).summary
    return str(found["schedule_sha256"])


def test_a_mix_of_one_part_is_that_part() -> None:
    """To the bit: what is drawn here is what the model draws."""
    own = seeds(9, 1)[0]
    for part, alone in (
        (workload.random(30), workload.random(30, requests=500, seed=own)),
        (workload.closed(7), workload.closed(7, requests=500, seed=own)),
    ):
        assert schedule(workload.mix((2, part), requests=500, seed=9)) == schedule(alone)


def test_a_mix_has_the_parts_by_their_shares() -> None:
    """7 of 10 are reads of 8 KiB, and 3 writes of 64 KiB that follow each other."""
    load = workload.mix(
        (0.7, workload.random(30, read_fraction=1)),
        (0.3, workload.sequential(rate_per_s=30, size="64KiB", read_fraction=0)),
    )
    found = drawn(load, 100_000)
    assert found.write.mean() == pytest.approx(0.3, abs=0.005)  # 3 standard deviations
    assert set(found.blocks[found.write]) == {128}
    assert set(found.blocks[~found.write]) == {16}
    steps = np.diff(found.lbn[found.write])
    assert (steps == 128).mean() > 0.99  # but for the disk's end
    assert rate_of(found) == pytest.approx(30, rel=0.01)


def test_together_the_rates_add_up() -> None:
    load = workload.together(workload.random(20), workload.sequential(rate_per_s=10), by_class=True)
    found = drawn(load, 100_000)
    assert rate_of(found) == pytest.approx(30, rel=0.01)
    assert (found.class_id == 1).mean() == pytest.approx(1 / 3, abs=0.005)


def test_bursts_are_on_and_off() -> None:
    """200 a second for a fifth of the time, and a much larger variation than Poisson's."""
    found = drawn(ALL["bursts"], 200_000)
    assert rate_of(found) == pytest.approx(40, rel=0.1)
    when = np.cumsum(found.gap_ps) / 1e12
    counts = np.bincount(when.astype(np.int64))
    # On-off by exponential times: variance of a second's count over its mean, far above Poisson's.
    assert counts.var() / counts.mean() > 20
    assert np.median(found.gap_ps) / 1e12 == pytest.approx(np.log(2) / 200, rel=0.02)


def test_sequential_streams_take_turns() -> None:
    """Stream i has every third request; after 7 it is elsewhere."""
    found = drawn(ALL["sequential"], 3 * 7 * 50)
    for stream in range(3):
        runs = found.lbn[stream::3].reshape(-1, 7)
        assert (np.diff(runs, axis=1) == 16).all()
        assert (np.diff(runs[:, 0]) != 7 * 16).all()


def test_an_endless_stream_goes_round() -> None:
    """A piece at a time from the disk's end to its beginning."""
    load = workload.sequential(rate_per_s=1, size="32MB", read_fraction=1)
    with pytest.raises(ConfigError, match="1953125 blocks"):
        drawn(workload.sequential(rate_per_s=1, size="1000MB"))
    pieces = BLOCKS // 62_500
    assert pieces * 62_500 < BLOCKS
    places = drawn(load, 3 * pieces).lbn // 62_500
    assert (np.diff(places) % pieces == 1).all()


def test_a_hot_spot() -> None:
    found = drawn(ALL["hot"], 100_000)
    places = BLOCKS - 16 + 1
    inside = (found.lbn >= round(0.5 * places)) & (found.lbn < round(0.5 * places) + places // 10)
    assert inside.mean() == pytest.approx(0.9, abs=0.003)
    assert found.lbn.min() < places // 100
    assert found.lbn.max() > places * 0.99


def test_deadlines_reach_the_scheduler() -> None:
    """EDF takes them; without them it is an error."""
    host = Drive(DISK, "edf", placement="host")
    load = workload.deadlines(workload.random(40), within="50 ms", requests=300)
    found = host.run(load)
    due = found.columns["deadline"] - found.columns["arrival"]
    assert set(due) == {50_000_000_000}
    with pytest.raises(ConfigError, match="no request of the workload has a deadline"):
        host.run(workload.mix((1, workload.random(40)), requests=300))


def test_a_run_of_many_batches_is_one_in_memory() -> None:
    """Of `arrivals` with the same columns; 200,000 requests are four batches."""
    load = workload.mix((1, workload.random(400)), requests=200_000, seed=2)
    own = drawn(load, 200_000, 2)
    drive = Drive("seagate_exos_x16")
    blocks = drive.config.blocks
    assert blocks > BLOCKS
    same = workload.arrivals(np.cumsum(own.gap_ps) / 1e9, own.lbn, own.blocks, write=own.write)
    found = Drive(DISK, "sstf").run(same).summary
    assert schedule(load, Drive(DISK, "sstf")) == found["schedule_sha256"]
    assert found["requests"] == 200_000


TEXTS = {
    "random(rate=30)": workload.random(30),
    "closed(8, size=4KiB)": workload.closed(8, size="4KiB"),
    "sequential(rate=30, streams=2, run=9)": workload.sequential(rate_per_s=30, streams=2, run=9),
    "hot(outstanding=4, share=0.5)": workload.hot(outstanding=4, share=0.5),
    "mix(0.7: random(30), 3e-1: sequential(rate=20, reads=1))": workload.mix(
        (0.7, workload.random(30)), (0.3, workload.sequential(rate_per_s=20, read_fraction=1))
    ),
    "bursts(random(200), on='500 ms', off=2 s)": workload.bursts(
        workload.random(200), on=0.5, off=2
    ),
    "deadlines(together(random(20), hot(rate=9)), within=50ms)": workload.deadlines(
        workload.together(workload.random(20), workload.hot(rate_per_s=9)), within=0.05
    ),
    "streams(mpeg2=20, cd_audio=3, buffer='200 kB')": workload.streams(
        {"mpeg2": 20, "cd_audio": 3}, buffer="200 kB"
    ),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_what_python_makes(text: str) -> None:
    assert workload.parse(text).load == TEXTS[text]


@pytest.mark.parametrize("name", ALL)
def test_a_workload_says_its_own_text(name: str) -> None:
    load = ALL[name]
    assert isinstance(load, Composable)
    text = load.text().replace("apart(", "together(by_class=1, ")
    if name == "together":
        assert text.startswith("together(by_class=1, random(rate=20")
        return
    again = workload.parse(text, requests=load.requests, seed=load.seed).load
    assert isinstance(again, Composable)
    assert again.text() == load.text()


def test_options_go_to_the_parts() -> None:
    """Size and reads to each that does not say its own; number and seed to the whole."""
    found = workload.parse(
        "mix(1: random(30), 1: hot(rate=30, size=4KiB))", size="16KiB", requests=7, seed=3
    ).load
    assert isinstance(found, Mix)
    assert [part.size_bytes for part in found.parts] == [16_384, 4_096]  # type: ignore[attr-defined]
    assert (found.requests, found.seed) == (7, 3)


def test_classes_have_weights() -> None:
    """Closed loops as in the share paper, or open ones."""
    closed = workload.parse("classes(80: closed(8), 20: closed(4, size=64KiB))", requests=9)
    assert closed.weights == (80, 20)
    assert closed.load == workload.classes(
        [workload.Class(8), workload.Class(4, size="64KiB")], requests=9
    )
    opened = workload.parse("classes(2: random(20), 1: random(10))")
    assert opened.weights == (2, 1)
    assert opened.load == workload.together(workload.random(20), workload.random(10), by_class=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("randem(rate=30)", "workload 'randem' is not known; did you mean 'random'"),
        ("random(rat=30)", "argument 'rat' is not known; did you mean 'rate'"),
        ("random(rate=30", "a word or a number is wanted|a , or \\) is wanted"),
        ("random(rate=30))", "nothing more is wanted"),
        ("random(rate=30 size=8KiB)", "is wanted|not|random"),
        ("random(rate=30, rate=40)", "rate is given twice"),
        ("mix(x: random(30))", "'x' is no number"),
        ("mix(0.5: random(30), 0.5: closed(3))", "all are to be open"),
        ("mix(-1: random(30))", "share is -1"),
        ("mix()", "0 parts"),
        ("bursts(closed(3), on=1s, off=1s)", "bursts is of open arrivals"),
        ("bursts(random(3), on=1x, off=1s)", "on '1x' is not a time"),
        ("bursts(random(3), on=0s, off=1s)", "on is '0s'"),
        ("deadlines(random(3))", r"deadlines\(\.\.\.\): within is missing"),
        ("sequential()", "give one of them"),
        ("sequential(rate=3, outstanding=3)", "give one of them"),
        ("hot(rate=3, area=0.6, at=0.5)", "end on the disk"),
        ("streams()", "by kind"),
        ("classes(closed(3))", "classes wants weights"),
        ("random('30)", "not closed"),
        ("", "a word or a number is wanted"),
        ("random(rate=fast)", r"random\(\.\.\.\): rate is 'fast'"),
    ],
)
def test_what_cannot_be(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        workload.parse(text)


@pytest.mark.parametrize("other", [None, 3, "random(30)", workload.arrivals([1.0], [0], [1])])
def test_what_is_no_part(other: Any) -> None:
    with pytest.raises(ConfigError, match="no workload that others can be made of"):
        workload.together(other)
