#ifdef HEADSTACK_RTL

#include "model/boxes/comparator/lane_signals.h"

#include <stdexcept>
#include <string>
#include <verilated_sym_props.h>

namespace headstack {

namespace {

constexpr unsigned kKeyBits = 48;
constexpr unsigned kByte = 8;

// Verilator keeps a signal as bits in the order of a number of this machine, the lowest byte first.
const std::uint8_t* signal_of(const VerilatedScope* scope, const char* name) {
  const VerilatedVar* const found = scope != nullptr ? scope->varFind(name) : nullptr;
  if (found == nullptr) {
    throw std::logic_error(std::string("rtl/visible.vlt does not publish ") + name);
  }
  return static_cast<const std::uint8_t*>(found->datap());
}

// Returns `width` bits, at most 57, from bit `first` on.
std::uint64_t field(const std::uint8_t* data, std::size_t first, unsigned width) {
  const std::size_t begin = first / kByte;
  const std::size_t end = (first + width + kByte - 1) / kByte;
  std::uint64_t value = 0;
  for (std::size_t i = begin; i < end; ++i) {
    value |= std::uint64_t{data[i]} << (kByte * (i - begin));
  }
  return value >> first % kByte & ((std::uint64_t{1} << width) - 1);
}

unsigned bits_of_row(std::uint32_t rows) {
  unsigned bits = 1;
  while (rows > 1U << bits) {
    ++bits;
  }
  return bits;
}

}  // namespace

LaneSignals::LaneSignals(const VerilatedContext& context, const std::string& model,
                         const ComparatorShape& shape)
    : row_bits_(bits_of_row(shape.entries / shape.lanes)), lanes_(shape.lanes) {
  const VerilatedScope* const scope =
      context.scopeFind((model + ".sptf_comparator_box.i_comparator").c_str());
  valid_ = signal_of(scope, "lane_valid");
  key_ = signal_of(scope, "lane_key");
  row_ = signal_of(scope, "lane_row");
}

const std::vector<ComparatorLane>& LaneSignals::read() {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    lanes_[lane] = {field(valid_, lane, 1) != 0, field(key_, lane * kKeyBits, kKeyBits),
                    static_cast<std::uint32_t>(field(row_, lane * row_bits_, row_bits_))};
  }
  return lanes_;
}

}  // namespace headstack

#endif
