// Random programs that end with an ebreak, for any contents of the processor's registers.
#pragma once

#include <cstdint>
#include <vector>

#include "model/processor/memories.h"
#include "tb/firmware/support/rng.h"
#include "tb/model/processor/support/assembler.h"

namespace headstack {

// Contents of a program in addition to arithmetic, loads, stores, branches and jumps.
struct ProgramKind {
  bool machine = false;    // CSRs, interrupts, wfi
  bool faults = false;     // illegal instructions, accesses outside; needs `machine`
  bool registers = false;  // accesses to the drive's registers
  bool words = false;      // these accesses are whole words only
};

class RandomProgram {
 public:
  // A store to this address clears the interrupt.
  static constexpr std::uint32_t kAcknowledge = HS_MAP_REGISTERS + 0x700;

  RandomProgram(Rng& rng, const ProgramKind& kind, std::uint32_t length) : rng_(rng), kind_(kind) {
    begin();
    while (words_.size() < length) {
      piece();
    }
    words_.push_back(rv::kEbreak);
  }

  // Puts the program at HS_MAP_RESET, with handlers of traps before it.
  void place(Memories& memories) const {
    std::uint32_t at = HS_MAP_VECTORS;
    for (const std::uint32_t word : handlers()) {
      memories.rom.put(at, word);
      at += 4;
    }
    at = HS_MAP_RESET;
    for (const std::uint32_t word : words_) {
      memories.rom.put(at, word);
      at += 4;
    }
  }

  std::uint32_t bytes() const {
    return HS_MAP_RESET - HS_MAP_ROM + 4 * static_cast<std::uint32_t>(words_.size());
  }

 private:
  // Registers that programs only read. The handlers use registers 24 to 26.
  enum : std::uint32_t {
    kFree = 23,
    kExternal = 23,
    kRom = 27,
    kRam = 28,
    kRegisters = 29,
    kLoop = 30
  };

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(rng_.below(n)); }
  std::uint32_t any() { return below(32); }
  // Returns a register that may be written, possibly x0.
  std::uint32_t target() { return below(kFree); }
  void emit(std::uint32_t word) { words_.push_back(word); }

  void set(std::uint32_t rd, std::uint32_t value) {
    emit(rv::lui(rd, value + 0x800));
    emit(rv::addi(rd, rd, static_cast<std::int32_t>(value << 20) >> 20));
  }

