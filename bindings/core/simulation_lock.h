// SystemC's state is a set of globals. Only one thread at a time may therefore use SystemC. A
// thread that enters SystemC holds the lock of this file. A call of Python from inside SystemC
// releases the lock.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>

#include "model/base/run_error.h"
#include "model/run/simulation_context.h"

namespace headstack {

// While an object of this class lives, its thread may use SystemC. The constructor waits with the
// GIL released, so the holder of the lock can always get the GIL. Precondition of the constructor:
// the thread holds the GIL.
class InSimulation {
 public:
  enum class Gil {
    kept,     // keeps the GIL: for code that shares objects with Python, and calls it often
    released  // releases the GIL: other Python threads run meanwhile
  };

  explicit InSimulation(Gil gil);
  ~InSimulation() = default;
  InSimulation(const InSimulation&) = delete;
  InSimulation& operator=(const InSimulation&) = delete;

 private:
  std::unique_lock<std::mutex> lock_;
  std::optional<pybind11::gil_scoped_release> released_;  // taken again before the lock is released
};

// A call of Python inside InSimulation. While the object lives, its thread has the GIL and is
// outside SystemC. The callee and other threads may therefore run drives.
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

// Calls `call` outside SystemC.
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

// Handles signals while a simulation runs. Ctrl-C ends the simulation of the main thread.
void handle_signals_in_simulations();

// Returns the exception of a signal handler that ended this thread's simulation. Null: no
// exception. The call forgets the exception.
std::exception_ptr raised_by_signal();

// Calls `work`, which enters a simulation. Throws any exception that a signal raises in it.
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

// os.fork waits for the lock. A child then finds the lock free, and SystemC in a valid state.
void hold_simulation_at_forks();

}  // namespace headstack
