#include "model/processor/verilated/ibex.h"

#include <limits>
#include <utility>

#include "Vibex_box.h"
#include "model/processor/verilated/lanes.h"

namespace headstack {

Ibex::Ibex(Memories& memories, const WaitStates& waits)
    : memories_(memories),
      waits_(waits),
      context_(std::make_unique<VerilatedContext>()),
      top_(std::make_unique<Vibex_box>(context_.get())) {
  top_->boot_addr_i = HS_MAP_ROM;
  // The reset is asynchronous, and needs an edge.
  top_->rst_ni = 1;
  top_->eval();
  top_->rst_ni = 0;
  for (int i = 0; i < 2; ++i) {
    top_->clk_i = 0;
    top_->eval();
    top_->clk_i = 1;
    top_->eval();
  }
  top_->clk_i = 0;
  top_->rst_ni = 1;
  request();
}

Ibex::~Ibex() { top_->final(); }

void Ibex::answer(std::uint32_t value) { answer_ = value; }

void Ibex::interrupt(bool level) {
  top_->irq_external_i = level;
  top_->eval();
}

std::uint32_t Ibex::pc() const { return top_->pc_o; }

std::uint32_t Ibex::register_value(unsigned number) const {
  top_->number_i = static_cast<std::uint8_t>(number);
  top_->eval();
  return top_->value_o;
}

Stop Ibex::stopped(StopReason reason) const {
  Stop stop;
  stop.reason = reason;
  stop.pc = top_->pc_o;
  return stop;
}

Stop Ibex::failed(Fault fault, std::uint32_t address, std::uint32_t value) const {
  Stop stop = stopped(StopReason::fault);
  stop.fault = fault;
  stop.address = address;
  stop.value = value;
  return stop;
}

Fault Ibex::exception() const {
  return top_->fetch_misaligned_o                ? Fault::fetch_misaligned
         : top_->fetch_error_o                   ? Fault::fetch_outside
         : top_->illegal_o || top_->compressed_o ? Fault::illegal
         : top_->misaligned_o
             ? (top_->access_we_o ? Fault::store_misaligned : Fault::load_misaligned)
         : top_->call_o       ? Fault::call
         : top_->breakpoint_o ? Fault::breakpoint
                              : Fault::none;
}

// True: the core requests an address outside the memories.
bool Ibex::wants_access() const {
  if (top_->data_req_o == 0 || loaded_.wait > 1) {
    return false;
  }
  const Region region = memories_.region(top_->data_addr_o, 4);
  return region == Region::registers || region == Region::none ||
         (region != Region::ram && top_->data_we_o != 0);
}

Stop Ibex::access() const {
  const Lanes lanes = lanes_of(top_->data_be_o);
  const std::uint32_t address = top_->data_addr_o + lanes.first;
  const bool store = top_->data_we_o != 0;
  if (lanes.bytes == 0 || memories_.region(address, lanes.bytes) != Region::registers) {
    return failed(store ? Fault::store_outside : Fault::load_outside, address, 0);
  }
  Stop stop = stopped(store ? StopReason::store : StopReason::load);
  stop.bytes = lanes.bytes;
  stop.address = address;
  if (store) {
    stop.value = lanes.of(top_->data_wdata_o);
  }
  return stop;
}

Stop Ibex::run(std::uint64_t most_cycles) {
  constexpr std::uint64_t kEver = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t end = most_cycles > kEver - cycles_ ? kEver : cycles_ + most_cycles;
  while (cycles_ < end) {
    if (top_->asleep_o != 0) {
      return stopped(StopReason::waiting);
    }
    const Fault fault = exception();
    if (fault == Fault::none) {
      told_ = false;
    } else if (!told_) {
      told_ = true;
      const bool access = fault == Fault::load_misaligned || fault == Fault::store_misaligned;
      return failed(fault, access ? top_->access_addr_o : top_->pc_o,
                    fault == Fault::illegal ? top_->word_o : 0);
    }
    if (wants_access() && !answered_) {
      answered_ = true;
      return access();
    }
    clock();
  }
  return stopped(top_->asleep_o != 0 ? StopReason::waiting : StopReason::limit);
}

// Grants the requests of this cycle at each port that has no access under way, or whose access ends
// now.
void Ibex::request() {
  top_->instr_gnt_i = fetched_.wait <= 1;
  top_->data_gnt_i = loaded_.wait <= 1;
  top_->instr_rvalid_i = fetched_.wait == 1;
  top_->instr_rdata_i = fetched_.data;
  top_->instr_err_i = fetched_.error;
  top_->data_rvalid_i = loaded_.wait == 1;
  top_->data_rdata_i = loaded_.data;
  top_->data_err_i = loaded_.error;
  top_->eval();
}

void Ibex::clock() {
  const auto next = [](Response& r) { r.wait -= r.wait != 0; };
  next(fetched_);
  next(loaded_);
  if (top_->instr_req_o != 0 && top_->instr_gnt_i != 0) {
    const std::uint32_t address = top_->instr_addr_o;
    const bool there = memories_.rom.holds(address, 4);
    fetched_ = {1 + waits_.rom, there ? memories_.rom.get<std::uint32_t>(address) : 0, !there};
  }
  if (top_->data_req_o != 0 && top_->data_gnt_i != 0) {
    const std::uint32_t address = top_->data_addr_o;
    const unsigned enabled = top_->data_be_o;
    const bool store = top_->data_we_o != 0;
    const Lanes lanes = lanes_of(enabled);
    loaded_ = {};
    switch (memories_.region(address, 4)) {
      case Region::ram:
        loaded_.wait = 1 + waits_.ram;
        loaded_.data = memories_.ram.get<std::uint32_t>(address);
        for (unsigned i = 0; store && i < 4; ++i) {
          if ((enabled >> i & 1U) != 0) {
            memories_.ram.put(address + i, static_cast<std::uint8_t>(top_->data_wdata_o >> 8 * i));
          }
        }
        break;
      case Region::rom:
        loaded_.wait = 1 + waits_.rom;
        loaded_.data = memories_.rom.get<std::uint32_t>(address);
        loaded_.error = store;
        break;
      case Region::parameters:
        loaded_.wait = 1 + waits_.parameters;
        loaded_.data = memories_.parameters.get<std::uint32_t>(address);
        loaded_.error = store;
        break;
      case Region::registers:
        loaded_.wait = 1 + waits_.registers + std::exchange(late_, 0);
        loaded_.data = answer_ << 8 * lanes.first;
        loaded_.error = lanes.bytes == 0;
        break;
      case Region::none:
        loaded_.wait = 1;
        loaded_.error = true;
        break;
    }
  }
  answered_ = false;
  top_->clk_i = 1;
  top_->eval();
  top_->clk_i = 0;
  top_->eval();
  ++cycles_;
  request();
}

}  // namespace headstack
