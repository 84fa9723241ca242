#include "model/host/classes.h"

#include <cmath>

namespace headstack {

namespace {

constexpr std::uint64_t kStreamsPerClass = 3;
constexpr double kMostBlocks = 0xffff;

// Returns a normal number of mean 0 and variance 1: the sum of twelve uniform numbers, less 6. The
// number is at most 6 deviations from 0. The sum needs no function whose last bit differs between
// machines.
double nearly_normal(Random& random) {
  double sum = -6.0;
  for (int i = 0; i < 12; ++i) {
    sum += random.uniform();
  }
  return sum;
}

}  // namespace

ClassesPlayer::ClassesPlayer(sc_core::sc_module_name name, DeviceDriver& driver,
                             const ClassesWorkload& workload, std::uint32_t disk_blocks)
    : WorkloadPlayer(name, driver), workload_(workload), disk_blocks_(disk_blocks) {
  for (std::uint64_t i = 0; i < workload.classes.size(); ++i) {
    const std::uint64_t first = 1 + i * kStreamsPerClass;
    random_.push_back({Random(workload.seed, first), Random(workload.seed, first + 1),
                       Random(workload.seed, first + 2)});
  }
  SC_HAS_PROCESS(ClassesPlayer);
  SC_METHOD(start);
}

// Begins the classes in turns, so that no class is ahead of the others.
void ClassesPlayer::start() {
  const DeviceDriver::Together all(driver_);
  bool more = true;
  for (std::uint32_t round = 0; more; ++round) {
    more = false;
    for (std::size_t i = 0; i < workload_.classes.size(); ++i) {
      if (round < workload_.classes[i].outstanding) {
        issue(static_cast<std::uint16_t>(i));
        more = true;
      }
    }
  }
}

std::uint32_t ClassesPlayer::size_of(std::uint16_t class_id) {
  const LoadClass& load = workload_.classes[class_id];
  double blocks = 0.0;
  do {
    blocks = std::floor(load.mean_blocks +
                        load.deviation_blocks * nearly_normal(random_[class_id].sizes) + 0.5);
  } while (blocks < 1.0 || blocks > std::fmin(kMostBlocks, disk_blocks_));
  return static_cast<std::uint32_t>(blocks);
}

void ClassesPlayer::issue(std::uint16_t class_id) {
  if (made_ == workload_.requests) {
    return;
  }
  Streams& random = random_[class_id];
  RequestRecord record;
  record.id = made_++;
  record.class_id = class_id;
  record.blocks = size_of(class_id);
  record.lbn = static_cast<std::uint32_t>(
      random.places.below(disk_blocks_ - record.blocks + std::uint64_t{1}));
  record.write = random.kinds.uniform() >= workload_.classes[class_id].read_fraction;
  driver_.submit(record);
}

}  // namespace headstack
