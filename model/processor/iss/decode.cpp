#include "model/processor/iss/decode.h"

namespace headstack::iss {

namespace {

constexpr std::uint32_t bits(std::uint32_t word, unsigned low, unsigned count) {
  return word >> low & ((1U << count) - 1);
}

// The lowest `count` bits as a signed number.
constexpr std::uint32_t extend(std::uint32_t value, unsigned count) {
  const std::uint32_t sign = 1U << (count - 1);
  return (value ^ sign) - sign;
}

constexpr std::uint32_t immediate_i(std::uint32_t w) { return extend(w >> 20, 12); }
constexpr std::uint32_t immediate_s(std::uint32_t w) {
  return extend(bits(w, 25, 7) << 5 | bits(w, 7, 5), 12);
}
constexpr std::uint32_t immediate_b(std::uint32_t w) {
  return extend(w >> 31 << 12 | bits(w, 7, 1) << 11 | bits(w, 25, 6) << 5 | bits(w, 8, 4) << 1, 13);
}
constexpr std::uint32_t immediate_j(std::uint32_t w) {
  return extend(w >> 31 << 20 | bits(w, 12, 8) << 12 | bits(w, 20, 1) << 11 | bits(w, 21, 10) << 1,
                21);
}

Op of_table(const Op (&table)[8], std::uint32_t word) { return table[bits(word, 12, 3)]; }

constexpr Op kNo = Op::illegal;
constexpr Op kBranches[8] = {Op::beq, Op::bne, kNo, kNo, Op::blt, Op::bge, Op::bltu, Op::bgeu};
constexpr Op kLoads[8] = {Op::lb, Op::lh, Op::lw, kNo, Op::lbu, Op::lhu, kNo, kNo};
constexpr Op kStores[8] = {Op::sb, Op::sh, Op::sw, kNo, kNo, kNo, kNo, kNo};
constexpr Op kImmediate[8] = {Op::addi, Op::slli, Op::slti, Op::sltiu,
                              Op::xori, Op::srli, Op::ori,  Op::andi};
constexpr Op kPlain[8] = {Op::add,  Op::sll, Op::slt, Op::sltu,
                          Op::xor_, Op::srl, Op::or_, Op::and_};
constexpr Op kMultiply[8] = {Op::mul, Op::mulh, Op::mulhsu, Op::mulhu,
                             Op::div, Op::divu, Op::rem,    Op::remu};
constexpr Op kCsr[8] = {kNo, Op::csrrw,  Op::csrrs,  Op::csrrc,
                        kNo, Op::csrrwi, Op::csrrsi, Op::csrrci};

Op immediate_op(std::uint32_t word) {
  const Op op = of_table(kImmediate, word);
  const std::uint32_t high = bits(word, 25, 7);
  if (op == Op::slli) {
    return high == 0 ? op : kNo;
  }
  if (op == Op::srli) {
    return high == 0 ? op : high == 0x20 ? Op::srai : kNo;
  }
  return op;
}

Op register_op(std::uint32_t word) {
  switch (bits(word, 25, 7)) {
    case 0:
      return of_table(kPlain, word);
    case 1:
      return of_table(kMultiply, word);
    case 0x20: {
      const Op op = of_table(kPlain, word);
      return op == Op::add ? Op::sub : op == Op::srl ? Op::sra : kNo;
    }
    default:
      return kNo;
  }
}

Op system_op(std::uint32_t word) {
  switch (word) {
    case 0x00000073:
      return Op::ecall;
    case 0x00100073:
      return Op::ebreak;
    case 0x30200073:
      return Op::mret;
    case 0x10500073:
      return Op::wfi;
    default:
      return of_table(kCsr, word);
  }
}

// Fills in the immediate. All instructions of an opcode have one format of immediate.
void fill(Decoded& d, std::uint32_t word, std::uint32_t pc) {
  switch (word & 0x7f) {
    case 0x37:
      d.op = Op::lui;
      d.immediate = word & 0xfffff000U;
      break;
    case 0x17:
      d.op = Op::auipc;
      d.immediate = pc + (word & 0xfffff000U);
      break;
    case 0x6f:
      d.op = Op::jal;
      d.immediate = pc + immediate_j(word);
      break;
    case 0x67:
      d.op = bits(word, 12, 3) == 0 ? Op::jalr : kNo;
      d.immediate = immediate_i(word);
      break;
    case 0x63:
      d.op = of_table(kBranches, word);
      d.immediate = pc + immediate_b(word);
      break;
    case 0x03:
      d.op = of_table(kLoads, word);
      d.immediate = immediate_i(word);
      break;
    case 0x23:
      d.op = of_table(kStores, word);
      d.immediate = immediate_s(word);
      break;
    case 0x13:
      d.op = immediate_op(word);
      d.immediate = d.op == Op::slli || d.op == Op::srli || d.op == Op::srai ? bits(word, 20, 5)
                                                                             : immediate_i(word);
      break;
    case 0x33:
      d.op = register_op(word);
      break;
    // fence has no effect with one core and a constant program; fence.i fetches again, as a jump
    // does
    case 0x0f:
      d.op = bits(word, 12, 3) == 0 ? Op::fence : bits(word, 12, 3) == 1 ? Op::jal : kNo;
      d.rd = kNowhere;
      d.immediate = pc + 4;
      break;
    case 0x73:
      d.op = system_op(word);
      d.immediate = bits(word, 20, 12);
      break;
    default:
      break;
  }
}

}  // namespace

Decoded decode(std::uint32_t word, std::uint32_t pc) {
  Decoded d;
  d.op = Op::illegal;
  const auto rd = static_cast<std::uint8_t>(bits(word, 7, 5));
  d.rd = rd == 0 ? kNowhere : rd;
  d.rs1 = static_cast<std::uint8_t>(bits(word, 15, 5));
  d.rs2 = static_cast<std::uint8_t>(bits(word, 20, 5));
  fill(d, word, pc);
  if (d.op == Op::illegal) {
    d.immediate = word;
  }
  return d;
}

}  // namespace headstack::iss
