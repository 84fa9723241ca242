"""Targets that can do less than a session, or stop, and arguments that make no sense."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import headstack
from headstack import Session, catalog
from headstack._core import DriveConfig
from headstack_identify.extract import (
    Answer,
    Extracted,
    Request,
    SessionTarget,
    Stopped,
    Target,
    extract,
)
from headstack_identify.extract.asking import drive_identity
from headstack_identify.extract.asking.host import Host
from headstack_identify.extract.truth.table import Comparison

Opened = Callable[[DriveConfig], Target]
Compared = Callable[[Extracted, DriveConfig], Comparison]


class OneAtATime(SessionTarget):
    """Takes one command at a time."""

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        raise NotImplementedError


class ReadOnly(SessionTarget):
    """Takes no writes."""

    def command(self, request: Request) -> Answer:
        assert request.cdb[0] not in (0x0A, 0x2A)
        return super().command(request)


class Refusing(SessionTarget):
    """Refuses to write."""

    def command(self, request: Request) -> Answer:
        if request.cdb[0] != 0x2A:
            return super().command(request)
        sense = bytes([0x70, 0, 0x05, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0])
        return Answer(2, b"", sense, self.now, self.now)


class Dying(SessionTarget):
    """Stops answering."""

    def __init__(self, session: Session, commands: int, error: Exception | None) -> None:
        super().__init__(session)
        self.left = commands
        self.error = error

    def command(self, request: Request) -> Answer:
        self.left -= 1
        if self.left >= 0:
            return super().command(request)
        if self.error is not None:
            raise self.error
        return Answer(-1, b"", b"", self.now, self.now)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        self.left -= 2
        if self.left >= 0:
            return super().together(first, second, after)
        return self.command(first), self.command(second)


class Jittery(SessionTarget):
    """Has a clock that is not that good: each command seems to end up to 2 us late."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.random = random.Random(1)

    def late(self, answer: Answer) -> Answer:
        return replace(answer, ended=answer.ended + self.random.randrange(2_000_000))

    def command(self, request: Request) -> Answer:
        return self.late(super().command(request))

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        one, two = super().together(first, second, after)
        return self.late(one), self.late(two)


def session(config: DriveConfig) -> Session:
    return headstack.Drive(config).open(contents=False)


def test_one_command_at_a_time_leaves_sums_together(small: DriveConfig, compared: Compared) -> None:
    found = extract(OneAtATime(session(small)))
    comparison = compared(found, small)
    assert comparison.exact("mapping", "period")
    assert found.reads is not None
    assert found.reads.behind == found.reads.per_block
    assert any("one command at a time" in note for note in found.notes)


def test_without_writes_nothing_is_written(small: DriveConfig, compared: Compared) -> None:
    found = extract(ReadOnly(session(small)), writes=False)
    assert found.writes is None
    assert compared(found, small).exact("mapping", "period", "seek ", "bus.read")


def test_caches_are_as_they_were_however_it_ends(small: DriveConfig) -> None:
    target = Refusing(session(small))
    host = Host(target, None, 1)
    before = drive_identity.ask(host).caching
    with pytest.raises(Stopped):
        extract(target)
    assert drive_identity.ask(host).caching == before


@pytest.mark.parametrize("commands", [0, 3, 40, 500, 2500, 4500])
@pytest.mark.parametrize("error", [OSError("the cable is out"), None])
def test_a_drive_that_stops_answering(
    small: DriveConfig, commands: int, error: Exception | None
) -> None:
    with pytest.raises(Stopped, match=r"stopped answering at command [\d,]+ \(0x") as stop:
        extract(Dying(session(small), commands, error))
    found = stop.value.found
    assert commands < found.commands <= commands + 3
    assert not found.complete
    assert "NOT COMPLETE" in found.toml
    assert (found.identity is not None) == (commands >= 40)
    assert ("rotation =" in found.toml) == (found.turn is not None) == (commands >= 500)
    assert ("[[layout.zone]]" in found.toml) == bool(found.zones) == (commands >= 2500)


def test_a_clock_that_jitters(compared: Compared) -> None:
    truth = catalog.load("hp_c2247")
    found = extract(Jittery(session(truth)), repeats=5, jitter=2e6)
    comparison = compared(found, truth)
    assert comparison.exact("mapping", "period", "seek", "overhead.", "cache.")


@pytest.mark.parametrize(("name", "value"), [("repeats", 0), ("jitter", -1.0)])
def test_a_bad_argument(small: DriveConfig, name: str, value: float, opened: Opened) -> None:
    with pytest.raises(headstack.ConfigError, match=name):
        extract(opened(small), **{name: value})  # type: ignore[arg-type]
