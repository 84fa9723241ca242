#include "tb/model/support/mode_traffic.h"

#include <iterator>

namespace headstack {

namespace {

constexpr std::uint32_t kPercent = 1U << 16U;
constexpr std::uint8_t kCurrent = 0;
constexpr std::uint8_t kDefault = 2;
constexpr std::uint8_t kSaved = 3;
constexpr std::uint32_t kClasses = 3;  // classes of the traffic

Bytes no_limits(std::uint8_t subpage) {
  Bytes page = {0x4a, subpage, 0x00, 0xe4};
  page.resize(232);
  return page;
}

std::pair<std::uint8_t, std::uint8_t> name_of(const Bytes& page) {
  const bool sub = (page[0] & 0x40) != 0;
  return {static_cast<std::uint8_t>(page[0] & 0x3f), sub ? page[1] : std::uint8_t{0}};
}

Order question(std::pair<std::uint8_t, std::uint8_t> name, std::uint8_t control) {
  return reply_order({0x5a, 0x08, static_cast<std::uint8_t>(control << 6 | name.first), name.second,
                      0, 0, 0, 0x04, 0x00, 0},
                     1024);
}

// True: the command ended before its list was looked at.
bool held_up(const Exchange& e) {
  return e.status != 0x02 || e.sense[2] == 0x06 || e.sense[2] == 0x0b;
}

}  // namespace

ModeTraffic::Counts& ModeTraffic::Counts::operator+=(const Counts& other) {
  set += other.set;
  saved += other.saved;
  refused += other.refused;
  waited_for += other.waited_for;
  read += other.read;
  survived += other.survived;
  return *this;
}

ModeTraffic::ModeTraffic(Random& random, const RigOptions& options) : random_(random) {
  const unsigned needs = parse_scheduler(options.scheduler).ops->needs;
  add({0x01, 10, 0xc0, 8, 0, 0, 0, 0, 8, 0, 0, 0});
  if (options.config.interface.standard == HS_SPC_6) {
    add(no_limits(0x07));
    add(no_limits(0x08));
  }
  if ((needs & HS_NEEDS_WEIGHTS) != 0) {
    add(weights_page({50 * kPercent, 30 * kPercent, 20 * kPercent}));
  }
  if ((needs & HS_NEEDS_DEADLINES) != 0) {
    std::vector<std::uint32_t> times;
    for (std::uint32_t priority = 1; priority <= 15; ++priority) {
      times.push_back(50'000 * priority);
    }
    add(priorities_page(times));
  }
}

void ModeTraffic::add(const Bytes& factory) {
  const Values only = {factory};
  pages_[name_of(factory)] = {factory, only, only};
}

// --- what is sent -------------------------------------------------------------------------------

ModeTraffic::Name ModeTraffic::any_page() {
  auto page = pages_.begin();
  std::advance(page, below(static_cast<std::uint32_t>(pages_.size())));
  return page->first;
}

// Other values for a page, all of them right.
Bytes ModeTraffic::other_values(const Name& name, bool& few_classes) {
  Bytes page = pages_.at(name).factory;
  std::vector<std::uint32_t> words;
  switch (name.first << 8 | name.second) {
    case 0x0100:
      page[3] = static_cast<unsigned char>(1 + below(20));
      page[8] = static_cast<unsigned char>(1 + below(20));
      return page;
    case 0x2001:
      words.resize(below(3) == 0 ? 1 + below(below(2) == 0 ? 2 : 64) : kClasses + below(3));
      for (std::uint32_t& weight : words) {
        weight = 6554 + below(100 * kPercent - 6554 + 1);
      }
      few_classes = words.size() < kClasses;
      return weights_page(words);
    case 0x2002:
      words.resize(15);
      for (std::uint32_t& time : words) {
        time = below(3) == 0 ? 0 : below(1'000'000);
      }
      return priorities_page(words);
    default:
      page[8] = HS_DURATION_10_MS;
      page[18] = static_cast<unsigned char>(below(256));
      page[19] = static_cast<unsigned char>(below(256));
      return page;
  }
}

// Makes the page one that the drive refuses.
void ModeTraffic::spoil(Bytes& page) {
  switch (below(3)) {
    case 0:
      page[0] ^= 0x06; /* pages 07h, 0Ch and 26h: the drive does not have them */
      return;
    case 1:
      page[page[0] == 0x01 ? 1 : 3] ^= 0x10; /* the length */
      return;
    default:
      page[page[0] == 0x01 ? 5 : 7] = 1; /* a byte that is 0 */
  }
}

Order ModeTraffic::select(Id id) {
  List list{{}, below(2) == 0, below(5) != 0, false};
  std::vector<Bytes> bytes;
  std::size_t total = 8;
  for (std::uint32_t count = 1 + below(2); count != 0; --count) {
    const Name name = any_page();
    if (list.pages.count(name) != 0 || total + pages_.at(name).factory.size() > HS_LIST_BYTES) {
      continue;
    }
    Bytes page = other_values(name, list.few_classes);
    total += page.size();
    list.pages[name] = page;
    bytes.push_back(std::move(page));
  }
  if (!list.right) {
    spoil(bytes.back());
  }
  Order order = select_10(bytes, list.save ? 0x11 : 0x10);
  order.attribute = below(3) == 0 ? QueueAttribute::head_of_queue : QueueAttribute::simple;
  lists_[id] = std::move(list);
  look();
  return order;
}

Order ModeTraffic::sense(Id id) {
  static constexpr std::uint8_t kControls[] = {kCurrent, kCurrent, kDefault, kSaved, kSaved};
  const Name name = any_page();
  const std::uint8_t control = kControls[below(5)];
  questions_[id] = {name, control, possible(name, control)};
  return question(name, control);
}

void ModeTraffic::reset(Id id) {
  resets_.insert(id);
  look();
}

// --- the values ---------------------------------------------------------------------------------

// The values that a page may have now, with all that is under way.
ModeTraffic::Values ModeTraffic::possible(const Name& name, std::uint8_t control) const {
  const Page& page = pages_.at(name);
  if (control == kDefault) {
    return {page.factory};
  }
  Values current = page.current;
  bool saves = false;
  for (const auto& [id, list] : lists_) {
    if (const auto found = list.pages.find(name); list.right && found != list.pages.end()) {
      current.insert(found->second);
    }
    saves = saves || (list.right && list.save);
  }
  Values saved = page.saved;
  if (saves) {
    saved.insert(current.begin(), current.end());
  }
  if (!resets_.empty()) {
    current.insert(saved.begin(), saved.end());
  }
  return control == kSaved ? saved : current;
}

// What may be true now may be the answer to each open question.
void ModeTraffic::look() {
  for (auto& [id, asked] : questions_) {
    const Values now = possible(asked.name, asked.control);
    asked.possible.insert(now.begin(), now.end());
  }
}

// The list has taken effect. `sure`: it has, otherwise it may have.
void ModeTraffic::take(const List& list, bool sure) {
  for (auto& [name, page] : pages_) {
    if (const auto found = list.pages.find(name); found != list.pages.end()) {
      if (sure) {
        page.current.clear();
      }
      page.current.insert(found->second);
    }
    if (!resets_.empty()) {
      page.current.insert(page.saved.begin(), page.saved.end());
    }
    if (list.save) {
      if (sure) {
        page.saved.clear();
      }
      page.saved.insert(page.current.begin(), page.current.end());
    }
  }
}

void ModeTraffic::power_lost() {
  for (auto& [name, page] : pages_) {
    page.current = page.saved = possible(name, kSaved);
  }
  questions_.clear();
}

// --- what comes of it ---------------------------------------------------------------------------

void ModeTraffic::ended(Id id, const Exchange& e, bool lost) {
  if (const auto found = questions_.find(id); found != questions_.end()) {
    ended_question(found->second, e);
    questions_.erase(found);
  }
  if (const auto found = lists_.find(id); found != lists_.end()) {
    const List list = found->second;
    lists_.erase(found);
    ended_list(list, e, lost);
    look();
  }
  const bool of_intruder =
      e.order.function == TaskFunction::logical_unit_reset && resets_.count(id) == 0;
  if (resets_.erase(of_intruder ? kIntruder : id) != 0) {
    for (auto& [name, page] : pages_) {
      const Values meanwhile = page.current;
      page.current = page.saved;
      if (!resets_.empty() || !lists_.empty()) {
        page.current.insert(meanwhile.begin(), meanwhile.end());
      }
    }
    look();
  }
}

void ModeTraffic::ended_list(const List& list, const Exchange& e, bool lost) {
  if (e.aborted) {
    if (list.right && !lost) {
      take(list, false);
    }
    return;
  }
  if (e.status == 0x00) {
    EXPECT_TRUE(list.right) << "the drive has taken a wrong list";
    ++counts_.set;
    counts_.saved += list.save ? 1 : 0;
    take(list, true);
    return;
  }
  if (held_up(e)) {
    return;
  }
  EXPECT_TRUE(!list.right || list.few_classes) << headstack::sense(e);
  EXPECT_EQ(headstack::sense(e), "05/26/00");
  counts_.refused += list.right ? 0 : 1;
  counts_.waited_for += list.right ? 1 : 0;
}

void ModeTraffic::ended_question(const Question& question, const Exchange& e) {
  if (e.aborted || e.status != 0x00) {
    return;
  }
  Bytes page = page_in(e);
  ASSERT_FALSE(page.empty());
  EXPECT_EQ(page[0] & 0x80, 0x80);
  page[0] &= 0x7f;
  EXPECT_EQ(question.possible.count(page), 1U)
      << "page " << int{question.name.first} << "/" << int{question.name.second} << ", control "
      << int{question.control} << ": " << testing::PrintToString(page)
      << "\npossible: " << testing::PrintToString(question.possible);
  ++counts_.read;
}

std::vector<Order> ModeTraffic::questions() const {
  std::vector<Order> orders;
  for (const auto& [name, page] : pages_) {
    orders.push_back(question(name, kCurrent));
  }
  return orders;
}

void ModeTraffic::check_current(const Exchange& e) {
  ++counts_.survived;
  Bytes page = page_in(e);
  ASSERT_FALSE(page.empty());
  page[0] &= 0x7f;
  EXPECT_EQ(pages_.at(name_of(page)).current.count(page), 1U)
      << testing::PrintToString(page)
      << "\npossible: " << testing::PrintToString(pages_.at(name_of(page)).current);
}

}  // namespace headstack
