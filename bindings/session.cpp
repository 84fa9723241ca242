// headstack._core.Session and HostCommand: bindings/headstack/_core.pyi is their contract.
#include "bindings/session.h"

#include <algorithm>
#include <memory>
#include <string>

#include <pybind11/stl.h>

#include "bindings/python_scheduler.h"
#include "model/host/session.h"

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

std::shared_ptr<HostCommand> submit(Session& session, const py::bytes& cdb, const py::bytes& data,
                                    std::size_t room, const std::string& attribute) {
  const std::string block = cdb;
  const std::string out = data;
  auto command = std::make_shared<HostCommand>();
  if (block.empty() || block.size() > command->cdb.size()) {
    throw ConfigError("cdb: " + std::to_string(block.size()) + " bytes; a command has 1 to 16");
  }
  std::copy(block.begin(), block.end(), command->cdb.begin());
  command->write = !out.empty();
  command->data.assign(out.begin(), out.end());
  if (out.empty()) {
    command->data.assign(room, 0);
  }
  command->attribute = attribute_of(attribute);
  session.submit(command);
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
      .def_readonly("response_bytes", &HostCommand::response_bytes)
      .def_readonly("submitted", &HostCommand::submitted)
      .def_readonly("finished", &HostCommand::finished);
  py::class_<Session>(m, "Session", py::is_final())
      .def(py::init([](const DriveConfig& drive, const AnyScheduler& scheduler, bool contents) {
             return std::make_unique<Session>(drive, spec_of(scheduler), contents);
           }),
           "drive"_a, "scheduler"_a, "contents"_a)
      .def("submit", &submit, "cdb"_a, py::kw_only(), "data"_a = py::bytes(), "room"_a = 0,
           "attribute"_a = "simple")
      .def("wait", &Session::wait, "command"_a)
      .def(
          "advance",
          [](Session& session, std::int64_t duration_ps) {
            session.advance(Picoseconds(duration_ps));
          },
          "duration_ps"_a)
      .def("settle", &Session::settle)
      .def("cut_power", &Session::cut_power)
      .def_property_readonly("now", [](const Session& session) { return session.now().count(); });
}

}  // namespace headstack
