// The Disk Mimic's tables in Python: bindings/lab/headstack/_core.pyi is the contract.
#pragma once

#include <pybind11/pybind11.h>

#include "model/host/mimic.h"
#include "model/run/simulation.h"

namespace headstack {

// Returns the times that the run's scheduler has learnt: for each kind of request its distances,
// counts and means in ns. The tuple also has the number of samples refused because memory was
// short, and the bytes used. Returns None if the run's scheduler does not learn.
pybind11::object learnt(const RunOutput& output);

void bind_mimic(pybind11::module_& m);

}  // namespace headstack
