// An initiator for tests. The initiator shares no code with the host. The initiator manages its
// payloads itself, sends any number of commands together, and checks every phase.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <vector>

#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>

#include "model/scsi/scsi_protocol.h"
#include "model/watch/request_record.h"

namespace headstack {

constexpr std::uint16_t kOwnTag = 0xffff;  // the command's number

struct Order {
  std::uint64_t target = 0;
  CommandBlock cdb{};
  std::uint32_t bytes = 0;
  bool write = false;
  QueueAttribute attribute = QueueAttribute::simple;
  std::uint8_t priority = 0;
  std::uint16_t tag = kOwnTag;
  TaskFunction function = TaskFunction::none;
  std::vector<unsigned char> list;  // parameter data for the drive
  std::uint8_t lun = 0;
  bool with_data = false;    // a data pointer, for parameter data
  bool with_record = false;  // the drive writes the times of the task into `record`
};

Order read_order(std::uint32_t lbn, std::uint16_t blocks, std::uint64_t target = 0);
Order write_order(std::uint32_t lbn, std::uint16_t blocks, std::uint64_t target = 0);
// A command of 6 or 10 bytes that moves parameter data to the host.
Order parameter_order(std::uint8_t operation, std::uint8_t allocation, std::uint64_t target = 0);

// Makes a command that sends a parameter list. `cdb` has the length of the list.
Order list_order(std::initializer_list<std::uint8_t> cdb, std::vector<unsigned char> list);
// Any command that moves parameter data to the host, `room` bytes of it.
Order reply_order(std::initializer_list<std::uint8_t> cdb, std::uint32_t room);
Order function_order(TaskFunction function, std::uint16_t tag = 0);

struct SeenPhase {
  ScsiPhase phase;
  sc_core::sc_time time;  // time of the phase: the time of the call plus its delay
};

// A command and its result.
struct Exchange {
  Order order;
  std::size_t number = 0;
  std::vector<SeenPhase> phases;
  int statuses = 0;      // number of ends, with or without a status
  bool aborted = false;  // ended without a status
  std::uint8_t status = 0xff;
  std::uint8_t sense_bytes = 0;
  std::array<std::uint8_t, 18> sense{};
  std::uint32_t moved_bytes = 0;
  tlm::tlm_response_status response = tlm::TLM_INCOMPLETE_RESPONSE;
  static constexpr std::size_t kGuard = 64;
  // bytes start as 0xee; the last kGuard bytes must never be written
  std::vector<unsigned char> data;
  RequestRecord record;

  double ms(std::size_t phase) const { return phases.at(phase).time.to_seconds() * 1e3; }
  double end_ms() const { return ms(phases.size() - 1); }
  // Names of the phases, "A S D R in !": arbitration, selection, disconnect, reselection, status.
  std::string story() const;
};

class ScsiTester : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  tlm_utils::simple_initiator_socket<ScsiTester, 32, ScsiProtocol> scsi;

  ScsiTester(sc_core::sc_module_name name, std::uint8_t id);

  // Send a command, now or at a time. A command sent before the simulation starts leaves at its
  // start.
  std::size_t send(const Order& order);
  void send_at(double time_ms, const Order& order);
  void send_at(const sc_core::sc_time& time, const Order& order);

  // Called at each status (or abort), and at each selection.
  std::function<void(const Exchange&)> on_status;
  std::function<void(const Exchange&)> on_selection;
  // Whether the tester checks the order of phases. False for an initiator that does not get all
  // phases.
  bool check_phases = true;
  // Greatest number of commands that arbitrate at a time. Other commands wait.
  std::size_t most_arbitrating = 1'000'000;

  const std::deque<Exchange>& exchanges() const { return exchanges_; }
  const Exchange& operator[](std::size_t number) const { return exchanges_.at(number); }
  // Checks that every command got its status once, and that only this initiator holds its payload.
  // Then releases the payloads. Failures are failures of the GoogleTest test.
  void expect_all_done();

 private:
  using Payload = ScsiTransaction;
  enum class State {
    arbitrating,
    connected,
    disconnected,
    over
  };
  struct Slot {
    std::unique_ptr<Payload> payload;
    State state = State::arbitrating;
  };

  void free(tlm::tlm_generic_payload* transaction) override;
  void due();
  void send_next();
  tlm::tlm_sync_enum from_bus(Payload& transaction, ScsiPhase& phase, sc_core::sc_time& delay);
  void check_phase(Slot& slot, const Exchange& exchange, ScsiPhase phase,
                   const sc_core::sc_time& delay);
  void check_payload(const Slot& slot, const Exchange& exchange);
  void status(Slot& slot, Exchange& exchange);

  std::uint8_t id_;
  std::deque<Exchange> exchanges_;
  std::deque<Slot> slots_;  // by number
  std::map<const Payload*, std::size_t> numbers_;
  std::deque<std::size_t> waiting_;
  std::multimap<sc_core::sc_time, Order> later_;
  std::size_t arbitrating_ = 0;
  std::size_t freed_ = 0;
  bool sending_ = false;
  sc_core::sc_event due_event_;
};

}  // namespace headstack
