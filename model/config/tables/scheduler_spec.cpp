#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/config/nearest.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/image_schedulers.h"
#include "model/config/tables/scheduler_library.h"

namespace headstack {

namespace {

constexpr double kOne = 65536.0;  // 1.0 in Q16.16

std::string trim(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  const auto last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  const std::string near = nearest(name, {known.begin(), known.end()});
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

const hs_scheduler_ops* find_scheduler(const std::string& name) {
  std::vector<std::string> known;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    if (name == (*ops)->name) {
      return *ops;
    }
    known.emplace_back((*ops)->name);
  }
  throw ConfigError("scheduler", fmt::format(" '{}' is not known{} (known: {})", name,
                                             suggestion(name, known), fmt::join(known, ", ")));
}

std::vector<const hs_parameter*> parameters_of(const hs_scheduler_ops& ops) {
  std::vector<const hs_parameter*> parameters;
  for (const hs_parameter& parameter : ops.parameters) {
    if (parameter.name == nullptr) {
      break;
    }
    parameters.push_back(&parameter);
  }
  return parameters;
}

std::uint32_t parse_choice(const hs_scheduler_ops& ops, const hs_parameter& parameter,
                           const std::string& value) {
  std::vector<std::string> known;
  for (std::uint32_t i = 0; parameter.choices[i] != nullptr; ++i) {
    if (value == parameter.choices[i]) {
      return i;
    }
    known.emplace_back(parameter.choices[i]);
  }
  throw ConfigError("scheduler",
                    fmt::format(" '{}': parameter '{}' is one of {}, not '{}'", ops.name,
                                parameter.name, fmt::join(known, ", "), value));
}

// "ms/s" as " ms/s".
std::string unit_of(const hs_parameter& parameter) {
  return parameter.unit == nullptr ? "" : fmt::format(" {}", parameter.unit);
}

// Parses a number. The text may omit the unit.
std::uint32_t parse_number(const hs_scheduler_ops& ops, const hs_parameter& parameter,
                           const std::string& value) {
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  const std::string rest = trim(end);
  const bool known_unit =
      rest.empty() || (parameter.unit != nullptr && rest == std::string(parameter.unit));
  const bool good = end != value.c_str() && known_unit && number * kOne >= parameter.minimum &&
                    number * kOne <= parameter.maximum &&
                    !(parameter.whole && number != std::floor(number));
  if (!good) {
    throw ConfigError(
        "scheduler",
        fmt::format(" '{}': parameter '{}' is a {}number from {} to {}{}, "
                    "not '{}'",
                    ops.name, parameter.name, parameter.whole ? "whole " : "",
                    parameter.minimum / kOne, parameter.maximum / kOne, unit_of(parameter), value));
  }
  return static_cast<std::uint32_t>(std::lround(number * kOne));
}

// Returns a Q16.16 value with the fewest digits that identify it. Five digits always suffice.
double shortest(std::uint32_t value) {
  double number = 0.0;
  for (double scale = 1.0; scale <= 1e5; scale *= 10.0) {
    number = std::round(value / kOne * scale) / scale;
    if (std::lround(number * kOne) == static_cast<long>(value)) {
      break;
    }
  }
  return number;
}

// The parts of "FILE.so:NAME(...)" and "FILE.elf:NAME(...)". Without a file, `file` is empty.
struct FileText {
  std::string file;
  std::string rest;  // "NAME(...)", or the whole text
  bool image = false;
};

FileText file_text(const std::string& text) {
  const std::string before = text.substr(0, text.find('('));
  for (const std::string_view ending : {".so:", ".elf:"}) {
    if (const std::size_t at = before.rfind(ending); at != std::string::npos) {
      const std::size_t colon = at + ending.size() - 1;
      return {text.substr(0, colon), text.substr(colon + 1), ending == ".elf:"};
    }
  }
  return {"", text};
}

std::vector<std::string> split_arguments(const std::string& text, std::string& name) {
  const auto open = text.find('(');
  name = trim(text.substr(0, open));
  std::vector<std::string> arguments;
  if (open == std::string::npos) {
    return arguments;
  }
  const std::string rest = trim(text.substr(open + 1));
  if (rest.empty() || rest.find(')') != rest.size() - 1) {
    throw ConfigError(
        "scheduler",
        fmt::format(" '{}': parameters stand between one '(' and a last ')', as in 'clook(map)'",
                    text));
  }
  std::string inside = trim(rest.substr(0, rest.size() - 1));
  while (!inside.empty()) {
    const auto comma = inside.find(',');
    arguments.push_back(trim(inside.substr(0, comma)));
    inside = comma == std::string::npos ? "" : trim(inside.substr(comma + 1));
  }
  return arguments;
}

// Finds the parameter of an argument, by name or by position.
std::size_t position_of(const hs_scheduler_ops& ops,
                        const std::vector<const hs_parameter*>& parameters, std::size_t place,
                        std::string& argument) {
  const auto equals = argument.find('=');
  if (equals == std::string::npos) {
    if (place >= parameters.size()) {
      throw ConfigError(
          "scheduler", fmt::format(" '{}' takes {} parameter{}: '{}' is one too many", ops.name,
                                   parameters.size(), parameters.size() == 1 ? "" : "s", argument));
    }
    return place;
  }
  const std::string name = trim(argument.substr(0, equals));
  argument = trim(argument.substr(equals + 1));
  std::vector<std::string> known;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (name == parameters[i]->name) {
      return i;
    }
    known.emplace_back(parameters[i]->name);
  }
  throw ConfigError("scheduler", fmt::format(" '{}' has no parameter '{}'{}", ops.name, name,
                                             suggestion(name, known)));
}

}  // namespace

