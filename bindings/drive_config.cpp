// headstack._core.DriveConfig: a drive's description.
#include "bindings/drive_config.h"

#include <string>

#include <pybind11/stl.h>

#include "model/config/bus_timing.h"
#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

std::uint32_t blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().block_count;
}

// Of the outermost zone.
std::uint32_t track_blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().zones[0].sectors_per_track;
}

}  // namespace

void bind_drive_config(py::module_& m) {
  py::class_<DriveConfig>(m, "DriveConfig", py::is_final())
      .def_static(
          "load", [](const std::string& path) { return load_drive(path); }, "path"_a)
      .def_readonly("name", &DriveConfig::name)
      .def_readonly("description", &DriveConfig::description)
      .def_readonly("source", &DriveConfig::source)
      .def_property_readonly("blocks", &blocks_of)
      .def_property_readonly("bytes_per_block",
                             [](const DriveConfig& d) { return d.layout.bytes_per_sector; })
      .def_property_readonly("revolution_ps",
                             [](const DriveConfig& d) { return revolution_of(d.spindle).count(); })
      .def_property_readonly("queue_depth", [](const DriveConfig& d) { return d.queue.depth; })
      .def_property_readonly("track_blocks", &track_blocks_of)
      .def(
          "negotiated",
          [](const DriveConfig& drive, std::uint32_t width_bits, std::int64_t transfer_period_ps) {
            return negotiated(drive, {width_bits, Picoseconds(transfer_period_ps)});
          },
          "width_bits"_a, "transfer_period_ps"_a)
      .def_readonly("fitted", &DriveConfig::fitted)
      .def("value", &value_of, "key"_a)
      .def("with_value", &with_value, "key"_a, "toml"_a)
      .def("to_toml", &to_toml);
}

}  // namespace headstack
