// RV32IM instructions as words. Offsets are in bytes.
#pragma once

#include <cstdint>

namespace headstack::rv {

constexpr std::uint32_t r_type(std::uint32_t f7, std::uint32_t rs2, std::uint32_t rs1,
                               std::uint32_t f3, std::uint32_t rd, std::uint32_t code = 0x33) {
  return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | code;
}
constexpr std::uint32_t i_type(std::int32_t immediate, std::uint32_t rs1, std::uint32_t f3,
                               std::uint32_t rd, std::uint32_t code) {
  return static_cast<std::uint32_t>(immediate) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | code;
}
constexpr std::uint32_t s_type(std::int32_t immediate, std::uint32_t rs2, std::uint32_t rs1,
                               std::uint32_t f3) {
  const auto i = static_cast<std::uint32_t>(immediate);
  return (i >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | (i & 0x1f) << 7 | 0x23;
}
constexpr std::uint32_t b_type(std::int32_t offset, std::uint32_t rs2, std::uint32_t rs1,
                               std::uint32_t f3) {
  const auto i = static_cast<std::uint32_t>(offset);
  return (i >> 12 & 1) << 31 | (i >> 5 & 0x3f) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 |
         (i >> 1 & 0xf) << 8 | (i >> 11 & 1) << 7 | 0x63;
}

constexpr std::uint32_t lui(std::uint32_t rd, std::uint32_t value) {
  return (value & 0xfffff000U) | rd << 7 | 0x37;
}
constexpr std::uint32_t auipc(std::uint32_t rd, std::uint32_t value) {
  return (value & 0xfffff000U) | rd << 7 | 0x17;
}
constexpr std::uint32_t jal(std::uint32_t rd, std::int32_t offset) {
  const auto i = static_cast<std::uint32_t>(offset);
  return (i >> 20 & 1) << 31 | (i >> 1 & 0x3ff) << 21 | (i >> 11 & 1) << 20 |
         (i >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}
constexpr std::uint32_t jalr(std::uint32_t rd, std::uint32_t rs1, std::int32_t offset) {
  return i_type(offset, rs1, 0, rd, 0x67);
}
constexpr std::uint32_t addi(std::uint32_t rd, std::uint32_t rs1, std::int32_t immediate) {
  return i_type(immediate, rs1, 0, rd, 0x13);
}
constexpr std::uint32_t add(std::uint32_t rd, std::uint32_t rs1, std::uint32_t rs2) {
  return r_type(0, rs2, rs1, 0, rd);
}
constexpr std::uint32_t lw(std::uint32_t rd, std::uint32_t rs1, std::int32_t offset) {
  return i_type(offset, rs1, 2, rd, 0x03);
}
constexpr std::uint32_t sw(std::uint32_t rs2, std::uint32_t rs1, std::int32_t offset) {
  return s_type(offset, rs2, rs1, 2);
}
constexpr std::uint32_t beq(std::uint32_t rs1, std::uint32_t rs2, std::int32_t offset) {
  return b_type(offset, rs2, rs1, 0);
}
constexpr std::uint32_t bne(std::uint32_t rs1, std::uint32_t rs2, std::int32_t offset) {
  return b_type(offset, rs2, rs1, 1);
}

enum Csr : std::uint32_t {
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
  kMhartid = 0xf14,
};
constexpr std::uint32_t csr(std::uint32_t f3, std::uint32_t rd, std::uint32_t number,
                            std::uint32_t rs1) {
  return number << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x73;
}
constexpr std::uint32_t csrrw(std::uint32_t rd, std::uint32_t number, std::uint32_t rs1) {
  return csr(1, rd, number, rs1);
}
constexpr std::uint32_t csrrs(std::uint32_t rd, std::uint32_t number, std::uint32_t rs1) {
  return csr(2, rd, number, rs1);
}
constexpr std::uint32_t csrrc(std::uint32_t rd, std::uint32_t number, std::uint32_t rs1) {
  return csr(3, rd, number, rs1);
}
constexpr std::uint32_t csrrwi(std::uint32_t rd, std::uint32_t number, std::uint32_t value) {
  return csr(5, rd, number, value);
}
constexpr std::uint32_t csrrsi(std::uint32_t rd, std::uint32_t number, std::uint32_t value) {
  return csr(6, rd, number, value);
}
constexpr std::uint32_t csrrci(std::uint32_t rd, std::uint32_t number, std::uint32_t value) {
  return csr(7, rd, number, value);
}

constexpr std::uint32_t kNop = 0x00000013;
constexpr std::uint32_t kFence = 0x0000000f;
constexpr std::uint32_t kFenceI = 0x0000100f;
constexpr std::uint32_t kEcall = 0x00000073;
constexpr std::uint32_t kEbreak = 0x00100073;
constexpr std::uint32_t kMret = 0x30200073;
constexpr std::uint32_t kWfi = 0x10500073;

}  // namespace headstack::rv
