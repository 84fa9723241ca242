"""Makes, from a description of registers, all that is about them.

Usage: registers.py DESCRIPTION FOLDER    into FOLDER: headers of firmware and model, register block
       registers.py DESCRIPTION FILE.h    a C header for drivers
       registers.py DESCRIPTION PAGE.md   the page for docs/
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from peakrdl_cheader.c_standards import CStandard
from peakrdl_cheader.exporter import CHeaderExporter
from peakrdl_markdown import MarkdownExporter
from peakrdl_regblock import RegblockExporter
from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl import RDLCompileError, RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, RegNode
from systemrdl.rdltypes import UserEnum

PAGE_BYTES = 256
# Made as a register block in SystemVerilog too. Its C header is PeakRDL's own.
IN_RTL = "hs_comparator"

C_HEADER = """/* Made by rtl/registers.py from {source}, which says what the registers are. */
#ifndef HEADSTACK_DRIVE_REGISTERS_H
#define HEADSTACK_DRIVE_REGISTERS_H

#include <stdint.h>

#define HS_PAGE_BITS {page_bits}

enum hs_page {{
{pages}
  HS_PAGE_COUNT = {count}
}};

{registers}

#endif
"""

MAP_HEADER = """// Made by rtl/registers.py from {source}.
#pragma once

#include <cstdint>

namespace headstack {{

struct RegisterFacts {{
  const char* name;
  std::uint32_t address;
  bool readable;
  bool writable;
}};

inline constexpr RegisterFacts kRegisterMap[] = {{
{rows}
}};

// By page: bit n is set if the register at 8 * n can be read, or written.
inline constexpr std::uint32_t kReadable[] = {{{readable}}};
inline constexpr std::uint32_t kWritable[] = {{{writable}}};

// By box: what can be read, and what can be written.
{enums}

}}  // namespace headstack
"""


# Of PeakRDL's register block: where its decoder begins, and what hands on what was decoded.
DECODER = """\
    always_comb begin
        automatic logic is_valid_addr;
"""
PASSED_ON = """\
    // Pass down signals to next stage
    assign decoded_addr = cpuif_addr;
    assign decoded_req = cpuif_req_masked;
    assign decoded_req_is_wr = cpuif_req_is_wr;
    assign decoded_wr_data = cpuif_wr_data;
    assign decoded_wr_biten = cpuif_wr_biten;
"""
DECODE_STAGE = """\
    // Added by rtl/registers.py: the decoder's register
    always_ff @(posedge clk or negedge arst_n) begin
        if(~arst_n) begin
            decoded_reg_strb <= '{default: '0};
            decoded_req <= '0;
            decoded_err <= '0;
        end else begin
            decoded_reg_strb <= strobes;
            decoded_req <= cpuif_req_masked;
            decoded_err <= error;
        end
    end
    always_ff @(posedge clk) begin
        decoded_addr <= cpuif_addr;
        decoded_req_is_wr <= cpuif_req_is_wr;
        decoded_wr_data <= cpuif_wr_data;
        decoded_wr_biten <= cpuif_wr_biten;
    end
"""


def boxes(top: AddrmapNode) -> list[AddrmapNode]:
    """The parts of the map, in the order of their addresses."""
    return [node for node in top.children() if isinstance(node, AddrmapNode)]


def registers(node: AddrmapNode) -> list[RegNode]:
    """The registers of a box, in the order of their addresses."""
    return [child for child in node.children() if isinstance(child, RegNode)]


def named_type(register: RegNode) -> str | None:
    """The type's name. `None`: the register has no type of its own."""
    original = register.inst.original_def
    return None if original is None else original.type_name


def declared(register: RegNode) -> list[FieldNode]:
    """The register's fields in the order of the description."""

    def place(field: FieldNode) -> tuple[int, tuple[int, int]]:
        reference = field.inst.inst_src_ref
        return reference.line, reference.line_selection

    return sorted(register.fields(), key=place)


def rights(register: RegNode) -> str:
    """R, W or RW."""
    return "R" * register.has_sw_readable + "W" * register.has_sw_writable


