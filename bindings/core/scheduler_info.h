// The firmware's facts about its schedulers, in Python. bindings/lab/headstack/_core.pyi is the
// contract.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_schedulers(pybind11::module_& m);

}  // namespace headstack
