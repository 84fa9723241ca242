// The comparator's bodies that this build has. All tests of the fixture run with each of them.
#include "tb/model/boxes/comparator_bodies.h"

#include <vector>

namespace headstack {
namespace {

std::vector<BodyUnderTest> bodies() {
  std::vector<BodyUnderTest> all = {
      {"behavioural_256", ComparatorBodyKind::behavioural, 256, 1},
      {"behavioural_16_by_4", ComparatorBodyKind::behavioural, 16, 4}};
  if (!rtl_comparators().empty()) {
    all.push_back({"rtl_256_serial", ComparatorBodyKind::rtl, 256, 1});
    all.push_back({"rtl_16_by_4", ComparatorBodyKind::rtl, 16, 4});
    all.push_back({"rtl_64_tree", ComparatorBodyKind::rtl, 64, 64});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, ComparatorBodies, testing::ValuesIn(bodies()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
