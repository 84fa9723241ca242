// RISC-V's integer arithmetic where C++ leaves a result undefined.
#pragma once

#include <cstdint>

namespace headstack::iss {

constexpr std::int32_t as_signed(std::uint32_t v) { return static_cast<std::int32_t>(v); }
constexpr std::uint32_t as_unsigned(std::int32_t v) { return static_cast<std::uint32_t>(v); }

// Returns the high half of a product. The caller extends each factor as signed or unsigned.
constexpr std::uint32_t high_product(std::int64_t a, std::int64_t b) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(a * b) >> 32);
}
constexpr std::int64_t wide_signed(std::uint32_t v) { return as_signed(v); }

constexpr bool overflows(std::uint32_t a, std::uint32_t b) {
  return a == 0x80000000U && b == 0xffffffffU;
}
constexpr std::uint32_t divided(std::uint32_t a, std::uint32_t b) {
  return b == 0 ? 0xffffffffU : overflows(a, b) ? a : as_unsigned(as_signed(a) / as_signed(b));
}
constexpr std::uint32_t remainder_of(std::uint32_t a, std::uint32_t b) {
  return b == 0 ? a : overflows(a, b) ? 0 : as_unsigned(as_signed(a) % as_signed(b));
}

}  // namespace headstack::iss
