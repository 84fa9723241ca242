// The comparator's RTL body: the Verilated module, which is clocked only while it has work.
#include "model/boxes/comparator/body.h"

#ifdef HEADSTACK_RTL

#include "comparator_shapes.h"
#include "model/boxes/comparator/lane_signals.h"

extern "C" {
#include <hal/comparator_registers.h>
}

namespace headstack {

namespace {

constexpr std::uint32_t kDistances = 16'384;  // the module's own parameter

template <class Model>
class RtlComparator final : public ComparatorBody {
 public:
  explicit RtlComparator(const ComparatorShape& shape)
      : ComparatorBody(shape), model_(&context_, kName), lanes_(context_, kName, shape) {
    model_.rst_ni = 0;
    tick();
    model_.rst_ni = 1;
    finish();
  }
  ~RtlComparator() override { model_.final(); }
  RtlComparator(const RtlComparator&) = delete;
  RtlComparator& operator=(const RtlComparator&) = delete;

  bool read(std::uint32_t offset, std::uint64_t& value) override {
    model_.write_i = 0;
    return access(offset, value);
  }

  bool write(std::uint32_t offset, std::uint64_t value) override {
    model_.write_i = 1;
    model_.data_i = value;
    std::uint64_t nothing = 0;
    if (!access(offset, nothing)) {
      return false;
    }
    tick();  // the command in the register is complete
    finish();
    return true;
  }

 private:
  void tick() {
    model_.clk_i = 0;
    model_.eval();
    rise();
  }

  void rise() {
    model_.clk_i = 1;
    model_.eval();
    if (watch_ != nullptr) {
      watch_->clocks(1, {model_.scanning_o != 0, model_.found_o != 0, model_.task_o, model_.key_o,
                         &lanes_.read()});
    }
  }

  // An access takes three clock cycles or more.
  bool access(std::uint32_t offset, std::uint64_t& value) {
    if (offset > UINT8_MAX) {
      return false;
    }
    model_.address_i = static_cast<std::uint8_t>(offset);
    model_.req_i = 1;
    do {
      tick();
      model_.clk_i = 0;
      model_.eval();
    } while (model_.ack_o == 0);
    const bool good = model_.ack_o != 0 && model_.error_o == 0;
    value = model_.data_o;
    rise();
    model_.req_i = 0;
    return good;
  }

  // Clocks the module until it is at rest.
  void finish() {
    std::uint64_t status = 0;
    do {
      model_.write_i = 0;
      access(offsetof(hs_comparator_t, status), status);
    } while ((status & HS_COMPARATOR__STATUS__BUSY_bm) != 0);
  }

  static constexpr const char* kName = "comparator";

  VerilatedContext context_;
  Model model_;
  LaneSignals lanes_;
};

}  // namespace

// NOLINTBEGIN(bugprone-macro-parentheses): a type cannot be in parentheses
std::unique_ptr<ComparatorBody> make_rtl_comparator(const ComparatorShape& shape) {
#define MAKE(entries, lanes, Model)                               \
  if (shape == ComparatorShape{(entries), (lanes), kDistances}) { \
    return std::make_unique<RtlComparator<Model>>(shape);         \
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
