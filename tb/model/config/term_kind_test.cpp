// The values of overhead.terms and of seek.write_settle_steps: each part with both sides of its
// bounds, each word of a target and a condition, each message, and their text.
#include "model/config/keys/term_kind.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "model/config/drive_config.h"

namespace headstack {
namespace {

using std::chrono::seconds;

constexpr TermKind kTerms{100, seconds{1}};
constexpr SettleStepKind kSteps{100, seconds{1}};

template <class Kind>
typename Kind::Value read(const Kind& kind, const std::string& value) {
  const toml::table text = toml::parse("value = " + value);
  return kind.read({"small.toml", 1, "key", 512}, *text.get("value"));
}

// The message about the value, without the place; "no error".
template <class Kind>
std::string error(const Kind& kind, const std::string& value) {
  try {
    read(kind, value);
  } catch (const ConfigError& e) {
    const std::string what = e.what();
    const std::string name = "key `key`: ";
    const std::size_t at = what.find(name);
    return at == std::string::npos ? what : what.substr(at + name.size());
  }
  return "no error";
}

// A term with these parts more.
std::string with(const std::string& parts) {
  return "{ of = \"write\", time = \"1 us\"" + (parts.empty() ? "" : ", " + parts) + " }";
}

// What the kind writes for the term, read again and written again.
std::string again(const std::string& value) {
  const std::string text = kTerms.write(read(kTerms, value));
  EXPECT_EQ(kTerms.write(read(kTerms, text.substr(text.find('{')))), text);
  return text;
}

TEST(TermKind, HasEachTarget) {
  const std::vector<std::pair<std::string, hs_term_target>> targets{
      {"read hit", HS_TERM_READ_HIT},
      {"read miss", HS_TERM_READ_MISS},
      {"write", HS_TERM_WRITE},
      {"write data", HS_TERM_WRITE_DATA},
      {"cached write", HS_TERM_WRITE_CACHED}};
  EXPECT_EQ(targets.size(), std::size_t{HS_TERM_TARGET_COUNT});
  for (const auto& [word, target] : targets) {
    const std::string value = "{ of = \"" + word + "\", time = \"0.001 ms\" }";
    EXPECT_EQ(read(kTerms, value).of, target);
    EXPECT_EQ(again(value), "\n  " + value);
  }
  EXPECT_EQ(error(kTerms, "{ of = \"writ\", time = \"1 us\" }"),
            "\"writ\" is not known; did you mean \"write\"?");
}

TEST(TermKind, HasEachConditionAndItsOpposite) {
  const std::vector<std::pair<std::string, std::uint32_t>> conditions{
      {"after write", HS_IF_AFTER_WRITE},
      {"after hit", HS_IF_AFTER_HIT},
      {"after sequential", HS_IF_AFTER_SEQUENTIAL},
      {"reading ahead", HS_IF_READING_AHEAD},
      {"sequential", HS_IF_SEQUENTIAL},
      {"following", HS_IF_FOLLOWING},
      {"same track", HS_IF_SAME_TRACK},
      {"same cylinder", HS_IF_SAME_CYLINDER},
      {"same zone", HS_IF_SAME_ZONE},
      {"arm there", HS_IF_ARM_THERE},
      {"upwards", HS_IF_UPWARDS},
      {"streaming", HS_IF_STREAMING},
      {"crosses track end", HS_IF_CROSSES_TRACK},
      {"ends track", HS_IF_ENDS_TRACK}};
  std::uint32_t all = 0;
  for (const auto& [word, bit] : conditions) {
    SCOPED_TRACE(word);
    const TermConfig holds = read(kTerms, with("when = [\"" + word + "\"]"));
    EXPECT_EQ(std::pair(std::uint32_t{holds.when}, std::uint32_t{holds.when_not}),
              std::pair(bit, std::uint32_t{0}));
    const TermConfig fails = read(kTerms, with("when = [\"not " + word + "\"]"));
    EXPECT_EQ(std::pair(std::uint32_t{fails.when}, std::uint32_t{fails.when_not}),
              std::pair(std::uint32_t{0}, bit));
    EXPECT_NE(again(with("when = [\"" + word + "\"]")).find(", when = [\"" + word + "\"],"),
              std::string::npos);
    EXPECT_NE(again(with("when = [\"not " + word + "\"]")).find(", when = [\"not " + word + "\"],"),
              std::string::npos);
    for (const char* second : {"", "not "}) {
      EXPECT_EQ(error(kTerms, with("when = [\"not " + word + "\", \"" + second + word + "\"]")),
                "\"" + (second + word) + "\": a condition is named twice");
      EXPECT_EQ(error(kTerms, with("when = [\"" + word + "\", \"" + second + word + "\"]")),
                "\"" + (second + word) + "\": a condition is named twice");
    }
    all |= bit;
  }
  EXPECT_EQ(all, (1U << conditions.size()) - 1) << "all conditions are here";
}

TEST(TermKind, HasSeveralConditionsInTheirOrder) {
  const TermConfig term =
      read(kTerms, with("when = [\"upwards\", \"not sequential\", \"after hit\"]"));
  EXPECT_EQ(term.when, HS_IF_UPWARDS | HS_IF_AFTER_HIT);
  EXPECT_EQ(term.when_not, HS_IF_SEQUENTIAL);
  EXPECT_EQ(kTerms.write(term),
            "\n  { of = \"write\", when = [\"after hit\", \"not sequential\", \"upwards\"], time = "
            "\"0.001 ms\" }");
}

TEST(TermKind, HasBoundsOfEachPart) {
  for (const char* part : {"beyond", "up_to"}) {
    SCOPED_TRACE(part);
    EXPECT_EQ(error(kTerms, with(std::string(part) + " = \"100 cylinders\"")), "no error");
    EXPECT_NE(error(kTerms, with(std::string(part) + " = \"101 cylinders\"")), "no error");
    EXPECT_NE(error(kTerms, with(std::string(part) + " = 1")), "no error") << "no unit";
  }
  for (const char* part : {"within", "gaps_within"}) {
    SCOPED_TRACE(part);
    EXPECT_EQ(error(kTerms, with(std::string(part) + " = \"1 s\"")), "no error");
    EXPECT_NE(error(kTerms, with(std::string(part) + " = \"1.000000000001 s\"")), "no error");
    EXPECT_NE(error(kTerms, with(std::string(part) + " = \"-1 ps\"")), "no error");
  }
  const auto time = [](const std::string& text) {
    return "{ of = \"write\", time = \"" + text + "\" }";
  };
  EXPECT_EQ(read(kTerms, time("1 s")).time, Picoseconds{seconds{1}});
  EXPECT_EQ(read(kTerms, time("-1 s")).time, Picoseconds{seconds{-1}});
  EXPECT_NE(error(kTerms, time("1.000000000001 s")), "no error");
  EXPECT_NE(error(kTerms, time("-1.000000000001 s")), "no error");
}

TEST(TermKind, HasAllParts) {
  const std::string parts =
      "beyond = \"7 cylinders\", up_to = \"8 cylinders\", within = \"2 ms\", gaps_within = \"3 "
      "ms\"";
  const TermConfig term = read(kTerms, with(parts));
  EXPECT_EQ(term.beyond, 7U);
  EXPECT_EQ(term.up_to, 8U);
  EXPECT_EQ(term.within, Picoseconds{std::chrono::milliseconds{2}});
  EXPECT_EQ(term.gaps_within, Picoseconds{std::chrono::milliseconds{3}});
  EXPECT_EQ(again(with(parts)), "\n  { of = \"write\", " + parts + ", time = \"0.001 ms\" }");
}

TEST(TermKind, AppliesToSomeDistance) {
  const std::string never = "`beyond` must be less than `up_to`, or the term never applies";
  const auto both = [](const char* beyond, const char* up_to) {
    return with(std::string("beyond = \"") + beyond + "\", up_to = \"" + up_to + "\"");
  };
  EXPECT_EQ(error(kTerms, both("4 cylinders", "5 cylinders")), "no error");
  EXPECT_EQ(error(kTerms, both("5 cylinders", "5 cylinders")), never);
  EXPECT_EQ(error(kTerms, both("6 cylinders", "5 cylinders")), never);
  EXPECT_EQ(error(kTerms, both("6 cylinders", "0 cylinders")), "no error") << "no limit";
}

TEST(TermKind, SaysWhatIsMissingOrUnknown) {
  const std::string needs =
      "a term needs `of`, \"read hit\" or \"read miss\" or \"write\" or \"write data\" or \"cached "
      "write\", and `time`";
  EXPECT_EQ(error(kTerms, "{ time = \"1 us\" }"), needs);
  EXPECT_EQ(error(kTerms, "{ of = \"write\" }"), needs);
  EXPECT_EQ(error(kTerms, "{}"), needs);
  EXPECT_EQ(error(kTerms, "\"1 us\""),
            "must be a table, as in { of = \"cached write\", when = [\"same track\"], time = "
            "\"-0.2 ms\" }");
  EXPECT_EQ(error(kTerms, with("wen = []")), "`wen` is not known in a term; did you mean `when`?");
  EXPECT_EQ(error(kTerms, with("colour = 1")),
            "`colour` is not known in a term; known: of, when, beyond, up_to, within, "
            "gaps_within, time");
  for (const char* part : {"within", "gaps_within", "beyond", "up_to"}) {
    EXPECT_EQ(error(kTerms, with(std::string(part) + "_ = 1")),
              "`" + std::string(part) + "_` is not known in a term; did you mean `" + part + "`?");
  }
  EXPECT_NE(error(kTerms, with("when = \"upwards\"")), "no error") << "not a list";
}

// ---- Steps of a settling time

TEST(SettleStepKind, HasATimeOrAnAngleUpToADistance) {
  const SettleStep time = read(kSteps, "[100, \"1 s\"]");
  EXPECT_EQ(time.cylinders, 100U);
  EXPECT_EQ(time.time, Picoseconds{seconds{1}});
  EXPECT_FALSE(time.turn);
  EXPECT_EQ(kSteps.write(time), "[100, \"1000 ms\"]");
  const SettleStep turn = read(kSteps, "[1, \"1/4 rev\"]");
  EXPECT_EQ(turn.cylinders, 1U);
  EXPECT_EQ(turn.time, Picoseconds{0});
  ASSERT_TRUE(turn.turn);
  EXPECT_EQ(kSteps.write(turn), "[1, \"1/4 rev\"]");
}

TEST(SettleStepKind, RefusesOthers) {
  const std::string pair =
      "must be a pair of a distance in cylinders and a time or a part of a revolution, as in "
      "[205, \"2.8 ms\"] or [205, \"1/4 rev\"]";
  EXPECT_EQ(error(kSteps, "[1]"), pair);
  EXPECT_EQ(error(kSteps, "[1, \"1 ms\", \"1 ms\"]"), pair);
  EXPECT_EQ(error(kSteps, "[0, \"0 ms\"]").find("0 is"), 0U) << error(kSteps, "[0, \"0 ms\"]");
  EXPECT_NE(error(kSteps, "[101, \"0 ms\"]"), "no error");
  EXPECT_NE(error(kSteps, "[1, \"1.000000000001 s\"]"), "no error");
  EXPECT_NE(error(kSteps, "[1, \"-1 ps\"]"), "no error");
  EXPECT_NE(error(kSteps, "[1, \"1 rev\"]"), "no error") << "a whole revolution";
  EXPECT_NE(error(kSteps, "[1, 1]"), "no error") << "no unit";
  EXPECT_NE(error(kSteps, "1"), "no error");
}

}  // namespace
}  // namespace headstack
