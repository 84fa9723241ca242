// headstack._core.DriveConfig: a drive's description.
#include "bindings/core/drive_config.h"

#include <filesystem>
#include <map>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <toml++/toml.h>

#include "bindings/core/named_tuple.h"
#include "model/config/bus_timing.h"
#include "model/config/drive_config.h"
#include "model/config/file/drive_file.h"
#include "model/config/keys/drive_keys.h"
#include "model/config/keys/key_kinds.h"
#include "model/config/keys/key_paths.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"

namespace headstack {

namespace py = pybind11;
using namespace py::literals;

namespace {

std::uint32_t blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().block_count;
}

// Sectors per track of the outermost zone.
std::uint32_t track_blocks_of(const DriveConfig& drive) {
  return DriveTables(drive).geometry().zones[0].sectors_per_track;
}

// The zones, as objects of the named tuple `zone`.
py::tuple zones_of(const DriveConfig& drive, const py::object& zone) {
  py::list zones;
  for (const ZoneConfig& one : drive.layout.zones) {
    zones.append(zone(one.first_cylinder, one.last_cylinder, one.sectors_per_track));
  }
  return py::tuple(zones);
}

using Blocks = py::array_t<std::int64_t, py::array::c_style>;

// Rows of cylinder, head, sector and angle, as the firmware maps blocks.
py::array_t<std::uint32_t> places_of(const DriveConfig& drive, const Blocks& blocks) {
  const DriveTables tables(drive);
  const hs_geometry& geometry = tables.geometry();
  if (blocks.ndim() != 1) {
    throw ConfigError("places: blocks must be an array of one dimension, not " +
                      std::to_string(blocks.ndim()));
  }
  py::array_t<std::uint32_t> places({py::ssize_t{4}, blocks.size()});
  auto out = places.mutable_unchecked<2>();
  const auto in = blocks.unchecked<1>();
  for (py::ssize_t i = 0; i < in.size(); ++i) {
    if (in(i) < 0 || in(i) >= std::int64_t{geometry.block_count}) {
      throw ConfigError("places: block " + std::to_string(in(i)) + " is not one of the drive's " +
                        std::to_string(geometry.block_count));
    }
    const hs_extent extent = hs_map_extent(&geometry, {static_cast<std::uint32_t>(in(i))}, 1);
    out(0, i) = extent.first.cylinder.value;
    out(1, i) = extent.first.head.value;
    out(2, i) = extent.first.sector.value;
    out(3, i) = extent.angle;
  }
  return places;
}

// Writes a Python value as text of a drive file.
std::string toml_of(const std::string& key, const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) {
    return value.cast<bool>() ? "true" : "false";
  }
  if (py::isinstance<py::str>(value)) {
    return TextKind{}.write(value.cast<std::string>());
  }
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) {
    std::string text;
    for (const py::handle& item : value) {
      text += (text.empty() ? "" : ", ") + toml_of(key, item);
    }
    return "[" + text + "]";
  }
  if (py::isinstance<py::dict>(value)) {
    std::string text;
    for (const auto& [name, item] : value.cast<py::dict>()) {
      text += (text.empty() ? "" : ", ") + TextKind{}.write(py::str(name).cast<std::string>()) +
              " = " + toml_of(key, item);
    }
    return "{" + text + "}";
  }
  if (py::isinstance<py::float_>(value)) {
    return py::repr(value);
  }
  if (PyIndex_Check(value.ptr()) != 0) {
    return py::str(py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr())));
  }
  throw ConfigError("key `" + key + "`: " + std::string(py::repr(value)) +
                    " is neither text, number, truth, list nor table; a quantity is text with its "
                    "unit, as in '0.42 ms'");
}

// Converts a value of a drive file to a Python value.
py::object from_toml(const toml::node& node) {
  if (const toml::array* array = node.as_array()) {
    py::list list;
    for (const toml::node& item : *array) {
      list.append(from_toml(item));
    }
    return list;
  }
  if (const toml::table* table = node.as_table()) {
    py::dict dict;
    for (const auto& [name, item] : *table) {
      dict[py::str(std::string(name.str()))] = from_toml(item);
    }
    return dict;
  }
  if (const auto* text = node.as_string()) {
    return py::str(text->get());
  }
  if (const auto* truth = node.as_boolean()) {
    return py::bool_(truth->get());
  }
  return py::int_(node.value<std::int64_t>().value());  // a bare number is a count
}

// Parses the text of a value to a Python value. Empty text gives None.
py::object from_text(const std::string& text) {
  if (text.empty()) {
    return py::none();
  }
  return from_toml(*toml::parse("value = " + text).get("value"));
}

// The units of "ms, s". No unit: an empty tuple.
py::tuple units_of(const ValueForm& form) {
  return form.units.empty() ? py::tuple() : py::tuple(py::str(form.units).attr("split")(", "));
}

// A row of the named tuple `row` for a key.
py::object key_row(const py::object& row, const std::string& path, const KeyFacts& key) {
  const ValueForm& form = key.form;
  return row(path, form.kind, form.list, form.unit, form.decimals, from_text(form.least),
             from_text(form.most), py::tuple(py::cast(form.choices)), key.optional, key.condition,
             key.description, units_of(form), key.required_without, key.needless_with);
}

