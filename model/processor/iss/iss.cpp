#include "model/processor/iss/iss.h"

#include <limits>
#include <utility>

#include "model/processor/iss/arithmetic.h"
#include "model/processor/iss/costs.h"

namespace headstack {

using iss::as_unsigned;
using iss::Decoded;
using iss::kAccess;
using iss::kAccessTrap;
using iss::kBoot;
using iss::kFlush;
using iss::kInterrupt;
using iss::kWake;
using iss::Op;

namespace {

// Bytes of a load or store.
constexpr std::uint8_t size_of(Op op) {
  switch (op) {
    case Op::lb:
    case Op::lbu:
    case Op::sb:
      return 1;
    case Op::lh:
    case Op::lhu:
    case Op::sh:
      return 2;
    default:
      return 4;
  }
}
constexpr bool is_store(Op op) { return op == Op::sb || op == Op::sh || op == Op::sw; }

// Returns the value of a load from the word at the load's address.
constexpr std::uint32_t loaded(Op op, std::uint32_t v) {
  switch (op) {
    case Op::lb:
      return as_unsigned(static_cast<std::int8_t>(v));
    case Op::lh:
      return as_unsigned(static_cast<std::int16_t>(v));
    case Op::lbu:
      return v & 0xffU;
    case Op::lhu:
      return v & 0xffffU;
    default:
      return v;
  }
}

iss::Cause cause_of(Fault fault) {
  switch (fault) {
    case Fault::fetch_misaligned:
      return iss::Cause::fetch_misaligned;
    case Fault::fetch_outside:
      return iss::Cause::fetch_outside;
    case Fault::breakpoint:
      return iss::Cause::breakpoint;
    case Fault::call:
      return iss::Cause::call;
    case Fault::load_misaligned:
      return iss::Cause::load_misaligned;
    case Fault::load_outside:
      return iss::Cause::load_outside;
    case Fault::store_misaligned:
      return iss::Cause::store_misaligned;
    case Fault::store_outside:
      return iss::Cause::store_outside;
    default:
      return iss::Cause::illegal;
  }
}

constexpr bool is_access(Fault fault) {
  return fault == Fault::load_outside || fault == Fault::store_outside ||
         fault == Fault::load_misaligned || fault == Fault::store_misaligned;
}

// mtval of a fault: the address of an access or a fetch, the word of an illegal instruction.
std::uint32_t trap_value(const Stop& fault) {
  switch (fault.fault) {
    case Fault::breakpoint:
    case Fault::call:
      return 0;
    case Fault::illegal:
      return fault.value;
    default:
      return fault.address;
  }
}

}  // namespace

Iss::Iss(Memories& memories, const WaitStates& waits, std::uint32_t reset)
    : memories_(memories),
      waits_(waits),
      pc_(reset),
      csrs_(reset & ~0xffU),
      prefetch_(waits.rom, kBoot - 2) {
  const Memory& rom = memories_.rom;
  code_.reserve(rom.size() / 4 + 1);
  for (std::uint32_t at = rom.base(); rom.holds(at, 4); at += 4) {
    code_.push_back(iss::decode(rom.get<std::uint32_t>(at), at));
  }
  code_.emplace_back();
  counts_.cycles = kBoot;
  turn();
}

void Iss::set_register(unsigned number, std::uint32_t value) {
  if (number != 0) {
    x_[number] = value;
  }
}

void Iss::set_pc(std::uint32_t pc) {
  if (pc == pc_) {
    return;
  }
  pc_ = pc;
  access_.reset();
  fault_ = {};
  asleep_ = false;
  bubble_ = true;
  turn();
}

Stop Iss::run(std::uint64_t most_cycles) {
  if (access_.has_value()) {
    finish_access();
  } else if (fault_.fault != Fault::none) {
    take_trap();
  } else if (asleep_) {
    if (!csrs_.wakes()) {
      return stopped(StopReason::waiting);
    }
    asleep_ = false;
    counts_.cycles += kWake;
  }
  if (csrs_.interrupts()) {
    take_interrupt();
  }
  constexpr std::uint64_t kEver = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t now = counts_.cycles;
  const std::uint64_t end = most_cycles > kEver - now ? kEver : now + most_cycles;
  if (std::exchange(at_point_, std::nullopt) != pc_) {
    return go_until(end);
  }
  Decoded& here = code_[(pc_ - memories_.rom.base()) / 4];
  const Decoded point = std::exchange(here, points_.at(pc_));
  const Stop stop = go_until(now + 1);
  here = point;
  return stop.reason == StopReason::limit && counts_.cycles < end ? go_until(end) : stop;
}

Stop Iss::go_until(std::uint64_t end) {
  if (trace_ != nullptr) {
    return waits_.rom == 0 ? go<false, true>(end) : go<true, true>(end);
  }
  return waits_.rom == 0 ? go<false, false>(end) : go<true, false>(end);
}

bool Iss::stop_at(std::uint32_t pc, bool stop) {
  if (!memories_.rom.holds(pc, 4) || pc % 4 != 0) {
    return false;
  }
  Decoded& here = code_[(pc - memories_.rom.base()) / 4];
  const auto found = points_.find(pc);
  if (stop && found == points_.end()) {
    points_.emplace(pc, here);
    here.op = Op::point;
  } else if (!stop && found != points_.end()) {
    here = found->second;
    points_.erase(found);
    if (at_point_ == pc) {
      at_point_.reset();
    }
  }
  return true;
}

Stop Iss::stopped(StopReason reason) const {
  Stop stop;
  stop.reason = reason;
  stop.pc = pc_;
  return stop;
}

Stop Iss::failed(Fault fault, std::uint32_t address, std::uint32_t value) {
  fault_ = {StopReason::fault, fault, 0, address, value, pc_};
  return fault_;
}

// Tells the prefetch buffer of a jump. The jump was two cycles before the instruction at the new pc
// can start.
void Iss::turn() {
  if (waits_.rom != 0) {
    prefetch_.jump(counts_.cycles - 2);
  }
}

void Iss::take_trap() {
  counts_.cycles += is_access(fault_.fault) ? kAccessTrap : kFlush;
  pc_ = csrs_.enter(cause_of(fault_.fault), fault_.pc, trap_value(fault_));
  turn();
  fault_ = {};
  bubble_ = true;
}

void Iss::take_interrupt() {
  counts_.cycles += bubble_ ? kInterrupt - 1 : kInterrupt;
  turn();
  pc_ = csrs_.enter(iss::Cause::interrupt, pc_, 0);
  bubble_ = true;
}

void Iss::finish_access() {
  if (!is_store(access_->op)) {
    x_[access_->rd] = loaded(access_->op, answer_);
  }
  counts_.cycles += kAccess + waits_.registers;
  counts_.instructions++;
  pc_ += 4;
  access_.reset();
  bubble_ = false;
}

// Stops for a load or store outside the memories, which is an access of a register or a fault.
Stop Iss::access(const Decoded& d, std::uint32_t address) {
  const bool store = is_store(d.op);
  const std::uint8_t bytes = size_of(d.op);
  if ((address & (bytes - 1U)) != 0) {
    return failed(store ? Fault::store_misaligned : Fault::load_misaligned, address, 0);
  }
  if (memories_.region(address, bytes) != Region::registers) {
    return failed(store ? Fault::store_outside : Fault::load_outside, address, 0);
  }
  access_ = d;
  Stop stop = stopped(store ? StopReason::store : StopReason::load);
  stop.bytes = bytes;
  stop.address = address;
  if (store) {
    const std::uint32_t mask = 0xffffffffU >> (32 - 8 * bytes);
    stop.value = x_[d.rs2] & mask;
  }
  return stop;
}

// Executes a CSR instruction. False: the instruction is illegal. A set or clear of no bits is not a
// write.
bool Iss::csr(const Decoded& d, std::uint32_t& cost) {
  std::uint32_t old = 0;
  if (!csrs_.read(d.immediate, counts_, old)) {
    return false;
  }
  const bool immediate = d.op == Op::csrrwi || d.op == Op::csrrsi || d.op == Op::csrrci;
  const std::uint32_t operand = immediate ? d.rs1 : x_[d.rs1];
  const bool replaces = d.op == Op::csrrw || d.op == Op::csrrwi;
  const bool clears = d.op == Op::csrrc || d.op == Op::csrrci;
  if (replaces || d.rs1 != 0) {
    const std::uint32_t value = replaces ? operand : clears ? old & ~operand : old | operand;
    if (!csrs_.write(d.immediate, counts_, value)) {
      return false;
    }
    // A clear does not flush the pipeline, because it can only disable interrupts.
    bubble_ = !clears && iss::Csrs::flushes(d.immediate);
    cost = bubble_ ? kFlush : 1;
  }
  x_[d.rd] = old;
  return true;
}

}  // namespace headstack
