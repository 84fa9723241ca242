// headstack._core.Random: the model's random numbers, a column at a time.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_random(pybind11::module_& m);

}  // namespace headstack
