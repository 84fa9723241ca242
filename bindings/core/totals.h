// What bindings/core/totals.cpp adds to headstack._core.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_totals(pybind11::module_& m);

}  // namespace headstack
