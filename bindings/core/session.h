// The part of headstack._core that bindings/core/session.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_session(pybind11::module_& m);

}  // namespace headstack
