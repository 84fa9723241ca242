// headstack._core.Session and HostCommand: bindings/lab/headstack/_core.pyi is their contract.
#include "bindings/core/session.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bindings/core/simulation_lock.h"
#include "model/base/during.h"
#include "model/run/session.h"
#include "model/run/simulation.h"

extern "C" {
#include <controller/command.h>
#include <controller/vendor_pages.h>
}

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

QueueAttribute attribute_of(const std::string& name) {
  if (name == "simple") {
    return QueueAttribute::simple;
  }
  if (name == "ordered") {
    return QueueAttribute::ordered;
  }
  if (name == "head of queue") {
    return QueueAttribute::head_of_queue;
  }
  throw ConfigError("attribute '" + name + "' is not known; 'simple', 'ordered', 'head of queue'");
}

TaskFunction function_of(const std::string& name) {
  static constexpr std::pair<const char*, TaskFunction> kFunctions[] = {
      {"abort task", TaskFunction::abort_task},
      {"abort task set", TaskFunction::abort_task_set},
      {"clear task set", TaskFunction::clear_task_set},
      {"logical unit reset", TaskFunction::logical_unit_reset},
      {"nexus loss", TaskFunction::nexus_loss}};
  for (const auto& [known, function] : kFunctions) {
    if (name == known) {
      return function;
    }
  }
  throw ConfigError("function '" + name +
                    "' is not known; 'abort task', 'abort task set', 'clear task set', "
                    "'logical unit reset', 'nexus loss'");
}

void set_priority(HostCommand& command, unsigned priority) {
  if (priority > HS_PRIORITIES) {
    throw ConfigError("priority", fmt::format(" {}: from 1, the highest, to {}; 0 for none",
                                              priority, HS_PRIORITIES));
  }
  command.priority = static_cast<std::uint8_t>(priority);
}

// The host and the unit that a command names.
void set_nexus(HostCommand& command, unsigned host, unsigned lun) {
  constexpr unsigned kMostLun = 255;
  if (host >= ScsiBus::kIds || host == Session::kDrive) {
    throw ConfigError(
        "host", fmt::format(" {}: a host's SCSI id is from 1 to {}", host, ScsiBus::kIds - 1));
  }
  if (lun > kMostLun) {
    throw ConfigError("lun", fmt::format(" {}: at most {}", lun, kMostLun));
  }
  command.host = static_cast<std::uint8_t>(host);
  command.lun = static_cast<std::uint8_t>(lun);
}

// A Session that is entered under the lock, and left while it calls Python.
class GuardedSession {
 public:
  // Only the drive, its scheduler, the contents and the waves of the setup matter.
  GuardedSession(const Setup& setup, const std::string& file) : scheduler_(setup.scheduler) {
    interruptible([&] {
      const InSimulation simulation(InSimulation::Gil::kept);
      session_.emplace(setup.drive, scheduler_, setup.contents);
      if (!setup.waves.file.empty()) {
        session_->write_waves(setup.waves, setup.drive);
      }
      if (!file.empty()) {
        session_->keep_in(file);
      }
    });
  }
  ~GuardedSession() {
    const InSimulation simulation(InSimulation::Gil::kept);
    session_.reset();
  }
  GuardedSession(const GuardedSession&) = delete;
  GuardedSession& operator=(const GuardedSession&) = delete;

  template <typename Work>
  auto inside(const Work& work) {
    return interruptible([&] {
      const InSimulation simulation(InSimulation::Gil::kept);
      if (entered_) {
        throw RunError(
            "the session is at work already: its own scheduler, or another thread while that "
            "decides, cannot give it commands");
      }
      const During entered(entered_);
      return work(*session_);
    });
  }

  std::int64_t now() const { return session_->now().count(); }

 private:
  SchedulerSpec scheduler_;  // a scheduler in Python is destroyed last, outside SystemC
  std::optional<Session> session_;
  bool entered_ = false;
};

void check_length(const std::string& block) {
  constexpr std::size_t kMost = 16;  // of a block whose length its operation code gives
  const auto code = static_cast<std::uint8_t>(block.empty() ? 0 : block[0]);
  const bool is_long = code == HS_VARIABLE_LENGTH;
  const std::size_t least = is_long ? HS_CDB_BYTES : hs_command_bytes(code);
  if (block.empty() || block.size() > (is_long ? HS_CDB_BYTES : kMost)) {
    throw ConfigError("cdb", fmt::format(": {} bytes; a command has 1 to {}, or {} with operation "
                                         "7fh",
                                         block.size(), kMost, HS_CDB_BYTES));
  }
  if (block.size() < least) {
    throw ConfigError(
        "cdb", fmt::format(": {} bytes; operation {:02x}h has {}", block.size(), code, least));
  }
}

