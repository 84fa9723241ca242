// The keys of [comparator] and [controller]: who makes decisions, and on which processor.
#include <iterator>
#include <utility>

#include "model/config/keys/comparator_body_kind.h"
#include "model/config/keys/key_builders.h"

extern "C" {
#include <image/memory_map.h>
}

namespace headstack {
namespace {

constexpr OptionalKind<ClockKind> kClock{{Picoseconds{100}, std::chrono::milliseconds{1}}};

Keys comparator_keys() {
  return {
      key(HEADSTACK_CONDITION(comparator.body), ComparatorBodyKeyKind{},
          "body of the comparator, for the schedulers whose names end in _hw: a behavioural model, "
          "the RTL, or your own RTL that `headstack verilate` has built in a folder; left out: "
          "\"behavioural\"",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.lockstep), OptionalKind<SwitchKind>{},
          "compare each access to the comparator's RTL with the behavioural model, and end the run "
          "at the first difference; left out: false",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.entries), OptionalKind<CountKind>{{1, 65'536}},
          "number of requests that the comparator can hold; further requests wait for a free "
          "place; left out: 256",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.lanes), OptionalKind<CountKind>{{1, 65'536}},
          "number of requests that the comparator examines in a clock cycle; left out: 1",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.distances), OptionalKind<CountKind>{{2, 1'048'576}},
          "number of places in the comparator's seek table, at least the number of cylinders; left "
          "out: 16384",
          Need::optional),
      key(HEADSTACK_CONDITION(comparator.clock), kClock,
          "clock of the comparator; left out: 40 MHz", Need::optional),
  };
}

Keys controller_keys() {
  const OptionalKind<CountOfKind> waits{{"cycles", 0, 100}};
  return {
      key(HEADSTACK_CONDITION(controller.core),
          ChoiceKind<ControllerCore>{{{"host", ControllerCore::host},
                                      {"iss", ControllerCore::iss},
                                      {"ibex", ControllerCore::ibex},
                                      {"picorv32", ControllerCore::picorv32}}},
          "processor that runs the firmware. \"host\": this machine. The other processors run the "
          "rv32im image: an instruction-set simulator (\"iss\"), or Ibex or PicoRV32 in RTL. Left "
          "out: \"host\"",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.firmware), OptionalKind<FileKind>{},
          "ELF file of your own firmware, for a core other than the host; left out: the image of "
          "headstack",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.lockstep), OptionalKind<TextKind>{},
          "scheduler of headstack that decides beside a firmware of your own; the first different "
          "decision ends the run. Needs a core, and code that takes no time; left out: none",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.clock), kClock,
          "clock of a core other than the host; left out: the code takes no time", Need::optional),
      key(HEADSTACK_CONDITION(controller.choice),
          OptionalKind<ChoiceKind<ControllerChoice>>{
              {{{"ahead", ControllerChoice::ahead}, {"when_free", ControllerChoice::when_free}}}},
          "when the firmware chooses the next task. \"ahead\": while another task is at work; "
          "\"when_free\": when the next task can start; left out: \"ahead\" if the code takes "
          "time, otherwise \"when_free\"",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.rom_wait), waits,
          "number of cycles that a core waits for each instruction and constant; left out: 0",
          Need::optional),
      key(HEADSTACK_CONDITION(controller.ram_wait), waits,
          "number of cycles that a core waits for each access to its RAM; left out: 0",
          Need::optional),
      key(HEADSTACK_CONDITION_IN(controller.ram, _kib),
          OptionalKind<CountOfKind>{{"KiB", 1, HS_MAP_RAM_MOST / 1024}},
          "RAM of a core, with the stack; left out: enough for headstack's own firmware, with a "
          "reserve",
          Need::optional),
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
