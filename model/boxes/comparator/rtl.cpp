// The comparator's RTL body: the Verilated modules of this build.
#include "model/boxes/comparator/body.h"

#ifdef HEADSTACK_RTL

#include "comparator_shapes.h"
#include "model/boxes/comparator/clocked_body.h"
#include "model/boxes/comparator/lane_signals.h"

namespace headstack {

namespace {

constexpr std::uint32_t kDistances = 16'384;  // the module's own parameter

// Holds the context, which must exist before the module.
struct Context {
  VerilatedContext context;
};

template <class Module>
class BuiltModel : private Context, public Module {
 public:
  explicit BuiltModel(const ComparatorShape& shape)
      : Module(&context, kName), lanes_(context, kName, shape) {}
  ~BuiltModel() override { this->final(); }
  BuiltModel(const BuiltModel&) = delete;
  BuiltModel& operator=(const BuiltModel&) = delete;
  static constexpr bool watched() { return true; }
  const std::vector<ComparatorLane>* lanes() { return &lanes_.read(); }

 private:
  static constexpr const char* kName = "comparator";

  LaneSignals lanes_;
};

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be in parentheses
std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& shape) {
#define MAKE(entries, lanes, Model)                                        \
  if (shape == ComparatorShape{(entries), (lanes), kDistances}) {          \
    return std::make_unique<ClockedBody<BuiltModel<Model>>>(shape, shape); \
  }
  HEADSTACK_COMPARATOR_SHAPES(MAKE)
#undef MAKE
  return nullptr;
}
// NOLINTEND(bugprone-macro-parentheses)

std::vector<ComparatorShape> rtl_comparators() {
#define LIST(entries, lanes, Model) ComparatorShape{(entries), (lanes), kDistances},
  return {HEADSTACK_COMPARATOR_SHAPES(LIST)};
#undef LIST
}

}  // namespace headstack

#else

namespace headstack {

std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& /*shape*/) {
  return nullptr;
}

std::vector<ComparatorShape> rtl_comparators() { return {}; }

}  // namespace headstack

#endif