  void begin() {
    set(kExternal, 1U << 11);
    emit(rv::addi(24, 0, 0));
    emit(rv::addi(26, 0, 0));
    set(kRom, HS_MAP_RESET);
    set(kRam, HS_MAP_RAM + 0x800);
    set(kRegisters, HS_MAP_REGISTERS + 0x400);
    emit(rv::addi(kLoop, 0, 0));
    for (std::uint32_t i = 1; i < kFree; ++i) {
      constexpr std::uint32_t kEdges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 31};
      set(i, below(3) == 0 ? kEdges[below(6)] : static_cast<std::uint32_t>(rng_.next()));
    }
  }

  // Makes the handlers. After an exception, the program continues after the instruction. A handler
  // clears an interrupt.
  static std::vector<std::uint32_t> handlers() {
    using namespace rv;
    std::vector<std::uint32_t> words(32, kEbreak);
    words[0] = jal(0, 4 * 16);
    words[11] = jal(0, 4 * (24 - 11));
    words[16] = csrrs(25, kMepc, 0);
    words[17] = addi(25, 25, 4);
    words[18] = csrrw(0, kMepc, 25);
    words[19] = addi(24, 24, 1);
    words[20] = kMret;
    words[24] = sw(26, kRegisters, kAcknowledge - HS_MAP_REGISTERS - 0x400);
    words[25] = addi(26, 26, 1);
    words[26] = kMret;
    return words;
  }

  void piece() {
    const std::uint32_t choice = below(100);
    if (choice < 5) {
      loop();
    } else if (choice < 15) {
      skip();
    } else if (choice < 25 && kind_.machine) {
      machine();
    } else if (choice < 28 && kind_.faults) {
      fault();
    } else {
      simple();
    }
  }

  // Adds an instruction that does not jump and does not use machine mode.
  void simple() {
    const std::uint32_t choice = below(10);
    if (choice < 2) {
      load();
    } else if (choice < 4) {
      store();
    } else if (choice < 7) {
      arithmetic();
    } else {
      immediate();
    }
  }

  void arithmetic() {
    const std::uint32_t f3 = below(8);
    const std::uint32_t f7 = below(2) == 0 ? 1 : (f3 == 0 || f3 == 5) && below(2) == 0 ? 0x20 : 0;
    emit(rv::r_type(f7, any(), any(), f3, target()));
  }

  void immediate() {
    const std::uint32_t f3 = below(8);
    std::int32_t value = static_cast<std::int32_t>(below(4096));
    if (f3 == 1 || f3 == 5) {
      value = static_cast<std::int32_t>(below(32) | (f3 == 5 && below(2) == 0 ? 0x400 : 0));
    }
    switch (below(8)) {
      case 0:
        emit(rv::lui(target(), static_cast<std::uint32_t>(rng_.next())));
        break;
      case 1:
        emit(rv::auipc(target(), static_cast<std::uint32_t>(rng_.next())));
        break;
      case 2:
        emit(below(2) == 0 ? rv::kFence : rv::kFenceI);
        break;
      default:
        emit(rv::i_type(value, any(), f3, target(), 0x13));
        break;
    }
  }

  // An offset from the middle of 4096 bytes, a multiple of `size`.
  std::int32_t offset(std::uint32_t size) {
    return static_cast<std::int32_t>(below(4096 / size) * size) - 2048;
  }

  void load() {
    constexpr std::uint32_t kF3[] = {0, 1, 2, 4, 5};
    constexpr std::uint32_t kSize[] = {1, 2, 4, 1, 2};
    const std::uint32_t which = below(5);
    const std::uint32_t from = below(6);
    if (from == 0) {  // constants
      const auto at = static_cast<std::int32_t>(below(64) * 4);
      emit(rv::i_type(at, kRom, kF3[which], target(), 0x03));
    } else if (from == 1 && kind_.registers) {
      const std::int32_t at = offset(4) / 2 & ~3;
      emit(rv::i_type(at, kRegisters, kind_.words ? 2 : kF3[which], target(), 0x03));
    } else {
      emit(rv::i_type(offset(kSize[which]), kRam, kF3[which], target(), 0x03));
    }
  }

  void store() {
    const std::uint32_t f3 = below(3);
    if (kind_.registers && below(6) == 0) {
      emit(rv::s_type(static_cast<std::int32_t>(below(128) * 4), any(), kRegisters,
                      kind_.words ? 2 : f3));
    } else {
      emit(rv::s_type(offset(1U << f3), any(), kRam, f3));
    }
  }

  // Forward, over some instructions.
  void skip() {
    const std::uint32_t over = 1 + below(6);
    const auto distance = static_cast<std::int32_t>(4 * (over + 1));
    constexpr std::uint32_t kBranches[] = {0, 1, 4, 5, 6, 7};
    switch (below(6)) {
      case 0:
        emit(rv::jal(target(), distance));
        break;
      case 1: {
        // The address is after these two instructions.
        const std::uint32_t rd = 1 + below(kFree - 1);
        emit(rv::auipc(rd, 0));
        emit(rv::jalr(target(), rd, distance + 4 + static_cast<std::int32_t>(below(2))));
        break;
      }
      default:
        emit(rv::b_type(distance, any(), any(), kBranches[below(6)]));
        break;
    }
    for (std::uint32_t i = 0; i < over; ++i) {
      simple();
    }
  }

  void loop() {
    emit(rv::addi(kLoop, 0, static_cast<std::int32_t>(1 + below(5))));
    const std::size_t start = words_.size();
    for (std::uint32_t n = 1 + below(6); n > 0; --n) {
      simple();
    }
    emit(rv::addi(kLoop, kLoop, -1));
    emit(rv::bne(kLoop, 0, -4 * static_cast<std::int32_t>(words_.size() - start)));
  }

  void machine() {
    constexpr std::uint32_t kPlain[] = {rv::kMscratch, rv::kMepc, rv::kMcause, rv::kMtval};
    constexpr std::uint32_t kKinds[] = {1, 2, 3, 5, 6, 7};
    switch (below(10)) {
      case 0:
        emit(rv::csrrsi(target(), rv::kMstatus, 8));
        break;
      case 1:
        emit(rv::csrrci(target(), rv::kMstatus, 8));
        break;
      case 2:
        emit(rv::csrrs(target(), rv::kMie, kExternal));
        break;
      case 3:
        emit(rv::csr(kKinds[below(6)], target(), rv::kMie, any()));
        break;
      case 4:
        emit(rv::csrrs(target(), rv::kMcycle, 0));
        break;
      case 5:
        emit(rv::csrrs(target(), rv::kMinstret, 0));
        break;
      case 6:
        emit(rv::csrrs(0, rv::kMie, kExternal));
        emit(rv::kWfi);
        break;
      case 7:
        emit(rv::csrrs(target(), rv::kMip, 0));
        break;
      case 8:
        emit(rv::csrrs(target(), rv::kMstatus, 0));
        break;
      default:
        emit(rv::csr(kKinds[below(6)], target(), kPlain[below(4)], any()));
        break;
    }
  }

  void fault() {
    switch (below(5)) {
      case 0:
        emit(rv::kEcall);
        break;
      case 1:
        emit(0xffffffff);
        break;
      case 2:
        emit(rv::csrrs(target(), 0x7ff, 0));
        break;
      case 3:
        emit(rv::lw(target(), 0, 0));
        break;
      default:
        emit(rv::sw(any(), 0, 16));
        break;
    }
  }

  Rng& rng_;
  ProgramKind kind_;
  std::vector<std::uint32_t> words_;
};

}  // namespace headstack
