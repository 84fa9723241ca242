"""`headstack realtime`: the comparison of schedulers under media streams."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import ConfigError
from headstack_papers import realtime

Cli = Callable[..., subprocess.CompletedProcess[str]]


def test_a_row_each() -> None:
    calls: list[int] = []
    rows = realtime.compare(
        schedulers=["edf", "fd_edf"],
        kinds=["cd_audio", "1 MB/s"],
        streams=[2, 30],
        requests=60,
        seeds=[1, 2],
        progress=lambda done, _: calls.append(done),
    )
    assert [(r["kind"], r["scheduler"], r["streams"]) for r in rows] == [
        (kind, name, count)
        for kind in ("cd_audio", "1 MB/s")
        for name in ("edf", "fd_edf")
        for count in (2, 30)
    ]
    assert calls == list(range(8))
    met = {(r["kind"], r["scheduler"], r["streams"]): r["guarantee_ratio"] for r in rows}
    assert met["cd_audio", "edf", 2] == met["cd_audio", "fd_edf", 2] == 1
    assert met["1 MB/s", "edf", 30] < met["1 MB/s", "fd_edf", 30] < 1
    mean = realtime.mean_over_streams(rows, "1 MB/s", "edf", "guarantee_ratio")
    assert mean == pytest.approx((met["1 MB/s", "edf", 2] + met["1 MB/s", "edf", 30]) / 2)


def test_bad_input() -> None:
    with pytest.raises(ConfigError, match="is not known"):
        realtime.compare(schedulers=["edff"], streams=[1])
    with pytest.raises(ConfigError, match="one of after, open"):
        realtime.compare(schedulers=["edf"], streams=[1], issue="closed")


def test_command(cli: Cli, tmp_path: Path) -> None:
    few = ("--streams", "5", "--streams", "20", "--requests", "50", "--scheduler", "fd_edf")
    shown = cli("realtime", *few, "--scheduler", "sstf(map)", "--plot", "met.svg")
    assert shown.returncode == 0, shown.stderr
    assert "hp_97560: mpeg2 streams" in shown.stdout
    assert "cd_audio" in shown.stdout
    assert "sstf(map)" in shown.stdout
    assert (tmp_path / "met.svg").stat().st_size > 1000
    document = json.loads(cli("realtime", *few, "--kind", "mpeg2", "--json").stdout)
    assert [row["streams"] for row in document["runs"]] == [5, 20]
    assert document["plot"] is None


def test_command_refuses(cli: Cli) -> None:
    for arguments, message in (
        (("--kind", "mpeg5"), "--kind 'mpeg5' is not known"),
        (("--streams", "0"), "greater than or equal to 1"),
        (("--buffer", "200"), "has no unit"),
        (("--reads", "2"), "from 0 to 1"),
        (("--scheduler", "clok"), "did you mean 'clook'"),
    ):
        refused = cli("realtime", "--requests", "10", *arguments)
        assert refused.returncode == 2, arguments
        assert message in refused.stderr, arguments
