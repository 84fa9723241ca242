#include "model/processor/iss/csr.h"

namespace headstack::iss {

namespace {

enum : std::uint32_t {
  kMstatus = 0x300,
  kMisa = 0x301,
  kMie = 0x304,
  kMtvec = 0x305,
  kMscratch = 0x340,
  kMepc = 0x341,
  kMcause = 0x342,
  kMtval = 0x343,
  kMip = 0x344,
  kMcycle = 0xb00,
  kMinstret = 0xb02,
  kMcycleh = 0xb80,
  kMinstreth = 0xb82,
  kMvendorid = 0xf11,
  kMarchid = 0xf12,
  kMimpid = 0xf13,
  kMhartid = 0xf14,
};

constexpr std::uint32_t kStatusMie = 1U << 3;
constexpr std::uint32_t kStatusMpie = 1U << 7;
constexpr std::uint32_t kStatusMpp = 3U << 11;
constexpr std::uint32_t kImplementedInterrupts = 0x7fff0888;
constexpr std::uint32_t kRv32im = 0x40001100;

constexpr std::uint32_t high(std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); }
constexpr std::uint32_t low(std::uint64_t v) { return static_cast<std::uint32_t>(v); }

// Returns a new offset of a counter. The counter keeps one word of its value, and its other word
// becomes the written value.
std::uint64_t offset_with(std::uint64_t count, std::uint64_t offset, bool upper,
                          std::uint32_t value) {
  const std::uint64_t now = count + offset;
  const std::uint64_t wanted =
      upper ? std::uint64_t{value} << 32 | low(now) : std::uint64_t{high(now)} << 32 | value;
  return wanted - count;
}

// Returns the bits of mcause that Ibex keeps: the lowest bits, and whether the cause is an
// interrupt, and whether it is internal.
constexpr std::uint32_t kept_cause(std::uint32_t value) {
  constexpr std::uint32_t kTop[] = {0, 0, 0x80000000U, 0xffffffe0U};
  return kTop[value >> 30] | (value & 0x1fU);
}

}  // namespace

bool Csrs::read(std::uint32_t number, const Counts& counts, std::uint32_t& value) const {
  switch (number) {
    case kMstatus:
      value = (enabled_ ? kStatusMie : 0) | (enabled_before_ ? kStatusMpie : 0) |
              (machine_before_ ? kStatusMpp : 0);
      return true;
    case kMisa:
      value = kRv32im;
      return true;
    case kMie:
      value = mie_;
      return true;
    case kMtvec:
      value = mtvec_;
      return true;
    case kMscratch:
      value = mscratch_;
      return true;
    case kMepc:
      value = mepc_;
      return true;
    case kMcause:
      value = mcause_;
      return true;
    case kMtval:
      value = mtval_;
      return true;
    case kMip:
      value = pending_ ? 1U << kExternalInterrupt : 0;
      return true;
    case kMcycle:
      value = low(counts.cycles + offset_.cycles);
      return true;
    case kMcycleh:
      value = high(counts.cycles + offset_.cycles);
      return true;
    case kMinstret:
      value = low(counts.instructions + offset_.instructions);
      return true;
    case kMinstreth:
      value = high(counts.instructions + offset_.instructions);
      return true;
    case kMvendorid:
    case kMarchid:
    case kMimpid:
    case kMhartid:
      value = 0;
      return true;
    default:
      return false;
  }
}

bool Csrs::write(std::uint32_t number, const Counts& counts, std::uint32_t value) {
  switch (number) {
    case kMstatus:
      enabled_ = (value & kStatusMie) != 0;
      enabled_before_ = (value & kStatusMpie) != 0;
      machine_before_ = (value & kStatusMpp) == kStatusMpp;
      return true;
    case kMie:
      mie_ = value & kImplementedInterrupts;
      return true;
    case kMtvec:
      mtvec_ = (value & ~0xffU) | kVectored;
      return true;
    case kMscratch:
      mscratch_ = value;
      return true;
    case kMepc:
      mepc_ = value & ~1U;
      return true;
    case kMcause:
      mcause_ = kept_cause(value);
      return true;
    case kMtval:
      mtval_ = value;
      return true;
    case kMcycle:
    case kMcycleh:
      offset_.cycles = offset_with(counts.cycles, offset_.cycles, number == kMcycleh, value);
      return true;
    case kMinstret:
    case kMinstreth:
      offset_.instructions =
          offset_with(counts.instructions, offset_.instructions, number == kMinstreth, value);
      return true;
    case kMisa:
    case kMip:
      return true;  // a write is allowed, and has no effect
    default:
      return false;
  }
}

bool Csrs::flushes(std::uint32_t number) { return number == kMstatus || number == kMie; }

std::uint32_t Csrs::enter(Cause cause, std::uint32_t pc, std::uint32_t value) {
  enabled_before_ = enabled_;
  enabled_ = false;
  machine_before_ = true;
  mepc_ = pc;
  mcause_ = static_cast<std::uint32_t>(cause);
  mtval_ = value;
  const std::uint32_t base = mtvec_ & ~0xffU;
  return cause == Cause::interrupt ? base + 4 * kExternalInterrupt : base;
}

bool Csrs::leave(std::uint32_t& pc) {
  if (!machine_before_) {
    return false;
  }
  enabled_ = enabled_before_;
  enabled_before_ = true;
  machine_before_ = false;
  pc = mepc_;
  return true;
}

}  // namespace headstack::iss
