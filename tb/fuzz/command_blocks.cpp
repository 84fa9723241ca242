// The decoding of command blocks, the parameter lists and the replies, without hardware. A sequence
// of commands with any bytes goes to the decoder. A list goes to the function that takes the list
// of the command, and a command that is answered at once gets its reply.
//
// A command that is accepted stays on the disk. A reply fits its buffer. A list that is refused
// changes and saves no mode parameter, and no list changes a parameter that the drive declares
// fixed. Every class up to the first without a weight has a weight in its range.
#include <cstring>
#include <memory>
#include <vector>

#include "tb/firmware/support/arena.h"
#include "tb/firmware/support/test_drive.h"
#include "tb/fuzz/input.h"

extern "C" {
#include "controller/firmware.h"
#include "hal/registers.h"
#include "schedulers/list.h"
#include "state/work.h"
// The initialisers of this header leave members out, as C allows.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "unit/replies.h"
#pragma GCC diagnostic pop

// Registers without hardware: the time rises, and nothing else happens.
std::uint64_t hs_read(hs_hal* hal, std::uint32_t address) {
  auto& now = *reinterpret_cast<std::uint64_t*>(hal);
  now += address == HS_SPINDLE_NOW ? headstack::kTurn / 7 : 0;
  return address == HS_SPINDLE_NOW ? now : 0;
}
void hs_write(hs_hal*, std::uint32_t, std::uint64_t) {}
}

namespace headstack {
namespace {

using fuzz::require;

constexpr std::uint32_t kSpares = 20;  // entries of the table of moved blocks
constexpr std::size_t kMostCommands = 64;
constexpr std::uint32_t kWeights[] = {50U << 16U, 30U << 16U, 20U << 16U};

class Unit {
 public:
  Unit(std::unique_ptr<TestDrive> drive, std::uint8_t standard, const hs_scheduler_ops& scheduler)
      : drive_(std::move(drive)), table_memory_(hs_reallocations_memory(kSpares)) {
    drive_->params.cache.prefetch_maximum_blocks = 64;
    hs_reallocations_init(&table_, table_memory_.memory(), kSpares, nullptr);
    drive_->params.geometry.reallocations = &table_;
    hs_firmware_config config{};
    config.drive = &drive_->params;
    config.queue_depth = 2;
    config.scheduler = &scheduler;
    config.weights = (scheduler.needs & HS_NEEDS_WEIGHTS) != 0 ? kWeights : nullptr;
    config.classes = config.weights != nullptr ? 3 : 0;
    config.standard = standard;
    config.reallocations = &table_;
    std::memcpy(config.product, "MY DRIVE        ", sizeof config.product);
    memory_ = std::make_unique<Arena>(hs_firmware_memory(&config));
    hs_firmware_init(&firmware_, &config, reinterpret_cast<hs_hal*>(&now_), memory_->memory());
  }

  void command(fuzz::Input& input) {
    initiator_ = static_cast<std::uint8_t>(input.below(HS_INITIATORS));
    const auto lun = static_cast<std::uint8_t>(input.below(8) == 7 ? input.byte() : 0);
    std::uint8_t cdb[HS_CDB_BYTES];
    for (std::uint8_t& byte : cdb) {
      byte = input.byte();
    }
    const hs_command command =
        hs_command_decode(cdb, lun, drive_->blocks(), firmware_.config.standard);
    check(command);
    const hs_work& work = hs_all_work[command.action];
    if (hs_action_takes_list(command.action)) {
      take_list(command, input);
    } else if (work.reply != nullptr) {
      reply(command, HS_NEXUS(0, 0, HS_ATTRIBUTE_SIMPLE, initiator_, lun, 0, 0));
    } else if (command.action == HS_ACTION_START_STOP) {
      hs_power_change(firmware_.hal, &firmware_.unit, kTurn, (command.flags & HS_FLAG_START) != 0);
    }
    require(memory_->intact() && table_memory_.intact(), "a write outside of the memory");
  }

 private:
  void check(const hs_command& command) const {
    constexpr std::uint8_t kActions[] = {
#define HEADSTACK_ACTION(name, traits, reply, begin, flushed, list) HS_ACTION_##name,
        HS_ACTIONS(HEADSTACK_ACTION)
#undef HEADSTACK_ACTION
    };
    require(command.action < sizeof kActions, "an unknown action");
    const bool rejected = command.action == HS_ACTION_REJECT;
    require(rejected == (command.sense.key != 0), "a sense without a rejection, or the reverse");
    if (hs_action_takes_list(command.action)) {
      require(command.blocks <= HS_LIST_BYTES, "a list that is too long");
    } else if (hs_action_on_medium(command.action) || command.action == HS_ACTION_WRITE_VERIFY) {
      require(command.blocks >= 1, "a transfer of no block");
      require(command.lbn.value < drive_->blocks() &&
                  command.blocks <= drive_->blocks() - command.lbn.value,
              "a command beyond the end of the disk");
    }
    const hs_sense back = hs_sense_unpack(hs_sense_pack(&command.sense));
    require(back.key == command.sense.key && back.information == command.sense.information &&
                back.detail == command.sense.detail,
            "a sense does not survive its register");
  }

  // The bytes lie in a vector of their own, so that the sanitizer detects a read after their end.
  static std::vector<std::uint8_t> bytes(fuzz::Input& input, std::uint32_t count) {
    std::vector<std::uint8_t> list(count);
    for (std::uint8_t& byte : list) {
      byte = input.byte();
    }
    return list;
  }

