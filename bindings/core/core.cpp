// The Python module headstack._core: bindings/lab/headstack/_core.pyi is its contract.
#include <exception>
#include <utility>

#include <pybind11/pybind11.h>

#include "bindings/core/drive_config.h"
#include "bindings/core/mimic.h"
#include "bindings/core/python_scheduler.h"
#include "bindings/core/random.h"
#include "bindings/core/results.h"
#include "bindings/core/runs.h"
#include "bindings/core/scheduler_info.h"
#include "bindings/core/session.h"
#include "bindings/core/setup.h"
#include "bindings/core/simulation_lock.h"
#include "bindings/core/totals.h"
#include "bindings/core/workloads.h"
#include "code_hash.h"

namespace py = pybind11;

// libsystemc refers to this symbol. An extension has no main function that could define it.
extern "C" __attribute__((visibility("default"))) int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

namespace {

// Registers ConfigError. The attribute `argument` of the Python class names the wrong argument, or
// is None.
void register_config_error(py::module_& m) {
  const py::exception<headstack::ConfigError> made(m, "ConfigError", PyExc_ValueError);
  made.attr("argument") = py::none();
  py::register_exception_translator([](std::exception_ptr raised) {
    try {
      std::rethrow_exception(std::move(raised));
    } catch (const headstack::ConfigError& error) {
      const py::object kind = py::module_::import("headstack._core").attr("ConfigError");
      const py::object raising = kind(error.what());
      if (!error.argument().empty()) {
        raising.attr("argument") = error.argument();
      }
      PyErr_SetObject(kind.ptr(), raising.ptr());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "The compiled part of headstack.";
  m.attr("__version__") = HEADSTACK_VERSION;
  m.attr("CODE_SHA256") = HEADSTACK_CODE_SHA256;
  register_config_error(m);
  py::register_exception<headstack::RunError>(m, "RunError", PyExc_RuntimeError);
  headstack::bind_drive_config(m);
  headstack::bind_schedulers(m);
  headstack::bind_python_schedulers(m);
  headstack::bind_mimic(m);
  headstack::bind_random(m);
  headstack::bind_setup(m);
  headstack::bind_results(m);
  headstack::bind_totals(m);
  headstack::bind_workloads(m);
  headstack::bind_runs(m);
  headstack::bind_session(m);
  headstack::hold_simulation_at_forks();
  headstack::handle_signals_in_simulations();
}
