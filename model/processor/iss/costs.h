// Cycles of instructions on Ibex in its "small" configuration, from memories without wait states.
// An instruction that is not listed takes one cycle.
#pragma once

#include <cstdint>

namespace headstack::iss {

constexpr std::uint32_t kBoot = 4;  // before the first instruction
constexpr std::uint32_t kAccess = 2;
constexpr std::uint32_t kJump = 2;
constexpr std::uint32_t kTaken = 3;
constexpr std::uint32_t kMul = 3;
constexpr std::uint32_t kMulHigh = 4;
constexpr std::uint32_t kDivide = 37;
constexpr std::uint32_t kDivideByZero = 2;
constexpr std::uint32_t kFlush = 3;       // a write to mstatus or mie, mret, an exception
constexpr std::uint32_t kAccessTrap = 4;  // an exception of a load or store
constexpr std::uint32_t kSleep = 3;       // wfi, until it sleeps
constexpr std::uint32_t kWake = 2;
constexpr std::uint32_t kInterrupt = 3;  // one less if the pipeline is empty anyway

}  // namespace headstack::iss
