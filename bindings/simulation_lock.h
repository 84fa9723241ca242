// SystemC belongs to one thread at a time: its state is a set of globals. Whoever enters it holds
// the lock of this file; whatever is called from inside it, and is Python, gives the lock up.
#pragma once

#include <functional>
#include <mutex>
#include <optional>

#include <pybind11/pybind11.h>

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

// os.fork waits for the lock, so that a child finds it free, and SystemC whole.
void hold_simulation_at_forks();

}  // namespace headstack
