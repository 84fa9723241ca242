"""What is tried: the usual ways, one's own, and what they are called."""

import pytest

from headstack import catalog
from headstack.advice.configurations import Configuration, configurations, names_of
from headstack.errors import ConfigError


def test_the_usual_ways() -> None:
    assert [one.short for one in configurations()] == [
        "fcfs", "sstf host", "look host", "clook host",
        "sptf drive 8", "sptf drive 32", "asptf(6) drive 8", "asptf(6) drive 32",
        "aspctf drive 8", "aspctf drive 32", "clook+sptf drive 8", "clook+sptf drive 32",
    ]  # fmt: skip


def test_ones_own_are_tried_in_host_and_drive() -> None:
    found = configurations(["sptf", "fcfs"], (), (1, 4))
    assert [one.short for one in found] == ["fcfs", "sptf host", "sptf drive 4"]
    assert [one.short for one in configurations(["sptf"], ["both"], (4,))] == [
        "fcfs",
        "clook+sptf drive 4",
    ]


def test_a_pair_has_its_places() -> None:
    found = configurations(["none+sptf", "look+asptf(6)"], (), (4, 32))
    assert [one.short for one in found] == [
        "fcfs",
        "sptf drive 4", "sptf drive 32",
        "look+asptf(6) drive 4", "look+asptf(6) drive 32",
    ]  # fmt: skip
    both = configurations(["clook+sptf", "sptf"], ["host"], (1, 8))
    assert [one.short for one in both] == [
        "fcfs", "clook+sptf drive 1", "clook+sptf drive 8", "sptf host",
    ]  # fmt: skip
    config = catalog.load("hp_c2247")
    plain, look = (found[place].on(config) for place in (1, 3))
    assert (plain.placement, plain.config.queue_depth) == ("drive", 4)
    assert look.placement == "both"
    assert (found[3].options["host_scheduler"], look.host_outstanding) == ("look", 4)
    assert found[1].words == "SPTF in the drive with 4 commands"
    assert found[4].words == "LOOK in the host above ASPTF(6) in the drive with 32 commands"
    assert found[4].document()["host_scheduler"] == "look"


def test_a_pair_above_the_order_of_arrival_has_its_own_name() -> None:
    base, pair = configurations(["mq_deadline+fcfs", "none+fcfs"], (), (8,))
    assert (base.label, base.words) == ("fcfs", "first come, first served")
    assert (pair.label, pair.short) == (
        "mq_deadline + fcfs in drive, 8",
        "mq_deadline+fcfs drive 8",
    )
    assert pair.words == "mq-deadline in the host above FCFS in the drive with 8 commands"


def test_none_in_the_host_is_the_drive_alone() -> None:
    assert configurations(["none+sptf", "sptf"], ["drive"], (8,)) == configurations(
        ["sptf"], ["drive"], (8,)
    )


