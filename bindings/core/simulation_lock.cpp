#include "bindings/core/simulation_lock.h"

#include <utility>

#include "model/base/interruption.h"

namespace headstack {

namespace py = pybind11;
using namespace pybind11::literals;

namespace {

std::mutex& systemc() {
  static std::mutex mutex;
  return mutex;
}

// Takes the lock while this thread holds the GIL, but does not wait for the lock with the GIL held.
// Two threads could otherwise each hold one of the two, and the threads would switch at every call.
void lock_systemc() {
  while (!systemc().try_lock()) {
    const py::gil_scoped_release released;
    const std::lock_guard<std::mutex> until_free(systemc());
  }
}

thread_local std::exception_ptr raised;

// Runs the handlers of pending signals, outside SystemC, because a handler may run drives. True: a
// handler has raised an exception.
bool signal_has_raised() {
  const InPython python;
  if (PyErr_CheckSignals() == 0) {
    return false;
  }
  raised = std::make_exception_ptr(py::error_already_set());
  return true;
}

}  // namespace

void handle_signals_in_simulations() { ask_for_interrupts(&signal_has_raised); }

std::exception_ptr raised_by_signal() { return std::exchange(raised, nullptr); }

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

// NOLINTNEXTLINE(bugprone-exception-escape): pybind11 throws without an interpreter
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
