"""Your own firmware on the simulated RISC-V processor, and a profile of the processor's cycles.

`own_firmware` creates a project for the firmware and computes the hash of an image. `profile`
counts cycles by function. Uses the basics. Begin with `own_firmware.create`.
"""

from headstack.processor.profile import Function, Profile

__all__ = ["Function", "Profile"]
