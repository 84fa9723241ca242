#include "model/boxes/comparator/sptf_comparator.h"

namespace headstack {

namespace {

std::uint32_t offset_of(std::uint32_t address) {
  return address - (HS_PAGE_COMPARATOR << HS_PAGE_BITS);
}

}  // namespace

bool SptfComparator::read(std::uint32_t address, std::uint64_t& value) {
  const bool busy = scanning();
  if (!readable(address) || (busy && address != HS_COMPARATOR(status)) ||
      !body_->read(offset_of(address), value)) {
    return false;
  }
  value |= busy ? HS_COMPARATOR__STATUS__BUSY_bm : 0U;
  return true;
}

bool SptfComparator::write(std::uint32_t address, std::uint64_t value) {
  if (!writable(address) || scanning() || !body_->write(offset_of(address), value)) {
    return false;
  }
  if (address == HS_COMPARATOR(start) && clock_ != Picoseconds{0}) {
    const std::uint64_t ps = body_->clocks() * static_cast<std::uint64_t>(clock_.count());
    scanned_ = agenda_.now() + sc_core::sc_time::from_value(ps);
  }
  return true;
}

}  // namespace headstack
