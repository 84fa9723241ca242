"""Files damaged at random: read, or refused with a message that names the file; nothing else."""

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lab.traces.samples import SAMPLES, parquet_sample

from headstack import ConfigError, traces
from headstack.traces import formats

CHANGES = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 3),
        st.one_of(st.binary(max_size=3), st.sampled_from([b"\n", b",", b" ", b'"', b"9" * 20])),
    ),
    min_size=1,
    max_size=6,
)


def damaged(content: bytes, changes: list[tuple[float, int, bytes]]) -> bytes:
    """Some bytes left out, and others put in their place."""
    for share, gone, added in changes:
        place = int(share * len(content))
        content = content[:place] + added + content[place + gone :]
    return content


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of Parquet."""
    return parquet_sample(tmp_path_factory.mktemp("parquet"))


@pytest.mark.parametrize("name", SAMPLES)
@given(changes=CHANGES, skip_bad=st.sampled_from([0, 1, 100]), packed=st.booleans())
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_read_or_refused(
    name: str,
    changes: list[tuple[float, int, bytes]],
    skip_bad: int,
    packed: bool,
    tmp_path: Path,
    parquet: bytes,
) -> None:
    content = damaged(SAMPLES[name] or parquet, changes)
    path = tmp_path / "damaged"
    path.write_bytes(gzip.compress(content) if packed and name != "parquet" else content)
    for form in (None, name):
        found = outcome(path, form, skip_bad)
        if isinstance(found, ConfigError):
            assert str(path) in str(found)
        else:
            assert found.scan.requests > 0
            assert found.scan.bad <= skip_bad


def outcome(path: Path, form: str | None, skip_bad: int) -> traces.Profile | ConfigError:
    """What a file is like, or why that cannot be said."""
    try:
        return traces.profile(traces.open(path, format=form, skip_bad=skip_bad))
    except ConfigError as error:
        return error


def test_all_formats_are_damaged() -> None:
    assert list(SAMPLES) == [kind.name for kind in formats.FORMATS]


def test_the_samples_are_sound(tmp_path: Path, parquet: bytes) -> None:
    for name, content in SAMPLES.items():
        (tmp_path / name).write_bytes(content or parquet)
        assert traces.open(tmp_path / name).scan().format == name