def macros_of_type(register: RegNode, name: str) -> Iterator[str]:
    """A value of its fields, and each field of a value."""
    prefix = f"HS_{name.upper()}"
    fields = declared(register)
    names = ", ".join(field.inst_name for field in fields)
    parts = [
        f"(uint64_t)({field.inst_name})" + (f" << {field.low}" if field.low else "")
        for field in fields
    ]
    yield f"#define {prefix}({names}) ({' | '.join(parts)})"
    for field in fields:
        bits = next(bits for bits in (8, 16, 32, 64) if field.width <= bits)
        mask = (1 << field.width) - 1
        shifted = f"(v) >> {field.low}" if field.low else "(v)"
        yield (
            f"#define {prefix}_{field.inst_name.upper()}(v) "
            f"((uint{bits}_t)({shifted} & UINT64_C({mask:#x})))"
        )


def enums_of(register: RegNode) -> Iterator[type[UserEnum]]:
    """The enums that fields of the register have."""
    for field in declared(register):
        encode = field.get_property("encode")
        if encode is not None:
            yield encode


def macros_of_enum(enum: type[UserEnum]) -> Iterator[str]:
    """The members."""
    for member in enum:
        comment = f" /* {member.rdl_desc} */" if member.rdl_desc else ""
        yield f"#define HS_{member.name} {member.value:#x}u{comment}"


def header_lines(top: AddrmapNode) -> Iterator[str]:
    """Addresses, types and values, a box after the other."""
    told: set[tuple[str, str]] = set()
    for box in boxes(top):
        if box.type_name == IN_RTL:
            continue
        yield f"\n/* {box.get_property('name')}. */"
        for register in registers(box):
            name = f"HS_{box.inst_name}_{register.inst_name}".upper()
            comment = f"/* {rights(register)}: {register.get_property('name')} */"
            yield f"#define {name} {register.absolute_address:#05x}u {comment}"
        for register in registers(box):
            kind = named_type(register)
            if kind is not None and ("type", kind) not in told:
                told.add(("type", kind))
                yield from macros_of_type(register, kind)
            for enum in enums_of(register):
                if ("enum", enum.type_name) not in told:
                    told.add(("enum", enum.type_name))
                    yield from macros_of_enum(enum)


def page_of(box: AddrmapNode) -> int | None:
    """Number of the page that begins with the box. `None`: the box is after another box."""
    page, offset = divmod(box.absolute_address, PAGE_BYTES)
    return None if offset else page


def c_header(top: AddrmapNode, source: Path) -> str:
    """What the firmware includes."""
    pages = {box.inst_name: page for box in boxes(top) if (page := page_of(box)) is not None}
    return C_HEADER.format(
        source=source.name,
        page_bits=PAGE_BYTES.bit_length() - 1,
        pages="\n".join(f"  HS_PAGE_{name.upper()} = {page}," for name, page in pages.items()),
        count=len(pages),
        registers="\n".join(header_lines(top)).strip(),
    )


