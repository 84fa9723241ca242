"""Targets whose answers make no sense: an extraction says so, and never anything else."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import headstack
from headstack import Session
from headstack._core import DriveConfig
from headstack_identify.extract import Answer, Interrupted, Request, SessionTarget, Stopped, extract
from headstack_identify.extract.asking import host

Wrong = Callable[[Answer], Any]

CHANCE = random.Random(1)


def session(config: DriveConfig) -> Session:
    return headstack.Drive(config).open(contents=False)


WRONG: dict[str, Wrong] = {
    "None": lambda _: None,
    "a number": lambda _: 7,
    "no data": lambda answer: replace(answer, data=b""),
    "zeros": lambda answer: replace(answer, data=bytes(len(answer.data))),
    "ones": lambda answer: replace(answer, data=b"\xff" * len(answer.data)),
    "noise": lambda answer: replace(answer, data=CHANCE.randbytes(len(answer.data))),
    "cut short": lambda answer: replace(answer, data=answer.data[: CHANCE.randrange(9)]),
    "too long": lambda answer: replace(answer, data=answer.data + bytes(5000)),
    "turned round": lambda answer: replace(answer, data=answer.data[::-1]),
    "data as a text": lambda answer: replace(answer, data="data"),  # type: ignore[arg-type]
    "data as None": lambda answer: replace(answer, data=None),  # type: ignore[arg-type]
    "CHECK CONDITION without sense": lambda answer: replace(answer, status=2),
    "sense of noise": lambda answer: replace(answer, status=2, sense=CHANCE.randbytes(18)),
    "always attention": lambda answer: replace(
        answer, status=2, sense=bytes([0x70, 0, 6, *bytes(15)])
    ),
    "always recovered": lambda answer: replace(
        answer, status=2, sense=bytes([0x70, 0, 1, *bytes(15)])
    ),
    "status of noise": lambda answer: replace(answer, status=CHANCE.randrange(256)),
    "status as a text": lambda answer: replace(answer, status="good"),  # type: ignore[arg-type]
    "ended before it began": lambda answer: replace(answer, ended=answer.began - 1),
    "no time passes": lambda answer: replace(answer, ended=answer.began),
    "always as long": lambda answer: replace(answer, ended=answer.began + 10**10),
    "a second late": lambda answer: replace(answer, ended=answer.ended + CHANCE.randrange(10**12)),
    "years late": lambda answer: replace(answer, ended=answer.ended + 10**21),
    "times of noise": lambda answer: replace(
        answer, began=CHANCE.randrange(10**15), ended=CHANCE.randrange(10**15)
    ),
    "times not a number": lambda answer: replace(answer, ended=float("nan")),  # type: ignore[arg-type]
    "times as None": lambda answer: replace(answer, began=None),  # type: ignore[arg-type]
}
"""What becomes of an answer."""

CODES = {"INQUIRY": 0x12, "READ CAPACITY": 0x25, "MODE SENSE": 0x1A, "READ DEFECT DATA": 0x37}
CODES |= {"RECEIVE DIAGNOSTIC": 0x1C, "READ": 0x28, "WRITE": 0x2A, "VERIFY": 0x2F}
MOST = 3000  # commands, so that it ends soon


class Senseless(SessionTarget):
    """Answers one command, from some time on, with what makes no sense."""

    def __init__(self, session: Session, code: int, wrong: Wrong, sane: int) -> None:
        super().__init__(session)
        self.code, self.wrong, self.sane = code, wrong, sane
        CHANCE.seed(1)

    def changed(self, request: Request, answer: Answer) -> Answer:
        if request.cdb[0] != self.code:
            return answer
        self.sane -= 1
        return answer if self.sane >= 0 else self.wrong(answer)

    def command(self, request: Request) -> Answer:
        return self.changed(request, super().command(request))

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        one, two = super().together(first, second, after)
        return self.changed(first, one), two


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_an_answer_that_makes_no_sense(
    small: DriveConfig, code: int, wrong: Wrong, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends with what was found, soon or at the limit of commands."""
    monkeypatch.setattr(host, "MOST_COMMANDS", MOST)
    sane = random.Random(code).choice((0, 1, 2, 40))
    with pytest.raises(Stopped) as stopped:
        extract(Senseless(session(small), code, wrong, sane))
    found = stopped.value.found
    assert found.stage
    assert found.commands <= MOST + 2
    assert "NOT COMPLETE" in found.toml
    assert found.document()["problem"] == str(stopped.value) != ""


class Noise:
    """Answers everything with noise."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 0

    def advance(self, ps: int) -> None:
        self.now += ps

    def command(self, request: Request) -> Answer:
        began = self.now
        self.now += self.chance.randrange(1, 10 ** self.chance.randrange(1, 12))
        data = self.chance.randbytes(request.room)
        return Answer(0, data, b"", began, self.now)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        return self.command(first), self.command(second)


@pytest.mark.parametrize("seed", range(20))
def test_noise(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "MOST_COMMANDS", MOST)
    with pytest.raises(Stopped) as stopped:
        extract(Noise(seed))
    assert "NOT COMPLETE" in stopped.value.found.toml


@pytest.mark.parametrize(
    "broken", [lambda: 1 / 0, lambda: None, lambda: "now", lambda: float("inf"), lambda: -1]
)
def test_a_clock_that_is_none(small: DriveConfig, broken: Callable[[], Any]) -> None:
    class Clockless(SessionTarget):
        left = 200

        @property
        def now(self) -> int:
            self.left -= 1
            return super().now if self.left > 0 else broken()

    with pytest.raises(Stopped, match="stopped answering in "):
        extract(Clockless(session(small)))


def test_a_clock_that_never_was(small: DriveConfig) -> None:
    class Clockless(SessionTarget):
        now = None  # type: ignore[assignment]

    message = (
        "stopped answering in the beginning: its clock says None, which is not a whole number of ps"
    )
    with pytest.raises(Stopped, match=message) as stopped:
        extract(Clockless(session(small)))
    assert stopped.value.found.drive_time == 0


class Impatient(SessionTarget):
    """Somebody presses Ctrl-C at a command of one kind."""

    def __init__(self, session: Session, together: bool, left: int) -> None:
        super().__init__(session)
        self.at, self.left = together, left

    def spend(self, together: bool) -> None:
        self.left -= together == self.at
        if self.left < 0:
            raise KeyboardInterrupt

    def command(self, request: Request) -> Answer:
        self.spend(False)
        return super().command(request)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        self.spend(True)
        return super().together(first, second, after)


@pytest.mark.parametrize(
    ("together", "left"),
    [
        *((False, left) for left in (0, 1, 40, 500, 2500, 4500)),
        *((True, left) for left in (0, 40, 500)),
    ],
)
def test_an_interrupt_keeps_what_was_found(small: DriveConfig, together: bool, left: int) -> None:
    with pytest.raises(Interrupted, match=r"interrupted at command [\d,]+ \(") as stop:
        extract(Impatient(session(small), together, left))
    found = stop.value.found
    assert isinstance(stop.value, KeyboardInterrupt)
    assert not found.complete
    assert "# NOT COMPLETE" in found.toml
    assert "# interrupted at command" in found.toml
    assert ("[[layout.zone]]" in found.toml) == bool(found.zones) == (left >= 2500 or together)


def test_an_order_of_tracks_that_is_not_known(small: DriveConfig) -> None:
    """A serpentine drive is no error of the drive: the message says what else it may be."""
    turned = small.with_value("layout.serpentine", "in each zone")
    with pytest.raises(Stopped, match="serpentine, or surface by surface"):
        extract(SessionTarget(session(turned)))
