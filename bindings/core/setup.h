// The part of headstack._core that bindings/core/setup.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_setup(pybind11::module_& m);

}  // namespace headstack
