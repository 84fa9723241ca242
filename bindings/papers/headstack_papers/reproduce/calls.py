"""Calls: computations that are no runs of a sweep, each kept under its name as a Parquet file."""

import hashlib
import importlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from pathlib import Path
from typing import Any

import headstack_papers
from headstack import files
from headstack._core import __version__
from headstack.errors import ConfigError, RunError
from headstack.keeping import code, stored
from headstack.sweeps.crew import Crew
from headstack.sweeps.running import LOOK_S
from headstack_papers.experiment import Call
from headstack_papers.quantities import Row


def _code() -> str:
    """Hash of the code of this package and of headstack, on which a call's result depends."""
    return code.sha256(code.SHOWN, Path(headstack_papers.__file__).parent)


def key_of(call: Call) -> str:
    """A call's name: a hash of its function, its arguments, and headstack's code and version.

    Raises:
        ConfigError: an argument is neither text nor a number nor a list of them.
    """
    function = call.function
    try:
        words = json.dumps(
            [
                *(__version__, _code()),
                *(function.__module__, function.__qualname__),
                dict(call.arguments),
            ],
            sort_keys=True,
        )
    except TypeError as error:
        raise ConfigError(f"{function.__qualname__}: {error}") from error
    return hashlib.sha256(words.encode()).hexdigest()


def run_one(version: str, sha256: str, name: Sequence[str], arguments: dict[str, Any]) -> list[Row]:
    """Calls the function by its name in a worker, if the worker has the same code."""
    if (version, sha256) != (__version__, _code()):
        raise ConfigError(
            f"this worker has headstack {__version__} with other code; install the same commit"
        )
    module, function_name = name
    function = getattr(importlib.import_module(module), function_name)
    return [dict(row) for row in function(**arguments)]


def run(
    calls: Sequence[Call], crew: Crew, folder: Path, done: Callable[[int], object]
) -> dict[str, list[Row]]:
    """Runs calls that are not kept yet.

    Args:
        calls: the calls.
        crew: crew that runs the calls.
        folder: folder that keeps the rows.
        done: function that gets the number of finished calls. False stops the calls.

    Returns:
        The rows of each call, by the name of the call.

    Raises:
        RunError: a call failed, or `done` has stopped the calls.
    """
    wanted = {key_of(call): call for call in calls}
    files.make_folder(folder)
    missing = {key: call for key, call in wanted.items() if not _file(folder, key).exists()}
    flying: dict[Future[list[Row]], str] = {
        _started(crew, call): key for key, call in missing.items()
    }
    over = len(wanted) - len(missing)
    try:
        while flying:
            crew.look()
            for future in wait(flying, LOOK_S, FIRST_COMPLETED).done:
                key = flying.pop(future)
                _keep(future, _file(folder, key), wanted[key], crew)
                over += 1
                if done(over) is False:
                    raise RunError("stopped; the same command goes on from what is finished")
    finally:
        for future in flying:
            future.cancel()
    return {key: _read(_file(folder, key)) for key in wanted}


def _started(crew: Crew, call: Call) -> "Future[list[Row]]":
    name = (call.function.__module__, call.function.__qualname__)
    mine = (__version__, _code())
    return crew.start(run_one, *mine, name, dict(call.arguments))


def _keep(future: "Future[list[Row]]", path: Path, call: Call, crew: Crew) -> None:
    import pyarrow as pa

    ended: tuple[type[BaseException], ...] = (ConfigError, RunError, CancelledError, *crew.lost)
    try:
        rows = future.result()
    except ended as error:
        said = str(error) or "it was withdrawn"
        raise RunError(f"{call.function.__qualname__}({dict(call.arguments)}): {said}") from error
    stored.write(path, pa.Table.from_pylist([dict(row) for row in rows]), stored.CALL)


def _read(path: Path) -> list[Row]:
    rows: list[Row] = stored.read(path, stored.CALL).to_pylist()
    return rows


def _file(folder: Path, key: str) -> Path:
    return folder / f"{key}.parquet"