std::string names_in_need(unsigned needs) {
  std::vector<std::string> names;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    if (((*ops)->needs & needs) != 0) {
      names.emplace_back((*ops)->name);
    }
  }
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    all += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return all;
}

SchedulerSpec parse_scheduler(const std::string& text) {
  std::string name;
  SchedulerSpec spec;
  const FileText parts = file_text(text);
  std::vector<std::string> arguments = split_arguments(parts.rest, name);
  if (parts.file.empty()) {
    spec.ops = find_scheduler(name);
  } else {
    const LoadedScheduler loaded =
        parts.image ? image_scheduler(parts.file, name) : load_scheduler(parts.file, name);
    spec.ops = loaded.ops;
    spec.foreign = loaded.owner;
    spec.file = parts.file;
    spec.in_image = parts.image;
  }
  const auto parameters = parameters_of(*spec.ops);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    spec.parameters[i] = parameters[i]->default_value;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t at = position_of(*spec.ops, parameters, i, arguments[i]);
    const hs_parameter& parameter = *parameters[at];
    spec.parameters[at] = parameter.choices != nullptr
                              ? parse_choice(*spec.ops, parameter, arguments[i])
                              : parse_number(*spec.ops, parameter, arguments[i]);
  }
  return spec;
}

std::string to_string(const SchedulerSpec& spec) {
  std::vector<std::string> arguments;
  const auto parameters = parameters_of(*spec.ops);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const hs_parameter& p = *parameters[i];
    if (p.minor && spec.parameters[i] == p.default_value) {
      continue;
    }
    const double number = shortest(spec.parameters[i]);
    arguments.push_back(p.choices != nullptr
                            ? fmt::format("{}={}", p.name, p.choices[spec.parameters[i]])
                            : fmt::format("{}={}{}", p.name, number, unit_of(p)));
  }
  const std::string place = spec.file.empty() ? "" : spec.file + ":";
  return arguments.empty()
             ? place + spec.ops->name
             : fmt::format("{}{}({})", place, spec.ops->name, fmt::join(arguments, ", "));
}

void check_needs(const SchedulerSpec& scheduler) {
  const bool weighs = (scheduler.ops->needs & HS_NEEDS_WEIGHTS) != 0;
  if (weighs && scheduler.weights.empty()) {
    throw ConfigError(
        "scheduler",
        fmt::format(" '{}' shares the drive by weights; give each class a weight, as the "
                    "workload classes(80: closed(8), 20: closed(8)) does",
                    scheduler.ops->name));
  }
  if ((scheduler.ops->needs & HS_NEEDS_MIMIC) != 0 && scheduler.mimic == nullptr) {
    throw ConfigError(
        "scheduler",
        fmt::format(" '{0}' decides by a table of the drive's times; probe the drive "
                    "(headstack mimic) and give the table, as in '{0}(mimic=mimic.parquet)'",
                    scheduler.ops->name));
  }
  if (!weighs && !scheduler.weights.empty()) {
    throw ConfigError("scheduler",
                      fmt::format(" '{}' has no use for weights; leave them out, or use {}",
                                  scheduler.ops->name, names_in_need(HS_NEEDS_WEIGHTS)));
  }
}

void check_distances(const SchedulerSpec& scheduler, std::uint32_t disk_blocks) {
  constexpr std::uint32_t kMost = 0x7fff'ffff;
  constexpr unsigned kByDistance = HS_NEEDS_MIMIC | HS_NEEDS_LEARNER;
  if ((scheduler.ops->needs & kByDistance) != 0 && disk_blocks > kMost) {
    throw ConfigError(
        "scheduler",
        fmt::format(" '{}' decides by distances of up to {} blocks, and the disk has {}",
                    scheduler.ops->name, kMost, disk_blocks));
  }
}

}  // namespace headstack
