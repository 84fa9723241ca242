// Drives in several threads at the same time. SystemC has one simulation at a time, so simulations
// take turns under a lock, as in the Python module. The lock changes hands after each step, so all
// simulations are under way together. Everything else has no lock: drive files, their values and
// texts, tables, mappings, schedulers' names, and totals. Each thread must get the results that it
// gets alone. ThreadSanitizer watches in build-tsan.
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/config/tables/resolve.h"
#include "model/run/session.h"
#include "model/run/simulation.h"
#include "model/watch/request_totals.h"

namespace headstack {
namespace {

using Results = std::vector<std::int64_t>;

struct Job {
  const char* drive;
  const char* scheduler;
  Changes changes;
};

const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {
      {"hp_c2247", "fcfs", {}},
      {"hp_c2247", "sptf", {{"controller.choice", "\"ahead\""}}},
      {"ibm_dnes_309170w", "sptf", {{"destage.order", "\"ascending\""}}},
      {"hp_c2247", "sptf_hw", {}},
      {"hp_97560", "sstf", {}},
      {"hp_c2247", "clook", {{"controller.core", "\"iss\""}, {"controller.clock", "\"20 MHz\""}}},
      {"ibm_9lzx", "asptf(6)", {{"cache.segments", "2"}}},
      {"hp_c2247", "fscan", {{"cache.write_back", "true"}, {"destage.start", "\"need\""}}},
  };
  return all;
}

std::mutex simulation;

template <typename Work>
auto in_turn(const Work& work) {
  const std::lock_guard<std::mutex> turn(simulation);
  return work();
}

std::shared_ptr<HostCommand> transfer(std::uint32_t number) {
  auto command = std::make_shared<HostCommand>();
  const std::uint32_t lbn = number * 7919 % 200'000;
  const bool write = number % 3 == 0;
  command->cdb = {static_cast<std::uint8_t>(write ? 0x2a : 0x28),
                  0,
                  0,
                  static_cast<std::uint8_t>(lbn >> 16),
                  static_cast<std::uint8_t>(lbn >> 8),
                  static_cast<std::uint8_t>(lbn),
                  0,
                  0,
                  4};
  command->write = write;
  command->host = static_cast<std::uint8_t>(7 - number % 3);
  command->data.assign(std::size_t{4} * 512, static_cast<unsigned char>(number));
  return command;
}

// Commands of three hosts, a step of the simulation at a time, and a loss of power.
void converse(const DriveConfig& drive, const SchedulerSpec& scheduler, Results& results) {
  std::unique_ptr<Session> session =
      in_turn([&] { return std::make_unique<Session>(drive, scheduler, true); });
  std::vector<std::shared_ptr<HostCommand>> commands;
  for (std::uint32_t i = 0; i < 40; ++i) {
    commands.push_back(transfer(i));
    in_turn([&] { session->submit(commands.back()); });
    in_turn([&] { session->advance(Picoseconds{std::int64_t{1'000'000'000} * (i % 4)}); });
    if (i == 30 && value_of(drive, "controller.core") == "\"host\"") {
      in_turn([&] { session->cut_power(); });
    }
  }
  in_turn([&] { session->settle(); });
  for (const auto& command : commands) {
    results.push_back(command->finished);
    results.push_back(static_cast<std::int64_t>(command->state) * 256 + command->status);
    results.push_back(command->data.back());
  }
  in_turn([&] { session.reset(); });
}

// A run from end to end, and its totals.
void run_whole(const DriveConfig& drive, const SchedulerSpec& scheduler, Results& results) {
  const Setup setup{drive, scheduler};
  const ClosedWorkload load{{300, 16, 2.0 / 3, 5}, 8};
  const RunOutput out = in_turn([&] { return run(setup, load); });
  RequestTotals totals(300);
  for (const RequestRecord& row : out.requests) {
    totals.add(row);
    results.push_back(row.finish);
  }
  totals.check_all_served();
  results.push_back(totals.elapsed());
}

// The places of blocks, from tables that this thread makes.
void map_blocks(const DriveConfig& drive, Results& results) {
  const DriveTables tables(drive);
  for (std::uint32_t lbn = 0; lbn < 200'000; lbn += 997) {
    const hs_pbn place = hs_lbn_to_pbn(&tables.geometry(), {lbn});
    results.push_back(std::int64_t{place.cylinder.value} << 32 | place.head.value << 16 |
                      place.sector.value);
  }
}

Results work(const Job& job) {
  Results results;
  const DriveConfig loaded = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) /
                                        "model/drives" / (std::string(job.drive) + ".toml"));
  const DriveConfig drive = parse_drive(to_toml(with_values(loaded, job.changes)), "again");
  const SchedulerSpec scheduler = parse_scheduler(job.scheduler);
  EXPECT_THROW(with_value(drive, "cache.segmants", "2"), ConfigError);
  map_blocks(drive, results);
  converse(drive, scheduler, results);
  run_whole(drive, scheduler, results);
  return results;
}

// Every job in a thread of its own, all at the same time, and each in two threads.
TEST(Threads, ResultsAreThoseOfAThreadAlone) {
  std::vector<Results> alone;
  for (const Job& job : jobs()) {
    alone.push_back(work(job));
  }
  const std::size_t count = 2 * jobs().size();
  std::vector<Results> together(count);
  std::atomic<std::size_t> ready{0};
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      ++ready;
      while (ready != count) {
        std::this_thread::yield();
      }
      together[i] = work(jobs()[i % jobs().size()]);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(together[i], alone[i % jobs().size()]) << jobs()[i % jobs().size()].scheduler;
  }
}

}  // namespace
}  // namespace headstack
