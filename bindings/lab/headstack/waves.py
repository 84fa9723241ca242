"""Files for a drive's signals: waveforms, and a save file for GTKWave beside them."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Literal

from headstack import _core, checks, files
from headstack.errors import ConfigError

Format = Literal["vcd", "fst"]
"""Format of waveforms: text, or a compressed file."""

_SAVE: Final = ".gtkw"


def save_file(waves: files.Name) -> Path:
    """Returns the path of the save file for waveforms."""
    return Path(waves).with_suffix(_SAVE)


@contextmanager
def writing(setup: _core.Setup, waves: files.Name | None) -> Iterator[None]:
    """Makes a run with this setup write its signals.

    The files appear if the `with` block succeeds. An existing save file stays as it is, because its
    owner may have changed it.

    Args:
        setup: the run.
        waves: file for the waveforms: FST if its ending is '.fst', else VCD. `None`: no file.

    Raises:
        ConfigError: the file cannot be made, has no name, or has the ending of the save file.
        RunError: there is no room for the files.
    """
    if waves is None:
        yield
        return
    if not Path(checks.path("waves", waves)).name:
        raise checks.wrong("waves", f" is {os.fspath(waves)!r}; it must name a file")
    if files.ending(waves) == _SAVE.removeprefix("."):
        raise ConfigError(
            f"cannot write {waves}: a save file for the waveforms gets this name; end the name "
            "with .vcd or .fst"
        )
    with ExitStack() as stack:
        temporary = stack.enter_context(files.whole(waves))
        save = save_file(waves)
        beside: Path | None = None
        if not files.is_device(Path(waves)) and not os.path.lexists(save):
            beside = stack.enter_context(files.whole(save))
        setup.write_waves(
            os.fspath(temporary),
            files.ending(waves) == "fst",
            "" if beside is None else os.fspath(beside),
            Path(waves).name,
        )
        yield
