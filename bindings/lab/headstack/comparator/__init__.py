"""Your own SystemVerilog replaces the comparator.

- `ports`: the ports that your module must have
- `tools`: Verilator and the C++ compiler
- `slot_library`: the library of a drive, and its hash
- `building`: builds the library of a folder, and creates an example

Begin with `building.build`.
"""

from headstack.comparator.building import Built, build, create

__all__ = ["Built", "build", "create"]
