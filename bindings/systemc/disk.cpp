#include "headstack/disk.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "bindings/systemc/block_bytes.h"
#include "bindings/systemc/bus_parts.h"
#include "model/boxes/drive.h"
#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "model/host/command_port.h"

namespace headstack::systemc {

namespace {

// Calls a function of the model. Errors of the input become std::invalid_argument, because other
// programs know no type of the model.
template <typename Work>
auto checked(const Work& work) {
  try {
    return work();
  } catch (const ConfigError& error) {
    throw std::invalid_argument(error.what());
  }
}

QueueAttribute attribute_of(Queue queue) {
  switch (queue) {
    case Queue::ordered:
      return QueueAttribute::ordered;
    case Queue::head_of_queue:
      return QueueAttribute::head_of_queue;
    case Queue::untagged:
      return QueueAttribute::untagged;
    case Queue::simple:
      break;
  }
  return QueueAttribute::simple;
}

sc_core::sc_time time_of(std::int64_t ps) {
  return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(ps));
}

Completion completion_of(const HostCommand& command) {
  return {command.state == HostCommand::State::lost,
          command.status,
          command.sense,
          command.data,
          command.moved_bytes,
          time_of(command.submitted),
          time_of(command.finished)};
}

}  // namespace

struct Disk::Inside {
  Inside(ScsiBus& bus, std::uint8_t id, const DriveConfig& config, const SchedulerSpec& spec,
         bool contents)
      : scsi_id(id),
        scheduler(spec),
        drive("drive", config, scheduler, contents),
        host("host", id) {
    bus.targets.bind(drive.scsi);
    host.scsi.bind(bus.initiators);
    host.on_end = [this](const HostCommand& command) { end(command); };
  }

  void end(const HostCommand& command) {
    const auto found = under_way.find(&command);
    const Done done = std::move(found->second);
    under_way.erase(found);
    if (done) {
      done(completion_of(command));
    }
  }

  std::uint8_t scsi_id;
  SchedulerSpec scheduler;  // outlives the drive
  headstack::Drive drive;
  CommandPort host;
  std::unordered_map<const HostCommand*, Done> under_way;
  bool elaborated = false;
};

Disk::Disk(sc_core::sc_module_name name, Bus& bus, const std::string& drive_file,
           const DiskOptions& options)
    : sc_module(name) {
  BusParts& joined = *bus.parts_;
  if (joined.disks == ScsiBus::kIds - 1) {
    throw std::invalid_argument(
        fmt::format("{}: the bus {} has {} disks already; a host needs an id too", this->name(),
                    bus.name(), joined.disks));
  }
  inside_ = checked([&] {
    DriveConfig config = load_drive(drive_file);
    if (options.power_on) {
      config.conditions.power.start = PowerStart::power_on;
    }
    const SchedulerSpec scheduler = parse_scheduler(options.scheduler);
    auto made = std::make_unique<Inside>(joined.bus, joined.disks, config, scheduler,
                                         options.contents || !options.contents_file.empty());
    if (!options.contents_file.empty()) {
      made->drive.keep_contents_in(options.contents_file);
    }
    return made;
  });
  ++joined.disks;
}

Disk::~Disk() = default;

std::uint8_t Disk::scsi_id() const { return inside_->scsi_id; }

std::uint64_t Disk::blocks() const { return inside_->drive.params().geometry.block_count; }

std::uint32_t Disk::bytes_per_block() const { return inside_->drive.params().bytes_per_block; }

void Disk::start_of_simulation() { inside_->elaborated = true; }

void Disk::submit(Command command, Done done) {
  if (!inside_->elaborated) {
    throw std::logic_error(fmt::format("{}: submit before the simulation has started", name()));
  }
  const std::size_t wanted = command.block.empty() ? 6 : block_bytes(command.block.front());
  if (command.block.size() != wanted) {
    throw std::invalid_argument(
        command.block.empty() ? fmt::format("{}: the command block is empty", name())
                              : fmt::format("{}: the command block {:02x}h has {} bytes; {}",
                                            name(), command.block.front(), command.block.size(),
                                            wanted == 0 ? "no standard has this operation code"
                                                        : fmt::format("it must have {}", wanted)));
  }
  if (command.initiator >= ScsiBus::kIds || command.initiator == scsi_id()) {
    throw std::invalid_argument(
        fmt::format("{}: initiator {}: a host has an id from 0 to {} that is not the disk's, {}",
                    name(), command.initiator, ScsiBus::kIds - 1, scsi_id()));
  }
  auto sent = std::make_shared<HostCommand>();
  std::copy(command.block.begin(), command.block.end(), sent->cdb.begin());
  sent->host = command.initiator;
  sent->lun = command.lun;
  sent->write = command.write;
  sent->data = std::move(command.data);
  sent->attribute = attribute_of(command.queue);
  sent->priority = command.priority;
  inside_->under_way.emplace(sent.get(), std::move(done));
  inside_->host.submit(std::move(sent));
}

Completion Disk::execute(Command command) {
  sc_core::sc_event over;
  Completion found;
  bool ended = false;
  submit(std::move(command), [&](Completion completion) {
    found = std::move(completion);
    ended = true;
    over.notify();
  });
  while (!ended) {
    sc_core::wait(over);
  }
  return found;
}

void Disk::cut_power() { inside_->drive.cut_power(); }

namespace {

Command transfer(const Disk& disk, bool write, std::uint64_t first, std::uint64_t count) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint16_t>::max();
  if (count == 0 || count > kMost || first > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument(
        fmt::format("{}: {} blocks from block {}: a command has 1 to {} blocks, and begins below "
                    "2^32",
                    disk.name(), count, first, kMost));
  }
  const CommandBlock block =
      read_write_10(write, static_cast<std::uint32_t>(first), static_cast<std::uint16_t>(count));
  Command command;
  command.block.assign(block.begin(), block.begin() + 10);
  command.write = write;
  return command;
}

}  // namespace

Command read_blocks(const Disk& disk, std::uint64_t first, std::uint32_t count) {
  Command command = transfer(disk, false, first, count);
  command.data.resize(std::size_t{count} * disk.bytes_per_block());
  return command;
}

Command write_blocks(const Disk& disk, std::uint64_t first, std::vector<std::uint8_t> data) {
  const std::size_t size = disk.bytes_per_block();
  if (data.size() % size != 0) {
    throw std::invalid_argument(fmt::format("{}: {} bytes are not whole blocks of {} bytes",
                                            disk.name(), data.size(), size));
  }
  Command command = transfer(disk, true, first, data.size() / size);
  command.data = std::move(data);
  return command;
}

}  // namespace headstack::systemc
