// Calls and returns of a program, as a processor executes them.
#pragma once

#include <cstdint>

namespace headstack {

// A jump that may be a call or a return: jal and jalr.
struct Jump {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t cycles = 0;  // cycles since reset, the jump included
  std::uint8_t link = 0;     // register that gets the return address; 0: no register
  std::uint8_t by = 0;       // register with the target; 0: the instruction has the target
};

class JumpTrace {
 public:
  virtual ~JumpTrace() = default;
  virtual void jump(const Jump& jump) = 0;
};

}  // namespace headstack
