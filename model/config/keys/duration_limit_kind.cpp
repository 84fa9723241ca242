#include "model/config/keys/duration_limit_kind.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "model/config/quantity.h"

namespace headstack {

namespace {

constexpr const char* kExample =
    "must be text such as \"whole 100 ms abort\" or \"waiting 20 ms abort, whole 1 s next\": times "
    "(waiting, working, whole), each with its policy";

struct Policy {
  std::string_view name;
  std::uint8_t code;
};
constexpr std::array<Policy, 5> kPolicies = {{{"earliest", HS_DURATION_EARLIEST},
                                              {"next", HS_DURATION_NEXT},
                                              {"without", HS_DURATION_WITHOUT},
                                              {"unavailable", HS_DURATION_UNAVAILABLE},
                                              {"abort", HS_DURATION_ABORT}}};

struct Unit {
  Picoseconds time;
  std::uint8_t code;
};
constexpr std::array<Unit, 4> kUnits = {{{std::chrono::nanoseconds{500}, HS_DURATION_500_NS},
                                         {std::chrono::microseconds{1}, HS_DURATION_1_US},
                                         {std::chrono::milliseconds{10}, HS_DURATION_10_MS},
                                         {std::chrono::milliseconds{500}, HS_DURATION_500_MS}}};
constexpr std::int64_t kMostUnits = 0xffff;

// One of the three times of a limit.
struct Part {
  std::string_view name;
  std::uint16_t hs_duration_limit::*count;
  std::uint8_t hs_duration_limit::*policy;
};
constexpr std::array<Part, 3> kParts = {
    {{"waiting", &hs_duration_limit::waiting, &hs_duration_limit::waiting_policy},
     {"working", &hs_duration_limit::working, &hs_duration_limit::working_policy},
     {"whole", &hs_duration_limit::whole, &hs_duration_limit::whole_policy}}};

// A time as the text gives it.
struct GivenTime {
  const Part* part;
  Picoseconds time;
  std::uint8_t policy;
};

std::vector<std::string> words_of(const std::string& text, char between) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + between) {
    if (c != between) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

std::uint8_t policy_of(const ValueSite& site, const std::string& name, const Part& part) {
  const auto* found = std::find_if(kPolicies.begin(), kPolicies.end(),
                                   [&](const Policy& policy) { return policy.name == name; });
  if (found == kPolicies.end()) {
    site.fail("the policy '" + name +
              "' is not known; a policy is earliest, next, without, unavailable or abort");
  }
  const bool of_whole = found->code == HS_DURATION_NEXT || found->code == HS_DURATION_WITHOUT;
  if (of_whole && part.name != "whole") {
    site.fail("the policy '" + name + "' is possible for 'whole' only");
  }
  return found->code;
}

GivenTime time_of(const ValueSite& site, const std::string& text) {
  const std::vector<std::string> words = words_of(text, ' ');
  if (words.size() != 4) {
    site.fail(kExample);
  }
  const auto* part = std::find_if(kParts.begin(), kParts.end(),
                                  [&](const Part& one) { return one.name == words[0]; });
  if (part == kParts.end()) {
    site.fail("'" + words[0] + "' is no time of a limit; its times are waiting, working and whole");
  }
  try {
    return {part, parse_duration(words[1] + " " + words[2]), policy_of(site, words[3], *part)};
  } catch (const QuantityError& error) {
    site.fail(error.what());
  }
}

// The smallest unit in which all times are whole numbers that fit 16 bits.
const Unit& unit_for(const ValueSite& site, const std::vector<GivenTime>& times) {
  const auto* found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& unit) {
    return std::all_of(times.begin(), times.end(), [&](const GivenTime& given) {
      const std::int64_t count = given.time / unit.time;
      return given.time % unit.time == Picoseconds{0} && count >= 1 && count <= kMostUnits;
    });
  });
  if (found == kUnits.end()) {
    site.fail(
        "each time of a limit is 1 to 65535 times the limit's unit, which is 500 ns, 1 us, 10 ms "
        "or 500 ms; no unit fits these times");
  }
  return *found;
}

// The time of the unit with this code; 0: no unit has the code.
Picoseconds time_of_unit(std::uint8_t code) {
  const auto* found = std::find_if(kUnits.begin(), kUnits.end(),
                                   [&](const Unit& unit) { return unit.code == code; });
  return found == kUnits.end() ? Picoseconds{0} : found->time;
}

}  // namespace

hs_duration_limit DurationLimitKind::read(const ValueSite& site, const toml::node& node) const {
  const auto* text = node.as_string();
  if (text == nullptr) {
    site.fail(kExample);
  }
  hs_duration_limit limit{};
  if (text->get() == "none") {
    return limit;
  }
  std::vector<GivenTime> times;
  for (const std::string& part : words_of(text->get(), ',')) {
    times.push_back(time_of(site, part));
  }
  if (times.empty()) {
    site.fail(kExample);
  }
  const Unit& unit = unit_for(site, times);
  limit.unit = unit.code;
  for (const GivenTime& given : times) {
    if (limit.*given.part->count != 0) {
      site.fail("'" + std::string(given.part->name) + "' is given twice");
    }
    limit.*given.part->count = static_cast<std::uint16_t>(given.time / unit.time);
    limit.*given.part->policy = given.policy;
  }
  return limit;
}

std::string DurationLimitKind::write(const hs_duration_limit& value) const {
  std::string text;
  for (const Part& part : kParts) {
    if (value.*part.count == 0) {
      continue;
    }
    const auto* policy = std::find_if(kPolicies.begin(), kPolicies.end(), [&](const Policy& one) {
      return one.code == value.*part.policy;
    });
    text += (text.empty() ? "" : ", ") + std::string(part.name) + " " +
            format_duration(value.*part.count * time_of_unit(value.unit)) + " " +
            std::string(policy->name);
  }
  return "\"" + (text.empty() ? "none" : text) + "\"";
}

std::string DurationLimitKind::values() const {
  return "times with policies, as in \"whole 100 ms abort\"";
}

ValueForm DurationLimitKind::form() const { return {"duration limit"}; }

}  // namespace headstack
