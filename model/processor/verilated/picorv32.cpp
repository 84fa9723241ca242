#include "model/processor/verilated/picorv32.h"

#include <limits>

#include "Vpicorv32_box.h"
#include "model/processor/iss/decode.h"
#include "model/processor/verilated/lanes.h"

namespace headstack {

namespace {

using iss::Op;

static_assert(HS_MAP_RESET == 0x10000080, "picorv32_box.sv has it too");

constexpr bool is_csr(Op op) { return op >= Op::csrrw && op <= Op::csrrci; }

}  // namespace

PicoRv32::PicoRv32(Memories& memories, const WaitStates& waits)
    : memories_(memories),
      waits_(waits),
      context_(std::make_unique<VerilatedContext>()),
      top_(std::make_unique<Vpicorv32_box>(context_.get())),
      csrs_(HS_MAP_VECTORS) {
  for (int i = 0; i < 2; ++i) {
    top_->clk_i = 0;
    top_->eval();
    top_->clk_i = 1;
    top_->eval();
  }
  top_->clk_i = 0;
  top_->rst_ni = 1;
  top_->eval();
}

PicoRv32::~PicoRv32() { top_->final(); }

std::uint32_t PicoRv32::pc() const { return top_->pc_o; }

std::uint32_t PicoRv32::register_value(unsigned number) const {
  top_->number_i = static_cast<std::uint8_t>(number);
  top_->eval();
  return top_->value_o;
}

Stop PicoRv32::stopped(StopReason reason) const {
  Stop stop;
  stop.reason = reason;
  stop.pc = top_->pc_o;
  return stop;
}

Stop PicoRv32::failed(Fault fault, std::uint32_t address) const {
  Stop stop = stopped(StopReason::fault);
  stop.fault = fault;
  stop.address = address;
  return stop;
}

// Finds the reason of a trap. The core reports only that it does not continue. The reason follows
// from the instruction.
Stop PicoRv32::trapped() const {
  const std::uint32_t pc = top_->pc_o;
  if ((pc & 3U) != 0) {
    return failed(Fault::fetch_misaligned, pc);
  }
  if (!memories_.rom.holds(pc, 4)) {
    return failed(Fault::fetch_outside, pc);
  }
  const auto word = memories_.rom.get<std::uint32_t>(pc);
  const Op op = iss::decode(word, pc).op;
  const Fault fault = op == Op::ebreak  ? Fault::breakpoint
                      : op == Op::ecall ? Fault::call
                                        : Fault::illegal;
  Stop stop = failed(fault, pc);
  stop.value = fault == Fault::illegal ? word : 0;
  return stop;
}

Stop PicoRv32::access() const {
  const bool store = top_->mem_wstrb_o != 0;
  const Lanes lanes = lanes_of(store ? top_->mem_wstrb_o : kAllLanes);
  const std::uint32_t address = top_->mem_addr_o + lanes.first;
  if (memories_.region(address, lanes.bytes) != Region::registers) {
    return failed(store ? Fault::store_outside : Fault::load_outside, address);
  }
  Stop stop = stopped(store ? StopReason::store : StopReason::load);
  stop.bytes = lanes.bytes;
  stop.address = address;
  if (store) {
    stop.value = lanes.of(top_->mem_wdata_o);
  }
  return stop;
}

Stop PicoRv32::run(std::uint64_t most_cycles) {
  constexpr std::uint64_t kEver = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t end = most_cycles > kEver - cycles_ ? kEver : cycles_ + most_cycles;
  while (cycles_ < end) {
    if (top_->misaligned_o != 0) {
      return failed(top_->access_we_o != 0 ? Fault::store_misaligned : Fault::load_misaligned,
                    top_->access_addr_o);
    }
    if (top_->trap_o != 0) {
      return trapped();
    }
    if (!coprocessor()) {
      Stop stop = stopped(StopReason::waiting);
      stop.pc += 4;
      return stop;
    }
    if (!respond()) {
      const Stop stop = access();
      answered_ = stop.reason != StopReason::fault;
      return stop;
    }
    clock();
  }
  return stopped(StopReason::limit);
}

// Executes accesses of control registers, and wfi. False: the core sleeps.
bool PicoRv32::coprocessor() {
  top_->pcpi_ready_i = 0;
  top_->pcpi_wr_i = 0;
  if (top_->pcpi_valid_o == 0) {
    return true;
  }
  const iss::Decoded d = iss::decode(top_->pcpi_insn_o, top_->pc_o);
  if (d.op == Op::wfi) {
    top_->pcpi_wait_i = 1;
    if (!csrs_.wakes()) {
      return false;
    }
  } else if (is_csr(d.op)) {
    const iss::Counts counts{cycles_, 0};
    std::uint32_t old = 0;
    if (!csrs_.read(d.immediate, counts, old)) {
      return true;
    }
    const bool immediate = d.op >= Op::csrrwi;
    const std::uint32_t operand = immediate ? d.rs1 : top_->pcpi_rs1_o;
    const bool replaces = d.op == Op::csrrw || d.op == Op::csrrwi;
    const bool clears = d.op == Op::csrrc || d.op == Op::csrrci;
    const std::uint32_t value = replaces ? operand : clears ? old & ~operand : old | operand;
    if ((replaces || d.rs1 != 0) && !csrs_.write(d.immediate, counts, value)) {
      return true;
    }
    top_->pcpi_wr_i = 1;
    top_->pcpi_rd_i = old;
  } else if (d.op != Op::jal) {  // a fence.i
    return true;
  }
  top_->pcpi_wait_i = 0;
  top_->pcpi_ready_i = 1;
  return true;
}

// Answers the core's request to the memory in this cycle. False: the access is outside the
// memories, and the caller must carry the access out.
bool PicoRv32::respond() {
  top_->mem_ready_i = 0;
  if (top_->mem_valid_o == 0) {
    waited_ = 0;
    return true;
  }
  const std::uint32_t address = top_->mem_addr_o;
  const unsigned lanes = top_->mem_wstrb_o;
  const Region region = memories_.region(address, 4);
  std::uint32_t value = 0;
  if (top_->mem_instr_o != 0) {
    // The core may fetch words from other addresses without executing them. A word that is executed
    // counts as an illegal instruction.
    value = region == Region::rom ? memories_.rom.get<std::uint32_t>(address) : 0;
  } else if (region == Region::ram) {
    value = memories_.ram.get<std::uint32_t>(address);
  } else if (region == Region::rom && lanes == 0) {
    value = memories_.rom.get<std::uint32_t>(address);
  } else if (region == Region::parameters && lanes == 0) {
    value = memories_.parameters.get<std::uint32_t>(address);
  } else if (!answered_) {
    return false;
  } else {
    value = answer_;
  }
  if (waited_ < waits_.of(region) + (region == Region::registers ? late_ : 0)) {
    ++waited_;
    return true;
  }
  for (unsigned i = 0; region == Region::ram && i < 4; ++i) {
    if ((lanes >> i & 1U) != 0) {
      memories_.ram.put(address + i, static_cast<std::uint8_t>(top_->mem_wdata_o >> 8 * i));
    }
  }
  waited_ = 0;
  late_ = region == Region::registers ? 0 : late_;
  answered_ = false;
  top_->mem_ready_i = 1;
  top_->mem_rdata_i = value;
  return true;
}

void PicoRv32::clock() {
  top_->eval();
  top_->clk_i = 1;
  top_->eval();
  top_->clk_i = 0;
  top_->eval();
  ++cycles_;
}

}  // namespace headstack
