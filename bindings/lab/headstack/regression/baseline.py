"""The baseline: a folder with a JSON file for each case. Different results give different lines.

Each file has a hash of its contents. The hash reveals figures that no run produced.
"""

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from headstack import files
from headstack.errors import ConfigError
from headstack.regression.case import Record

_PARTS: Final = {"configuration": list, "settings": dict, "summary": dict, "version": str}
_HASH: Final = "sha256"
_MOST_NESTED: Final = 16
_BEGINS: Final = '{\n "configuration": ['
_ANEW: Final = "restore it, or use --update to store what this headstack gives"


class ChangedError(ConfigError):
    """A baseline differs from the file that --update wrote. Only such a file is written again."""


@dataclass(frozen=True)
class Baseline:
    """The stored results of earlier runs.

    Attributes:
        folder: folder of the files.
    """

    folder: Path

    def file(self, name: str) -> Path:
        """Returns the file of a case."""
        return self.folder / f"{name}.json"

    def load(self, name: str) -> Record | None:
        """Returns the stored results of a case. `None`: the case has no stored results.

        Raises:
            ChangedError: the lines of the file changed after the file was written.
            ConfigError: a file of another kind.
        """
        found = self._document(name)
        return None if found is None else {key: found[key] for key in _PARTS}

    def unsealed(self, names: Iterable[str]) -> list[Path]:
        """Returns the files of these cases without a hash. An earlier headstack wrote them."""
        found = {name: self._document(name) for name in names}
        return [self.file(name) for name, one in found.items() if one and _HASH not in one]

    def store(self, name: str, record: Record) -> bool:
        """Writes the results of a case if they changed. Returns whether the file was written.

        If only the version differs, the file is not written.

        Raises:
            ConfigError: the file cannot be written, or is of another kind.
            RunError: there is no room for the file.
        """
        try:
            earlier = self._document(name)
        except ChangedError:
            earlier = None
        if earlier is not None and earlier == {
            **record, "version": earlier["version"], _HASH: earlier.get(_HASH, "none"),
        }:  # fmt: skip
            return False
        text = json.dumps(
            {**record, _HASH: _hash_of(record)},
            indent=1,
            sort_keys=True,
            allow_nan=False,
            ensure_ascii=False,
        )
        with files.whole(self.file(name)) as path, files.saying(self.file(name)):
            path.write_text(f"{text}\n", encoding="utf-8")
        return True

    def others(self, names: Iterable[str]) -> list[str]:
        """Returns the names of files that belong to no case among these."""
        known = {f"{name}.json" for name in names}
        there = sorted(path.name for path in self.folder.glob("*.json"))
        return [name for name in there if name not in known]

    def _document(self, name: str) -> dict[str, Any] | None:
        """Reads and checks the file of a case. `None`: the file does not exist."""
        path = self.file(name)
        text = ""
        try:
            text = files.text(path, "")
            found = json.loads(text, parse_constant=_no_number)
            _look_at(found)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ConfigError(f"baseline {path}: {error.strerror}") from error
        except ChangedError as error:
            raise ChangedError(f"baseline {path}: {error}") from None
        except RecursionError:
            raise _error(path, text, "it is nested too deep") from None
        except ConfigError as error:
            raise _error(path, text, str(error)) from None
        except ValueError as error:
            raise _error(path, text, f"it is not JSON ({error})") from None
        return found  # type: ignore[no-any-return]


def _error(path: Path, text: str, reason: str) -> ConfigError:
    """Returns the error for an invalid file. The first bytes tell whether it was a baseline."""
    if text.startswith(_BEGINS):
        return ChangedError(f"baseline {path}: {reason}; {_ANEW}")
    return ConfigError(f"baseline {path}: {reason}; restore it, or remove it and use --update")


def _look_at(found: Any) -> None:
    """Raises ChangedError if the contents do not match the hash, ConfigError for other contents."""
    if not isinstance(found, dict):
        raise ConfigError("it is not one of a regression")
    for key, kind in _PARTS.items():
        if not isinstance(found.get(key), kind):
            raise ConfigError(f"it has no {key!r}")
    for key in found:
        if key not in _PARTS and key != _HASH:
            raise ConfigError(f"it has a {key!r}, which no baseline has")
    if not all(isinstance(line, str) for line in found["configuration"]):
        raise ConfigError("its configuration is damaged")
    _look_into(found, _MOST_NESTED)
    if _HASH in found and found[_HASH] != _hash_of(found):
        raise ChangedError(
            "its lines are not as --update wrote them: its sha256 is the hash of other lines. The "
            "file was damaged, edited or merged by hand. It may have figures that no run produced; "
            f"{_ANEW}"
        )


def _look_into(value: Any, deeper: int) -> None:
    """Raises ConfigError for values that no run has, such as NaN or invalid text."""
    if isinstance(value, (dict, list)):
        if not deeper:
            raise ConfigError("it is nested too deep")
        for inner in value.values() if isinstance(value, dict) else value:
            _look_into(inner, deeper - 1)
        for key in value if isinstance(value, dict) else ():
            _look_into(key, deeper)
    elif isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ConfigError(f"it has a text that is not UTF-8: {value!a}") from None
    elif isinstance(value, (int, float)) and not _is_finite(value):
        raise ConfigError("it has a number that cannot be a figure")


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def _no_number(word: str) -> NoReturn:
    raise ConfigError(f"it has {word}, which is not a number")


def _hash_of(record: Record) -> str:
    """Returns the hash of a baseline's contents, independent of the layout of the file."""
    parts = {key: record[key] for key in _PARTS}
    text = json.dumps(parts, sort_keys=True, allow_nan=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
