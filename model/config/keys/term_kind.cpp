#include "model/config/keys/term_kind.h"

#include <algorithm>
#include <array>

#include "model/config/nearest.h"
#include "model/config/quantity.h"

namespace headstack {
namespace {

#define HEADSTACK_WORD(name, word) std::string_view{word},
constexpr std::array kTargets{HS_TERM_TARGETS(HEADSTACK_WORD)};
constexpr std::array kConditions{HS_CONDITIONS(HEADSTACK_WORD)};
#undef HEADSTACK_WORD
constexpr std::array<std::string_view, 7> kParts{"of",     "when",        "beyond", "up_to",
                                                 "within", "gaps_within", "time"};
constexpr std::string_view kNot = "not ";

template <std::size_t count>
std::vector<std::string_view> all_of(const std::array<std::string_view, count>& words) {
  return {words.begin(), words.end()};
}

CountOfKind cylinders(std::uint32_t most) { return {"cylinders", 0, most}; }
DurationKind within_kind() { return {Picoseconds{0}, std::chrono::seconds{1}}; }

void check_names(const ValueSite& site, const toml::table& table) {
  for (auto&& [key, node] : table) {
    const std::vector<std::string_view> parts = all_of(kParts);
    if (std::find(parts.begin(), parts.end(), key.str()) == parts.end()) {
      const std::string near = nearest(key.str(), parts);
      site.fail("`" + std::string(key.str()) + "` is not known in a term; " +
                (near.empty() ? "known: of, when, beyond, up_to, within, gaps_within, time"
                              : "did you mean `" + near + "`?"));
    }
  }
}

// Adds the condition in `node` either to the conditions that must hold or to the conditions that
// must not hold.
void add_condition(const ValueSite& site, const toml::node& node, TermConfig& term) {
  std::vector<std::string> negated;
  negated.reserve(kConditions.size());
  for (const std::string_view word : kConditions) {
    negated.push_back(std::string(kNot) + std::string(word));
  }
  std::vector<std::string_view> words = all_of(kConditions);
  words.insert(words.end(), negated.begin(), negated.end());
  const std::size_t found = read_word(site, node, words);
  const bool holds = found < kConditions.size();
  const auto bit = static_cast<std::uint16_t>(1U << (holds ? found : found - kConditions.size()));
  std::uint16_t& set = holds ? term.when : term.when_not;
  if (((term.when | term.when_not) & bit) != 0) {
    site.fail("\"" + std::string(words[found]) + "\": a condition is named twice");
  }
  set = static_cast<std::uint16_t>(set | bit);
}

std::string conditions(const TermConfig& term) {
  std::string text;
  for (std::size_t i = 0; i < kConditions.size(); ++i) {
    for (const bool holds : {true, false}) {
      if (((holds ? term.when : term.when_not) >> i & 1U) != 0) {
        text += (text.empty() ? "\"" : ", \"") + (holds ? "" : std::string(kNot)) +
                std::string(kConditions.at(i)) + "\"";
      }
    }
  }
  return text;
}

}  // namespace

TermConfig TermKind::read(const ValueSite& site, const toml::node& node) const {
  const auto* table = node.as_table();
  if (table == nullptr) {
    site.fail("must be a table, as in { of = \"cached write\", when = [\"same track\"], " +
              std::string("time = \"-0.2 ms\" }"));
  }
  check_names(site, *table);
  const toml::node* of = table->get("of");
  const toml::node* time = table->get("time");
  if (of == nullptr || time == nullptr) {
    site.fail("a term needs `of`, " + words_text(all_of(kTargets)) + ", and `time`");
  }
  TermConfig term{};
  term.of = static_cast<hs_term_target>(read_word(site, *of, all_of(kTargets)));
  term.time = DurationKind{-most, most}.read(site, *time);
  if (const toml::node* when = table->get("when")) {
    for (const toml::node& word : read_array(site, *when)) {
      add_condition(site, word, term);
    }
  }
  if (const toml::node* beyond = table->get("beyond")) {
    term.beyond = cylinders(most_cylinders).read(site, *beyond);
  }
  if (const toml::node* up_to = table->get("up_to")) {
    term.up_to = cylinders(most_cylinders).read(site, *up_to);
  }
  if (const toml::node* within = table->get("within")) {
    term.within = within_kind().read(site, *within);
  }
  if (const toml::node* gaps_within = table->get("gaps_within")) {
    term.gaps_within = within_kind().read(site, *gaps_within);
  }
  if (term.up_to != 0 && term.beyond >= term.up_to) {
    site.fail("`beyond` must be less than `up_to`, or the term never applies");
  }
  return term;
}

std::string TermKind::write(const TermConfig& value) const {
  std::string text = "\n  { of = \"" + std::string(kTargets.at(value.of)) + "\"";
  if (const std::string when = conditions(value); !when.empty()) {
    text += ", when = [" + when + "]";
  }
  if (value.beyond != 0) {
    text += ", beyond = " + cylinders(most_cylinders).write(value.beyond);
  }
  if (value.up_to != 0) {
    text += ", up_to = " + cylinders(most_cylinders).write(value.up_to);
  }
  if (value.within != Picoseconds{0}) {
    text += ", within = " + within_kind().write(value.within);
  }
  if (value.gaps_within != Picoseconds{0}) {
    text += ", gaps_within = " + within_kind().write(value.gaps_within);
  }
  return text + ", time = " + DurationKind{-most, most}.write(value.time) + " }";
}

std::string TermKind::values() const {
  return "table { of, when, beyond, up_to, within, gaps_within, time }";
}

ValueForm TermKind::form() const {
  ValueForm form = DurationKind{-most, most}.form();
  form.kind = "term";
  return form;
}

SettleStep SettleStepKind::read(const ValueSite& site, const toml::node& node) const {
  const toml::array& pair = read_array(site, node);
  if (pair.size() != 2) {
    site.fail("must be a pair of a distance in cylinders and a time or a part of a revolution, " +
              std::string("as in [205, \"2.8 ms\"] or [205, \"1/4 rev\"]"));
  }
  SettleStep step{CountKind{1, most_cylinders}.read(site, pair[0]), Picoseconds{0}, std::nullopt};
  const auto* text = pair[1].as_string();
  if (text != nullptr && text->get().find("rev") != std::string::npos) {
    step.turn = AngleKind{}.read(site, pair[1]);
  } else {
    step.time = DurationKind{Picoseconds{0}, most}.read(site, pair[1]);
  }
  return step;
}

std::string SettleStepKind::write(const SettleStep& value) const {
  return "[" + std::to_string(value.cylinders) + ", " +
         (value.turn ? AngleKind{}.write(*value.turn)
                     : DurationKind{Picoseconds{0}, most}.write(value.time)) +
         "]";
}

std::string SettleStepKind::values() const {
  return "pair [distance in cylinders, time (" + duration_units() + ") or part of a revolution]";
}

ValueForm SettleStepKind::form() const {
  ValueForm form = DurationKind{Picoseconds{0}, most}.form();
  form.kind = "distance and time or angle";
  return form;
}

}  // namespace headstack
