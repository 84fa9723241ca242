// Answers that many packets have.
#pragma once

namespace headstack::gdb {

constexpr const char* kOk = "OK";
constexpr const char* kError = "E01";  // refused, or not understood
constexpr const char* kUnknown = "";   // there is no such packet here

}  // namespace headstack::gdb
