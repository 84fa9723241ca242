#include "model/boxes/controller_cpu/firmware_core.h"

#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"
#include "model/processor/iss/iss.h"
#include "model/processor/own_image.h"

extern "C" {
#include <hal/hal.h>
#include <image/parameter_block.h>
#include <image/stop.h>
}

namespace headstack {

namespace {

ElfImage read_image(const CoreSetup& setup) {
  if (!has_core(setup.kind)) {
    throw ConfigError(
        fmt::format("controller.core = \"{0}\": this build has no {0}; with the Python package "
                    "pythondata-cpu-{0} in its environment, and configured anew, it has; and "
                    "\"iss\" has Ibex's cycles",
                    name_of(setup.kind)));
  }
  if (setup.image.empty() && !has_own_image()) {
    throw ConfigError(
        "controller.core: this build has no image of the firmware; with the package "
        "gcc-riscv64-unknown-elf, and configured anew, it has one");
  }
  try {
    return setup.image.empty() ? own_image() : ElfImage::read(setup.image);
  } catch (const ElfError& error) {
    throw ConfigError(error.what());
  }
}

// As much RAM as the firmware can want: its stack and its variables; what headstack's own is handed
// on the host, where pointers are longer, and as much again for what is in the block; and some
// more.
std::size_t ram_for(const ElfImage& image, const hs_firmware_config& config, std::size_t block) {
  constexpr std::size_t kMore = 0x40000;
  return HS_MAP_STACK_BYTES + image.ram_bytes() + hs_firmware_memory(&config) + 2 * block + kMore;
}

// Throws ConfigError for more than the map has room for.
std::uint32_t within(const char* memory, std::size_t bytes, std::size_t most) {
  const std::size_t whole = (bytes + 7) / 8 * 8;
  if (whole > most) {
    throw ConfigError(fmt::format(
        "controller.core: this drive takes {} bytes of {}, and the processor has room for {}",
        whole, memory, most));
  }
  return static_cast<std::uint32_t>(whole);
}

MemorySizes sizes_for(const ElfImage& image, const hs_firmware_config& config) {
  const std::size_t block = hs_block_bytes(&config);
  return {image.rom_bytes(), within("parameters", block, HS_MAP_PARAMETERS_MOST),
          within("RAM", ram_for(image, config, block), HS_MAP_RAM_MOST)};
}

// With the image and its parameters in them.
Memories memories_of(const ElfImage& image, const hs_firmware_config& config) {
  Memories memories(sizes_for(image, config));
  image.load(memories);
  paint_stack(memories);
  std::vector<std::uint64_t> block(memories.parameters.size() / 8);
  hs_block_write(&config, memories.ram.size(), block.data());
  std::memcpy(memories.parameters.data(), block.data(), memories.parameters.size());
  return memories;
}

}  // namespace

FirmwareCore::FirmwareCore(sc_core::sc_module_name name, const CoreSetup& setup,
                           const hs_firmware_config& config, hs_hal& hal,
                           const std::uint32_t& causes, Stopwatch& stopwatch)
    : sc_module(name),
      image_(read_image(setup)),
      memories_(memories_of(image_, config)),
      core_(make_core(setup.kind, memories_, setup.waits)),
      state_(image_, memories_),
      hal_(hal),
      causes_(causes),
      stopwatch_(stopwatch),
      cycle_(setup.cycle),
      most_cycles_(setup.most_cycles) {
  const ElfImage::Symbol* choice = image_.symbol("hs_task_queue_next");
  if (choice != nullptr && stop_at(choice->address, true)) {
    choice_ = choice->address;
  }
  SC_HAS_PROCESS(FirmwareCore);
  SC_METHOD(due);
  sensitive << timer_.event();
  dont_initialize();
}

// The start-up is over before the power comes on.
void FirmwareCore::start_of_simulation() {
  run_to_rest();
  starts_ = state_.starts();
  times_ = {};
  if (profile_ != nullptr) {
    profile_->clear(core_->cycles());
  }
}

bool FirmwareCore::stop_at(std::uint32_t pc, bool stop) {
  return debugger_ != nullptr ? debugger_->stop_at(pc, stop) : core_->stop_at(pc, stop);
}

bool FirmwareCore::debug(std::uint16_t port) {
  auto* const simulator = dynamic_cast<Iss*>(core_.get());
  if (simulator == nullptr) {
    return false;
  }
  debugger_ = std::make_unique<FirmwareDebugger>(port, *simulator, memories_,
                                                 [this] { return at(core_->cycles()).value(); });
  return choice_ == 0 || debugger_->stop_at(choice_, true);
}

// Are calls told? From the first time on that somebody asks.
bool FirmwareCore::follow_calls() {
  if (calls_ == nullptr) {
    auto calls = std::make_unique<CallStack>(image_, HS_MAP_RESET);
    if (!core_->trace(calls.get())) {
      return false;
    }
    calls_ = std::move(calls);
  }
  return true;
}

void FirmwareCore::watch(DriveWatch& watch) {
  watch_ = &watch;
  if (takes_time() && follow_calls()) {
    shown_ = std::make_unique<RunningFunction>(calls_->functions(), watch, [this](auto cycles) {
      return static_cast<std::int64_t>(at(cycles).value());
    });
    calls_->watch(*shown_);
  }
}

bool FirmwareCore::profile() {
  if (!follow_calls()) {
    return false;
  }
  profile_ = std::make_unique<CallProfile>();
  calls_->watch(*profile_);
  return true;
}

FoldedStacks FirmwareCore::folded() {
  return profile_->folded(calls_->functions(), core_->cycles());
}

void FirmwareCore::service() {
  if (running_ || causes_ == 0) {
    return;
  }
  if (takes_time()) {
    begin_handler();
    if (shown_ != nullptr) {
      shown_->woken(woken_cycles_);
    }
    run_on();
  } else {
    run_to_rest();
  }
}

// --- where code takes no time --------------------------------------------------------------------

void FirmwareCore::run_to_rest() {
  begin_handler();
  while (true) {
    asked_ = step();
    if (asked_.reason != StopReason::waiting) {
      act(asked_);
      continue;
    }
    rest();
    if (causes_ == 0) {
      return;
    }
    begin_handler();
  }
}

// --- where it does -------------------------------------------------------------------------------

// Up to what it wants next, which has its time.
void FirmwareCore::run_on() {
  asked_ = step();
  timer_.set(at(core_->cycles()) - sc_core::sc_time_stamp());
}

// The instant after so many cycles. Precondition: not those before it was woken.
sc_core::sc_time FirmwareCore::at(std::uint64_t cycles) const {
  const std::uint64_t taken = cycles - woken_cycles_;
  return woken_ + sc_core::sc_time::from_value(taken * static_cast<std::uint64_t>(cycle_.count()));
}

void FirmwareCore::due() {
  if (!timer_.rings()) {
    return;
  }
  if (asked_.reason != StopReason::waiting) {
    act(asked_);
    run_on();
  } else {
    rest();
    service();
  }
}

// --- both ----------------------------------------------------------------------------------------

void FirmwareCore::begin_handler() {
  running_ = true;
  woken_ = sc_core::sc_time_stamp();
  woken_cycles_ = core_->cycles();
}

void FirmwareCore::rest() {
  note_choice();
  times_.cycles += core_->cycles() - woken_cycles_;
  note_start();
  starting_ = false;
  running_ = false;
  if (shown_ != nullptr) {
    shown_->asleep(core_->cycles());
  }
  if (watch_ != nullptr) {
    watch_->firmware(state_.read());
  }
}

Stop FirmwareCore::run_core(std::uint64_t most_cycles) {
  if (debugger_ == nullptr) {
    return core_->run(most_cycles);
  }
  try {
    return debugger_->run(most_cycles);
  } catch (const RunError& error) {  // which would not come through the kernel as what it is
    SC_REPORT_FATAL("headstack/cpu", error.what());
  }
  return {};  // a fatal report throws
}

Stop FirmwareCore::step() {
  core_->interrupt(causes_ != 0);
  const auto run = [this] {
    const std::uint64_t taken = core_->cycles() - woken_cycles_;
    return run_core(taken < most_cycles_ ? most_cycles_ - taken : 0);
  };
  Stop stop = run();
  for (; stop.reason == StopReason::point; stop = run()) {
    note_point(stop.pc);
  }
  if (stop.reason == StopReason::fault || stop.reason == StopReason::limit ||
      (stop.reason != StopReason::waiting && !RegisterWindow::whole(stop))) {
    fail(stop, fault_of(stop));
  }
  return stop;
}

void FirmwareCore::act(const Stop& stop) {
  note_start();
  note_choice();
  if (stop.address == HS_MAP_REGISTERS + HS_INTERRUPT_CAUSE) {
    looked_ = sc_core::sc_time_stamp();
  }
  try {
    const std::uint32_t value = window_.access(
        stop, [this](std::uint32_t address) { return hs_read(&hal_, address); },
        [this](std::uint32_t address, std::uint64_t written) {
          hs_write(&hal_, address, written);
        });
    if (stop.reason == StopReason::load) {
      core_->answer(value);
    }
  } catch (const sc_core::sc_report& report) {
    fail(stop, report.get_msg());
  }
}

// The task was taken up in the handler that began with a look at the causes, when it was there
// already; the rest is known when the firmware comes to a rest.
void FirmwareCore::note_start() {
  const std::uint64_t starts = state_.starts();
  if (starts == starts_ && !starting_) {
    return;
  }
  if (starts != starts_) {
    started_ = looked_;
  }
  starts_ = starts;
  starting_ = true;
  stopwatch_.begin(static_cast<std::int64_t>(started_.value()),
                   {state_.hit(), state_.predicted_media(), starts, state_.held()});
}

// A choice begins or ends.
void FirmwareCore::note_point(std::uint32_t pc) {
  constexpr unsigned kReturnAddress = 1;
  if (pc == choice_) {
    choice_begun_ = core_->cycles();
    choice_return_ = core_->register_value(kReturnAddress);
    choice_behind_a_task_ = state_.busy();
    stop_at(choice_return_, true);
    return;
  }
  times_.decisions.record(core_->cycles() - choice_begun_);
  stop_at(choice_return_, false);
  choice_made_ = true;
}

// At the first instant behind a choice that is the simulation's, too.
void FirmwareCore::note_choice() {
  if (choice_made_ && choice_behind_a_task_ && (causes_ & HS_CAUSE_PORT) == 0) {
    times_.hidden++;
  }
  choice_made_ = false;
}

// Why it has come to an ebreak of its own.
std::string FirmwareCore::stopped_itself() const {
  constexpr unsigned kA0 = 10;
  constexpr unsigned kA1 = 11;
  const std::uint32_t why = core_->register_value(kA0);
  switch (why) {
    case HS_BLOCK_NO_BLOCK:
    case HS_BLOCK_OTHER:
    case HS_BLOCK_SIZE:
    case HS_BLOCK_DAMAGED:
      return "it takes no parameter block of this version: build it anew";
    case HS_BLOCK_NO_SCHEDULER:
      return "it has no scheduler of this name";
    case HS_BLOCK_NO_MEMORY:
      return fmt::format("its RAM of {} bytes is not enough", memories_.ram.size());
    case HS_STOP_NO_ROOM:
      return fmt::format("its RAM of {} bytes is not enough, {} would be", memories_.ram.size(),
                         core_->register_value(kA1));
    default:
      return fmt::format("it stops itself with {:#x} in a0", why);
  }
}

// In words, why a stop is no access and no sleep.
std::string FirmwareCore::fault_of(const Stop& stop) const {
  if (stop.reason == StopReason::limit) {
    return fmt::format("it has not come to a rest in {} cycles", most_cycles_);
  }
  if (stop.reason != StopReason::fault) {
    return fmt::format("an access of {} bytes to the register at {:#010x}, which is of words",
                       stop.bytes, stop.address);
  }
  if (stop.fault == Fault::breakpoint) {
    return stopped_itself();
  }
  if (stop.fault == Fault::fetch_outside || stop.fault == Fault::fetch_misaligned) {
    constexpr unsigned kReturnAddress = 1;
    return fmt::format("{} (address {:#010x}; the last call was to come back to {})",
                       fault_text(stop.fault), stop.address,
                       image_.place(core_->register_value(kReturnAddress)));
  }
  return fmt::format("{} (address {:#010x}, value {:#010x})", fault_text(stop.fault), stop.address,
                     stop.value);
}

// GDB may end the run there, which is at its end anyway.
void FirmwareCore::show_failure() const {
  try {
    debugger_->failed();
  } catch (const RunError&) {
    return;
  }
}

void FirmwareCore::fail(const Stop& stop, const std::string& what) const {
  if (debugger_ != nullptr) {
    show_failure();
  }
  SC_REPORT_FATAL("headstack/cpu", fmt::format("the firmware's image, at {}, cycle {}: {}",
                                               image_.place(stop.pc), core_->cycles(), what)
                                       .c_str());
  std::abort();  // a fatal report throws
}

}  // namespace headstack
