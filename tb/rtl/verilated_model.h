// A Verilated model that is told when its simulation is over.
#pragma once

#include <cstdlib>
#include <memory>

namespace headstack {

template <class Model>
struct EndOfModel {
  void operator()(Model* model) const {
    model->final();
#ifndef HEADSTACK_COVERAGE_BUILD  // a coverage build writes its counters at the very end
    delete model;
#endif
  }
};

template <class Model>
class VerilatedModel {
 public:
#ifdef HEADSTACK_BUGS  // bug_i selects the active mutant of the netlist; see tb/rtl/mutation
  VerilatedModel() { model_->bug_i = std::atoi(std::getenv("HEADSTACK_BUG")); }
#endif
  Model* operator->() const { return model_.get(); }
  const Model& operator*() const { return *model_; }

 private:
  std::unique_ptr<Model, EndOfModel<Model>> model_{new Model};
};

}  // namespace headstack
