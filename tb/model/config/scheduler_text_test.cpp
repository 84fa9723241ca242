// The text of a scheduler: its parameters by place and by name, and what is wrong with a text.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"

namespace headstack {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_scheduler(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return error_of(text).find(part) != std::string::npos;
}

constexpr std::uint32_t kOne = 65'536;

TEST(SchedulerText, ParametersByPlaceAndByName) {
  EXPECT_EQ(parse_scheduler("kyber").parameters[0], 2 * kOne);
  EXPECT_EQ(parse_scheduler("kyber").parameters[1], 10 * kOne);
  for (const char* text :
       {"kyber(3, 7)", " kyber ( 3 ms ,7 ms ) ", "kyber(write_lat=7, read_lat=3)",
        "kyber(read_lat = 3 ms, write_lat = 7)"}) {
    const std::string names = to_string(parse_scheduler(text));
    EXPECT_EQ(parse_scheduler(text).parameters[0], 3 * kOne) << text;
    EXPECT_EQ(parse_scheduler(text).parameters[1], 7 * kOne) << text;
    EXPECT_EQ(to_string(parse_scheduler(names)), names) << text;
  }
  EXPECT_EQ(parse_scheduler("vscan(0.2)").parameters[0], 13'107U);  // 0.2 in 65,536ths
  EXPECT_EQ(to_string(parse_scheduler("vscan(0.2)")).substr(0, 11), "vscan(R=0.2");
}

TEST(SchedulerText, NamesThatAreNotKnown) {
  EXPECT_TRUE(says("sptff", "'sptff' is not known; did you mean 'sptf'? (known: "))
      << error_of("sptff");
  EXPECT_TRUE(says("elevator_of_mine", "'elevator_of_mine' is not known (known: "))
      << error_of("elevator_of_mine");
  EXPECT_TRUE(says("", "'' is not known"));
  EXPECT_TRUE(
      says("kyber(read_latt=3)", "'kyber' has no parameter 'read_latt'; did you mean 'read_lat'?"))
      << error_of("kyber(read_latt=3)");
  EXPECT_EQ(error_of("fcfs"), "");
}

// "FILE.so:NAME(...)" and "FILE.elf:NAME(...)": the file ends before the last such colon, and a
// bracket ends the search for it.
TEST(SchedulerText, OfAFile) {
  const std::pair<const char*, const char*> cases[] = {
      {"own.so:mine(3)", "scheduler own.so: cannot be loaded"},
      {"../a.so:b/own.so:mine", "scheduler ../a.so:b/own.so: cannot be loaded"},
      {"mine(own.so:x)", "scheduler 'mine' is not known"},
      {"own.elf:mine(3)", "scheduler in own.elf: "},
      {"../a.elf:b/own.elf:mine", "scheduler in ../a.elf:b/own.elf: "},
      {"mine(own.elf:x)", "scheduler 'mine' is not known"},
  };
  for (const auto& [text, said] : cases) {
    EXPECT_EQ(error_of(text).rfind(said, 0), 0U) << error_of(text);
  }
}

TEST(SchedulerText, OneParameterTooMany) {
  EXPECT_TRUE(says("fcfs(1)", "'fcfs' takes 0 parameters: '1' is one too many"));
  EXPECT_TRUE(says("kyber(1, 2, 3)", "'kyber' takes 2 parameters: '3' is one too many"));
}

TEST(SchedulerText, Brackets) {
  for (const char* text : {"kyber(3", "kyber(3))", "kyber(3) 4", "kyber("}) {
    EXPECT_TRUE(says(text, "parameters stand between one '(' and a last ')', as in 'clook(map)'"))
        << text << ": " << error_of(text);
  }
  EXPECT_EQ(error_of("kyber()"), "");
}

TEST(SchedulerText, ANumberOutOfItsRange) {
  for (const char* value : {"x", "", "3 s", "-1", "65536", "1e9", "nan"}) {
    const std::string text = std::string("kyber(read_lat=") + value + ")";
    EXPECT_TRUE(says(text, std::string("'kyber': parameter 'read_lat' is a number from 0 to 65535 "
                                       "ms, not '") +
                               value + "'"))
        << text << ": " << error_of(text);
  }
  EXPECT_TRUE(says("vscan(1.01)", "is a number from 0 to 1, not '1.01'"))
      << error_of("vscan(1.01)");
  EXPECT_EQ(parse_scheduler("vscan(1)").parameters[0], kOne);
  EXPECT_EQ(parse_scheduler("vscan(0)").parameters[0], 0U);
}

TEST(SchedulerText, AWordOfAChoice) {
  EXPECT_EQ(to_string(parse_scheduler("clook(map)")), "clook(level=map)");
  EXPECT_TRUE(says("clook(mapp)", "'clook': parameter '")) << error_of("clook(mapp)");
  EXPECT_TRUE(says("clook(mapp)", "map")) << error_of("clook(mapp)");
  EXPECT_TRUE(says("clook(mapp)", ", not 'mapp'")) << error_of("clook(mapp)");
}

}  // namespace
}  // namespace headstack
