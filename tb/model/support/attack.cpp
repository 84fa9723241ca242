#include "tb/model/support/attack.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <gtest/gtest.h>

#include "tb/model/support/block_pattern.h"

namespace headstack {

namespace {

constexpr std::uint32_t kMostBlocks = 90;
constexpr std::uint8_t kFua = 0x08;
constexpr std::uint8_t kDpo = 0x10;
constexpr std::uint8_t kWriteAndVerify = 0x2e;
constexpr std::uint8_t kCompare = 0x02;
constexpr std::uint32_t kClasses = 3;  // classes of commands with facts, all with a weight

std::int64_t now() { return static_cast<std::int64_t>(sc_core::sc_time_stamp().value()); }

// True: a duration limit has ended the command.
bool ended_late(const Exchange& e) {
  return e.sense_bytes != 0 && ((e.status == 0x00 && e.sense[2] == 0x0f) ||
                                (e.status == 0x02 && e.sense[2] == 0x0b && e.sense[12] == 0x2e));
}

// True: the status says that all blocks have moved.
bool is_good(const Exchange& e) { return e.status == 0x00 && !ended_late(e); }

}  // namespace

AttackCases attack_cases(std::uint64_t usual) {
  const auto number = [](const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
  };
  const std::uint64_t first = number("HEADSTACK_ATTACK_FIRST", 1);
  return {first, first + number("HEADSTACK_ATTACK", usual)};
}

Attack::Counts& Attack::Counts::operator+=(const Counts& other) {
  commands += other.commands;
  aborted += other.aborted;
  broken_off += other.broken_off;
  medium_errors += other.medium_errors;
  power_cuts += other.power_cuts;
  blocks_read += other.blocks_read;
  blocks_survived += other.blocks_survived;
  blocks_lost += other.blocks_lost;
  late += other.late;
  pages += other.pages;
  return *this;
}

Attack::Attack(std::uint64_t seed, bool functions, const std::optional<Intruder>& intruder,
               const AttackSetting& setting)
    : random_(seed, 1),
      functions_(functions),
      carried_(setting.carried),
      intruder_(intruder),
      options_(attack_options(random_, setting)),
      deadlines_((parse_scheduler(options_.scheduler).ops->needs & HS_NEEDS_DEADLINES) != 0),
      rig_(options_),
      modes_(random_, options_),
      sent_(options_.initiators),
      left_(60 + random_.below(60)) {
  for (std::size_t host = 0; host < options_.initiators; ++host) {
    rig_.host(host).on_status = [this, host](const Exchange& e) { ended(host, e); };
    for (std::uint32_t i = 0; i < 1 + below(6); ++i) {
      send(host);
    }
  }
}

// --- what is sent -------------------------------------------------------------------------------

// Gives a READ(10) or WRITE(10) a class, a priority, and a deadline if the drive's scheduler uses
// deadlines.
void Attack::carry_facts(Order& order, const Sent& sent) {
  const auto group = static_cast<std::uint8_t>(below(kClasses));
  order.cdb[6] = group;
  // A priority may be a class. The lists of weights have all of these classes, or few.
  order.priority = static_cast<std::uint8_t>(below(carried_ == Carried::pages ? kClasses : 16));
  if (deadlines_ && below(4) != 0) {
    const std::uint8_t flags = order.cdb[1];
    order.cdb = read_write_deadline(sent.kind == Sent::Kind::write, sent.lbn, sent.blocks, group);
    order.cdb[10] = flags;
    set_deadline(order.cdb, static_cast<std::int64_t>(below(200)) * 1'000'000'000);
  }
}

// Makes a READ(10) or WRITE(10) a command of 16 bytes that names a duration limit.
void Attack::carry_limit(Order& order, Sent& sent) {
  const std::uint8_t flags = order.cdb[1];
  sent.limited = true;
  order.cdb = read_write_16(sent.kind == Sent::Kind::write, sent.lbn, sent.blocks, 0,
                            static_cast<std::uint16_t>(1 + below(3)));
  order.cdb[1] |= flags;
}

// Makes a MODE SELECT of a page of limits. Some pages have a policy that the drive refuses.
Order Attack::select_limits() {
  std::vector<unsigned char> list(240);
  list[8] = 0x4a;
  list[9] = static_cast<unsigned char>(0x07 + below(2));
  list[11] = 0xe4;
  for (std::size_t at = 16; at < list.size(); at += 32) {
    list[at] = HS_DURATION_1_US;
    list[at + 2] = static_cast<unsigned char>(below(256));
    list[at + 6] = HS_DURATION_ABORT << 4;
    list[at + 10] = static_cast<unsigned char>(below(256));
    list[at + 14] = static_cast<unsigned char>(below(16) == 0 ? 3 : HS_DURATION_ABORT);
  }
  return list_order({0x55, 0x10, 0, 0, 0, 0, 0, 0, 240, 0}, std::move(list));
}

Order Attack::transfer(Sent& sent) {
  // A few places, so that requests meet; one of them across tracks.
  static constexpr std::uint32_t kPlaces[] = {1000, 1040, 5990, 200'000};
  sent.kind = below(2) == 0 ? Sent::Kind::read : Sent::Kind::write;
  sent.lbn = kPlaces[below(4)] + below(60);
  sent.blocks = 1 + below(below(8) == 0 ? kMostBlocks : 16);
  const auto blocks = static_cast<std::uint16_t>(sent.blocks);
  const bool write = sent.kind == Sent::Kind::write;
  Order order = write ? write_order(sent.lbn, blocks) : read_order(sent.lbn, blocks);
  order.with_data = true;
  const bool fua = below(6) == 0;
  order.cdb[1] = static_cast<std::uint8_t>((fua ? kFua : 0) | (below(8) == 0 ? kDpo : 0));
  const bool verified = write && below(6) == 0;
  if (verified) {
    order.cdb[0] = kWriteAndVerify;
    order.cdb[1] = static_cast<std::uint8_t>((order.cdb[1] & kDpo) | kCompare);
  }
  if ((carried_ == Carried::facts || carried_ == Carried::pages) && !verified) {
    carry_facts(order, sent);
  }
  if (carried_ == Carried::limits && !verified && below(3) != 0) {
    carry_limit(order, sent);
  }
  if (below(16) == 0) {
    order.bytes = below(order.bytes);
    sent.broken_off = true;
  }
  if (write) {
    sent.through = fua || verified || !options_.config.cache.write_back;
    sent.version = ++version_;
    std::vector<unsigned char> data(std::size_t{sent.blocks} * kBlockBytes);
    for (std::uint32_t i = 0; i < sent.blocks; ++i) {
      fill_block(&data[std::size_t{i} * kBlockBytes], sent.lbn + i, version_);
    }
    data.resize(order.bytes);
    order.list = std::move(data);
    sent.write_number = oracle_.submit(sent.lbn, sent.blocks, version_, sent.submitted);
  }
  return order;
}

Order Attack::synchronize(Sent& sent) {
  sent.kind = Sent::Kind::synchronize;
  Order order;
  order.cdb[0] = 0x35;
  return order;
}

Order Attack::function(std::size_t host) {
  static constexpr TaskFunction kFunctions[] = {
      TaskFunction::abort_task,     TaskFunction::abort_task,     TaskFunction::abort_task,
      TaskFunction::abort_task_set, TaskFunction::clear_task_set, TaskFunction::logical_unit_reset};
  const std::size_t next = rig_.host(host).exchanges().size();
  return function_order(kFunctions[below(6)], static_cast<std::uint16_t>(next - below(8)));
}

void Attack::send(std::size_t host) {
  if (left_ == 0) {
    return;
  }
  --left_;
  Sent sent;
  sent.submitted = now();
  const std::uint32_t what = below(40);
  const ModeTraffic::Id id = {host, rig_.host(host).exchanges().size()};
  Order order;
  if (what >= 28 && carried_ == Carried::pages) {
    order = what < 34 ? modes_.select(id) : modes_.sense(id);
  } else if (what == 0) {
    order = synchronize(sent);
  } else if (what == 1) {
    order = reply_order({0x12, 0, 0, 0, 96, 0}, below(3) == 0 ? below(96) : 96);
  } else if (what == 5 && carried_ == Carried::limits) {
    order = select_limits();
  } else if (what < 5 && functions_) {
    order = function(host);
    if (order.function == TaskFunction::logical_unit_reset) {
      modes_.reset(id);
    }
  } else {
    order = transfer(sent);
    if (what == 6 && functions_) {
      order.tag = 3;  // may overlap
    }
  }
  sent_[host][rig_.host(host).exchanges().size()] = sent;
  rig_.host(host).send(order);
}

// --- what comes of it ---------------------------------------------------------------------------

void Attack::ended(std::size_t host, const Exchange& e) {
  ++counts_.commands;
  modes_.ended({host, e.number}, e, e.aborted && cut_at_ != 0 && now() == cut_at_);
  counts_.aborted += e.aborted ? 1 : 0;
  instants_.push_back(sc_core::sc_time_stamp());
  for (const SeenPhase& seen : e.phases) {
    if (seen.phase == ScsiPhase::reselection) {
      instants_.push_back(seen.time);
    }
  }
  if (const auto found = sent_[host].find(e.number); found != sent_[host].end()) {
    const Sent& sent = found->second;
    EXPECT_LE(e.moved_bytes, e.order.bytes);
    const bool told = e.status == 0x02 && e.sense[2] == 0x0b && e.sense[12] == 0x48;
    counts_.broken_off += told ? 1 : 0;
    counts_.late += ended_late(e) ? 1 : 0;
    EXPECT_TRUE(sent.limited || !ended_late(e));
    counts_.medium_errors += e.status == 0x02 && e.sense[2] == 0x03 ? 1 : 0;
    if (sent.broken_off) {
      EXPECT_FALSE(is_good(e)) << "GOOD, with " << e.order.bytes << " bytes for " << sent.blocks;
    } else if (sent.kind != Sent::Kind::other) {
      EXPECT_FALSE(told) << e.story();
    }
    if (sent.kind == Sent::Kind::write) {
      write_ended(sent, e);
    } else if (sent.kind == Sent::Kind::read && cut_at_ == 0) {
      check_read(sent, e);  // after a loss of power it may find what was lost
    } else if (sent.kind == Sent::Kind::synchronize && e.status == 0x00) {
      oracle_.synchronized(sent.submitted, now());
    }
  }
  const std::uint32_t more = below(8) == 0 ? 2 : 1;
  for (std::uint32_t i = 0; i < more; ++i) {
    send(host);
  }
}

void Attack::write_ended(const Sent& sent, const Exchange& e) {
  DataOracle::Write& write = oracle_[sent.write_number];
  write.over = now();
  if (is_good(e)) {
    write.finished = now();
    write.promised = sent.through ? now() : DataOracle::kNever;
  }
}

// Whatever has come is right, and nothing else has been touched.
void Attack::check_read(const Sent& sent, const Exchange& e) {
  if (is_good(e)) {
    EXPECT_EQ(e.moved_bytes, sent.blocks * kBlockBytes);
  }
  EXPECT_EQ(e.moved_bytes % kBlockBytes, 0U);
  for (std::uint32_t i = 0; i < e.moved_bytes / kBlockBytes; ++i) {
    const std::uint64_t version = version_of(&e.data[std::size_t{i} * kBlockBytes], sent.lbn + i);
    EXPECT_TRUE(oracle_.may_read(sent.lbn + i, version, sent.submitted, now()))
        << "block " << sent.lbn + i << " read as version " << version << " at " << now()
        << oracle_.story(sent.lbn + i);
    ++counts_.blocks_read;
  }
  for (std::size_t i = e.moved_bytes; i < e.data.size(); ++i) {
    ASSERT_EQ(e.data[i], 0xee) << "byte " << i << " after " << e.moved_bytes;
  }
}

// --- what comes between -------------------------------------------------------------------------

void Attack::intrude() {
  Order order = function_order(TaskFunction::logical_unit_reset);
  ScsiTester& host = rig_.host(options_.initiators - 1);
  switch (intruder_->kind) {
    case Intruder::Kind::logical_unit_reset:
      modes_.reset(ModeTraffic::kIntruder);
      break;
    case Intruder::Kind::clear_task_set:
      order.function = TaskFunction::clear_task_set;
      break;
    case Intruder::Kind::abort_task_set:
      order.function = TaskFunction::abort_task_set;
      break;
    case Intruder::Kind::overlapped:
      order = read_order(5, 1);
      order.attribute = QueueAttribute::untagged;  // does not go with the tagged ones
      break;
    default:
      break;
  }
  host.send_at(intruder_->at, order);
}

void Attack::cut_power() {
  sc_core::sc_start(intruder_->at);
  left_ = 0;
  cut_at_ = now();
  modes_.power_lost();
  rig_.drives[0]->cut_power();
  ++counts_.power_cuts;
  if (sc_core::sc_pending_activity()) {
    sc_core::sc_start();  // what the drive had not taken when the power failed, it takes now
  }
  for (std::size_t host = 1; host < options_.initiators; ++host) {
    rig_.host(host).on_status = nullptr;
  }
  for (const auto& [lbn, numbers] : oracle_.blocks()) {
    unread_.push_back(lbn);
  }
  if (carried_ == Carried::pages) {
    unasked_ = modes_.questions();
  }
  rig_.host().on_status = [this](const Exchange& e) {
    if (e.status == 0x02 && e.sense[2] == 0x06) {
      rig_.host().send(e.order);  // it has been told of the power
      return;
    }
    if (e.order.cdb[0] == 0x5a) {
      modes_.check_current(e);
    }
    if (!e.order.write && e.order.bytes == kBlockBytes && e.status == 0x00) {
      check_survivor(e);
    }
    read_next();
  };
  rig_.host().send(reply_order({0x12, 0, 0, 0, 36, 0}, 36));
}

void Attack::read_next() {
  if (!unasked_.empty()) {
    const Order order = unasked_.back();
    unasked_.pop_back();
    rig_.host().send(order);
  } else if (!unread_.empty()) {
    Order order = read_order(unread_.back(), 1);
    order.with_data = true;
    unread_.pop_back();
    rig_.host().send(order);
  }
}

void Attack::check_survivor(const Exchange& e) {
  const std::uint32_t lbn =
      std::uint32_t{e.order.cdb[3]} << 16 | std::uint32_t{e.order.cdb[4]} << 8 | e.order.cdb[5];
  const std::uint64_t version = version_of(e.data.data(), lbn);
  EXPECT_TRUE(oracle_.may_survive(lbn, version, cut_at_))
      << "block " << lbn << " survives as version " << version << " at " << cut_at_
      << oracle_.story(lbn);
  ++(version == 0 ? counts_.blocks_lost : counts_.blocks_survived);
}

void Attack::run() {
  if (intruder_ && intruder_->kind == Intruder::Kind::power_cut) {
    cut_power();
  } else if (intruder_) {
    intrude();
  }
  rig_.run();
  counts_.pages = modes_.counts();
  const FirmwareState state = rig_.drives[0]->cpu.state();
  EXPECT_EQ(state.waiting, 0U);
  EXPECT_FALSE(state.busy);
}

}  // namespace headstack
