// A device driver on a bus of the test, which does what the test says.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include <gtest/gtest.h>
#include <tlm_utils/passthrough_target_socket.h>

#include "model/host/device_driver.h"
#include "model/host/initiator.h"
#include "model/run/simulation_context.h"

namespace headstack {

// A bus that does what the test says.
class TestBus : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<TestBus, 32, ScsiProtocol> scsi;
  std::deque<ScsiTransaction*> sent;  // commands that want the bus, in order

  explicit TestBus(const sc_core::sc_module_name& name) : sc_module(name), scsi("scsi") {
    scsi.register_nb_transport_fw(this, &TestBus::arbitration);
    SC_HAS_PROCESS(TestBus);
    SC_METHOD(pass);
    sensitive << event_;
  }
  // Lets this time pass.
  void wait_ps(std::uint64_t ps) {
    event_.notify(sc_core::sc_time::from_value(ps));
    sc_core::sc_start(sc_core::sc_time::from_value(ps));
  }
  void say(ScsiTransaction& payload, ScsiPhase phase) {
    sc_core::sc_time delay;
    scsi->nb_transport_bw(payload, phase, delay);
  }

 private:
  void pass() {}  // the kernel needs an event to go on
  tlm::tlm_sync_enum arbitration(ScsiTransaction& payload, ScsiPhase& phase,
                                 sc_core::sc_time& delay) {
    EXPECT_EQ(phase, ScsiPhase::arbitration);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    sent.push_back(&payload);
    return tlm::TLM_ACCEPTED;
  }

  sc_core::sc_event event_;
};

struct GivenSense {
  std::uint8_t key, code, qualifier;
};
inline constexpr GivenSense kNoSense{0, 0, 0};

class DriverRig : public RequestListener {
 public:
  static constexpr std::uint64_t kTarget = 2;

  explicit DriverRig(std::uint32_t most_at_drive = 1)
      : bus("bus"),
        driver("driver", *this, most_at_drive),
        initiator("initiator", 7, kTarget, 512, driver) {
    driver.connect(initiator);
    initiator.scsi.bind(bus.scsi);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void served(const RequestRecord& record) override { rows.push_back(record); }

  std::uint64_t submit(RequestRecord request) {
    request.id = next_id_++;
    driver.submit(request);
    return request.id;
  }
  std::uint64_t submit(std::uint32_t lbn, std::uint32_t blocks = 8, bool write = false) {
    RequestRecord request;
    request.lbn = lbn;
    request.blocks = blocks;
    request.write = write;
    return submit(request);
  }
  // The drive takes the command that wants the bus.
  ScsiTransaction& select() {
    EXPECT_FALSE(bus.sent.empty());
    ScsiTransaction& payload = *bus.sent.front();
    bus.sent.pop_front();
    bus.say(payload, ScsiPhase::selection);
    return payload;
  }
  void end(ScsiTransaction& payload, std::uint8_t status = 0x00, GivenSense sense = kNoSense) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    payload.status = status;
    payload.sense_bytes = sense.key == 0 ? 0 : 18;
    payload.sense[2] = static_cast<std::uint8_t>(0xf0 | sense.key);
    payload.sense[12] = sense.code;
    payload.sense[13] = sense.qualifier;
    bus.say(payload, ScsiPhase::status);
  }
  SimulationContext context;
  std::vector<RequestRecord> rows;  // of the requests that were served
  TestBus bus;
  DeviceDriver driver;
  Initiator initiator;

 private:
  std::uint64_t next_id_ = 0;
};

// The number in `bytes` bytes of the command block.
inline std::uint64_t field(const ScsiTransaction& payload, std::size_t first, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value = value << 8 | payload.cdb[first + i];
  }
  return value;
}

}  // namespace headstack