// Returns the text of a change for with_values. Empty text removes the key.
std::string change_to(const std::string& key, const py::object& value) {
  return value.is_none() ? "" : toml_of(key, value);
}

using PyValues = std::map<std::string, py::object>;

Changes changes_of(const PyValues& values) {
  Changes changes;
  for (const auto& [key, value] : values) {
    changes.emplace_back(key, change_to(key, value));
  }
  return changes;
}

// Binds the class of a key's row and the function that returns all rows.
py::object bind_drive_key(py::module_& m) {
  py::object row = named_tuple(
      m, "DriveKey", "A key of a drive file: what may be written there, and what it means.",
      {{"path", "Its name as `DriveConfig.value` takes it; keys of zones are those of zone 0."},
       {"kind",
        "Kind of value, one of those in docs/reference/drive-files.md: 'time', 'whole number'."},
       {"is_list", "Whether it is a list of such values."},
       {"unit", "Unit in which `DriveConfig.value` has it; '' for none."},
       {"decimals", "How many decimals the number may have, in that unit."},
       {"least", "Least value allowed, as `DriveConfig.value` has it; None: there is no range."},
       {"greatest", "Greatest value allowed; None: there is no range."},
       {"choices", "The words that are allowed, if it is a word; else empty."},
       {"optional", "Whether it may be left out."},
       {"condition", "Whether it is done to a drive, rather than what the drive is."},
       {"text", "What it means, as in docs/reference/drive-files.md."},
       {"units", "Units that a file may write; empty: it has no unit."},
       {"required_without", "Key of the drive without which it is required; '' for none."},
       {"needless_with", "Key of the zone with which it is not required; '' for none."}});
  m.def("with_new_names", &with_new_names, "text"_a, "name"_a);
  m.def("drive_keys", [row] {
    py::list rows;
    for (const auto& [path, key] : all_keys()) {
      rows.append(key_row(row, path, *key));
    }
    return rows;
  });
  return row;
}

}  // namespace

void bind_drive_config(py::module_& m) {
  const py::object zone =
      named_tuple(m, "Zone", "A zone of a drive: cylinders whose tracks have as many sectors.",
                  {{"first_cylinder", "Number of its outermost cylinder, as in the drive file."},
                   {"last_cylinder", "Number of its innermost cylinder."},
                   {"sectors_per_track", "Sectors on each of its tracks, spare ones too."}});
  const py::object row = bind_drive_key(m);
  py::class_<DriveConfig>(m, "DriveConfig", py::is_final())
      .def_static(
          "load",
          [](const std::string& path, const std::string& drives) {
            return load_drive(path, drives);
          },
          "path"_a, "drives"_a = "")
      .def_static("parse", &parse_drive, "text"_a, "name"_a)
      .def(py::pickle(
          [](const DriveConfig& drive) { return py::make_tuple(to_toml(drive), drive.name); },
          [](const py::tuple& state) {
            return parse_drive(state[0].cast<std::string>(), state[1].cast<std::string>());
          }))
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
      .def_property_readonly("zones",
                             [zone](const DriveConfig& drive) { return zones_of(drive, zone); })
      .def("places", &places_of, "blocks"_a)
      .def(
          "negotiated",
          [](const DriveConfig& drive, std::uint32_t width_bits, std::int64_t transfer_period_ps) {
            return negotiated(drive, {width_bits, Picoseconds(transfer_period_ps)});
          },
          "width_bits"_a, "transfer_period_ps"_a)
      .def_readonly("fitted", &DriveConfig::fitted)
      .def(
          "value",
          [](const DriveConfig& drive, const std::string& key) {
            return from_text(value_of(drive, key));
          },
          "key"_a)
      .def(
          "key",
          [row](const DriveConfig& drive, const std::string& path) {
            return key_row(row, path, *find_key(drive, path).key);
          },
          "path"_a)
      .def(
          "with_value",
          [](const DriveConfig& drive, const std::string& key, const py::object& value) {
            return with_value(drive, key, change_to(key, value));
          },
          "key"_a, "value"_a)
      .def(
          "with_values",
          [](const DriveConfig& drive, const PyValues& values) {
            return with_values(drive, changes_of(values));
          },
          "values"_a)
      .def(
          "with_zones",
          [](const DriveConfig& drive, const py::list& zones) {
            return with_value(drive, kZonePath, toml_of(kZonePath, zones));
          },
          "zones"_a)
      .def("without", &without, "keys"_a)
      .def(
          "with_conditions",
          [](const DriveConfig& drive, const PyValues& values) {
            return with_conditions(drive, changes_of(values));
          },
          "values"_a)
      .def(
          "with_conditions_of",
          [](const DriveConfig& drive, const std::string& path, const std::string& drives) {
            return with_conditions(drive, std::filesystem::path(path), drives);
          },
          "path"_a, "drives"_a = "")
      .def("to_toml", &to_toml);
}

}  // namespace headstack
