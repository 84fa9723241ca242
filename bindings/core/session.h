// What bindings/core/session.cpp adds to headstack._core.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_session(pybind11::module_& m);

}  // namespace headstack
