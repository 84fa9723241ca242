#include "model/boxes/controller_cpu/firmware_core.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "model/base/interruption.h"
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

// What `work` finds wrong with the image is bad input.
template <typename Work>
auto as_config(const Work& work) {
  try {
    return work();
  } catch (const ElfError& error) {
    throw ConfigError(error.what());
  }
}

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
  return as_config([&] { return setup.image.empty() ? own_image() : ElfImage::read(setup.image); });
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
    throw ConfigError(
        fmt::format("controller.core: the firmware's image takes {} bytes of {} on this drive, and "
                    "the processor "
                    "has room for {}",
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
  as_config([&] { image.load(memories); });
  paint_stack(memories);
  std::vector<std::uint64_t> block(memories.parameters.size() / 8);
  hs_block_write(&config, memories.ram.size(), block.data());
  std::memcpy(memories.parameters.data(), block.data(), memories.parameters.size());
  return memories;
}

[[noreturn]] void refuse(const std::string& what) {
  SC_REPORT_FATAL(kConfigReport, fmt::format("the firmware's image: {}", what).c_str());
  std::abort();  // a fatal report throws
}

// The text that a pointer in the image leads to; empty: none does.
std::string text_at(const Memories& memories, std::uint32_t address) {
  constexpr std::size_t kMost = 64;
  std::string text;
  while (memories.rom.holds(address, 1) && text.size() < kMost) {
    const char next = memories.rom.get<char>(address++);
    if (next == '\0') {
      return text;
    }
    text += next;
  }
  return "";
}

static_assert(offsetof(hs_scheduler_ops, name) == 0, "where `others` finds the name");

// The schedulers that the image has, in words; it says where their table is, or 0.
std::string others(const Memories& memories, std::uint32_t table) {
  constexpr std::size_t kMost = 64;
  std::string all;
  for (std::size_t i = 0; i < kMost && memories.rom.holds(table, 4); ++i, table += 4) {
    const auto ops = memories.rom.get<std::uint32_t>(table);
    if (!memories.rom.holds(ops, 4)) {
      break;
    }
    const std::string name = text_at(memories, memories.rom.get<std::uint32_t>(ops));
    all += name.empty() ? "" : fmt::format("{}'{}'", all.empty() ? "" : ", ", name);
  }
  return all.empty() ? "" : "; it has " + all;
}

}  // namespace

FirmwareCore::FirmwareCore(sc_core::sc_module_name name, const CoreSetup& setup,
                           const hs_firmware_config& config, hs_hal& hal,
                           const std::uint32_t& causes, const Wire<Commands>& commands,
                           Stopwatch& stopwatch)
    : sc_module(name),
      image_(read_image(setup)),
      memories_(memories_of(image_, config)),
      core_(make_core(setup.kind, memories_, setup.waits)),
      state_(image_, memories_),
      hal_(hal),
      causes_(causes),
      commands_(commands),
      stopwatch_(stopwatch),
      scheduler_(config.scheduler->name),
      cycle_(setup.cycle),
      most_cycles_(setup.most_cycles),
      most_unserved_cycles_(setup.most_unserved_cycles),
      most_unserved_time_(setup.most_unserved_time) {
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
  for (asked_ = step(); asked_.reason != StopReason::waiting; asked_ = step()) {
    act(asked_);
  }
  rest();
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
  causes_read_ = false;
  constexpr std::uint32_t kNew = HS_CAUSE_COMMAND | HS_CAUSE_FUNCTION;
  const bool other = (causes_ & ~std::uint32_t{HS_CAUSE_WAKE}) != 0;
  if ((causes_ & kNew) != 0 || (other && commands_->waiting() == 0)) {
    begin_wait();
  }
  wait_.wakes++;
}

