"""The fuzz target `iscsi`: a connection with any bytes ends, and the target continues to serve.

The first byte of the input puts a sound login before the other bytes, if it is odd. The units have
no digests, because changed bytes would make every digest wrong.
"""

import asyncio
import random

from serve import fuzzing


def seeds() -> dict[str, bytes]:
    """Hostile connections, and hostile units after a sound login."""
    found = {}
    for seed in range(40):
        units = fuzzing.hostile_units(random.Random(seed))
        found[f"hostile-{seed}"] = b"\0" + b"".join(units)
        found[f"after-login-{seed}"] = b"\1" + b"".join(units[1:])
    return found


async def _serve(sent: bytes) -> None:
    target = fuzzing.Fuzz()
    with target.session:
        await target.connect(sent)
        await target.check()


def run(data: bytes) -> None:
    """Sends bytes to a fresh target. Any exception is a fault."""
    login = fuzzing.sound_login() if data[:1] and data[0] & 1 else b""
    asyncio.run(_serve(login + data[1:]))
