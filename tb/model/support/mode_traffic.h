// Random MODE SELECT and MODE SENSE, and the values that mode pages may have. Lists are with and
// without SP, right and wrong, and of one or two pages.
//
// A list takes effect between its arrival and its status, and the drive serves one list at a time.
// So a status of GOOD tells the values for sure. A list that ended without a status may have taken
// effect. The oracle therefore keeps sets of values for each page.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/base/random.h"
#include "tb/model/support/mode_lists.h"

namespace headstack {

class ModeTraffic {
 public:
  // A command: its host and its number.
  using Id = std::pair<std::size_t, std::size_t>;

  // A function that is sent at a later time, and has no number yet.
  static constexpr Id kIntruder = {SIZE_MAX, SIZE_MAX};

  // The pages of a drive with these options, which has no duration limits from the factory.
  ModeTraffic(Random& random, const RigOptions& options);

  // The next list or question. The caller sends it with this number.
  Order select(Id id);
  Order sense(Id id);
  // A LOGICAL UNIT RESET has been sent.
  void reset(Id id);

  // Takes note of the end of any command, and checks what it tells. `lost`: by a loss of power.
  void ended(Id id, const Exchange& e, bool lost);

  // The power has failed. The saved values are the current ones.
  void power_lost();
  // Questions for the current values of all pages. The caller gives each reply to check_current.
  std::vector<Order> questions() const;
  void check_current(const Exchange& e);

  struct Counts {
    std::uint64_t set = 0, saved = 0, refused = 0, read = 0, survived = 0;
    std::uint64_t waited_for = 0;  // lists refused because a class without a weight waits

    Counts& operator+=(const Counts& other);
  };
  const Counts& counts() const { return counts_; }

 private:
  using Name = std::pair<std::uint8_t, std::uint8_t>;  // code and subpage
  using Values = std::set<Bytes>;
  struct Page {
    Bytes factory;
    Values current, saved;
  };
  struct List {
    std::map<Name, Bytes> pages;
    bool save;
    bool right;
    bool few_classes;  // a class that waits may lose its weight
  };
  struct Question {
    Name name;
    std::uint8_t control;
    Values possible;
  };

  void add(const Bytes& factory);
  Name any_page();
  Bytes other_values(const Name& name, bool& few_classes);
  void spoil(Bytes& page);
  Values possible(const Name& name, std::uint8_t control) const;
  void look();
  void take(const List& list, bool sure);
  void ended_list(const List& list, const Exchange& e, bool lost);
  void ended_question(const Question& question, const Exchange& e);
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_.below(bound));
  }

  Random& random_;
  std::map<Name, Page> pages_;
  std::map<Id, List> lists_;
  std::map<Id, Question> questions_;
  std::set<Id> resets_;
  Counts counts_;
};

}  // namespace headstack