void FirmwareCore::rest() {
  note_choice();
  times_.cycles += core_->cycles() - woken_cycles_;
  note_start();
  check_wait();
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

// That the handler may still take.
std::uint64_t FirmwareCore::cycles_left() const {
  const std::uint64_t taken = core_->cycles() - woken_cycles_;
  return taken < most_cycles_ ? most_cycles_ - taken : 0;
}

// A slice takes the slowest core some 50 ms. GDB's own are the debugger's.
Stop FirmwareCore::run_a_while() {
  constexpr std::uint64_t kSlice = 20'000;
  end_if_interrupted();
  return run_core(debugger_ == nullptr ? std::min(cycles_left(), kSlice) : cycles_left());
}

Stop FirmwareCore::step() {
  core_->interrupt(causes_ != 0);
  Stop stop = run_a_while();
  while (stop.reason == StopReason::point ||
         (stop.reason == StopReason::limit && cycles_left() != 0)) {
    if (stop.reason == StopReason::point) {
      note_point(stop.pc);
    }
    stop = run_a_while();
  }
  if (stop.fault == Fault::breakpoint) {
    fail_itself(stop);
  }
  if (stop.reason == StopReason::fault || stop.reason == StopReason::limit ||
      (stop.reason != StopReason::waiting && !RegisterWindow::whole(stop))) {
    fail(stop, fault_of(stop));
  }
  if (stop.reason == StopReason::waiting && causes_ != 0) {
    fail(stop,
         "it sleeps (wfi) while an interrupt is pending, and does not wake: it has not enabled the "
         "external interrupt (bit 11 of mie)");
  }
  return stop;
}

// --- does it serve? ------------------------------------------------------------------------------

void FirmwareCore::begin_wait() {
  wait_ = {sc_core::sc_time_stamp(), core_->cycles()};
  only_wakes_itself_ = false;
}

// A firmware without a command may well wake itself, as by a clock of its own: the run is over when
// nothing else happens any more.
void FirmwareCore::check_wait() {
  const std::uint64_t cycles = core_->cycles() - wait_.begun_cycles;
  const sc_core::sc_time time = sc_core::sc_time_stamp() - wait_.begun;
  if (commands_->waiting() != 0) {
    if (cycles > most_unserved_cycles_ || time > most_unserved_time_) {
      Stop stop;
      stop.pc = core_->pc();
      fail(stop, unserved());
    }
    return;
  }
  constexpr std::uint64_t kWakes = 1000;
  const sc_core::sc_time minute(60, sc_core::SC_SEC);
  if (wait_.wakes > kWakes && (cycles > most_cycles_ || time > minute)) {
    only_wakes_itself_ = true;
    sc_core::sc_pause();
  }
}

std::string FirmwareCore::unserved() const {
  const std::size_t waiting = commands_->waiting();
  return fmt::format(
      "it serves no command: {} {}, and in {} wakes, {} cycles and {:.3f} s of simulated time it "
      "has "
      "{}",
      waiting, waiting == 1 ? "waits" : "wait", wait_.wakes, core_->cycles() - wait_.begun_cycles,
      (sc_core::sc_time_stamp() - wait_.begun).to_seconds(),
      wait_.command_taken ? "given the port no order (HS_PORT_GO)"
                          : "not taken it from the port (HS_PORT_NEXUS)");
}

// What an access says of how far the firmware is.
void FirmwareCore::note_access(const Stop& stop) {
  const std::uint32_t address = stop.address - HS_MAP_REGISTERS;
  if (stop.reason == StopReason::store) {
    if (address == HS_PORT_GO + 4) {
      begin_wait();
    }
  } else if (address == HS_INTERRUPT_CAUSE) {
    looked_ = sc_core::sc_time_stamp();
    causes_read_ = true;
  } else if (address == HS_PORT_NEXUS) {
    wait_.command_taken = true;
  }
}

void FirmwareCore::act(const Stop& stop) {
  note_start();
  note_choice();
  note_access(stop);
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
    if (std::string_view(report.get_msg_type()) != "headstack/cpu") {
      throw;  // not the firmware's fault
    }
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

// Why it has come to an ebreak of its own. What the image refuses of its parameter block is bad
// input.
void FirmwareCore::fail_itself(const Stop& stop) const {
  constexpr unsigned kA0 = 10;
  constexpr unsigned kA1 = 11;
  const std::uint32_t why = core_->register_value(kA0);
  const std::uint32_t detail = core_->register_value(kA1);
  const auto in = [&](const char* function) {
    const ElfImage::Symbol* symbol = image_.symbol(function);
    return symbol != nullptr && stop.pc - symbol->address < symbol->bytes;
  };
  const bool says = image_.symbols().empty() || in("hs_image_stop") || in("hs_image_trap");
  switch (says ? why : 0) {
    case HS_BLOCK_NO_BLOCK:
    case HS_BLOCK_OTHER:
    case HS_BLOCK_SIZE:
    case HS_BLOCK_DAMAGED:
      refuse("it takes no parameter block of this version: build it anew");
    case HS_BLOCK_NO_SCHEDULER:
      refuse(fmt::format("it has no scheduler '{}'{}", scheduler_, others(memories_, detail)));
    case HS_BLOCK_NO_MEMORY:
      refuse(fmt::format("its RAM of {} bytes is not enough", memories_.ram.size()));
    case HS_STOP_NO_ROOM:
      refuse(fmt::format("its RAM of {} bytes is not enough, {} would be", memories_.ram.size(),
                         detail));
    case HS_STOP_RETURNED:
      fail(stop, "hs_image_main has returned, which it must not");
    case HS_STOP_TRAP:
      fail(stop, fmt::format("it has taken a trap (mcause {})", detail));
    default:
      fail(stop, fmt::format("it stops itself (ebreak) with {:#x} in a0", why));
  }
}

std::string FirmwareCore::not_at_rest() const {
  return fmt::format("it has not come to a rest (wfi, and no interrupt pending) in {} cycles{}",
                     most_cycles_,
                     causes_ == 0 || causes_read_
                         ? ""
                         : "; an interrupt is pending until the firmware reads HS_INTERRUPT_CAUSE");
}

// In words, why a stop is no access and no sleep.
std::string FirmwareCore::fault_of(const Stop& stop) const {
  if (stop.reason == StopReason::limit) {
    return not_at_rest();
  }
  if (stop.reason != StopReason::fault) {
    return fmt::format("an access of {} bytes to the register at {:#010x}, which is of words",
                       stop.bytes, stop.address);
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
