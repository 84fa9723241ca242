"""Runs jobs in a worker. The jobs arrive as bytes. Each job returns an outcome."""

import pickle
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headstack._core import __version__
from headstack.errors import ConfigError, RunError
from headstack.keeping import code
from headstack.loading import place_of
from headstack.sweeps.job import Job, Row, check_code


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run.

    Attributes:
        row: the row of the run. `None`: the run failed.
        error: reason of the failure, in one line. `None`: the run succeeded.
        bad_input: whether the run failed because its input does not fit.
        seconds: wall time of the run, including its set-up.
    """

    row: Row | None
    error: str | None
    seconds: float
    bad_input: bool = False


def packed(jobs: list[Job], dumps: Callable[[Any], bytes]) -> bytes:
    """Packs jobs: version and hash of the code, then a pickle, which other code must not load."""
    return f"{__version__} {code.sha256()}\n".encode() + dumps(jobs)


def run_batch(payload: bytes, requests: str | None) -> list[Outcome]:
    """Runs jobs one after another.

    Args:
        payload: the jobs, in the form of `packed`.
        requests: folder for the requests. `None`: the requests are not kept.

    Raises:
        ConfigError: another version of headstack made the jobs. Or a file or module for the jobs is
            absent or different here.
    """
    where = f"worker {platform.node()}, {Path.cwd()}"
    try:
        whose, _, pickled = payload.partition(b"\n")
        check_code(*whose.decode().split())
        jobs: list[Job] = pickle.loads(pickled)
        for job in jobs:
            job.check_here()
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None
    except Exception as error:
        raise ConfigError(
            f"{where}: what is to be run cannot be unpacked: {type(error).__name__}: {error}; "
            "schedulers and workloads must be importable there"
        ) from error
    return [_run(job, requests) for job in jobs]


def _run(job: Job, requests: str | None) -> Outcome:
    began = time.perf_counter()
    row: Row | None = None
    error: str | None = None
    bad = False
    try:
        row = job.run(None if requests is None else Path(requests) / f"{job.key}.parquet")
    except Exception as failed:
        error = place_of(failed) or _said(failed)
        bad = isinstance(failed, ConfigError)
    return Outcome(row, error, time.perf_counter() - began, bad)


def _said(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, (ConfigError, RunError)) else f"{type(error).__name__}: {text}"
