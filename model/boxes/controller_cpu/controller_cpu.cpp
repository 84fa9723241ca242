#include "model/boxes/controller_cpu/controller_cpu.h"

#include <fmt/format.h>

namespace headstack {

namespace {

constexpr std::size_t words_for(std::size_t bytes) {
  return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

[[gnu::cold]] void bus_error(const char* access, std::uint32_t address, std::uint64_t value) {
  SC_REPORT_FATAL("headstack/cpu", fmt::format("bus error: {} of register {:#05x}, value {:#x}",
                                               access, address, value)
                                       .c_str());
}

}  // namespace

ControllerCpu::ControllerCpu(sc_core::sc_module_name name, const hs_firmware_config& config,
                             const ProcessorLoad& load, Stopwatch& stopwatch)
    : sc_module(name),
      pages("pages", HS_PAGE_COUNT - 1),
      load_(load),
      stopwatch_(stopwatch),
      memory_(new std::uint64_t[words_for(hs_firmware_memory(&config))]) {
  payload_.set_data_length(sizeof(std::uint64_t));
  payload_.set_streaming_width(sizeof(std::uint64_t));
  hs_firmware_init(&firmware_, &config, hs_hal{this, &hal_read, &hal_write}, memory_.get());
}

void ControllerCpu::end_of_elaboration() {
  for (std::size_t page = 1; page < boxes_.size(); ++page) {
    boxes_.at(page) = dynamic_cast<RegisterBlock*>(pages[page - 1].operator->());
  }
}

void ControllerCpu::service() {
  if (running_) {
    return;  // the loop below sees to it
  }
  running_ = true;
  while (causes_ != 0) {
    const std::uint64_t starts = firmware_.starts;
    waiting_ = firmware_.queue.scheduler.waiting;
    hs_firmware_interrupt(&firmware_);
    if (firmware_.starts != starts) {
      stopwatch_.begin(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()),
                       firmware_.active.hit, firmware_.active.predicted_media);
    }
    if (decisions_.has_value()) {
      decisions_->look(time->now(), firmware_.queue.scheduler.waiting);
    }
  }
  running_ = false;
  if (watch_ != nullptr) {
    watch_->firmware(firmware_);
  }
}

void ControllerCpu::power_on(bool unit_attention) {
  causes_ = 0;
  if (decisions_.has_value()) {
    decisions_->stop();
  }
  firmware_.config.power_on_attention = unit_attention;
  hs_firmware_power_on(&firmware_, memory_.get());
}

hs_ticks ControllerCpu::done_at(hs_ticks work) {
  const hs_ticks now = time->now();
  if (!load_.any()) {
    return now + work;
  }
  // A track's end and the start of the next matter for a few milliseconds.
  constexpr hs_ticks kReach = HS_TICKS_PER_REVOLUTION / 2;
  return load_.done_at(now, work, media->sector_time(),
                       media->track_ends(now > kReach ? now - kReach : 0, now + kReach));
}

std::uint64_t ControllerCpu::hal_read(void* context, std::uint32_t address) {
  auto* cpu = static_cast<ControllerCpu*>(context);
  if (address == HS_INTERRUPT_CAUSE) {
    const std::uint32_t causes = cpu->causes_;
    cpu->causes_ = 0;
    return causes;
  }
  std::uint64_t value = 0;
  RegisterBlock* box = cpu->box_of(address);
  if (box == nullptr ? !cpu->access(tlm::TLM_READ_COMMAND, address, value)
                     : !box->read(address, value)) {
    bus_error("read", address, value);
  }
  if (cpu->decisions_.has_value()) {
    cpu->note_read(address, value);
  }
  return value;
}

void ControllerCpu::hal_write(void* context, std::uint32_t address, std::uint64_t value) {
  auto* cpu = static_cast<ControllerCpu*>(context);
  RegisterBlock* box = cpu->box_of(address);
  if (box == nullptr ? !cpu->access(tlm::TLM_WRITE_COMMAND, address, value)
                     : !box->write(address, value)) {
    bus_error("write", address, value);
  }
  if (cpu->decisions_.has_value()) {
    cpu->note_write(address, value);
  }
}

// A look at the comparator that finds it at work takes no time beside the scan's own.
void ControllerCpu::note_read(std::uint32_t address, std::uint64_t value) {
  if (address == HS_COMPARATOR(status) && (value & HS_COMPARATOR__STATUS__BUSY_bm) != 0) {
    return;
  }
  work_.register_accesses++;
  if (address == HS_COMPARATOR(result)) {
    work_.comparator_clocks += value >> HS_COMPARATOR__RESULT__CLOCKS_bp;
  }
}

void ControllerCpu::note_write(std::uint32_t address, std::uint64_t value) {
  if (address == HS_PROCESSOR_DECISION) {
    return;
  }
  work_.register_accesses++;
  constexpr std::uint32_t kLast = HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT;
  if (address == HS_PORT_GO && (HS_GO_OPERATIONS(value) & kLast) == kLast) {
    decisions_->ordered();
  }
}

// HS_PROCESSOR_DECISION
void ControllerCpu::begin_decision(std::uint64_t waiting) {
  work_ = {};
  work_.waiting = waiting;
  work_.arrivals = waiting > waiting_ ? waiting - waiting_ : 0;
  examined_ = firmware_.queue.scheduler.examined;
}

std::uint64_t ControllerCpu::end_decision() {
  work_.examined = firmware_.queue.scheduler.examined - examined_;
  return decisions_->decide(time->now(), work_);
}

// By the bus, whatever is at the other end of it.
bool ControllerCpu::access(tlm::tlm_command command, std::uint32_t address, std::uint64_t& value) {
  const std::uint32_t page = HS_PAGE(address);
  if (address == HS_PROCESSOR_DECISION && decisions_.has_value()) {
    if (command == tlm::TLM_WRITE_COMMAND) {
      begin_decision(value);
    } else {
      value = end_decision();
    }
    return true;
  }
  if (page == HS_PAGE_INTERRUPT || page >= HS_PAGE_COUNT) {
    return false;
  }
  payload_.set_command(command);
  payload_.set_address(address);
  payload_.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  pages[page - 1]->b_transport(payload_, delay);
  return payload_.is_response_ok();
}

}  // namespace headstack
