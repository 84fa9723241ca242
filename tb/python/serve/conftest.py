"""The target that most tests share, and an initiator that has logged in."""

import os
from collections.abc import Iterator

import pytest
from serve.target import Initiator, Served, served


@pytest.fixture(scope="module")
def target() -> Iterator[Served]:
    with served("--drive", "hp_c2247", "--scheduler", "sptf") as found:
        yield found
        found.stop()


@pytest.fixture
def initiator(target: Served) -> Iterator[Initiator]:
    with Initiator(target.port, isid=os.urandom(6)) as found:
        found.login()
        ready = found.command(bytes(6))
        found.ask(ready)  # takes a unit attention
        yield found
