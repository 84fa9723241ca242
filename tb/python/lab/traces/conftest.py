"""What the tests of traces share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from headstack import traces

Make = Callable[..., Path]
Read = Callable[..., list[Any]]


class Request(NamedTuple):
    """A request of a trace, as plain values."""

    arrival_ps: int
    device: str
    start_byte: int
    bytes: int
    write: bool
    line: int
    response_ps: int | None


def requests_of(batches: Any) -> list[Request]:
    """All requests of some batches."""
    found = []
    for batch in batches:
        rows = len(batch)
        response = [None] * rows if batch.response_ps is None else batch.response_ps.tolist()
        columns = (
            batch.arrival_ps.tolist(),
            [batch.names[place] for place in batch.device],
            *(batch.start_byte.tolist(), batch.bytes.tolist(), batch.write.tolist()),
            *(batch.line.tolist(), response),
        )
        found += [Request(*row) for row in zip(*columns, strict=True)]
    return found


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes a file of a text or of bytes."""

    def write(content: str | bytes, name: str = "some.trace") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def read() -> Read:
    """Reads a file, with options as those of `headstack.traces.open`."""
    return lambda path, **options: requests_of(traces.open(path, **options).batches())


@pytest.fixture
def plain() -> Callable[[Any], list[Request]]:
    """All requests of some batches, as tuples."""
    return requests_of
