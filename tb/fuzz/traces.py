"""The fuzz target `traces`: a trace file with any bytes is read, or refused with ConfigError.

The first byte of the input names the format, or lets headstack find the format. The second byte is
the number of malformed lines that may be left out.
"""

import tempfile
from pathlib import Path

from lab.traces.samples import SAMPLES, parquet_sample

from headstack import ConfigError, traces
from headstack.traces import formats

NAMES = (None, *(kind.name for kind in formats.FORMATS))
_folder = tempfile.TemporaryDirectory()
_FILE = Path(_folder.name) / "some.trace"


def seeds() -> dict[str, bytes]:
    """Sound files of each format, with and without the name of the format."""
    with tempfile.TemporaryDirectory() as folder:
        samples = {**SAMPLES, "parquet": parquet_sample(Path(folder))}
    named = {f"{name}-named": bytes([NAMES.index(name), 0]) + samples[name] for name in samples}
    return named | {f"{name}-found": bytes(2) + samples[name] for name in samples}


def run(data: bytes) -> None:
    """Reads a trace. Any exception is a fault, but for ConfigError with the file's name."""
    form, skip_bad = NAMES[data[0] % len(NAMES)] if data else None, data[1] % 3 if data[1:] else 0
    _FILE.write_bytes(data[2:])
    try:
        found = traces.profile(traces.open(_FILE, format=form, skip_bad=skip_bad))
    except ConfigError as error:
        if str(_FILE) not in str(error):
            raise
    else:
        assert found.scan.requests > 0
        assert found.scan.bad <= skip_bad
