// What bindings/core/drive_config.cpp adds to headstack._core.
#pragma once

#include <pybind11/pybind11.h>

namespace headstack {

void bind_drive_config(pybind11::module_& m);

}  // namespace headstack
