#include "model/boxes/controller_cpu/firmware_core.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <systemc>

#include "model/base/interruption.h"
#include "model/base/run_error.h"
#include "model/boxes/controller_cpu/core_image.h"
#include "model/boxes/controller_cpu/decision_shadow.h"
#include "model/boxes/controller_cpu/stop_reasons.h"
#include "model/processor/iss/iss.h"

extern "C" {
#include <hal/hal.h>
}

namespace headstack {

namespace {

// Lock-step compares the start of a task with the waiting tasks of that instant.
void check_lockstep(const ImageState& state, bool takes_time) {
  if (takes_time) {
    throw ConfigError(
        "key `controller.lockstep`: compares decisions of code that takes no time: leave "
        "controller.clock out");
  }
  if (!state.publishes_starts()) {
    throw ConfigError(
        "key `controller.lockstep`: the image does not say which task it starts: its constant "
        "hs_image_layout lacks HS_LAYOUT_STARTS or HS_LAYOUT_ACTIVE_TASK");
  }
}

}  // namespace

FirmwareCore::FirmwareCore(sc_core::sc_module_name name, const CoreSetup& setup,
                           const hs_firmware_config& config, hs_hal& hal,
                           const std::uint32_t& causes, const Wire<Commands>& commands,
                           Stopwatch& stopwatch)
    : sc_module(name),
      image_(read_image(setup)),
      memories_(memories_of(image_, setup, config)),
      core_(make_core(setup.kind, memories_, setup.waits)),
      state_(image_, memories_),
      hal_(hal),
      causes_(causes),
      stopwatch_(stopwatch),
      service_(setup, commands),
      scheduler_(config.scheduler->name),
      answers_at_(setup.answers_at),
      cycle_(setup.cycle),
      most_cycles_(setup.most_cycles) {
  const ElfImage::Symbol* choice = image_.symbol("hs_task_queue_next");
  if (choice != nullptr && stop_at(choice->address, true)) {
    choice_ = choice->address;
  }
  timer_.calls<&FirmwareCore::due>(*this);
  if (!setup.lockstep.empty()) {
    check_lockstep(state_, takes_time());
    shadow_ = std::make_unique<DecisionShadow>(setup.lockstep, config, hal, state_);
    times_.compared = 0;
  }
}

FirmwareCore::~FirmwareCore() = default;

// Runs the start-up, which is complete before power on.
void FirmwareCore::start_of_simulation() {
  run_to_rest();
  starts_ = state_.starts();
  times_ = {};
  if (shadow_ != nullptr) {
    times_.compared = 0;
  }
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

// True: the core reports calls. The first caller makes the core report them.
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

std::vector<std::string> FirmwareCore::functions() {
  return takes_time() && follow_calls() ? calls_->functions() : std::vector<std::string>{};
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

// --- without time for code -----------------------------------------------------------------------

void FirmwareCore::run_to_rest() {
  begin_handler();
  for (asked_ = step(); asked_.reason != StopReason::waiting; asked_ = step()) {
    act(asked_);
  }
  rest();
}

// --- with time for code --------------------------------------------------------------------------

// Runs up to the next stop, and sets the timer for the time of this stop.
void FirmwareCore::run_on() {
  asked_ = step();
  timer_.set(at(core_->cycles()) - agenda_.now());
}

// Returns the instant at which the processor's count of cycles is `cycles`. Precondition: the
// instant is not before the processor woke.
sc_core::sc_time FirmwareCore::at(std::uint64_t cycles) const {
  const std::uint64_t taken = cycles - woken_cycles_;
  return woken_ + sc_core::sc_time::from_value(taken * static_cast<std::uint64_t>(cycle_.count()));
}

// True: the read that is due has no answer yet. The read becomes due again when the answer is
// there.
bool FirmwareCore::waits() {
  if (asked_.reason != StopReason::load || !answers_at_) {
    return false;
  }
  const sc_core::sc_time now = agenda_.now();
  const sc_core::sc_time answer = answers_at_(asked_.address - HS_MAP_REGISTERS);
  if (answer <= now) {
    return false;
  }
  const auto cycle = static_cast<std::uint64_t>(cycle_.count());
  const std::uint64_t cycles = ((answer - now).value() + cycle - 1) / cycle;
  core_->wait(cycles);
  timer_.set(sc_core::sc_time::from_value(cycles * cycle));
  return true;
}

void FirmwareCore::due() {
  if (!timer_.rings() || waits()) {
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
  woken_ = agenda_.now();
  woken_cycles_ = core_->cycles();
  service_.woken(causes_, woken_cycles_);
}

void FirmwareCore::rest() {
  note_choice();
  times_.cycles += core_->cycles() - woken_cycles_;
  note_start();
  compare_start();
  check_service();
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
  } catch (const RunError& error) {  // the kernel would change this exception
    SC_REPORT_FATAL("headstack/cpu", error.what());
  }
  return {};  // a fatal report throws
}

// Returns the number of cycles that the handler may still take.
std::uint64_t FirmwareCore::cycles_left() const {
  const std::uint64_t taken = core_->cycles() - woken_cycles_;
  return taken < most_cycles_ ? most_cycles_ - taken : 0;
}

// Runs a slice of cycles. A slice takes about 50 ms of wall time on the slowest core. The debugger
// has its own slices.
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
  if (stop.reason == StopReason::limit) {
    fail(stop, not_at_rest());
  }
  if (stop.reason == StopReason::fault ||
      (stop.reason != StopReason::waiting && !RegisterWindow::whole(stop))) {
    fail(stop, fault_of({image_, memories_, *core_}, stop));
  }
  if (stop.reason == StopReason::waiting && causes_ != 0) {
    fail(stop,
         "it sleeps (wfi) while an interrupt is pending, and does not wake: it has not enabled the "
         "external interrupt (bit 11 of mie)");
  }
  return stop;
}

void FirmwareCore::check_service() {
  const std::string wrong = service_.rested(core_->cycles());
  if (!wrong.empty()) {
    Stop stop;
    stop.pc = core_->pc();
    fail(stop, wrong);
  }
  if (service_.only_wakes_itself()) {
    agenda_.pause();
  }
}

void FirmwareCore::act(const Stop& stop) {
  note_start();
  compare_start();
  note_choice();
  if (stop.reason == StopReason::load && stop.address == HS_MAP_REGISTERS + HS_INTERRUPT_CAUSE) {
    looked_ = agenda_.now();
  }
  service_.accessed(stop, core_->cycles());
  try {
    const std::uint32_t value = window_.access(
        stop, [this](std::uint32_t address) { return load(address); },
        [this](std::uint32_t address, std::uint64_t written) { store(address, written); });
    if (stop.reason == StopReason::load) {
      core_->answer(value);
    }
  } catch (const sc_core::sc_report& report) {
    if (std::string_view(report.get_msg_type()) != "headstack/cpu") {
      throw;  // not a fault of the firmware
    }
    fail(stop, report.get_msg());
  }
}

std::uint64_t FirmwareCore::load(std::uint32_t address) {
  const std::uint64_t value = hs_read(&hal_, address);
  if (shadow_ != nullptr) {
    shadow_->loaded(address, value);
  }
  return value;
}

void FirmwareCore::store(std::uint32_t address, std::uint64_t value) {
  if (shadow_ != nullptr) {
    shadow_->storing(address, value);
  }
  hs_write(&hal_, address, value);
}

// Notes the start of a task. The task counts as begun when the handler read the causes. The task
// had already arrived at this time. The other facts are known when the firmware comes to rest.
void FirmwareCore::note_start() {
  const std::uint64_t starts = state_.starts();
  if (starts == starts_ && !starting_) {
    return;
  }
  if (starts != starts_) {
    started_ = looked_;
    compares_ = shadow_ != nullptr;
  }
  starts_ = starts;
  starting_ = true;
  stopwatch_.begin(
      static_cast<std::int64_t>(started_.value()),
      {state_.hit(), state_.predicted_media(), starts, state_.held(), state_.inserted()});
}

// Compares the task that has begun with the choice of a scheduler on this machine.
void FirmwareCore::compare_start() {
  if (!compares_ || !state_.busy()) {
    return;
  }
  compares_ = false;
  const std::string difference = shadow_->started(static_cast<std::uint16_t>(state_.read().tag));
  times_.compared = shadow_->compared();
  if (!difference.empty()) {
    SC_REPORT_FATAL(
        "headstack/lockstep",
        fmt::format("at {:.6f} ms, {}", started_.to_seconds() * 1e3, difference).c_str());
  }
}

// Notes the start or the end of a decision.
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
  if (watch_ != nullptr && takes_time()) {
    watch_->decided(static_cast<std::int64_t>(at(choice_begun_).value()),
                    static_cast<std::int64_t>(at(core_->cycles()).value()));
  }
  stop_at(choice_return_, false);
  choice_made_ = true;
}

// Notes whether a decision was hidden. Called at the simulation's first instant after the decision.
void FirmwareCore::note_choice() {
  if (choice_made_ && choice_behind_a_task_ && (causes_ & HS_CAUSE_PORT) == 0) {
    times_.hidden++;
  }
  choice_made_ = false;
}

// The image has stopped itself.
void FirmwareCore::fail_itself(const Stop& stop) const {
  const OwnStop own = own_stop({image_, memories_, *core_}, stop, scheduler_);
  if (own.bad_input) {
    SC_REPORT_FATAL(kConfigReport, fmt::format("the firmware's image: {}", own.why).c_str());
  }
  fail(stop, own.why);
}

std::string FirmwareCore::not_at_rest() const {
  return fmt::format("it has not come to a rest (wfi, and no interrupt pending) in {} cycles{}",
                     most_cycles_,
                     causes_ == 0 || service_.causes_read()
                         ? ""
                         : "; an interrupt is pending until the firmware reads HS_INTERRUPT_CAUSE");
}

// Shows GDB the place of a failure. If GDB ends the run here, nothing changes, because the run ends
// anyway.
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
