#include "model/watch/waves/waveform.h"

#include <limits>

#include "model/watch/waves/save_file.h"

namespace headstack {

namespace {

std::uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// Returns the number of bits that tell `count` values apart.
unsigned bits_for(std::size_t count) {
  unsigned bits = 1;
  while (count > std::size_t{1} << bits) {
    ++bits;
  }
  return bits;
}

}  // namespace

Waveform::Waveform(const WaveTarget& target)
    : target_(target),
      file_(target.format == WaveFormat::fst ? make_fst_file(target.file)
                                             : make_vcd_file(target.file)) {}

Waveform::~Waveform() { write_before(std::numeric_limits<std::int64_t>::max()); }

void Waveform::finish() {
  declare();
  write_before(std::numeric_limits<std::int64_t>::max());
  file_->finish();
  if (!target_.save_file.empty()) {
    write_save_file(target_, signals_);
  }
}

Waveform::Signal Waveform::bits(const std::string& scope, const std::string& name, unsigned width,
                                WaveForm form) {
  signals_.push_back({scope, name, width, width == 1 ? WaveForm::binary : form});
  values_.emplace_back();
  last_.emplace_back();
  return signals_.size() - 1;
}

Waveform::Signal Waveform::text(const std::string& scope, const std::string& name,
                                const std::vector<std::string>& texts) {
  const Signal signal = bits(scope, name, bits_for(texts.size()));
  signals_[signal].form = WaveForm::text;
  signals_[signal].texts = texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    values_[signal].emplace(texts[i], i);
  }
  return signal;
}

void Waveform::change(Signal signal, std::int64_t time, std::uint64_t value) {
  pending_.emplace(time, Change{signal, value & mask_of(signals_[signal].width)});
}

void Waveform::change(Signal signal, std::int64_t time, std::string_view text) {
  pending_.emplace(time, Change{signal, values_[signal].at(std::string(text))});
}

void Waveform::withdraw(Signal signal, std::int64_t time) {
  for (auto change = pending_.upper_bound(time); change != pending_.end();) {
    change = change->second.signal == signal ? pending_.erase(change) : std::next(change);
  }
}

void Waveform::write_before(std::int64_t time) {
  while (!pending_.empty() && pending_.begin()->first < time) {
    const std::int64_t now = pending_.begin()->first;
    std::map<Signal, std::uint64_t> group;
    const auto end = pending_.upper_bound(now);
    for (auto change = pending_.begin(); change != end; ++change) {
      group[change->second.signal] = change->second.value;
    }
    pending_.erase(pending_.begin(), end);
    write_group(now, group);
  }
}

void Waveform::declare() {
  if (!begun_) {
    begun_ = true;
    file_->declare(signals_);
  }
}

void Waveform::write_group(std::int64_t time, const std::map<Signal, std::uint64_t>& group) {
  declare();
  bool stamped = false;
  for (const auto& [signal, value] : group) {
    if (last_[signal] == value) {
      continue;
    }
    if (!stamped) {
      file_->time(time);
      stamped = true;
    }
    file_->value(signal, value);
    last_[signal] = value;
  }
}

}  // namespace headstack
