"""The baseline: a folder with a JSON file for each case, whose lines differ where results do."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from headstack import files
from headstack.errors import ConfigError
from headstack.regression.case import Record

_PARTS = {"configuration": list, "settings": dict, "summary": dict, "version": str}


@dataclass(frozen=True)
class Baseline:
    """What came out earlier.

    Attributes:
        folder: where it is.
    """

    folder: Path

    def file(self, name: str) -> Path:
        """The file of a case."""
        return self.folder / f"{name}.json"

    def load(self, name: str) -> Record | None:
        """What a case gave; None: nobody has stored it. ConfigError for a file of another kind."""
        path = self.file(name)
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ConfigError(f"baseline {path}: {error.strerror}") from error
        except ValueError as error:
            raise ConfigError(f"baseline {path}: it is not JSON ({error}); {_REMEDY}") from None
        if not isinstance(found, dict):
            raise ConfigError(f"baseline {path}: it is not one of a regression; {_REMEDY}")
        for key, kind in _PARTS.items():
            if not isinstance(found.get(key), kind):
                raise ConfigError(f"baseline {path}: it has no {key!r}; {_REMEDY}")
        return found

    def store(self, name: str, record: Record) -> bool:
        """Writes what a case gave, unless it is there already; returns whether it was written.

        A baseline that differs in its version alone stays.

        Raises:
            ConfigError: the file cannot be written, or is of another kind.
            RunError: there is no room for it.
        """
        earlier = self.load(name)
        if earlier is not None and {**earlier, "version": ""} == {**record, "version": ""}:
            return False
        text = json.dumps(record, indent=1, sort_keys=True, allow_nan=False, ensure_ascii=False)
        with files.whole(self.file(name)) as path:
            path.write_text(f"{text}\n", encoding="utf-8")
        return True

    def others(self, names: Iterable[str]) -> list[str]:
        """Names of files in it that belong to none of these cases."""
        known = {f"{name}.json" for name in names}
        there = sorted(path.name for path in self.folder.glob("*.json"))
        return [name for name in there if name not in known]


_REMEDY = "restore it, or remove it and use --update"
