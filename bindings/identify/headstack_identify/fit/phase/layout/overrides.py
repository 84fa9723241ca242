"""Changes values of a description, or removes some of its keys."""

from collections.abc import Mapping

from headstack._core import DriveConfig
from headstack_identify.fit.phase.result import Override

ZONES = "layout.zone"
"""The key of all zones. Each zone is a dict."""


def applied(drive: DriveConfig, overrides: Mapping[str, Override]) -> DriveConfig:
    """Returns a copy of a description with other values.

    Args:
        drive: the description.
        overrides: values by keys, as in `DriveConfig.with_values`. `None`: the key is left out. The
            key of all zones overrides keys of single zones.

    Raises:
        ConfigError: a value that does not fit.
    """
    whole = ZONES in overrides
    return drive.with_values(
        {
            key: value
            for key, value in overrides.items()
            if not (whole and key.startswith(f"{ZONES}."))
        }
    )
