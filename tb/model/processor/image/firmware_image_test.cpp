// The image on the simulator, and the same firmware built for the host: the same accesses to the
// registers, in the same order, with the same values.
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "model/processor/elf_image.h"
#include "model/processor/iss/iss.h"
#include "model/processor/own_image.h"
#include "model/processor/register_window.h"
#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/block_copy.h"
#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/software_schedulers.h"
#include "tb/firmware/support/test_drive.h"
#include "tb/model/processor/support/small_hardware.h"
#ifdef HEADSTACK_IBEX
#include "model/processor/verilated/ibex.h"
#endif
#ifdef HEADSTACK_PICORV32
#include "model/processor/verilated/picorv32.h"
#endif

extern "C" {
#include "image/stop.h"
#include "schedulers/list.h"

uint64_t hs_read(hs_hal* hal, uint32_t address) {
  return reinterpret_cast<headstack::SmallHardware*>(hal)->read(address);
}
void hs_write(hs_hal* hal, uint32_t address, uint64_t value) {
  reinterpret_cast<headstack::SmallHardware*>(hal)->write(address, value);
}
}

namespace headstack {
namespace {

constexpr std::uint32_t kRam = 1U << 20;
constexpr std::uint64_t kMost = 50'000'000;

const ElfImage& image() {
  static const ElfImage own = own_image();
  return own;
}

hs_firmware_config config_of(const hs_drive_params& drive, const hs_scheduler_ops& scheduler) {
  hs_firmware_config config{};
  config.drive = &drive;
  config.queue_depth = 32;
  config.scheduler = &scheduler;
  for (std::uint32_t i = 0; i < HS_MAX_SCHEDULER_PARAMETERS; ++i) {
    config.scheduler_parameters[i] = scheduler.parameters[i].default_value;
  }
  std::fill_n(config.product, sizeof config.product, ' ');
  return config;
}

// What a processor has in its memories when power comes.
Memories powered(const std::vector<std::uint64_t>& block, std::uint32_t ram = kRam) {
  const auto bytes = static_cast<std::uint32_t>(block.size() * sizeof(std::uint64_t));
  Memories memories({image().rom_bytes(), bytes, ram});
  image().load(memories);
  std::copy_n(reinterpret_cast<const std::uint8_t*>(block.data()), bytes,
              memories.parameters.data());
  std::fill_n(memories.ram.data(), memories.ram.size(), std::uint8_t{0xa5});  // whatever it holds
  return memories;
}

std::string told(const Core& core, const Stop& stop) {
  return std::string(stop.reason == StopReason::fault ? fault_text(stop.fault) : "a limit") +
         " in " + image().place(stop.pc) + ", a0 = " + std::to_string(core.register_value(10));
}

// Runs until the firmware sleeps and nothing interrupts it. False: it has come to harm.
bool serve(Core& core, SmallHardware& hardware) {
  RegisterWindow window;
  for (;;) {
    const Stop stop = core.run(kMost);
    if (stop.reason == StopReason::waiting) {
      core.interrupt(hardware.interrupts());
      if (!hardware.interrupts()) {
        return true;
      }
      continue;
    }
    if ((stop.reason != StopReason::load && stop.reason != StopReason::store) ||
        !RegisterWindow::whole(stop)) {
      ADD_FAILURE() << told(core, stop);
      return false;
    }
    core.answer(window.access(
        stop, [&](std::uint32_t address) { return hardware.read(address); },
        [&](std::uint32_t address, std::uint64_t value) { hardware.write(address, value); }));
    // The cause goes away when it is read.
    if (stop.address == HS_MAP_REGISTERS + HS_INTERRUPT_CAUSE) {
      core.interrupt(false);
    }
  }
}

void serve(hs_firmware& firmware, SmallHardware& hardware) {
  while (hardware.interrupts()) {
    hs_firmware_interrupt(&firmware);
  }
}

// Three times some commands that come together, and are served to the end.
template <typename Served>
void commands(std::uint64_t seed, std::uint32_t blocks, SmallHardware& hardware,
              const Served& served) {
  Rng rng(seed);
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t n = 1 + rng.below(12); n > 0; --n) {
      const std::uint32_t count = 1 + rng.below(16);
      hardware.arrive(SmallHardware::transfer(rng.one_in(3), rng.below(blocks - count), count));
    }
    served();
  }
}

