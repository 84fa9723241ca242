// The part of headstack._core that bindings/core/drive_config.cpp adds.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_drive_config(pybind11::module_& m);

}  // namespace headstack
