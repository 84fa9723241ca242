// Answers that several packets share.
#pragma once

namespace headstack::gdb {

constexpr const char* kOk = "OK";
constexpr const char* kError = "E01";  // refused, or not understood
constexpr const char* kUnknown = "";   // this target does not know the packet

}  // namespace headstack::gdb
