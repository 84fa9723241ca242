// Decoder of RV32IM with Zicsr, which decodes instructions in advance.
#pragma once

#include <cstdint>

namespace headstack::iss {

enum class Op : std::uint8_t {
  // clang-format off
  lui, auipc, jal, jalr,
  beq, bne, blt, bge, bltu, bgeu,
  lb, lh, lw, lbu, lhu, sb, sh, sw,
  addi, slti, sltiu, xori, ori, andi, slli, srli, srai,
  add, sub, sll, slt, sltu, xor_, srl, sra, or_, and_,
  mul, mulh, mulhsu, mulhu, div, divu, rem, remu,
  fence, ecall, ebreak, mret, wfi,
  csrrw, csrrs, csrrc, csrrwi, csrrsi, csrrci,
  illegal, outside, point,
  // clang-format on
};

// The register that takes writes to x0. No instruction reads it.
constexpr std::uint8_t kNowhere = 32;

struct Decoded {
  Op op = Op::outside;
  std::uint8_t rd = kNowhere;
  std::uint8_t rs1 = 0;  // the immediate of csrrwi and similar instructions
  std::uint8_t rs2 = 0;
  // Sign-extended immediate. The pc is added for auipc. Of jal and branches: the target. Of a CSR
  // instruction: the number of the CSR. Of an illegal instruction: the word.
  std::uint32_t immediate = 0;
};

// Decodes the instruction `word` at `pc`.
Decoded decode(std::uint32_t word, std::uint32_t pc);

}  // namespace headstack::iss
