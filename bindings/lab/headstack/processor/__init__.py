"""The firmware on a processor of its own: images that one brings, and where their cycles go.

Begin with `own_firmware.create`, and `Profile`.
"""

from headstack.processor.profile import Function, Profile

__all__ = ["Function", "Profile"]
