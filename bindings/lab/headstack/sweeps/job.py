"""A run that can start: a drive and a workload, with a name for the pair."""

import json
import pickle
from dataclasses import dataclass, field
from typing import Any, Final

from headstack import catalog, files
from headstack._core import __version__
from headstack.drive import Drive
from headstack.errors import ConfigError
from headstack.keeping import code
from headstack.queues import MOST_IN_HOST
from headstack.result import Result, Settings
from headstack.stream import Streamed
from headstack.sweeps import sources
from headstack.sweeps.canonical import canonical, digest, seedless
from headstack.workload import Workload

MOST_KEPT: Final = 1_000_000
"""Most requests of a run with all rows in memory. A run with more requests streams its rows."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Job:
    """A run with all its inputs. A pickled job contains everything that the run needs.

    Attributes:
        drive: the drive.
        load: the workload.
        version: version of headstack in the process that made the job.
        code: hash of the code that determines the results, in the process that made the job.
        needs: SHA-256 of each file of `sources.in_files`. The purpose of the file is the key.
        key: name of the run, 64 hex digits.
        key_without_seed: common name of all runs that differ only in the seed.
    """

    drive: Drive
    load: Workload
    version: str = __version__
    code: str = field(default_factory=code.sha256)
    needs: dict[str, str] = field(init=False)
    key: str = field(init=False)
    key_without_seed: str = field(init=False)

    def __post_init__(self) -> None:
        """Computes the names."""
        found = self._depends_on(sources.of(self.drive))
        object.__setattr__(self, "needs", sources.in_files(self.drive))
        object.__setattr__(self, "key", digest(found))
        found["workload"] = seedless(found["workload"])
        object.__setattr__(self, "key_without_seed", digest(found))

    def _depends_on(self, found: dict[str, str]) -> dict[str, Any]:
        """Returns everything that changes the results of the run."""
        drive = self.drive
        host = drive.queues.host
        return {
            "version": self.version,
            "code": self.code,
            "drive": drive.config.name,
            "configuration": catalog.configuration_sha256(drive.config.to_toml()),
            "drive_scheduler": sources.scheduler(drive.queues.drive),
            "host_scheduler": sources.scheduler(host),
            "host_outstanding": None if host is None else drive.host_outstanding,
            "host_queue_depth": None if host is None else drive.host_queue_depth or MOST_IN_HOST,
            "weights": drive.weights,
            "mimic": None if drive.mimic is None else drive.mimic.sha256,
            "learnt_distances": drive.learnt_distances,
            "files": found,
            "workload": canonical(self.load),
        }

    def check_here(self) -> None:
        """Raises ConfigError if this process has another headstack, or other files."""
        check_code(self.version, self.code)
        for what, sha256 in sources.in_files(self.drive).items():
            if self.needs.get(what) != sha256:
                raise ConfigError(f"{what}: its file is another one here than the sweep began with")

    def run(self, requests_to: files.Name | None = None) -> Row:
        """Runs the job.

        Args:
            requests_to: Parquet file for the requests. `None`: the requests are not kept.

        Returns:
            Settings and summary, by the names of `columns.FIXED`.

        Raises:
            ConfigError: the workload does not fit the drive.
            RunError: the run failed.
        """
        drive = self.drive
        if drive.queues.drive.instance or (drive.queues.host and drive.queues.host.instance):
            drive = pickle.loads(pickle.dumps(drive))  # every run gets a copy of the given instance
        found: Result | Streamed
        if self.load.requests > MOST_KEPT:
            found = drive.stream(self.load, parquet=requests_to)
        else:
            found = drive.run(self.load)
            if requests_to is not None:
                found.to_parquet(requests_to)
        return {**self.settings(found.settings), **found.summary, "error": None}

    def settings(self, settings: Settings | None = None) -> Row:
        """Returns everything on which the run depends, by the names of `columns.FIXED`."""
        of = settings or self.drive.settings(self.load)
        load = dict(of.workload)
        return {
            "key": self.key,
            "key_without_seed": self.key_without_seed,
            "drive": of.drive,
            "configuration_sha256": catalog.configuration_sha256(of.configuration),
            "bytes_per_block": of.bytes_per_block,
            "drive_queue_depth": of.drive_queue_depth,
            "scheduler": of.scheduler,
            "placement": of.placement,
            "host_scheduler": of.host_scheduler,
            "host_outstanding": of.host_outstanding,
            "host_queue_depth": of.host_queue_depth,
            "workload": self._workload(dict(load)),
            "workload_settings": json.dumps(load, sort_keys=True),
            **{name: load[name] for name in OF_LOADS if _is_number(load.get(name))},
            "outstanding": self.load.outstanding,
            "requests": self.load.requests,
            "seed": of.seed,
            "version": of.version,
            "code": self.code,
            "weights": None if of.weights is None else list(of.weights),
            "mimic": of.mimic,
            "firmware": of.firmware,
            "most_learnt_distances": self.drive.learnt_distances,
        }

    def _workload(self, settings: dict[str, Any]) -> str:
        """Returns the workload's text, or its name if columns show all its parameters."""
        name = str(settings.pop("workload"))
        settings.pop("outstanding", None)
        plain = all(key in OF_LOADS and _is_number(value) for key, value in settings.items())
        return name if plain else self.load.text()


def check_code(version: str, sha256: str) -> None:
    """Raises ConfigError if this process has other code."""
    if (version, sha256) != (__version__, code.sha256()):
        raise ConfigError(
            f"this worker has headstack {__version__} with code {code.sha256()[:8]}, the sweep is "
            f"of {version} with code {sha256[:8]}; install the same commit on both"
        )


OF_LOADS: Final = ("rate_per_s", "size_bytes", "read_fraction", "align_bytes")
"""Parameters of workloads. A parameter that is a single number has a column of its own."""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float))
