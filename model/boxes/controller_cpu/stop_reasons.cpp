#include "model/boxes/controller_cpu/stop_reasons.h"

#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "model/config/tables/image_schedulers.h"

extern "C" {
#include <image/parameter_block.h>
#include <image/stop.h>
}

namespace headstack {

namespace {

constexpr unsigned kReturnAddress = 1;
constexpr unsigned kA0 = 10;
constexpr unsigned kA1 = 11;

// Returns the names of the image's schedulers as text. `table` is the address of their table, or 0.
std::string others(const Memories& memories, std::uint32_t table) {
  const std::vector<std::string> names = scheduler_names(memories, table);
  return names.empty() ? "" : fmt::format("; it has '{}'", fmt::join(names, "', '"));
}

// True: a0 and a1 contain the reason, because the image has stopped in one of its stop functions.
bool says_why(const ElfImage& image, std::uint32_t pc) {
  const auto in = [&](const char* function) {
    const ElfImage::Symbol* symbol = image.symbol(function);
    return symbol != nullptr && pc - symbol->address < symbol->bytes;
  };
  return image.symbols().empty() || in("hs_image_stop") || in("hs_image_trap");
}

}  // namespace

OwnStop own_stop(const Stopped& at, const Stop& stop, const std::string& scheduler) {
  const std::uint32_t a0 = at.core.register_value(kA0);
  const std::uint32_t a1 = at.core.register_value(kA1);
  switch (says_why(at.image, stop.pc) ? a0 : 0) {
    case HS_BLOCK_NO_BLOCK:
    case HS_BLOCK_OTHER:
    case HS_BLOCK_SIZE:
    case HS_BLOCK_DAMAGED:
      return {true, "it accepts no parameter block of this version; build the image again"};
    case HS_BLOCK_NO_SCHEDULER:
      return {true, fmt::format("it has no scheduler '{}'{}", scheduler, others(at.memories, a1))};
    case HS_BLOCK_NO_MEMORY:
      return {true, fmt::format("its RAM of {} bytes is not enough; give more with controller.ram",
                                at.memories.ram.size())};
    case HS_STOP_NO_ROOM:
      return {true,
              fmt::format(
                  "its RAM of {} bytes is not enough, {} would be; give more with controller.ram",
                  at.memories.ram.size(), a1)};
    case HS_STOP_RETURNED:
      return {false, "hs_image_main has returned, but must never return"};
    case HS_STOP_TRAP:
      return {false, fmt::format("it has taken a trap (mcause {})", a1)};
    default:
      return {false, fmt::format("it stops itself (ebreak) with {:#x} in a0", a0)};
  }
}

std::string fault_of(const Stopped& at, const Stop& stop) {
  if (stop.reason != StopReason::fault) {
    return fmt::format("an access of {} bytes to the register at {:#010x}, which takes words only",
                       stop.bytes, stop.address);
  }
  if (stop.fault == Fault::fetch_outside || stop.fault == Fault::fetch_misaligned) {
    return fmt::format("{} (address {:#010x}; the last call returns to {})", fault_text(stop.fault),
                       stop.address, at.image.place(at.core.register_value(kReturnAddress)));
  }
  return fmt::format("{} (address {:#010x}, value {:#010x})", fault_text(stop.fault), stop.address,
                     stop.value);
}

}  // namespace headstack
