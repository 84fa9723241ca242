// The Disk Mimic's tables in Python: bindings/lab/headstack/_core.pyi is the contract.
#pragma once

#include <pybind11/pybind11.h>

#include "model/host/mimic.h"
#include "model/run/simulation.h"

namespace headstack {

// What a run has learnt: for each kind of request distance, count and mean in ns; the requests
// refused for want of memory; the bytes used. None if its scheduler does not learn.
pybind11::object learnt(const RunOutput& output);

void bind_mimic(pybind11::module_& m);

}  // namespace headstack
