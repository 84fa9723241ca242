"""Surveys of simulated disks through a host with noise, shared by the tests."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

import headstack
from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.device.survey import Surveyed, survey
from headstack_identify.device.transport.noisy import NoisyTarget
from headstack_identify.extract import Answer, Request, SessionTarget, Target

Noisy = Callable[..., Target]


class Watched:
    """A target that notes the operation codes, and may fail."""

    def __init__(self, target: Target, codes: set[int], fail: BaseException | None, at: int):
        self._target, self._codes, self._fail, self._left = target, codes, fail, at

    @property
    def now(self) -> int:
        return self._target.now

    def advance(self, ps: int) -> None:
        self._target.advance(ps)

    def command(self, request: Request) -> Answer:
        self._left -= 1
        if self._fail is not None and self._left < 0:
            raise self._fail
        self._codes.add(request.cdb[0])
        return self._target.command(request)

    def together(self, first: Request, second: Request, after: int) -> tuple[Answer, Answer]:
        raise AssertionError("a survey sends one command at a time")


@dataclass
class Found:
    """A finished survey, and the operation codes that it sent."""

    survey: Surveyed
    codes: set[int] = field(default_factory=set)


@pytest.fixture(scope="session")
def noisy() -> Noisy:
    """Opens a drive through noise. With `fail`, the command after `at` commands raises it."""

    def opened(
        name: str | DriveConfig,
        seed: int = 3,
        codes: set[int] | None = None,
        fail: BaseException | None = None,
        at: int = 0,
    ) -> Target:
        drive = catalog.load(name) if isinstance(name, str) else name
        session = headstack.Drive(drive).open(contents=False)
        inner = NoisyTarget(SessionTarget(session), seed)
        return Watched(inner, set() if codes is None else codes, fail, at)

    return opened


@pytest.fixture(scope="session")
def surveyed(noisy: Noisy) -> Callable[[str], Found]:
    """A survey with few reads of a drive. Each drive is surveyed once."""
    reads = {"hp_97560": 4_000, "hp_c2247": 12_000}
    done: dict[str, Found] = {}

    def found(name: str) -> Found:
        if name not in done:
            codes: set[int] = set()
            done[name] = Found(survey(noisy(name, codes=codes), reads=reads[name]), codes)
        return done[name]

    return found
