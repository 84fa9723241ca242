#include "headstack/host_adapter.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <utility>

#include "bindings/systemc/block_bytes.h"
#include "headstack/host_adapter_descriptor.h"
#include "headstack/host_adapter_registers.h"

namespace headstack::systemc {

namespace {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

using Descriptor = hs_host_descriptor;
using Registers = hs_host_adapter_t;

static_assert(sizeof(Descriptor) == 64);
static_assert(sizeof(Registers) == HostAdapter::kBytes);

constexpr std::size_t kResult = offsetof(Descriptor, moved_bytes);
constexpr std::size_t kMost = 0xffff;  // descriptors under way, and over

#define AT(reg) offsetof(Registers, reg)

enum : std::uint32_t {
  kFinished = HS_HOST_ADAPTER__INTERRUPT__FINISHED_bm,
  kFailed = HS_HOST_ADAPTER__INTERRUPT__FAILED_bm
};

Queue queue_of(std::uint8_t flags) {
  switch (flags & HS_DESCRIPTOR_UNTAGGED) {
    case HS_DESCRIPTOR_ORDERED:
      return Queue::ordered;
    case HS_DESCRIPTOR_HEAD_OF_QUEUE:
      return Queue::head_of_queue;
    case HS_DESCRIPTOR_UNTAGGED:
      return Queue::untagged;
    default:
      return Queue::simple;
  }
}

// A submitted descriptor. `at` is the time from which the adapter may read it.
struct Submitted {
  std::uint64_t address;
  sc_time at;
};

// A descriptor whose command is over, and the place of its data.
struct Over {
  std::uint64_t address;
  Descriptor descriptor;
  std::vector<std::uint8_t> data;  // of a read
};

}  // namespace

struct HostAdapter::Inside : sc_core::sc_module {
  Inside(sc_core::sc_module_name name, HostAdapter& adapter, Disk& disk)
      : sc_module(name), adapter_(adapter), disk_(disk) {
    SC_HAS_PROCESS(Inside);
    SC_THREAD(fetch);
    SC_THREAD(finish);
    SC_METHOD(raise);
    sensitive << level_changed_;
  }

  bool read(std::uint64_t offset, std::uint32_t& value) const;
  bool write(std::uint64_t offset, std::uint32_t value, const sc_time& delay);

 private:
  std::uint64_t oldest() const { return finished_.empty() ? 0 : finished_.front(); }
  void fetch();
  void finish();
  void raise();
  void send(std::uint64_t address, const Descriptor& descriptor);
  void end(std::uint64_t address, Descriptor descriptor, std::uint8_t state,
           std::vector<std::uint8_t> data = {});
  bool transfer(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                std::size_t bytes);
  void set(std::uint32_t interrupts);

