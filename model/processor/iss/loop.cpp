// The loop over instructions.
#include <type_traits>

#include "model/processor/iss/arithmetic.h"
#include "model/processor/iss/costs.h"
#include "model/processor/iss/iss.h"

namespace headstack {

using namespace iss;  // operations, costs and arithmetic of the instructions

// Loads from a memory. False, without an effect: no memory has all bytes, or the address is
// misaligned.
template <typename T>
bool Iss::load(const Decoded& d, std::uint32_t address, std::uint32_t& cost) {
  const Memory* memory = &memories_.ram;
  cost = kAccess + waits_.ram;
  if (!memory->holds(address, sizeof(T))) {
    const bool parameters = memories_.parameters.holds(address, sizeof(T));
    memory = parameters ? &memories_.parameters : &memories_.rom;
    cost = kAccess + (parameters ? waits_.parameters : waits_.rom);
    if (!memory->holds(address, sizeof(T))) {
      return false;
    }
  }
  if ((address & (sizeof(T) - 1)) != 0) {
    return false;
  }
  if constexpr (std::is_signed_v<T>) {
    x_[d.rd] = as_unsigned(memory->get<T>(address));
  } else {
    x_[d.rd] = memory->get<T>(address);
  }
  return true;
}

template <typename T>
bool Iss::store(const Decoded& d, std::uint32_t address, std::uint32_t& cost) {
  if (!memories_.ram.holds(address, sizeof(T)) || (address & (sizeof(T) - 1)) != 0) {
    return false;
  }
  memories_.ram.put(address, static_cast<T>(x_[d.rs2]));
  cost = kAccess + waits_.ram;
  return true;
}

// Runs until a stop, or until `end` cycles have passed. State that changes with every instruction
// is in local variables; `leave` writes it back.
template <bool kFetchWaits, bool kTraced>
Stop Iss::go(std::uint64_t end) {
  std::uint32_t* const x = x_.data();
  const Decoded* const code = code_.data();
  const auto words = static_cast<std::uint32_t>(code_.size() - 1);
  const std::uint32_t base = memories_.rom.base();
  std::uint64_t cycles = counts_.cycles;
  std::uint64_t done = counts_.instructions;
  std::uint32_t index = 0;  // index of the instruction in `code`
  // index of the previous instruction; `index` if the pipeline was empty after it
  std::uint32_t previous = 0;

  // Sets `index` and the pc to an address. False: no instruction is at this address.
  const auto enter = [&](std::uint32_t address) {
    index = (address - base) / 4;
    pc_ = address;
    return index < words && (address & 3U) == 0;
  };
  const auto leave = [&] {
    counts_ = {cycles, done};
    pc_ = base + 4 * index;
  };
  const auto astray = [&] {
    if constexpr (kFetchWaits) {
      cycles = prefetch_.start(cycles);
    }
    counts_ = {cycles, done};
    return failed((pc_ & 3U) != 0 ? Fault::fetch_misaligned : Fault::fetch_outside, pc_, 0);
  };

  if (!enter(pc_)) {
    return astray();
  }
  previous = bubble_ ? index : index - 1;
  while (cycles < end) {
    if constexpr (kFetchWaits) {
      if (code[index].op != Op::point) {  // a point takes no instruction out of the buffer
        cycles = prefetch_.start(cycles);
      }
    }
    const Decoded& d = code[index];
    const std::uint32_t a = x[d.rs1];
    const std::uint32_t b = x[d.rs2];
    const std::uint32_t i = d.immediate;
    std::uint32_t cost = 1;
    std::uint32_t target = 0;
    switch (d.op) {
      case Op::lui:
      case Op::auipc:
        x[d.rd] = i;
        break;
      case Op::addi:
        x[d.rd] = a + i;
        break;
      case Op::slti:
        x[d.rd] = as_signed(a) < as_signed(i);
        break;
      case Op::sltiu:
        x[d.rd] = a < i;
        break;
      case Op::xori:
        x[d.rd] = a ^ i;
        break;
      case Op::ori:
        x[d.rd] = a | i;
        break;
      case Op::andi:
        x[d.rd] = a & i;
        break;
      case Op::slli:
        x[d.rd] = a << i;
        break;
      case Op::srli:
        x[d.rd] = a >> i;
        break;
      case Op::srai:
        x[d.rd] = as_unsigned(as_signed(a) >> i);
        break;
      case Op::add:
        x[d.rd] = a + b;
        break;
      case Op::sub:
        x[d.rd] = a - b;
        break;
      case Op::sll:
        x[d.rd] = a << (b & 31U);
        break;
      case Op::slt:
        x[d.rd] = as_signed(a) < as_signed(b);
        break;
      case Op::sltu:
        x[d.rd] = a < b;
        break;
      case Op::xor_:
        x[d.rd] = a ^ b;
        break;
      case Op::srl:
        x[d.rd] = a >> (b & 31U);
        break;
      case Op::sra:
        x[d.rd] = as_unsigned(as_signed(a) >> (b & 31U));
        break;
      case Op::or_:
        x[d.rd] = a | b;
        break;
      case Op::and_:
        x[d.rd] = a & b;
        break;
      case Op::fence:
        break;
      case Op::mul:
        x[d.rd] = a * b;
        cost = kMul;
        break;
      case Op::mulh:
        x[d.rd] = high_product(wide_signed(a), wide_signed(b));
        cost = kMulHigh;
        break;
      case Op::mulhsu:
        x[d.rd] = high_product(wide_signed(a), b);
        cost = kMulHigh;
        break;
      case Op::mulhu:
        x[d.rd] = static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
        cost = kMulHigh;
        break;
      case Op::div:
        x[d.rd] = divided(a, b);
        cost = b == 0 ? kDivideByZero : kDivide;
        break;
      case Op::divu:
        x[d.rd] = b == 0 ? 0xffffffffU : a / b;
        cost = b == 0 ? kDivideByZero : kDivide;
        break;
      case Op::rem:
        x[d.rd] = remainder_of(a, b);
        cost = b == 0 ? kDivideByZero : kDivide;
        break;
      case Op::remu:
        x[d.rd] = b == 0 ? a : a % b;
        cost = b == 0 ? kDivideByZero : kDivide;
        break;
      case Op::lw:
        if (!load<std::uint32_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::lbu:
        if (!load<std::uint8_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::lhu:
        if (!load<std::uint16_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::lb:
        if (!load<std::int8_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::lh:
        if (!load<std::int16_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::sw:
        if (!store<std::uint32_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::sb:
        if (!store<std::uint8_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::sh:
        if (!store<std::uint16_t>(d, a + i, cost)) {
          goto access;
        }
        break;
      case Op::beq:
        if (a == b) {
          goto taken;
        }
        break;
      case Op::bne:
        if (a != b) {
          goto taken;
        }
        break;
      case Op::blt:
        if (as_signed(a) < as_signed(b)) {
          goto taken;
        }
        break;
      case Op::bge:
        if (as_signed(a) >= as_signed(b)) {
          goto taken;
        }
        break;
      case Op::bltu:
        if (a < b) {
          goto taken;
        }
        break;
      case Op::bgeu:
        if (a >= b) {
          goto taken;
        }
        break;
      case Op::jal:
        x[d.rd] = base + 4 * index + 4;
        cycles += kJump;
        target = i;
        if constexpr (kTraced) {
          trace_->jump({base + 4 * index, target, cycles, d.rd, 0});
        }
        goto jump;
      case Op::jalr:
        x[d.rd] = base + 4 * index + 4;
        cycles += kJump;
        target = (a + i) & ~1U;
        if constexpr (kTraced) {
          trace_->jump({base + 4 * index, target, cycles, d.rd, d.rs1});
        }
        goto jump;
      case Op::csrrw:
      case Op::csrrs:
      case Op::csrrc:
      case Op::csrrwi:
      case Op::csrrsi:
      case Op::csrrci:
        leave();
        bubble_ = false;
        if (!csr(d, cost)) {
          return failed(Fault::illegal, pc_, memories_.rom.get<std::uint32_t>(pc_));
        }
        cycles += cost;
        ++done;
        ++index;
        leave();
        if (csrs_.interrupts()) {
          take_interrupt();
          cycles = counts_.cycles;
          if (!enter(pc_)) {
            return astray();
          }
        }
        previous = bubble_ ? index : index - 1;
        continue;
      case Op::mret:
        leave();
        if (!csrs_.leave(target)) {
          return failed(Fault::illegal, pc_, memories_.rom.get<std::uint32_t>(pc_));
        }
        cycles += kFlush;
        if constexpr (kFetchWaits) {
          prefetch_.jump(cycles - 2);
        }
        if (csrs_.interrupts()) {
          counts_ = {cycles, done};
          pc_ = target;
          bubble_ = true;
          take_interrupt();
          cycles = counts_.cycles;
          target = pc_;
        }
        goto arrive;
      case Op::wfi:
        ++done;
        if constexpr (kFetchWaits) {
          prefetch_.pause(cycles + 2, 2);
        }
        cycles += kSleep;
        ++index;
        leave();
        bubble_ = true;
        if (!csrs_.wakes()) {
          asleep_ = true;
          return stopped(StopReason::waiting);
        }
        cycles += kWake;
        leave();
        if (csrs_.interrupts()) {
          take_interrupt();
          cycles = counts_.cycles;
        }
        if (!enter(pc_)) {
          return astray();
        }
        previous = index;
        continue;
      case Op::ecall:
        leave();
        return failed(Fault::call, pc_, 0);
      case Op::ebreak:
        leave();
        return failed(Fault::breakpoint, pc_, 0);
      case Op::outside:
        leave();
        return failed(Fault::fetch_outside, pc_, 0);
      case Op::illegal:
        leave();
        return failed(Fault::illegal, pc_, i);
      case Op::point:
        leave();
        bubble_ = previous == index;
        at_point_ = pc_;
        return stopped(StopReason::point);
    }
    cycles += cost;
    ++done;
    previous = index++;
    continue;

  access:
    leave();
    return access(d, a + i);
  taken:
    cycles += kTaken;
    target = i;
  jump:
    if constexpr (kFetchWaits) {
      prefetch_.jump(cycles - 2);
    }
  arrive:
    ++done;
    if (!enter(target)) {
      return astray();
    }
    previous = index;
  }
  leave();
  bubble_ = previous == index;
  return stopped(StopReason::limit);
}

template Stop Iss::go<false, false>(std::uint64_t end);
template Stop Iss::go<false, true>(std::uint64_t end);
template Stop Iss::go<true, false>(std::uint64_t end);
template Stop Iss::go<true, true>(std::uint64_t end);

}  // namespace headstack
