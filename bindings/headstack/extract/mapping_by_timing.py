"""Where blocks lie, by times alone: for a drive that does not translate addresses."""

from headstack.errors import RunError
from headstack.extract.asked import Identity
from headstack.extract.host import Host
from headstack.extract.mapping import Mapping


def by_timing(host: Host, identity: Identity, turn: float) -> Mapping:
    """The mapping, by the angles at which blocks pass."""
    raise RunError("the drive does not translate addresses")
