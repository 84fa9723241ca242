#include "model/host/data_check.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <fmt/format.h>
#include <systemc>

namespace headstack {

namespace {

std::uint64_t key_of(const RequestRecord& request) {
  return reinterpret_cast<std::uintptr_t>(&request);
}

}  // namespace

// Fills a block. Each eight bytes hold version and block.
void DataCheck::fill(unsigned char* block, std::uint32_t lbn, std::uint32_t version) const {
  const std::uint64_t word = std::uint64_t{version} << 32 | (version == 0 ? 0 : lbn);
  for (std::uint32_t i = 0; i < bytes_; i += sizeof word) {
    std::memcpy(block + i, &word, std::min<std::size_t>(sizeof word, bytes_ - i));
  }
}

void DataCheck::sent(const RequestRecord& request, unsigned char* data) {
  const std::uint64_t now = ++events_;
  UnderWay& under_way = under_way_[key_of(request)];
  under_way = {now, 0};
  if (!request.write) {
    reads_.insert(now);
    return;
  }
  under_way.version = ++version_;
  for (std::uint32_t i = 0; i < request.blocks; ++i) {
    fill(data + std::size_t{i} * bytes_, request.lbn + i, version_);
    versions_[request.lbn + i].push_back({version_, now, kNever});
  }
}

void DataCheck::given_up(const RequestRecord& request) {
  const auto found = under_way_.find(key_of(request));
  if (!request.write) {
    reads_.erase(reads_.find(found->second.sent));
  }
  under_way_.erase(found);
}

void DataCheck::finished(const RequestRecord& request, const unsigned char* data) {
  const std::uint64_t now = ++events_;
  const auto found = under_way_.find(key_of(request));
  const UnderWay under_way = found->second;
  under_way_.erase(found);
  if (!request.write) {
    reads_.erase(reads_.find(under_way.sent));
    for (std::uint32_t i = 0; i < request.blocks; ++i) {
      check(request, request.lbn + i, data + std::size_t{i} * bytes_, under_way.sent);
    }
    return;
  }
  for (std::uint32_t i = 0; i < request.blocks; ++i) {
    std::vector<Version>& versions = versions_[request.lbn + i];
    for (Version& version : versions) {
      version.finished = version.number == under_way.version ? now : version.finished;
    }
    forget_old(versions);
  }
}

// Removes versions that reads can no longer find.
void DataCheck::forget_old(std::vector<Version>& versions) const {
  const std::uint64_t since = reads_.empty() ? kNever : *reads_.begin();
  std::uint64_t settled = 0;  // the latest start among the versions that are complete
  for (const Version& version : versions) {
    if (version.finished < since && version.finished != kNever) {
      settled = std::max(settled, version.sent);
    }
  }
  versions.erase(std::remove_if(versions.begin(), versions.end(),
                                [settled](const Version& v) { return v.finished < settled; }),
                 versions.end());
}

void DataCheck::check(const RequestRecord& request, std::uint32_t lbn, const unsigned char* block,
                      std::uint64_t sent) const {
  std::vector<unsigned char> wanted(bytes_);
  std::string expected;
  const auto found = versions_.find(lbn);
  std::uint64_t settled = 0;
  if (found != versions_.end()) {
    for (const Version& v : found->second) {
      settled = v.finished < sent ? std::max(settled, v.sent) : settled;
    }
  }
  std::vector<std::uint32_t> legal;
  if (settled == 0) {
    legal.push_back(0);
  }
  for (std::size_t i = 0; found != versions_.end() && i < found->second.size(); ++i) {
    if (found->second[i].finished >= settled) {
      legal.push_back(found->second[i].number);
    }
  }
  for (const std::uint32_t version : legal) {
    fill(wanted.data(), lbn, version);
    if (std::equal(wanted.begin(), wanted.end(), block)) {
      return;
    }
    expected += (expected.empty() ? "" : " or ") + std::to_string(version);
  }
  std::uint64_t word = 0;
  std::memcpy(&word, block, std::min<std::size_t>(sizeof word, bytes_));
  const std::vector<unsigned char> got(block, block + bytes_);
  fill(wanted.data(), static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32));
  const bool whole = wanted == got;
  SC_REPORT_ERROR(
      "headstack/data",
      fmt::format("request {}, a read of {} at {}, returned for block {} {} instead of version {}",
                  request.id, request.blocks, request.lbn, lbn,
                  whole ? fmt::format("version {} of block {}", word >> 32, word & 0xffff'ffffU)
                        : "data that were never written",
                  expected)
          .c_str());
}

}  // namespace headstack
