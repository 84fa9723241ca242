"""A stored configuration: the run, and the stored part of its result."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from headstack import catalog, loading
from headstack.drive import ON_MEDIA_ERROR, Drive
from headstack.errors import ConfigError, RunError
from headstack.regression.tolerance import FIGURES, WALL_CLOCK, Tolerance
from headstack.result import Result
from headstack.scheduler import SCHEDULERS, weights_for, without_mimic
from headstack.workload.text import Parsed, parse

"""Arguments of `headstack.Drive` that name a scheduler."""

Record = dict[str, Any]
"""The stored part of a result: `configuration`, `settings`, `summary`, `version`."""


@dataclass(frozen=True)
class Case:
    """A run of a suite.

    Attributes:
        name: name of the run and of its file in the baseline.
        folder: absolute folder of the suite. Names of files are relative to this folder.
        options: arguments of `headstack.Drive` by name.
        set: values of the drive file's keys.
        workload: a text for `headstack.workload.parse`.
        common: arguments besides this text: requests, seed.
        on_media_error: as for `Drive.run`.
        figures: metrics that are compared.
        figures_given: whether the suite names the figures.
        tolerance: tolerances of some figures. All other figures must be equal.
        exact: whether the schedules must be equal.
    """

    name: str
    folder: Path
    workload: str
    options: Mapping[str, Any] = field(default_factory=dict)
    set: Mapping[str, Any] = field(default_factory=dict)
    common: Mapping[str, Any] = field(default_factory=dict)
    on_media_error: Any = ON_MEDIA_ERROR
    figures: tuple[str, ...] = FIGURES
    figures_given: bool = False
    tolerance: Mapping[str, Tolerance] = field(default_factory=dict)
    exact: bool = True

    def made(self) -> tuple[Drive, Parsed]:
        """Makes the drive and the workload. Raises ConfigError if this is impossible."""
        options = dict(self.options)
        config = catalog.load(self._drive(options.pop("drive")))
        if self.set:
            config = config.with_values(self.set)
        for key in (one for one in SCHEDULERS if one in options):
            text, mimic = without_mimic(str(options[key]))
            if ".py:" in text:
                options[key] = str(self.folder / text)
            elif mimic is not None and "mimic" not in options:
                options |= {key: text, "mimic": mimic}
        for name in ("conditions", "mimic"):
            if name in options:
                options[name] = self.folder / options[name]
        load = parse(self.workload, folder=self.folder, **self.common)
        weights = weights_for(options, load.weights)
        return Drive(config, **options, weights=weights), load

    def run(self) -> tuple[Record, float]:
        """Runs the case.

        Returns:
            The stored part of the result, and the time of the run in seconds.

        Raises:
            ConfigError: an unknown drive or workload, or a workload that does not fit the drive.
            RunError: the run failed.
        """
        drive, load = self.made()
        try:
            found = drive.run(load.load, on_media_error=self.on_media_error)
        except (ConfigError, RunError):
            raise
        except Exception as error:
            failed = loading.failure(error)
            if failed is None:
                raise
            raise RunError(failed) from error
        return self._record(found), found.wall_s

    def _drive(self, drive: str) -> str | Path:
        is_file = drive.endswith(".toml") or os.sep in drive
        return self.folder / drive if is_file else drive

    def _record(self, found: Result) -> Record:
        settings = asdict(found.settings)
        configuration = settings.pop("configuration").splitlines()
        version = settings.pop("version")
        summary = {key: value for key, value in found.summary.items() if key not in WALL_CLOCK}
        record = {
            "configuration": [line for line in configuration if not line.startswith("#")],
            "settings": settings,
            "summary": summary,
            "version": version,
        }
        text = json.dumps(record, allow_nan=False)
        here = json.dumps(f"{self.folder}{os.sep}")[1:-1]
        plain: Record = json.loads(text.replace(here, ""))
        return plain
