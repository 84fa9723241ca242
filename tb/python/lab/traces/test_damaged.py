"""Files damaged at random: read, or refused with a message that names the file; nothing else."""

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headstack import ConfigError, traces
from headstack.traces import formats

SAMPLES = {
    "spc": b"0,303567,3584,w,0.000000\n1,55590,3072,R,0.026214,more\n",
    "disksim": b"13.191135\t30\t0\t5\t1\n17.829285 20 576560 6 0\n",
    "validate": b"R Miss  564347 2 100.5 10.25\nW Doub 8 3 0.000001 0\n",
    "msr": b"128166385295514663,hm,0,Write,9056014336,2048,2833\n",
    "srt": b"$$TR_IOREC-1.3\nsectorsize = 256\n\x0c" + bytes([0, 0, 0, 56]) + b"\0\0\0\1" * 13,
    "blktrace": (b"\x07tae" + bytes(20) + b"\0\2\0\0\1\0\1\0" + bytes(16)) * 3,
    "blkparse": b"  8,0 3 1 0.0 697  Q   W 223490 + 8 [k]\n  8,0 3 2 0.1 0  C   W 223490 + 8 [0]\n",
    "fio": b"fio version 2 iolog\na add\na read 0 4096\na wait 9\na trim 0 1\n",
    "csv": b'arrival_s,device,start_byte,bytes,write,response_s\n0.5,"a,b",0,1,0,1\n1,b,0,1,1,\n',
    "parquet": b"",
}
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
    folder = tmp_path_factory.mktemp("parquet")
    (folder / "in").write_bytes(SAMPLES["csv"])
    traces.convert(traces.open(folder / "in"), folder / "out", "parquet")
    return (folder / "out").read_bytes()


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
