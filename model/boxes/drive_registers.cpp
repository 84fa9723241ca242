#include "model/boxes/drive_registers.h"

#include <array>

#include <fmt/format.h>

namespace headstack {

namespace {

[[gnu::cold]] void bus_error(const char* access, std::uint32_t address, std::uint64_t value) {
  SC_REPORT_FATAL("headstack/cpu", fmt::format("bus error: {} of register {:#05x}, value {:#x}",
                                               access, address, value)
                                       .c_str());
}

#define HEADSTACK_PAGE(page, member, Class) HS_PAGE_##page,
constexpr std::array kPagesOfBoxes = {HEADSTACK_BOXES(HEADSTACK_PAGE)};
static_assert(kPagesOfBoxes.size() + 1 == HS_PAGE_COUNT,
              "each page of rtl/drive_registers.rdl, except the processor's, has its box in "
              "HEADSTACK_BOXES (model/boxes/drive_registers.h)");
#undef HEADSTACK_PAGE

// Calls `access` with the box that has the page. The box may be null. False: no such page exists.
template <typename Access>
inline bool at_box(const hs_hal& hal, std::uint32_t address, const Access& access) {
  switch (HS_PAGE(address)) {
    case HS_PAGE_INTERRUPT:
      return access(hal.cpu);
#define HEADSTACK_CASE(page, member, Class) \
  case HS_PAGE_##page:                      \
    return access(hal.member);
      HEADSTACK_BOXES(HEADSTACK_CASE)
#undef HEADSTACK_CASE
    default:
      return false;
  }
}

}  // namespace

}  // namespace headstack

// The constructor is defined here, not in the header. Every hs_hal therefore makes the linker take
// the functions below.
hs_hal::hs_hal(headstack::Registers& the_bus) : bus(&the_bus) {}

// The firmware's accesses almost always have a constant address, so inlining pays. GCC warns about
// always_inline on a function that is not declared inline. At link time, GCC sees the caller and
// the function.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes"

extern "C" {

[[gnu::always_inline]] uint64_t hs_read(hs_hal* hal, uint32_t address) {
  std::uint64_t value = 0;
  const bool known = headstack::at_box(*hal, address, [&](auto* box) {
    return box != nullptr ? box->read(address, value) : hal->bus->read(address, value);
  });
  if (!known) {
    headstack::bus_error("read", address, value);
  }
  return value;
}

[[gnu::always_inline]] void hs_write(hs_hal* hal, uint32_t address, uint64_t value) {
  const bool known = headstack::at_box(*hal, address, [&](auto* box) {
    return box != nullptr ? box->write(address, value) : hal->bus->write(address, value);
  });
  if (!known) {
    headstack::bus_error("write", address, value);
  }
}

}  // extern "C"

#pragma GCC diagnostic pop
