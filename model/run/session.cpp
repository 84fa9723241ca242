#include "model/run/session.h"

#include "model/base/run_error.h"

namespace headstack {

namespace {

class Inside {
 public:
  explicit Inside(SimulationContext& context) : context_(context) { context_.enter(); }
  ~Inside() { context_.leave(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  SimulationContext& context_;
};

// Leaves the context at the end of a scope. The context stays alive.
class LeaveAtEnd {
 public:
  explicit LeaveAtEnd(SimulationContext& context) : context_(context) {}
  ~LeaveAtEnd() { context_.leave(); }
  LeaveAtEnd(const LeaveAtEnd&) = delete;
  LeaveAtEnd& operator=(const LeaveAtEnd&) = delete;

 private:
  SimulationContext& context_;
};

}  // namespace

Session::System::System(const DriveConfig& config, const SchedulerSpec& scheduler, bool contents)
    : host("host", kDrive), bus("bus"), drive("drive", config, scheduler, contents) {
  host.scsi.bind(bus.initiators);
  bus.targets.bind(drive.scsi);
}

Session::Session(const DriveConfig& drive, const SchedulerSpec& scheduler, bool contents)
    : scheduler_(scheduler) {
  system_ = std::make_unique<System>(drive, scheduler_, contents);
  scheduler_.check();
  system_->host.on_end = [this](const HostCommand& command) {
    ended_ = true;
    if (&command == awaited_ || awaits_any_) {
      Agenda::current().pause();
    }
  };
  try {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  } catch (const sc_core::sc_report& report) {
    throw_report(report);
  }
  const LeaveAtEnd leave(context_);
}

Session::~Session() {
  context_.enter();
  system_.reset();
}

void Session::check() {
  scheduler_.check();
  system_->drive.check_records();
}

template <typename Work>
void Session::inside(const Work& work) {
  const Inside inside(context_);
  try {
    work();
  } catch (const sc_core::sc_report& report) {
    throw_report(report);
  }
  now_ = Picoseconds(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()));
}

void Session::keep_in(const std::string& file) { system_->drive.keep_contents_in(file); }

void Session::write_waves(const WaveTarget& target, const DriveConfig& config) {
  inside([&] { system_->drive.write_waves(target, config); });
}

void Session::finish_waves() {
  inside([&] { system_->drive.finish_records(); });
}

void Session::submit(const std::shared_ptr<HostCommand>& command) {
  inside([&] { system_->host.submit(command); });
}

bool Session::wait(const HostCommand& command) {
  inside([&] {
    awaited_ = &command;
    while (command.state == HostCommand::State::under_way && sc_core::sc_pending_activity()) {
      sc_core::sc_start();
      check();
    }
    awaited_ = nullptr;
  });
  return command.state != HostCommand::State::under_way;
}

bool Session::run_until(std::optional<Picoseconds> end) {
  inside([&] {
    ended_ = false;
    awaits_any_ = true;
    if (end) {
      run_to(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(end->count())));
      system_->drive.move_contents();
    } else {
      run_to_last_event();
    }
    awaits_any_ = false;
  });
  return ended_;
}

void Session::run_to(const sc_core::sc_time& end) {
  while (!ended_ && sc_core::sc_time_stamp() < end) {
    sc_core::sc_start(end - sc_core::sc_time_stamp());
    check();
  }
}

void Session::run_to_last_event() {
  while (!ended_ && sc_core::sc_pending_activity()) {
    sc_core::sc_start();  // with a duration, time would pass to the end of the duration
    check();
  }
}

std::optional<Picoseconds> Session::next_event() {
  std::optional<Picoseconds> next;
  inside([&] {
    if (sc_core::sc_pending_activity()) {
      const sc_core::sc_time at = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
      next = Picoseconds(static_cast<std::int64_t>(at.value()));
    }
  });
  return next;
}

void Session::advance(Picoseconds duration) {
  if (duration.count() == 0) {
    return;  // a start for no time would cause a warning of SystemC
  }
  inside([&] {
    const sc_core::sc_time end =
        sc_core::sc_time_stamp() +
        sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(duration.count()));
    while (sc_core::sc_time_stamp() < end) {  // the simulation may pause before `end`
      sc_core::sc_start(end - sc_core::sc_time_stamp());
      check();
    }
  });
}

void Session::settle() {
  inside([&] {
    const auto over = [this] {
      return !sc_core::sc_pending_activity() ||
             (system_->host.under_way() == 0 && system_->drive.cpu.only_wakes_itself());
    };
    while (!over()) {
      sc_core::sc_start();
      check();
    }
  });
}

void Session::cut_power() {
  inside([&] {
    system_->drive.cut_power();
    check();
  });
}

}  // namespace headstack
