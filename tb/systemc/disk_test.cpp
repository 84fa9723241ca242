// Two disks on a bus: data, order, times, errors and power cuts, through the interface for others.
#include "check.h"
#include <headstack/disk.h>

namespace headstack::systemc::test {

namespace {

using sc_core::sc_time;

bool has_sense(const Completion& completion, int key, int code) {
  return completion.sense.size() == 18 && (completion.sense[2] & 0xf) == key &&
         completion.sense[12] == code;
}

class Platform : public sc_core::sc_module {
 public:
  Bus bus{"bus"};
  Disk first{"first", bus, DRIVES "/hp_c2247.toml", {"sptf", true, true}};
  Disk second{"second", bus, DRIVES "/hp_97560.toml", {"fcfs", false}};

  explicit Platform(sc_core::sc_module_name name) : sc_module(name) {
    SC_HAS_PROCESS(Platform);
    SC_THREAD(run);
  }

 private:
  void run() {
    facts();
    ready();
    data_come_back();
    the_scheduler_orders();
    both_share_the_bus();
    wrong_commands();
    errors_have_sense();
    power_cut();
    sc_core::sc_stop();
  }

  void facts() {
    CHECK(first.scsi_id() == 0 && second.scsi_id() == 1);
    CHECK(first.blocks() == 2054864);  // hp_c2247.toml
    CHECK(first.bytes_per_block() == 512);
  }

  // The first command of each host reports the power-on.
  void ready() {
    const Completion report = first.execute({{0, 0, 0, 0, 0, 0}});
    CHECK(report.status == 2 && has_sense(report, 6, 0x29));
    CHECK(first.execute({{0, 0, 0, 0, 0, 0}}).good());
    second.execute({{0, 0, 0, 0, 0, 0}});
  }

  void data_come_back() {
    std::vector<std::uint8_t> data(3 * 512);
    for (std::size_t i = 0; i < data.size(); ++i) {
      data[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
    }
    const Completion written = first.execute(write_blocks(first, 1'000'000, data));
    CHECK(written.good() && written.moved_bytes == data.size());
    const Completion read = first.execute(read_blocks(first, 999'999, 5));
    CHECK(read.good() && read.moved_bytes == 5 * 512);
    CHECK(std::vector<std::uint8_t>(read.data.begin() + 512, read.data.end() - 512) == data);
    CHECK(read.data[0] == 0 && read.data.back() == 0);
    CHECK(read.submitted >= written.finished && read.finished > read.submitted);
    CHECK(read.finished == sc_core::sc_time_stamp());
    // Without contents, reads return zeros.
    const Completion empty = second.execute(read_blocks(second, 0, 1));
    CHECK(empty.good() && empty.data == std::vector<std::uint8_t>(512));
  }

  // Submits reads, one for each place, and returns their numbers in the order of their ends.
  std::vector<int> order_of(const std::vector<std::uint64_t>& places,
                            const std::vector<Queue>& queues) {
    std::vector<int> order;
    sc_core::sc_event over;
    for (std::size_t i = 0; i < places.size(); ++i) {
      Command command = read_blocks(first, places[i], 1);
      command.queue = queues[i];
      first.submit(std::move(command), [&, number = static_cast<int>(i)](Completion completion) {
        CHECK(completion.good());
        order.push_back(number);
        over.notify();
      });
    }
    while (order.size() < places.size()) {
      wait(over);
    }
    return order;
  }

  // While the arm is away, reads arrive. SPTF takes a near one before a far one.
  void the_scheduler_orders() {
    const std::vector<std::uint64_t> places{500, 2'000'000, 10'000};
    const Queue simple = Queue::simple;
    CHECK(order_of(places, {simple, simple, simple}) == std::vector<int>{0, 2, 1});
    CHECK(order_of({501, 2'000'001, 10'001}, {simple, simple, Queue::ordered}) ==
          std::vector<int>{0, 1, 2});
    CHECK(order_of({502, 10'002, 2'000'002}, {simple, simple, Queue::head_of_queue}) ==
          std::vector<int>{0, 2, 1});
  }

  void both_share_the_bus() {
    const sc_time busy = bus.busy_time();
    int left = 2;
    sc_core::sc_event over;
    const auto done = [&](Completion completion) {
      CHECK(completion.good());
      --left;
      over.notify();
    };
    first.submit(read_blocks(first, 30'000, 100), done);
    second.submit(read_blocks(second, 30'000, 100), done);
    while (left != 0) {
      wait(over);
    }
    // 100 blocks of 512 bytes, at least: at 10 MB/s, the fastest SCSI-2 bus of 8 bits.
    CHECK(bus.busy_time() - busy > 2 * sc_time(5.12, sc_core::SC_MS));
  }

  void wrong_commands() {
    const auto submit = [this](Command command) {
      return message_of<std::invalid_argument>([&] { first.submit(std::move(command), {}); });
    };
    CHECK(has(submit({}), "the command block is empty"));
    CHECK(has(submit({{0x28, 0, 0}}), "the command block 28h has 3 bytes; it must have 10"));
    CHECK(has(submit({{0x60, 0, 0, 0, 0, 0}}), "no standard has this operation code"));
    Command own{{0, 0, 0, 0, 0, 0}};
    own.initiator = 0;
    CHECK(has(submit(own), "initiator 0: a host has an id from 0 to 15 that is not the disk's, 0"));
    CHECK(has(message_of<std::invalid_argument>([&] { read_blocks(first, 0, 0); }), "1 to 65535"));
    CHECK(has(message_of<std::invalid_argument>([&] {
                write_blocks(first, 0, {1, 2});
              }),
              "2 bytes are not whole blocks of 512 bytes"));
  }

  void errors_have_sense() {
    const Completion beyond = first.execute(read_blocks(first, first.blocks(), 1));
    CHECK(beyond.status == 2 && has_sense(beyond, 5, 0x21));
    CHECK(beyond.moved_bytes == 0);
  }

  void power_cut() {
    Completion lost;
    bool over = false;
    first.submit(read_blocks(first, 1'500'000, 10), [&](Completion completion) {
      lost = std::move(completion);
      over = true;
    });
    wait(sc_time(1, sc_core::SC_MS));
    first.cut_power();
    wait(sc_time(1, sc_core::SC_US));
    CHECK(over && lost.lost && !lost.good());
  }
};

// What the constructors refuse.
void wrong_platforms(Bus& bus) {
  const auto made = [&](const char* file, const DiskOptions& options) {
    return message_of<std::invalid_argument>([&] { Disk("wrong", bus, file, options); });
  };
  CHECK(has(made("nowhere.toml", {}), "nowhere.toml"));
  CHECK(has(made(DRIVES "/hp_c2247.toml", {"stpf"}), "did you mean 'sptf'"));
}

}  // namespace

}  // namespace headstack::systemc::test

int sc_main(int, char**) {
  using namespace headstack::systemc::test;
  Platform platform("platform");
  wrong_platforms(platform.bus);
  CHECK(has(message_of<std::logic_error>([&] {
              platform.first.submit({{0, 0, 0, 0, 0, 0}}, {});
            }),
            "submit before the simulation has started"));
  sc_core::sc_start();
  CHECK(sc_core::sc_get_status() == sc_core::SC_STOPPED);
  return failures == 0 ? 0 : 1;
}
