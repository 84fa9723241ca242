// SystemC belongs to one thread at a time: its state is a set of globals. Whoever enters it holds
// the lock of this file; whatever is called from inside it, and is Python, gives the lock up.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>

#include "model/base/run_error.h"
#include "model/run/simulation_context.h"

namespace headstack {

// While it lives, this thread may enter SystemC. It waits with the GIL released, so whoever has the
// lock can always get the GIL. Made with the GIL held.
class InSimulation {
 public:
  enum class Gil {
    kept,     // for what shares objects with Python, and calls it often
    released  // other Python threads run meanwhile
  };

  explicit InSimulation(Gil gil);
  ~InSimulation() = default;
  InSimulation(const InSimulation&) = delete;
  InSimulation& operator=(const InSimulation&) = delete;

 private:
  std::unique_lock<std::mutex> lock_;
  std::optional<pybind11::gil_scoped_release> released_;  // given back before the lock is
};

// Inside of InSimulation, for a call of Python: this thread has the GIL and is outside of SystemC,
// so the callee may run drives, and so may other threads.
class InPython {
 public:
  InPython();
  ~InPython();
  InPython(const InPython&) = delete;
  InPython& operator=(const InPython&) = delete;

 private:
  OutsideContext outside_;
  std::optional<pybind11::gil_scoped_acquire> gil_;
};

// `call`, made outside of SystemC.
template <typename Result, typename Argument>
std::function<Result(Argument)> outside(std::function<Result(Argument)> call) {
  if (!call) {
    return nullptr;
  }
  return [call = std::move(call)](Argument argument) {
    const InPython python;
    return call(argument);
  };
}

// Lets signals be handled while a simulation runs: Ctrl-C ends it, in the main thread.
void handle_signals_in_simulations();

// What a handler of a signal has raised during this thread's simulation, which it has ended; null:
// nothing. It is then forgotten.
std::exception_ptr raised_by_signal();

// `work`, which enters a simulation; what a signal raises in it comes out of here.
template <typename Work>
auto interruptible(const Work& work) {
  try {
    return work();
  } catch (const RunError&) {
    if (const std::exception_ptr raised = raised_by_signal(); raised != nullptr) {
      std::rethrow_exception(raised);
    }
    throw;
  }
}

// os.fork waits for the lock, so that a child finds it free, and SystemC whole.
void hold_simulation_at_forks();

}  // namespace headstack
