// A program's calls and returns, as a processor meets them.
#pragma once

#include <cstdint>

namespace headstack {

// A jump that may be a call or a return: jal and jalr.
struct Jump {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t cycles = 0;  // since reset, with those of the jump
  std::uint8_t link = 0;     // the register that keeps where to come back to; 0: none
  std::uint8_t by = 0;       // the register that says where to go; 0: none, the instruction does
};

class JumpTrace {
 public:
  virtual ~JumpTrace() = default;
  virtual void jump(const Jump& jump) = 0;
};

}  // namespace headstack
