"""A description with other values, even without some of its keys."""

from collections.abc import Mapping

from headstack._core import DriveConfig
from headstack_identify.fit.phase.result import Override

ZONES = "layout.zone"
"""The key of all zones, each a dict."""


def applied(drive: DriveConfig, overrides: Mapping[str, Override]) -> DriveConfig:
    """A copy of a description with other values.

    Args:
        drive: the description.
        overrides: values by keys, as `DriveConfig.with_values` has them; None: the key is left
            out. All zones at once count more than keys of single ones.

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
