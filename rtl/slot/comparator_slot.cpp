// The library around a Verilated comparator. `headstack verilate` compiles this file with the
// user's module, and with slot_build.h, which has the version of headstack and the table of source
// files.
#include "comparator_slot.h"

#include <new>

#include "Vslot.h"
#include "slot_build.h"
#include "verilated.h"

namespace {

struct Model {
  VerilatedContext context;
  Vslot top{&context, "comparator"};
};

template <class Top>
constexpr bool kWatched = requires(Top& top) {
  top.scanning_o;
  top.found_o;
  top.task_o;
  top.key_o;
};

void* create() {
  auto* model = new (std::nothrow) Model;
  if (model != nullptr)
    model->context.fatalOnError(false);
  return model;
}

void destroy(void* model) {
  static_cast<Model*>(model)->top.final();
  delete static_cast<Model*>(model);
}

template <class Top>
void watch(Top& top, hs_slot_pins* pins) {
  if constexpr (kWatched<Top>) {
    pins->scanning_o = top.scanning_o;
    pins->found_o = top.found_o;
    pins->task_o = top.task_o;
    pins->key_o = top.key_o;
  }
}

void eval(void* model, hs_slot_pins* pins) {
  VerilatedContext& context = static_cast<Model*>(model)->context;
  Vslot& top = static_cast<Model*>(model)->top;
  top.clk_i = pins->clk_i;
  top.rst_ni = pins->rst_ni;
  top.req_i = pins->req_i;
  top.write_i = pins->write_i;
  top.address_i = pins->address_i;
  top.data_i = pins->data_i;
  top.eval();
  pins->ack_o = top.ack_o;
  pins->error_o = top.error_o;
  pins->data_o = top.data_o;
  watch(top, pins);
  pins->stopped = context.gotFinish() || context.gotError();
}

constexpr hs_slot_source kSources[] = {HS_SLOT_SOURCES{nullptr, 0}};

}  // namespace

extern "C" __attribute__((visibility("default")))
const hs_slot hs_comparator_slot = {HS_SLOT_VERSION,
                                    sizeof(hs_slot_pins),
                                    HS_SLOT_HEADSTACK,
                                    kSources,
                                    kWatched<Vslot> ? 1U : 0U,
                                    create,
                                    eval,
                                    destroy};
