// Checks of a simulation that is a whole program.
#pragma once

#include <cstdlib>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

namespace headstack::systemc::test {

inline int failures = 0;

inline void check(bool holds, const char* text, const char* file, int line) {
  if (!holds) {
    std::cerr << file << ':' << line << ": " << text << " does not hold\n";
    ++failures;
  }
}

// Returns the message of the exception that a call throws. Empty: the call throws none.
template <typename Error>
std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace headstack::systemc::test

#define CHECK(...) \
  ::headstack::systemc::test::check(bool(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
