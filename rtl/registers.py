"""Makes, from the one description of the comparator's registers, all that is about them.

Usage: registers.py DESCRIPTION FOLDER    into FOLDER: register block, C header, the model's map
       registers.py DESCRIPTION PAGE.md   the page for docs/
"""

import sys
from pathlib import Path

from peakrdl_cheader.c_standards import CStandard
from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_markdown import MarkdownExporter
from peakrdl_regblock import RegblockExporter
from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl import RDLCompileError, RDLCompiler
from systemrdl.node import AddrmapNode, RegNode

MAP_HEADER = """// Made by rtl/registers.py from {source}.
#pragma once

#include <cstdint>

namespace headstack {{

struct ComparatorRegister {{
  const char* name;
  std::uint32_t offset;
  bool readable;
  bool writable;
}};

inline constexpr ComparatorRegister kComparatorMap[] = {{
{rows}
}};

}}  // namespace headstack
"""


def model_map(top: AddrmapNode, source: Path) -> str:
    """The table of registers with their access rights."""
    rows = [
        f'    {{"{node.inst_name}", {node.address_offset:#04x}, '
        f"{str(node.has_sw_readable).lower()}, {str(node.has_sw_writable).lower()}}},"
        for node in top.children()
        if isinstance(node, RegNode)
    ]
    return MAP_HEADER.format(source=source.name, rows="\n".join(rows))


def freestanding(header: str) -> str:
    """The C header without <assert.h>, which a freestanding compiler need not have."""
    include, keyword = "#include <assert.h>\n", "\nstatic_assert("
    if include not in header or keyword not in header:
        sys.exit(
            "peakrdl-cheader no longer includes <assert.h> for static_assert; see registers.py"
        )
    header = header.replace(
        include, "#ifndef __cplusplus\n#define static_assert _Static_assert\n#endif\n"
    )
    return header.replace(
        "\n#ifdef __cplusplus\n}",
        "\n#ifndef __cplusplus\n#undef static_assert\n#endif\n\n#ifdef __cplusplus\n}",
    )


def write_sources(top: AddrmapNode, source: Path, folder: Path) -> None:
    """The files that the build needs."""
    header = folder / "hal" / "comparator_registers.h"
    header.parent.mkdir(parents=True, exist_ok=True)
    CHeaderExporter().export(top, str(header), std=CStandard.gnu11)
    header.write_text(freestanding(header.read_text()))
    (folder / "comparator_map.h").write_text(model_map(top, source))
    RegblockExporter().export(
        top,
        str(folder),
        cpuif_cls=PassthroughCpuif,
        module_name="comparator_registers",
        default_reset_activelow=True,
        default_reset_async=True,
        err_if_bad_addr=True,
        err_if_bad_rw=True,
    )


def main(description: str, target: str) -> None:
    """Entry point."""
    source = Path(description)
    compiler = RDLCompiler()
    for udp in ALL_UDPS:  # the register block's exporter wants to know them
        compiler.register_udp(udp)
    try:
        compiler.compile_file(str(source))
        top = compiler.elaborate().top
    except RDLCompileError:  # it has said where and what
        sys.exit(1)
    if target.endswith(".md"):
        MarkdownExporter().export(top, target)
    else:
        write_sources(top, source, Path(target))


if __name__ == "__main__":
    main(*sys.argv[1:])
