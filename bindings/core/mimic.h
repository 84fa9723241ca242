// The Disk Mimic's tables in Python: bindings/lab/headstack/_core.pyi is the contract.
#pragma once

#include <pybind11/pybind11.h>

#include "model/host/mimic.h"
#include "model/run/simulation.h"

namespace headstack {

// The result of learning in a run: for each kind of request the distances, counts and means in ns;
// the requests refused because memory was short; the bytes used. None if the run's scheduler does
// not learn.
pybind11::object learnt(const RunOutput& output);

void bind_mimic(pybind11::module_& m);

}  // namespace headstack