std::vector<RegisterAccess> natively(const hs_firmware_config& config, std::uint64_t seed) {
  SmallHardware hardware;
  Arena arena(hs_firmware_memory(&config));
  const auto firmware = std::make_unique<hs_firmware>();
  hs_firmware_init(firmware.get(), &config, reinterpret_cast<hs_hal*>(&hardware), arena.memory());
  commands(seed, config.drive->geometry.block_count, hardware, [&] { serve(*firmware, hardware); });
  EXPECT_TRUE(arena.intact());
  return hardware.accesses;
}

template <typename Processor>
std::vector<RegisterAccess> on(const hs_firmware_config& config, std::uint64_t seed,
                               std::uint64_t* cycles = nullptr, const WaitStates& waits = {}) {
  Memories memories = powered(block_of(config, kRam));
  Processor core(memories, waits);
  SmallHardware hardware;
  bool good = serve(core, hardware);
  EXPECT_TRUE(hardware.accesses.empty()) << "before any interrupt";
  commands(seed, config.drive->geometry.block_count, hardware,
           [&] { good = good && serve(core, hardware); });
  if (cycles != nullptr) {
    *cycles = core.cycles();
  }
  return hardware.accesses;
}

void expect_same(const std::vector<RegisterAccess>& native,
                 const std::vector<RegisterAccess>& other) {
  ASSERT_EQ(native.size(), other.size());
  for (std::size_t i = 0; i < native.size(); ++i) {
    ASSERT_EQ(native[i], other[i]) << "access " << i << " at 0x" << std::hex << native[i].address
                                   << " and 0x" << other[i].address;
  }
}

class FirmwareImageTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_own_image()) {
      GTEST_SKIP() << "built without the image: it needs the cross compiler "
                      "riscv64-unknown-elf-gcc (Debian: gcc-riscv64-unknown-elf)";
    }
  }
};

TEST_F(FirmwareImageTest, EverySchedulerMakesTheAccessesOfTheHost) {
  const auto drive = c2247();
  for (const hs_scheduler_ops* ops : in_drive()) {
    SCOPED_TRACE(ops->name);
    const hs_firmware_config config = config_of(drive->params, *ops);
    const std::vector<RegisterAccess> native = natively(config, 1);
    EXPECT_GT(native.size(), 100U);
    expect_same(native, on<Iss>(config, 1));
  }
}

TEST_F(FirmwareImageTest, RandomDrivesMakeTheAccessesOfTheHost) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, 1 + rng.below(8));
    if (layout.drive->blocks() < 64) {
      continue;
    }
    layout.drive->params.cache.enabled = rng.one_in(2);
    layout.drive->params.cache.segment_blocks = 64;
    layout.drive->params.cache.read_watermark_ppm = 500'000;
    layout.drive->params.write.minimum_blocks = 4;
    layout.drive->params.write.minimum_blocks_large = 4;
    layout.drive->params.write.large_request = 64;
    const hs_firmware_config config = config_of(layout.drive->params, hs_sptf);
    expect_same(natively(config, seed), on<Iss>(config, seed));
  }
}

