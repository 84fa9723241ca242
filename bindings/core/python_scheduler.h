// Schedulers written in Python: operations of the firmware's table that call a Python object.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <variant>

#include <pybind11/pybind11.h>

#include "bindings/core/waiting_queue.h"
#include "model/config/tables/firmware_params.h"

namespace headstack {

class PythonScheduler : public ForeignScheduler {
 public:
  // Callables, as described in docs/use/python-schedulers.md. None: the scheduler does not define
  // the operation. `pick` is never None.
  struct Operations {
    pybind11::object init;
    pybind11::object arrival;
    pybind11::object pick;
    pybind11::object remove;
    pybind11::object completion;
  };

  // Messages contain `name`. `needs` is a combination of HS_NEEDS_*. Throws ConfigError if `knows`
  // is not a known level.
  PythonScheduler(std::string name, const std::string& knows, std::uint32_t needs,
                  Operations operations);
  PythonScheduler(const PythonScheduler&) = delete;
  PythonScheduler& operator=(const PythonScheduler&) = delete;
  ~PythonScheduler() override = default;

  void check() override;
  const hs_scheduler_ops* ops() const { return &table_.ops; }

 private:
  struct Table {
    hs_scheduler_ops ops{};  // first member: the firmware passes its address back
    PythonScheduler* self = nullptr;
  };

  static PythonScheduler& of(const hs_scheduler* scheduler);
  template <typename Work>
  void guarded(const hs_scheduler& scheduler, const hs_drive_view* view, const Work& work);
  void init(const hs_scheduler& s);
  void arrival(const hs_scheduler& s, std::uint32_t task);
  std::uint32_t pick(hs_scheduler& s, const hs_drive_view& view);
  void remove(const hs_scheduler& s, std::uint32_t task);
  void completion(const hs_scheduler& s, const hs_task& task, const hs_drive_view& view);
  std::size_t row_from(const pybind11::object& found) const;

  std::string name_;
  Operations python_;
  std::shared_ptr<SchedulerCall> call_;
  std::shared_ptr<WaitingQueue> queue_;
  pybind11::object py_queue_;
  Table table_;
  std::exception_ptr failure_;
  bool told_ = false;
};

// A scheduler of the firmware, or a scheduler written in Python.
using AnyScheduler = std::variant<SchedulerSpec, std::shared_ptr<PythonScheduler>>;

SchedulerSpec spec_of(const AnyScheduler& scheduler);

void bind_python_schedulers(pybind11::module_& m);

}  // namespace headstack