  void take_list(const hs_command& command, fuzz::Input& input) {
    const std::vector<std::uint8_t> list = bytes(input, command.blocks);
    switch (command.action) {
      case HS_ACTION_MODE_SELECT:
        mode_select(command, list);
        break;
      case HS_ACTION_REASSIGN: {
        const std::uint32_t more = hs_reassign_length(list.data());
        if (more <= HS_LIST_BYTES) {
          hs_take_reassign(&firmware_, bytes(input, more).data(), more);
          check_blocks();
        }
        break;
      }
      case HS_ACTION_FORMAT: {
        bool immediate = false;
        if (list.empty() || hs_take_format(list.data(), &immediate).key == 0) {
          now_ += kTurn;
          firmware_.unit.power = hs_format_begun(&drive_->geometry(), firmware_.unit.power, now_);
        }
        break;
      }
      default:
        hs_take_send_diagnostic(&drive_->geometry(), list.data(),
                                static_cast<std::uint32_t>(list.size()),
                                &firmware_.unit.translation[initiator_]);
        break;
    }
  }

  // All mode parameters, current and saved, as one reply after the other.
  std::vector<std::uint8_t> all_pages() {
    std::vector<std::uint8_t> all;
    for (const std::uint32_t control : {HS_MODE_CURRENT, HS_MODE_SAVED}) {
      for (const std::uint32_t subpage : {0U, HS_ALL_SUBPAGES}) {
        hs_command sense{};
        sense.action = HS_ACTION_MODE_SENSE;
        sense.flags = HS_FLAG_LONG;
        sense.page = static_cast<std::uint8_t>(control << 6 | 0x3f);
        sense.lbn.value = subpage;
        const auto reply = std::make_unique<hs_reply>();
        hs_reply_mode_sense(&firmware_, &sense, 0, reply.get());
        require(reply->count <= HS_REPLY_BYTES, "all pages are too long");
        all.insert(all.end(), reply->bytes, reply->bytes + reply->count);
      }
    }
    return all;
  }

  void check_weights() const {
    if (firmware_.weights == nullptr) {
      return;
    }
    const std::uint32_t classes = firmware_.queue.scheduler.tables.classes;
    require(classes >= 1 && classes <= HS_COMMAND_CLASSES, "a drive without a class");
    for (std::uint32_t i = 0; i < HS_COMMAND_CLASSES; ++i) {
      const std::uint32_t weight = firmware_.queue.scheduler.tables.weights[i];
      require(i < classes ? weight >= HS_LEAST_WEIGHT && weight <= HS_MOST_WEIGHT : weight == 0,
              "a weight out of its range");
    }
  }

  void mode_select(const hs_command& command, const std::vector<std::uint8_t>& list) {
    const hs_mode before = firmware_.unit.mode;
    const std::vector<std::uint8_t> pages_before = all_pages();
    hs_task task{};
    task.initiator = initiator_;
    task.flags = command.flags;
    const hs_sense sense = hs_take_mode_select(&firmware_, &task, list.data(),
                                               static_cast<std::uint32_t>(list.size()));
    require(sense.key == 0 || all_pages() == pages_before,
            "a refused list changes or saves a mode parameter");
    check_weights();
    for (const std::uint8_t code : {std::uint8_t{0x01}, std::uint8_t{0x08}, std::uint8_t{0x0a}}) {
      std::uint8_t mask[HS_MODE_PAGE_BYTES];
      std::uint8_t now[HS_MODE_PAGE_BYTES];
      const std::uint32_t count = hs_mode_page(&firmware_, code, HS_MODE_CHANGEABLE, mask);
      hs_mode_page(&firmware_, code, HS_MODE_CURRENT, now);
      hs_mode copy = before;
      const std::uint8_t* const old = hs_mode_kept(&copy, code);
      for (std::uint32_t i = 2; i < count; ++i) {
        require(((old[i] ^ now[i]) & ~static_cast<unsigned>(mask[i])) == 0,
                "a fixed mode parameter has changed");
      }
    }
    const hs_cache_rules& rules = firmware_.unit.cache_rules;
    require(rules.prefetch_minimum_blocks <= rules.prefetch_maximum_blocks,
            "the least read-ahead is more than the greatest");
  }

  // Every block has a place of its own, which leads back to the block.
  void check_blocks() const {
    for (std::uint32_t lbn = 0; lbn < drive_->blocks(); ++lbn) {
      hs_lbn back{};
      const hs_pbn place = hs_lbn_to_pbn(&drive_->geometry(), {lbn});
      require(hs_pbn_to_lbn(&drive_->geometry(), place, &back) && back.value == lbn,
              "a moved block has lost its place");
    }
  }

  void reply(const hs_command& command, std::uint64_t nexus) {
    const auto reply = std::make_unique<hs_reply>();
    hs_all_work[command.action].reply(&firmware_, &command, nexus, reply.get());
    require(reply->count <= HS_REPLY_BYTES, "a reply is too long");
  }

  std::unique_ptr<TestDrive> drive_;
  Arena table_memory_;
  hs_reallocations table_{};
  std::unique_ptr<Arena> memory_;
  hs_firmware firmware_{};
  std::uint64_t now_ = 0;
  std::uint8_t initiator_ = 0;
};

}  // namespace
}  // namespace headstack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headstack;
  fuzz::Input input(data, size);
  const std::uint8_t kind = input.byte();
  Unit unit((kind & 2) != 0 ? spared_drive() : eighths_drive(6),
            (kind & 16) != 0  ? HS_SPC_6
            : (kind & 1) != 0 ? HS_SPC_4
                              : HS_SCSI_2,
            (kind & 4) != 0   ? hs_yfq
            : (kind & 8) != 0 ? hs_edf
                              : hs_fcfs);
  for (std::size_t i = 0; i < kMostCommands && !input.done(); ++i) {
    unit.command(input);
  }
  return 0;
}
