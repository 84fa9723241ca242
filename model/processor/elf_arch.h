// The architecture for which a RISC-V object file was built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace headstack {

// Returns the architecture in a section .riscv.attributes (RISC-V psABI, "Attributes"), such as
// "rv32i2p1_m2p0". Empty: the section has no such entry or is damaged.
std::optional<std::string> arch_of_attributes(const std::uint8_t* bytes, std::size_t count);

// Returns the first extension of an architecture that a processor of RV32IM with Zicsr does not
// have. Empty: the processor has all extensions. "rv64" counts as an extension.
std::string foreign_extension(const std::string& arch);

}  // namespace headstack
