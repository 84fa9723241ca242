#include "model/processor/kinds/core_kinds.h"

#include <stdexcept>

#include "model/processor/iss/iss.h"
#ifdef HEADSTACK_IBEX
#include "model/processor/verilated/ibex.h"
#endif
#ifdef HEADSTACK_PICORV32
#include "model/processor/verilated/picorv32.h"
#endif

namespace headstack {

const char* name_of(CoreKind kind) {
  switch (kind) {
    case CoreKind::iss:
      return "iss";
    case CoreKind::ibex:
      return "ibex";
    case CoreKind::picorv32:
      return "picorv32";
  }
  return "";
}

bool has_core(CoreKind kind) {
#ifdef HEADSTACK_IBEX
  constexpr bool kIbex = true;
#else
  constexpr bool kIbex = false;
#endif
#ifdef HEADSTACK_PICORV32
  constexpr bool kPicoRv32 = true;
#else
  constexpr bool kPicoRv32 = false;
#endif
  return kind == CoreKind::iss || (kind == CoreKind::ibex && kIbex) ||
         (kind == CoreKind::picorv32 && kPicoRv32);
}

std::unique_ptr<Core> make_core(CoreKind kind, Memories& memories, const WaitStates& waits) {
#ifdef HEADSTACK_IBEX
  if (kind == CoreKind::ibex) {
    return std::make_unique<Ibex>(memories, waits);
  }
#endif
#ifdef HEADSTACK_PICORV32
  if (kind == CoreKind::picorv32) {
    return std::make_unique<PicoRv32>(memories, waits);
  }
#endif
  if (kind == CoreKind::iss) {
    return std::make_unique<Iss>(memories, waits);
  }
  throw std::invalid_argument(name_of(kind));
}

}  // namespace headstack