def masks(top: AddrmapNode, right: str) -> str:
    """A bit for each register that has the right, in a word for each page."""
    words: dict[int, int] = {}
    for register in (register for box in boxes(top) for register in registers(box)):
        page, offset = divmod(register.absolute_address, PAGE_BYTES)
        words[page] = words.get(page, 0) | (right in rights(register)) << (offset // 8)
    return ", ".join(f"{words[page]:#010x}" for page in sorted(words))


def cpp_enums(top: AddrmapNode) -> Iterator[str]:
    """For each box what can be read, and what can be written."""
    for box in boxes(top):
        for right, suffix in (("R", "Read"), ("W", "Write")):
            members = "".join(
                f"\n  {register.inst_name} = {register.absolute_address:#05x},"
                for register in registers(box)
                if right in rights(register)
            )
            members = members + "\n" if members else ""
            yield f"enum class {box.inst_name.title()}{suffix} : std::uint32_t {{{members}}};"


def model_map(top: AddrmapNode, source: Path) -> str:
    """What the model decodes addresses with."""
    rows = [
        f'    {{"{box.inst_name}.{register.inst_name}", {register.absolute_address:#05x}, '
        f"{str('R' in rights(register)).lower()}, {str('W' in rights(register)).lower()}}},"
        for box in boxes(top)
        for register in registers(box)
    ]
    return MAP_HEADER.format(
        source=source.name,
        rows="\n".join(rows),
        readable=masks(top, "R"),
        writable=masks(top, "W"),
        enums="\n".join(cpp_enums(top)),
    )


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


def write_header(top: AddrmapNode, header: Path) -> None:
    """A C header for drivers, by PeakRDL."""
    header.parent.mkdir(parents=True, exist_ok=True)
    CHeaderExporter().export(top, str(header), std=CStandard.gnu11)
    header.write_text(freestanding(header.read_text()))


def decode_registered(block: str) -> str:
    """The register block with a register behind its decoder, for which PeakRDL has no option.

    Which register it is and to load that register have a clock each, then. Whether an address is
    right is found without the request, which comes late; the error has it.
    """
    head, found, rest = block.partition(DECODER)
    decoder, passed, rest = rest.partition(PASSED_ON)
    if not found or not passed or decoder.count("& decoded_req;") != 1:
        sys.exit("peakrdl-regblock no longer decodes as it did; see registers.py")
    decoder = decoder.replace("& decoded_req;", "& cpuif_req_masked;")
    decoder = decoder.replace("decoded_reg_strb.", "strobes.").replace("decoded_err", "error")
    for checked in ("is_valid_addr |= ", "is_valid_rw |= "):
        if checked + "cpuif_req_masked & " not in decoder:
            sys.exit("peakrdl-regblock no longer checks addresses as it did; see registers.py")
        decoder = decoder.replace(checked + "cpuif_req_masked & ", checked)
    names = "    decoded_reg_strb_t strobes;\n    logic error;\n\n"
    return head + names + found + decoder + DECODE_STAGE + rest


def write_sources(top: AddrmapNode, in_rtl: AddrmapNode, source: Path, folder: Path) -> None:
    """The files that the build needs."""
    write_header(in_rtl, folder / "hal" / "comparator_registers.h")
    (folder / "hal" / "drive_registers.h").write_text(c_header(top, source))
    (folder / "register_map.h").write_text(model_map(top, source))
    RegblockExporter().export(
        in_rtl,
        str(folder),
        cpuif_cls=PassthroughCpuif,
        module_name="comparator_registers",
        default_reset_activelow=True,
        default_reset_async=True,
        err_if_bad_addr=True,
        err_if_bad_rw=True,
    )
    block = folder / "comparator_registers.sv"
    block.write_text(decode_registered(block.read_text()))


def values_section(top: AddrmapNode) -> str:
    """The enums, which the exporter leaves out of the page."""
    lines = ["## Values", ""]
    told: set[str] = set()
    for box in boxes(top):
        for register in registers(box):
            for field in declared(register):
                enum = field.get_property("encode")
                if enum is None or enum.type_name in told:
                    continue
                told.add(enum.type_name)
                where = f"{box.inst_name}.{register.inst_name}.{field.inst_name}"
                lines += [f"### {where}", "", "|Value|Name|Meaning|", "|-----|----|-------|"]
                lines += [f"|{m.value:#x}|{m.name}|{m.rdl_desc or ''}|" for m in enum]
                lines.append("")
    return "\n".join(lines)


def write_page(top: AddrmapNode, page: Path) -> None:
    """The page for docs/."""
    MarkdownExporter().export(top, str(page))
    values = values_section(top) if boxes(top) else ""
    page.write_text(f"{page.read_text().rstrip()}\n\n{values}".rstrip() + "\n")


def main(description: str, target: str) -> None:
    """Entry point."""
    source = Path(description)
    compiler = RDLCompiler()
    for udp in ALL_UDPS:  # the register block's exporter wants to know them
        compiler.register_udp(udp)
    try:
        compiler.compile_file(str(source))
        top = compiler.elaborate().top
        if target.endswith(".md"):
            write_page(top, Path(target))
        elif target.endswith(".h"):
            write_header(top, Path(target))
        else:
            write_sources(top, compiler.elaborate(IN_RTL).top, source, Path(target))
    except RDLCompileError:  # it has said where and what
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
