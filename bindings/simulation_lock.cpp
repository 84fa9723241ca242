#include "bindings/simulation_lock.h"

namespace headstack {

namespace py = pybind11;
using namespace pybind11::literals;

namespace {

std::mutex& systemc() {
  static std::mutex mutex;
  return mutex;
}

// Taken with the GIL in hand, but not waited for: threads that need both in turns would otherwise
// hold one each, and change places at every call.
void lock_systemc() {
  while (!systemc().try_lock()) {
    const py::gil_scoped_release released;
    const std::lock_guard<std::mutex> until_free(systemc());
  }
}

}  // namespace

InSimulation::InSimulation(Gil gil) {
  lock_systemc();
  lock_ = std::unique_lock<std::mutex>(systemc(), std::adopt_lock);
  if (gil == Gil::released) {
    released_.emplace();
  }
}

InPython::InPython() {
  systemc().unlock();
  gil_.emplace();
}

// NOLINTNEXTLINE(bugprone-exception-escape): pybind11 throws where there is no interpreter
InPython::~InPython() {
  lock_systemc();
  gil_.reset();
}

void hold_simulation_at_forks() {
  const py::cpp_function unlock([] { systemc().unlock(); });
  py::module_::import("os").attr("register_at_fork")(
      "before"_a = py::cpp_function([] { lock_systemc(); }), "after_in_parent"_a = unlock,
      "after_in_child"_a = unlock);
}

}  // namespace headstack
