// A processor with a few words of program, to run one instruction at a time.
#pragma once

#include <initializer_list>

#include "model/processor/iss/iss.h"
#include "model/processor/memories.h"
#include "tb/model/processor/support/assembler.h"

namespace headstack {

// The program begins at HS_MAP_RESET and ends with an ebreak. The trap handlers begin at
// HS_MAP_VECTORS.
class Machine {
 public:
  explicit Machine(std::initializer_list<std::uint32_t> program,
                   std::initializer_list<std::uint32_t> vectors = {}, const WaitStates& waits = {})
      : memories({0x200, 0x40, 0x100}), iss(placed(memories, program, vectors), waits) {}

  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Sets registers from x1 on.
  Machine& with(std::initializer_list<std::uint32_t> registers) {
    unsigned number = 1;
    for (const std::uint32_t value : registers) {
      iss.set_register(number++, value);
    }
    return *this;
  }

  Stop run(std::uint64_t most = 100'000) { return iss.run(most); }
  std::uint32_t x(unsigned number) const { return iss.register_value(number); }

  Memories memories;
  Iss iss;

 private:
  static Memories& placed(Memories& memories, std::initializer_list<std::uint32_t> program,
                          std::initializer_list<std::uint32_t> vectors) {
    const auto put = [&](std::uint32_t at, std::initializer_list<std::uint32_t> words) {
      for (const std::uint32_t word : words) {
        memories.rom.put(at, word);
        at += 4;
      }
      return at;
    };
    put(HS_MAP_VECTORS, vectors);
    memories.rom.put(put(HS_MAP_RESET, program), rv::kEbreak);
    return memories;
  }
};

}  // namespace headstack
