// The part of headstack._core that bindings/core/totals.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_totals(pybind11::module_& m);

}  // namespace headstack
