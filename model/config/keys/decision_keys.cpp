// The keys of [comparator] and [controller]: what decides, and how long that takes.
#include <iterator>
#include <utility>

#include "model/config/keys/key_builders.h"

namespace headstack {
namespace {

using D = DriveConfig;
constexpr OptionalKind<ClockKind> kClock{{Picoseconds{100}, std::chrono::milliseconds{1}}};

Keys comparator_keys() {
  using C = ComparatorConfig;
  return {
      key("comparator.body", ComparatorBodyKindKind{}, &D::comparator, &C::body,
          "what decides for the schedulers named _hw: a model of the comparator, or its RTL",
          Need::optional),
      key("comparator.entries", OptionalKind<CountKind>{{1, 65'536}}, &D::comparator, &C::entries,
          "requests that it holds; those beyond wait for a place (left out: 256)", Need::optional),
      key("comparator.lanes", OptionalKind<CountKind>{{1, 65'536}}, &D::comparator, &C::lanes,
          "requests that it looks at in a clock (left out: 1)", Need::optional),
      key("comparator.distances", OptionalKind<CountKind>{{2, 65'536}}, &D::comparator,
          &C::distances,
          "places in its seek table, at least as many as cylinders (left out: 16384)",
          Need::optional),
      key("comparator.clock", kClock, &D::comparator, &C::clock, "its clock (left out: 40 MHz)",
          Need::optional),
  };
}

Keys controller_keys() {
  using C = ControllerConfig;
  const OptionalKind<CountOfKind> cycles{{"cycles", 0, 1'000'000}};
  return {
      key("controller.timing", ControllerTimingKind{}, &D::controller, &C::timing,
          "what a decision costs: nothing beyond the overheads, or the firmware's cycles as well",
          Need::optional),
      key("controller.search", ControllerSearchKind{}, &D::controller, &C::search,
          "what a decision in firmware is charged for: the requests that it looked at, or all",
          Need::optional),
      key("controller.clock", kClock, &D::controller, &C::clock,
          "the processor's clock (left out: 20 MHz)", Need::optional),
      key("controller.decision", cycles, &D::controller, &C::decision,
          "of a decision, beside what follows (left out: 1409)", Need::optional),
      key("controller.candidate", cycles, &D::controller, &C::candidate,
          "of a request looked at in the exact search (left out: 294)", Need::optional),
      key("controller.prediction", cycles, &D::controller, &C::prediction,
          "of a request looked at in the plain scan (left out: 175)", Need::optional),
      key("controller.register_access", cycles, &D::controller, &C::register_access,
          "of a register read or written in a decision (left out: 12)", Need::optional),
      key("controller.insertion", cycles, &D::controller, &C::insertion,
          "of a request that enters the queue (left out: 701)", Need::optional),
      key("controller.removal", cycles, &D::controller, &C::removal,
          "of a request that leaves the queue (left out: 133)", Need::optional),
  };
}

}  // namespace

Keys decision_keys() {
  Keys all = comparator_keys();
  Keys more = controller_keys();
  std::move(more.begin(), more.end(), std::back_inserter(all));
  return all;
}

}  // namespace headstack