  HostAdapter& adapter_;
  Disk& disk_;
  std::uint32_t pending_ = 0;  // interrupts
  std::uint32_t enabled_ = 0;
  std::uint32_t address_high_ = 0;
  std::size_t under_way_ = 0;
  std::deque<Submitted> submitted_;
  std::deque<Over> over_;
  std::deque<std::uint64_t> finished_;  // addresses
  sc_core::sc_event submitted_event_;
  sc_core::sc_event over_event_;
  sc_core::sc_event level_changed_;
};

// --- registers -----------------------------------------------------------------------------------

bool HostAdapter::Inside::read(std::uint64_t offset, std::uint32_t& value) const {
  switch (offset) {
    case AT(ident):
      value = HS_HOST_ADAPTER__IDENT__MAGIC_reset << HS_HOST_ADAPTER__IDENT__MAGIC_bp |
              HS_HOST_ADAPTER__IDENT__VERSION_reset;
      return true;
    case AT(status):
      value = static_cast<std::uint32_t>(under_way_ | finished_.size()
                                                          << HS_HOST_ADAPTER__STATUS__FINISHED_bp);
      return true;
    case AT(interrupt):
      value = pending_;
      return true;
    case AT(enable):
      value = enabled_;
      return true;
    case AT(address):
      value = address_high_;
      return true;
    case AT(finished_low):
      value = static_cast<std::uint32_t>(oldest());
      return true;
    case AT(finished_high):
      value = static_cast<std::uint32_t>(oldest() >> 32);
      return true;
    default:
      return false;
  }
}

bool HostAdapter::Inside::write(std::uint64_t offset, std::uint32_t value, const sc_time& delay) {
  switch (offset) {
    case AT(interrupt):
      pending_ &= ~value;
      break;
    case AT(enable):
      enabled_ = value & (kFinished | kFailed);
      break;
    case AT(address):
      address_high_ = value;
      return true;
    case AT(submit):
      if (under_way_ + finished_.size() >= kMost) {
        set(kFailed);
        return true;
      }
      ++under_way_;
      submitted_.push_back(
          {std::uint64_t{address_high_} << 32 | value, sc_core::sc_time_stamp() + delay});
      submitted_event_.notify(SC_ZERO_TIME);
      return true;
    case AT(acknowledge):
      if (!finished_.empty()) {
        finished_.pop_front();
      }
      return true;
    default:
      return false;
  }
  level_changed_.notify(SC_ZERO_TIME);
  return true;
}

void HostAdapter::Inside::set(std::uint32_t interrupts) {
  pending_ |= interrupts;
  level_changed_.notify(SC_ZERO_TIME);
}

void HostAdapter::Inside::raise() {
  if (adapter_.interrupt.size() != 0) {
    adapter_.interrupt->write((pending_ & enabled_) != 0);
  }
}

// --- commands ------------------------------------------------------------------------------------

// Reads or writes the platform's memory. False: the memory has refused.
bool HostAdapter::Inside::transfer(tlm::tlm_command command, std::uint64_t address,
                                   unsigned char* data, std::size_t bytes) {
  tlm::tlm_generic_payload transaction;
  transaction.set_command(command);
  transaction.set_address(address);
  transaction.set_data_ptr(data);
  transaction.set_data_length(static_cast<unsigned>(bytes));
  transaction.set_streaming_width(static_cast<unsigned>(bytes));
  transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_time delay = SC_ZERO_TIME;
  adapter_.memory->b_transport(transaction, delay);
  if (delay != SC_ZERO_TIME) {
    wait(delay);
  }
  return transaction.is_response_ok();
}

void HostAdapter::Inside::fetch() {
  for (;;) {
    while (submitted_.empty()) {
      wait(submitted_event_);
    }
    const Submitted next = submitted_.front();
    submitted_.pop_front();
    if (next.at > sc_core::sc_time_stamp()) {
      wait(next.at - sc_core::sc_time_stamp());
    }
    Descriptor descriptor{};
    if (next.address % 8 != 0 ||
        !transfer(tlm::TLM_READ_COMMAND, next.address,
                  reinterpret_cast<unsigned char*>(&descriptor), sizeof descriptor)) {
      // The result has no place. FINISHED still tells of the descriptor.
      end(next.address, descriptor, HS_DESCRIPTOR_MEMORY);
      continue;
    }
    send(next.address, descriptor);
  }
}

void HostAdapter::Inside::send(std::uint64_t address, const Descriptor& descriptor) {
  const std::size_t length = block_bytes(descriptor.block[0]);
  if (length == 0 || descriptor.data_bytes > HS_DESCRIPTOR_MOST_BYTES || descriptor.priority > 15) {
    end(address, descriptor, HS_DESCRIPTOR_WRONG);
    return;
  }
  Command command;
  command.block.assign(descriptor.block, descriptor.block + length);
  command.write = (descriptor.flags & HS_DESCRIPTOR_WRITE) != 0;
  command.data.resize(descriptor.data_bytes);
  command.queue = queue_of(descriptor.flags);
  command.priority = descriptor.priority;
  command.initiator = descriptor.initiator;
  command.lun = descriptor.lun;
  if (command.write && !command.data.empty() &&
      !transfer(tlm::TLM_READ_COMMAND, descriptor.data_address, command.data.data(),
                command.data.size())) {
    end(address, descriptor, HS_DESCRIPTOR_MEMORY);
    return;
  }
  try {
    disk_.submit(std::move(command), [this, address, descriptor](Completion over) {
      Descriptor result = descriptor;
      result.moved_bytes = over.moved_bytes;
      result.status = over.status;
      if (over.sense.size() >= 14) {
        result.sense_key = over.sense[2] & 0x0f;
        result.sense_code = over.sense[12];
        result.sense_qualifier = over.sense[13];
      }
      const bool reads = (descriptor.flags & HS_DESCRIPTOR_WRITE) == 0;
      over.data.resize(reads ? std::min<std::size_t>(over.moved_bytes, over.data.size()) : 0);
      end(address, result, over.lost ? HS_DESCRIPTOR_LOST : HS_DESCRIPTOR_DONE,
          std::move(over.data));
    });
  } catch (const std::invalid_argument&) {
    end(address, descriptor, HS_DESCRIPTOR_WRONG);
  }
}

// Passes a descriptor to the thread that writes results, because this call may not wait.
void HostAdapter::Inside::end(std::uint64_t address, Descriptor descriptor, std::uint8_t state,
                              std::vector<std::uint8_t> data) {
  descriptor.state = state;
  over_.push_back({address, descriptor, std::move(data)});
  over_event_.notify(SC_ZERO_TIME);
}

void HostAdapter::Inside::finish() {
  for (;;) {
    while (over_.empty()) {
      wait(over_event_);
    }
    Over next = std::move(over_.front());
    over_.pop_front();
    Descriptor& descriptor = next.descriptor;
    if (!next.data.empty() && !transfer(tlm::TLM_WRITE_COMMAND, descriptor.data_address,
                                        next.data.data(), next.data.size())) {
      descriptor.state = HS_DESCRIPTOR_MEMORY;
    }
    auto* const bytes = reinterpret_cast<unsigned char*>(&descriptor);
    const bool told =
        next.address % 8 == 0 && transfer(tlm::TLM_WRITE_COMMAND, next.address + kResult,
                                          bytes + kResult, sizeof descriptor - kResult);
    --under_way_;
    finished_.push_back(next.address);
    const bool failed = !told || descriptor.state >= HS_DESCRIPTOR_WRONG;
    set(kFinished | (failed ? static_cast<std::uint32_t>(kFailed) : 0U));
  }
}

// --- the adapter ---------------------------------------------------------------------------------

HostAdapter::HostAdapter(sc_core::sc_module_name name, Disk& disk)
    : sc_module(name),
      registers("registers"),
      memory("memory"),
      interrupt("interrupt"),
      inside_(std::make_unique<Inside>("inside", *this, disk)) {
  registers.register_b_transport(this, &HostAdapter::access);
  registers.register_transport_dbg(this, &HostAdapter::look);
}

HostAdapter::~HostAdapter() = default;

void HostAdapter::access(tlm::tlm_generic_payload& transaction, sc_time& delay) {
  const std::uint64_t offset = transaction.get_address();
  const unsigned bytes = transaction.get_data_length();
  transaction.set_dmi_allowed(false);
  if (offset >= kBytes || offset % 4 != 0) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (transaction.get_byte_enable_ptr() != nullptr) {
    transaction.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (bytes != 4 || transaction.get_streaming_width() < bytes) {
    transaction.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return;
  }
  std::uint32_t value = 0;
  bool known = true;
  if (transaction.is_read()) {
    known = inside_->read(offset, value);
    std::memcpy(transaction.get_data_ptr(), &value, known ? sizeof value : 0);
  } else if (transaction.is_write()) {
    std::memcpy(&value, transaction.get_data_ptr(), sizeof value);
    known = inside_->write(offset, value, delay);
  }
  transaction.set_response_status(known ? tlm::TLM_OK_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
}

unsigned HostAdapter::look(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t first = transaction.get_address();
  unsigned done = 0;
  while (transaction.is_read() && done < transaction.get_data_length() && first + done < kBytes) {
    std::uint32_t value = 0;
    inside_->read((first + done) / 4 * 4, value);
    const unsigned within = static_cast<unsigned>((first + done) % 4);
    transaction.get_data_ptr()[done++] = static_cast<unsigned char>(value >> (8 * within));
  }
  return done;
}

}  // namespace headstack::systemc
