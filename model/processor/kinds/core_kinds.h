// The available processors, by name.
#pragma once

#include <array>
#include <memory>

#include "model/processor/core.h"
#include "model/processor/memories.h"

namespace headstack {

enum class CoreKind : std::uint8_t {
  iss,      // the instruction-set simulator, with the cycles of Ibex
  ibex,     // Ibex, Verilated
  picorv32  // PicoRV32, Verilated
};

// All of them.
inline constexpr std::array<CoreKind, 3> kCoreKinds = {CoreKind::iss, CoreKind::ibex,
                                                       CoreKind::picorv32};

// "iss", "ibex", "picorv32".
const char* name_of(CoreKind kind);

// False: the build did not find the core's RTL, which is part of a Python package.
bool has_core(CoreKind kind);

// Makes a core in its reset state. `memories` must outlive the core, and must already have the
// image. Precondition: has_core(kind).
std::unique_ptr<Core> make_core(CoreKind kind, Memories& memories, const WaitStates& waits);

}  // namespace headstack