std::shared_ptr<HostCommand> submit(GuardedSession& session, const py::bytes& cdb,
                                    const py::bytes& data, std::size_t room,
                                    const std::string& attribute, unsigned priority, unsigned host,
                                    unsigned lun) {
  const std::string block = cdb;
  const std::string out = data;
  auto command = std::make_shared<HostCommand>();
  check_length(block);
  std::copy(block.begin(), block.end(), command->cdb.begin());
  command->write = !out.empty();
  command->data.assign(out.begin(), out.end());
  if (out.empty()) {
    command->data.assign(room, 0);
  }
  command->attribute = attribute_of(attribute);
  set_priority(*command, priority);
  set_nexus(*command, host, lun);
  session.inside([&](Session& inner) { inner.submit(command); });
  return command;
}

std::shared_ptr<HostCommand> manage(GuardedSession& session, const std::string& function,
                                    const std::shared_ptr<HostCommand>& task, unsigned host,
                                    unsigned lun) {
  auto command = std::make_shared<HostCommand>();
  command->function = function_of(function);
  if ((command->function == TaskFunction::abort_task) != (task != nullptr)) {
    throw ConfigError("task", ": 'abort task' needs a command, and no other function has one");
  }
  command->task = task;
  set_nexus(*command, host, lun);
  session.inside([&](Session& inner) { inner.submit(command); });
  return command;
}

py::bytes as_bytes(const std::vector<std::uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void bind_session(py::module_& m) {
  using State = HostCommand::State;
  py::class_<HostCommand, std::shared_ptr<HostCommand>>(m, "HostCommand", py::is_final())
      .def_property_readonly("over",
                             [](const HostCommand& c) { return c.state != State::under_way; })
      .def_property_readonly("lost", [](const HostCommand& c) { return c.state == State::lost; })
      .def_readonly("status", &HostCommand::status)
      .def_property_readonly("sense", [](const HostCommand& c) { return as_bytes(c.sense); })
      .def_property_readonly("data", [](const HostCommand& c) { return as_bytes(c.data); })
      .def_readonly("moved_bytes", &HostCommand::moved_bytes)
      .def_readonly("submitted", &HostCommand::submitted)
      .def_readonly("finished", &HostCommand::finished);
  py::class_<GuardedSession>(m, "Session", py::is_final())
      .def(py::init<const Setup&, const std::string&>(), "setup"_a, "file"_a = "")
      .def("submit", &submit, "cdb"_a, py::kw_only(), "data"_a = py::bytes(), "room"_a = 0,
           "attribute"_a = "simple", "priority"_a = 0, "host"_a = 7, "lun"_a = 0)
      .def("manage", &manage, "function"_a, py::kw_only(),
           "task"_a = std::shared_ptr<HostCommand>(), "host"_a = 7, "lun"_a = 0)
      .def(
          "run_until",
          [](GuardedSession& session, std::optional<std::int64_t> end_ps) {
            const auto end = end_ps ? std::optional(Picoseconds(*end_ps)) : std::nullopt;
            return session.inside([&](Session& inner) { return inner.run_until(end); });
          },
          "end_ps"_a)
      .def("next_event",
           [](GuardedSession& session) -> std::optional<std::int64_t> {
             const auto next = session.inside([](Session& inner) { return inner.next_event(); });
             return next ? std::optional(next->count()) : std::nullopt;
           })
      .def(
          "wait",
          [](GuardedSession& session, const HostCommand& command) {
            return session.inside([&](Session& inner) { return inner.wait(command); });
          },
          "command"_a)
      .def(
          "advance",
          [](GuardedSession& session, std::int64_t duration_ps) {
            session.inside([&](Session& inner) { inner.advance(Picoseconds(duration_ps)); });
          },
          "duration_ps"_a)
      .def("settle",
           [](GuardedSession& session) { session.inside([](Session& inner) { inner.settle(); }); })
      .def("cut_power",
           [](GuardedSession& session) {
             session.inside([](Session& inner) { inner.cut_power(); });
           })
      .def("finish_waves",
           [](GuardedSession& session) {
             session.inside([](Session& inner) { inner.finish_waves(); });
           })
      .def_property_readonly("now", &GuardedSession::now);
}

}  // namespace headstack
