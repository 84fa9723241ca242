#include "headstack/processor.h"

#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "model/processor/elf_image.h"
#include "model/processor/iss/iss.h"

namespace headstack::systemc {

namespace {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

static_assert(ProcessorMap::kRom == HS_MAP_ROM && ProcessorMap::kReset == HS_MAP_RESET &&
              ProcessorMap::kRam == HS_MAP_RAM && ProcessorMap::kDevices == HS_MAP_REGISTERS &&
              ProcessorMap::kDeviceBytes == HS_MAP_REGISTERS_BYTES);

constexpr std::uint64_t kQuantum = 1000;  // most cycles that the processor runs ahead of the kernel
constexpr unsigned kA0 = 10;

ElfImage read_program(const std::string& file) {
  try {
    return ElfImage::read(file);
  } catch (const ElfError& error) {
    throw std::invalid_argument(error.what());
  }
}

MemorySizes sizes_for(const ElfImage& image, std::uint32_t ram_bytes) {
  if (ram_bytes % 4 != 0 || ram_bytes > HS_MAP_RAM_MOST || ram_bytes < image.ram_bytes()) {
    throw std::invalid_argument(
        fmt::format("{} bytes of RAM: the program needs a multiple of 4 from {} to {} bytes",
                    ram_bytes, image.ram_bytes(), HS_MAP_RAM_MOST));
  }
  return {image.rom_bytes(), 0, ram_bytes};
}

}  // namespace

struct Processor::Inside {
  Inside(const std::string& program, const sc_time& cycle, std::uint32_t ram_bytes)
      : image(read_program(program)),
        memories(sizes_for(image, ram_bytes)),
        clock(cycle),
        iss(loaded(image, memories)) {}

  static Memories& loaded(const ElfImage& image, Memories& memories) {
    try {
      image.load(memories);
    } catch (const ElfError& error) {
      throw std::invalid_argument(error.what());
    }
    return memories;
  }

  void catch_up();
  tlm::tlm_response_status access(Processor& processor, const Stop& stop);

  ElfImage image;
  Memories memories;
  sc_time clock;
  Iss iss;
  std::uint64_t passed = 0;  // cycles that the kernel's time has passed
  bool ended = false;
};

Processor::Processor(sc_core::sc_module_name name, const std::string& program, const sc_time& clock,
                     std::uint32_t ram_bytes)
    : sc_module(name), devices("devices"), memory("memory"), interrupt("interrupt") {
  if (clock == SC_ZERO_TIME) {
    throw std::invalid_argument(fmt::format("{}: a cycle must take time", this->name()));
  }
  inside_ = std::make_unique<Inside>(program, clock, ram_bytes);
  memory.register_b_transport(this, &Processor::access_memory);
  SC_HAS_PROCESS(Processor);
  SC_THREAD(run);
}

Processor::~Processor() = default;

bool Processor::ended() const { return inside_->ended; }

std::uint32_t Processor::result() const { return inside_->iss.register_value(kA0); }

std::uint64_t Processor::cycles() const { return inside_->iss.cycles(); }

// Lets the kernel's time pass as far as the processor's.
void Processor::Inside::catch_up() {
  const std::uint64_t now = iss.cycles();
  if (now != passed) {
    sc_core::wait(static_cast<double>(now - passed) * clock);
    passed = now;
  }
}

// Carries out a load or a store of a device. Returns the response.
tlm::tlm_response_status Processor::Inside::access(Processor& processor, const Stop& stop) {
  const bool store = stop.reason == StopReason::store;
  std::uint32_t value = stop.value;
  tlm::tlm_generic_payload transaction;
  transaction.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  transaction.set_address(stop.address - ProcessorMap::kDevices);
  transaction.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  transaction.set_data_length(stop.bytes);
  transaction.set_streaming_width(stop.bytes);
  transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_time delay = SC_ZERO_TIME;
  processor.devices->b_transport(transaction, delay);
  sc_core::wait(delay);
  if (!store) {
    iss.answer(value);
  }
  return transaction.get_response_status();
}

void Processor::fail(const std::string& what, std::uint32_t pc, std::uint32_t address) {
  SC_REPORT_ERROR("headstack/processor", fmt::format("{}: {} at {}, address {:#010x}", name(), what,
                                                     inside_->image.place(pc), address)
                                             .c_str());
}

void Processor::run() {
  Inside& in = *inside_;
  while (!in.ended) {
    in.iss.interrupt(interrupt.read());
    const Stop stop = in.iss.run(kQuantum);
    in.catch_up();
    switch (stop.reason) {
      case StopReason::load:
      case StopReason::store:
        if (const auto response = in.access(*this, stop); response != tlm::TLM_OK_RESPONSE) {
          fail(fmt::format("response {} of a device", static_cast<int>(response)), stop.pc,
               stop.address);
          return;
        }
        break;
      case StopReason::waiting:
        if (!interrupt.read()) {
          wait(interrupt.posedge_event());
        }
        break;
      case StopReason::fault:
        in.ended = stop.fault == Fault::breakpoint;
        if (!in.ended) {
          fail(fault_text(stop.fault), stop.pc, stop.address);
          return;
        }
        break;
      default:
        break;
    }
  }
}

void Processor::access_memory(tlm::tlm_generic_payload& transaction, sc_time& /*delay*/) {
  Memory& ram = inside_->memories.ram;
  const std::uint64_t first = transaction.get_address();
  const unsigned count = transaction.get_data_length();
  if (first > ram.size() || count > ram.size() - first) {
    transaction.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (transaction.get_byte_enable_ptr() != nullptr) {
    transaction.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    return;
  }
  if (transaction.is_write()) {
    std::memcpy(ram.data() + first, transaction.get_data_ptr(), count);
  } else if (transaction.is_read()) {
    std::memcpy(transaction.get_data_ptr(), ram.data() + first, count);
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace headstack::systemc
