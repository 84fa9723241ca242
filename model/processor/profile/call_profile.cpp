#include "model/processor/profile/call_profile.h"

#include <algorithm>

namespace headstack {

void CallProfile::count(std::uint64_t cycles) {
  nodes_[at_].cycles += cycles - counted_;
  counted_ = cycles;
}

void CallProfile::called(FunctionId function, std::uint64_t cycles) {
  count(cycles);
  const auto [entry, fresh] = nodes_[at_].callees.try_emplace(function, nodes_.size());
  const std::size_t callee = entry->second;
  if (fresh) {
    nodes_.push_back({function, at_, 0, {}});
  }
  at_ = callee;
}

void CallProfile::returned(std::uint64_t cycles) {
  count(cycles);
  at_ = nodes_[at_].caller;
}

void CallProfile::clear(std::uint64_t cycles) {
  for (Node& node : nodes_) {
    node.cycles = 0;
  }
  counted_ = cycles;
}

FoldedStacks CallProfile::folded(const std::vector<std::string>& functions, std::uint64_t cycles) {
  count(cycles);
  FoldedStacks stacks;
  std::vector<std::string> paths(nodes_.size());
  // a caller precedes the functions that it calls
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const std::string& name = functions.at(node.function);
    paths[i] = node.caller == 0 ? name : paths[node.caller] + ";" + name;
    if (node.cycles != 0) {
      stacks.emplace_back(paths[i], node.cycles);
    }
  }
  std::sort(stacks.begin(), stacks.end());
  return stacks;
}

}  // namespace headstack
