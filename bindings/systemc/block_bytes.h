// The lengths of SCSI command blocks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace headstack::systemc {

// Length of a command block in bytes, by its first byte (SPC-4 4.2.5.1). 0: the standard has no
// such block.
constexpr std::size_t block_bytes(std::uint8_t operation) {
  constexpr std::size_t kLengths[] = {6, 10, 10, 0, 16, 12, 0, 0};
  constexpr std::size_t kVariable = 32;
  return operation == 0x7f ? kVariable : kLengths[operation >> 5];
}

}  // namespace headstack::systemc