#ifdef HEADSTACK_IBEX
TEST_F(FirmwareImageTest, IbexTakesTheSameCyclesForIt) {
  const auto drive = c2247();
  const hs_firmware_config config = config_of(drive->params, hs_sptf);
  for (const WaitStates& waits : {WaitStates{}, WaitStates{2, 1, 1, 3}}) {
    std::uint64_t simulated = 0;
    std::uint64_t verilated = 0;
    expect_same(on<Iss>(config, 1, &simulated, waits), on<Ibex>(config, 1, &verilated, waits));
    EXPECT_EQ(simulated, verilated);
    EXPECT_GT(simulated, 100'000U);
  }
}
#endif

#ifdef HEADSTACK_PICORV32
TEST_F(FirmwareImageTest, PicoRv32MakesTheSameAccesses) {
  const auto drive = c2247();
  const hs_firmware_config config = config_of(drive->params, hs_sptf);
  expect_same(natively(config, 1), on<PicoRv32>(config, 1));
}
#endif

// The image stops by itself, and says why.
std::uint32_t stopped(const std::vector<std::uint64_t>& block, std::uint32_t ram = kRam,
                      std::uint32_t* bytes = nullptr) {
  Memories memories = powered(block, ram);
  Iss iss(memories);
  const Stop stop = iss.run(kMost);
  EXPECT_EQ(stop.fault, Fault::breakpoint) << told(iss, stop);
  EXPECT_EQ(image().place(stop.pc), "hs_image_stop+0x0");
  if (bytes != nullptr) {
    *bytes = iss.register_value(11);
  }
  return iss.register_value(10);
}

TEST_F(FirmwareImageTest, ABlockThatIsNotItsOwnIsRefused) {
  const auto drive = eighths_drive(20);
  const std::vector<std::uint64_t> good = block_of(config_of(drive->params, hs_fcfs), kRam);
  const auto changed = [&](auto change) {
    std::vector<std::uint64_t> block = good;
    change(*reinterpret_cast<hs_block_header*>(block.data()));
    return stopped(block);
  };
  using Header = hs_block_header;
  EXPECT_EQ(changed([](Header& h) { h.magic = 0; }), std::uint32_t{HS_BLOCK_NO_BLOCK});
  EXPECT_EQ(changed([](Header& h) { h.version++; }), std::uint32_t{HS_BLOCK_OTHER});
  EXPECT_EQ(changed([](Header& h) { h.layout++; }), std::uint32_t{HS_BLOCK_OTHER});
  EXPECT_EQ(changed([](Header& h) { h.scheduler[0] = 'x'; }), std::uint32_t{HS_BLOCK_DAMAGED});
  hs_scheduler_ops of_another_image = hs_fcfs;
  of_another_image.name = "of_another_image";
  const hs_firmware_config config = config_of(drive->params, of_another_image);
  EXPECT_EQ(stopped(block_of(config, kRam)), std::uint32_t{HS_BLOCK_NO_SCHEDULER});
}

TEST_F(FirmwareImageTest, TooLittleRamIsSaid) {
  const auto drive = eighths_drive(20);
  hs_firmware_config config = config_of(drive->params, hs_sptf);
  config.queue_depth = 4096;
  constexpr std::uint32_t kLittle = 0x10000;
  std::uint32_t wanted = 0;
  EXPECT_EQ(stopped(block_of(config, kLittle), kLittle, &wanted), std::uint32_t{HS_STOP_NO_ROOM});
  EXPECT_GT(wanted, kLittle);
  // As much as it says is enough, and it uses all of it.
  wanted = (wanted + 7) & ~7U;
  Memories memories = powered(block_of(config, wanted), wanted);
  Iss iss(memories);
  EXPECT_EQ(iss.run(kMost).reason, StopReason::waiting);
  const std::uint32_t arena = image().symbol("hs_image_arena")->address;
  EXPECT_EQ(memories.ram.get<std::uint32_t>(arena), HS_MAP_RAM + wanted);
  constexpr std::uint32_t kLess = 8;
  EXPECT_EQ(stopped(block_of(config, wanted - kLess), wanted), std::uint32_t{HS_STOP_NO_ROOM});
  const std::uint32_t hardly = image().symbol("hs_image_free")->address - HS_MAP_RAM + 64;
  EXPECT_EQ(stopped(block_of(config, hardly), hardly), std::uint32_t{HS_BLOCK_NO_MEMORY});
}

TEST_F(FirmwareImageTest, ATrapEndsInAStopThatSaysWhere) {
  const auto drive = eighths_drive(20);
  Memories memories = powered(block_of(config_of(drive->params, hs_fcfs), kRam));
  Iss iss(memories);
  const std::uint32_t where = image().symbol("hs_image_main")->address;
  iss.set_pc(where);
  iss.set_register(2, HS_MAP_RAM);  // the stack is used up
  Stop stop = iss.run(kMost);
  ASSERT_EQ(stop.fault, Fault::store_outside) << "the stack has left the RAM: " << told(iss, stop);
  stop = iss.run(kMost);
  EXPECT_EQ(stop.fault, Fault::breakpoint);
  EXPECT_EQ(iss.register_value(10), std::uint32_t{HS_STOP_TRAP});
  EXPECT_EQ(iss.register_value(11), 7U);
  EXPECT_GE(iss.register_value(12), where);
}

}  // namespace
}  // namespace headstack
