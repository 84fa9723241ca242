// The keys of [comparator] and [controller]: what decides, and how long that takes.
#include <iterator>
#include <utility>

#include "model/config/keys/key_builders.h"

namespace headstack {
namespace {

constexpr OptionalKind<ClockKind> kClock{{Picoseconds{100}, std::chrono::milliseconds{1}}};

Keys comparator_keys() {
  return {
      key(HEADSTACK_CONDITION(comparator.body),
          ChoiceKind<ComparatorBodyKind>{
              {{"behavioural", ComparatorBodyKind::behavioural}, {"rtl", ComparatorBodyKind::rtl}}},
          "what decides for the schedulers named _hw: a model of the comparator, or its RTL",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.entries), OptionalKind<CountKind>{{1, 65'536}},
          "requests that it holds; those beyond wait for a place (left out: 256)", Need::optional),
      key(HEADSTACK_CONDITION(comparator.lanes), OptionalKind<CountKind>{{1, 65'536}},
          "requests that it looks at in a clock (left out: 1)", Need::optional),
      key(HEADSTACK_CONDITION(comparator.distances), OptionalKind<CountKind>{{2, 65'536}},
          "places in its seek table, at least as many as cylinders (left out: 16384)",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.clock), kClock, "its clock (left out: 40 MHz)",
          Need::optional),
  };
}

Keys controller_keys() {
  const OptionalKind<CountOfKind> cycles{{"cycles", 0, 1'000'000}};
  return {
      key(HEADSTACK_CONDITION(controller.core),
          ChoiceKind<ControllerCore>{{{"host", ControllerCore::host},
                                      {"iss", ControllerCore::iss},
                                      {"ibex", ControllerCore::ibex},
                                      {"picorv32", ControllerCore::picorv32}}},
          "what runs the firmware: this machine, or its rv32im image an instruction-set simulator, "
          "or Ibex or PicoRV32 in RTL",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.timing),
          ChoiceKind<ControllerTiming>{
              {{"measured", ControllerTiming::measured}, {"executed", ControllerTiming::executed}}},
          "what a decision costs: nothing beyond the overheads, or the firmware's cycles as well",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.search),
          ChoiceKind<ControllerSearch>{
              {{"exact", ControllerSearch::exact}, {"plain", ControllerSearch::plain}}},
          "what a decision in firmware is charged for: the requests that it looked at, or all",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.clock), kClock, "the processor's clock (left out: 20 MHz)",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.decision), cycles,
          "of a decision, beside what follows (left out: 850)", Need::optional),
      key(HEADSTACK_CONDITION(controller.candidate), cycles,
          "of a request looked at in the exact search (left out: 318)", Need::optional),
      key(HEADSTACK_CONDITION(controller.prediction), cycles,
          "of a request looked at in the plain scan (left out: 203)", Need::optional),
      key(HEADSTACK_CONDITION(controller.register_access), cycles,
          "of a register read or written in a decision (left out: 12)", Need::optional),
      key(HEADSTACK_CONDITION(controller.insertion), cycles,
          "of a request that enters the queue (left out: 610)", Need::optional),
      key(HEADSTACK_CONDITION(controller.removal), cycles,
          "of a request that leaves the queue (left out: 153)", Need::optional),
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
