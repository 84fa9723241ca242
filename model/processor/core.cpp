#include "model/processor/core.h"

namespace headstack {

const char* fault_text(Fault fault) {
  switch (fault) {
    case Fault::none:
      return "no fault";
    case Fault::fetch_outside:
      return "a jump out of the program memory";
    case Fault::fetch_misaligned:
      return "a jump to an address that is not a multiple of 4";
    case Fault::illegal:
      return "an illegal instruction";
    case Fault::breakpoint:
      return "a breakpoint (ebreak)";
    case Fault::call:
      return "an environment call (ecall)";
    case Fault::load_misaligned:
      return "a load from an address that is not a multiple of its size";
    case Fault::load_outside:
      return "a load from an address without memory";
    case Fault::store_misaligned:
      return "a store to an address that is not a multiple of its size";
    case Fault::store_outside:
      return "a store to an address that cannot be written";
  }
  return "an unknown fault";
}

}  // namespace headstack