@pytest.mark.parametrize("scheduler", ["{}", "{}+sptf", "{}+fcfs", "{}(fifo_batch=4) + look"])
def test_linux_spelling_is_known(scheduler: str) -> None:
    """/sys/block/sdX/queue/scheduler has mq-deadline."""
    linux, own = (
        configurations(names_of(scheduler.format(name)), (), (1, 8))
        for name in ("mq-deadline", "mq_deadline")
    )
    assert linux == own
    assert "mq_deadline" in linux[1].short


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sptf+", "names with commas"),
        ("+sptf", "names with commas"),
        ("sptf+look+clook", "names with commas"),
        ("sptf+none", r"the order is HOST\+DRIVE, and none is of the host: give 'none\+sptf'"),
        ("look+mq_deadline", r"HOST\+DRIVE, and mq_deadline is of .*: give 'mq_deadline\+look'"),
        ("look+mq-deadline", r"HOST\+DRIVE, and mq_deadline is of .*: give 'mq_deadline\+look'"),
        ("sptf+bfq(max_budget=9)", r"give 'bfq\(max_budget=9\)\+sptf'"),
        ("kyber(1)+kyber(2)", r"give 'kyber\(2\)\+sptf'"),
        ("mq_deadline, none", r"schedulers has 'none', .* HOST\+DRIVE, such as 'none\+sptf'"),
        ("lok+sptf", "did you mean 'look'"),
    ],
)
def test_what_is_no_pair(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        configurations(names_of(text))


def test_an_elevator_of_linux_is_in_the_host() -> None:
    found = configurations(["mq_deadline(fifo_batch=4)", "sptf"], (), (1, 8))
    assert [one.short for one in found] == [
        "fcfs", "mq_deadline(fifo_batch=4) host", "sptf host", "sptf drive 8",
    ]  # fmt: skip
    for place in ("drive", "both"):
        with pytest.raises(ConfigError, match=r"kyber is an elevator .*, as 'kyber\+sptf'"):
            configurations(["kyber"], ["host", place], (1, 8))


def test_places_and_depths_choose() -> None:
    assert {one.place for one in configurations((), ["drive"], (16,))} == {"host", "drive"}
    assert [one.short for one in configurations((), ["host"])][1:] == [
        "sstf host",
        "look host",
        "clook host",
    ]


def test_a_configuration_is_the_drive_that_it_says() -> None:
    config = catalog.load("hp_c2247")
    host = Configuration("look", "host", 1).on(config)
    assert (host.scheduler, host.placement, host.host_outstanding) == ("look(level=lbn)", "host", 1)
    both = Configuration("sptf", "both", 8).on(config)
    assert (both.placement, both.config.queue_depth, both.host_outstanding) == ("both", 8, 8)
    assert Configuration("asptf(6)", "drive", 8).on(config).config.queue_depth == 8


@pytest.mark.parametrize(
    ("configuration", "words"),
    [
        (Configuration("fcfs", "host", 1), "first come, first served"),
        (Configuration("clook", "host", 1), "C-LOOK in the host"),
        (Configuration("asptf(6)", "drive", 8), "ASPTF(6) in the drive with 8 commands"),
        (
            Configuration("sptf", "both", 32),
            "C-LOOK in the host above SPTF in the drive with 32 commands",
        ),
    ],
)
def test_what_it_is_called_in_a_sentence(configuration: Configuration, words: str) -> None:
    assert configuration.words == words


def test_names_with_commas_in_brackets() -> None:
    assert names_of("sptf, cvscan(N=3, R=0.2),look") == ["sptf", "cvscan(N=3, R=0.2)", "look"]


@pytest.mark.parametrize("text", ["", ",", "sptf)", "sptf(", " "])
def test_what_is_no_list_of_names(text: str) -> None:
    with pytest.raises(ConfigError, match="names with commas"):
        names_of(text)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ((["sptff"],), "scheduler 'sptff' is not known; did you mean 'sptf'"),
        (((), ["disk"]), "places is 'disk'; it must be one of host, drive, both"),
        (((), (), (0,)), "depths is 0"),
        (((), (), ()), "nothing to try beside first come, first served"),
        (((), ["drive"], (1,)), "places has 'drive', which wants a depth of 2 or more too"),
        (((), ["host", "both"], (1,)), "places has 'both', which wants a depth of 2 or more too"),
        ((["sptf"], ["host", "drive"], (8,)), "places has 'host'; .* wants depth 1 too"),
        (
            (["none+sptf"], ["host"]),
            "places is 'host'; a pair .* has its places, HOST\\+DRIVE: leave",
        ),
        ((["none+sptf", "look+sptf"], ["host", "drive"]), "places is 'host,drive'; a pair"),
        ((["fcfs"],), "nothing to try beside first come, first served"),
    ],
)
def test_bad_arguments(asked: tuple[object, ...], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        configurations(*asked)  # type: ignore[arg-type]
