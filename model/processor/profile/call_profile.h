// Profile of a program's cycles, by function and by caller.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/processor/profile/call_stack.h"

namespace headstack {

// Cycles of a function itself, for one chain of callers: "outermost;...;innermost".
using FoldedStacks = std::vector<std::pair<std::string, std::uint64_t>>;

class CallProfile : public CallWatch {
 public:
  void called(FunctionId function, std::uint64_t cycles) override;
  void returned(std::uint64_t cycles) override;

  // Sets all counts to 0. Functions that run continue to run.
  void clear(std::uint64_t cycles);

  // Returns the counts up to `cycles`, with the names of CallStack::functions(). The list has only
  // stacks whose innermost function has cycles, in the order of their texts.
  FoldedStacks folded(const std::vector<std::string>& functions, std::uint64_t cycles);

 private:
  struct Node {
    FunctionId function = 0;
    std::size_t caller = 0;
    std::uint64_t cycles = 0;
    std::map<FunctionId, std::size_t> callees;
  };
  void count(std::uint64_t cycles);

  std::vector<Node> nodes_{
      1};  // the first node is the caller of the outermost functions, and has no cycles
  std::size_t at_ = 0;
  std::uint64_t counted_ = 0;  // counted up to this cycle
};

}  // namespace headstack
