// Head channel: moves blocks between the medium and the buffer, as the sectors pass.
#pragma once

#include "model/base/register_block.h"
#include "model/base/timer.h"
#include "model/base/wires.h"
#include "model/medium/contents.h"
#include "model/medium/media_program.h"
#include "model/watch/drive_watch.h"
#include "model/watch/stopwatch.h"

namespace headstack {

class HeadChannel final : public RegisterBlock, public MediaSide {
 public:
  Wire<InterruptLine> interrupt;
  Wire<TimeBase> time;
  Wire<Arm> arm;
  Wire<Fill> fill;

  // `errors` must outlive the channel. Without `errors`, no block fails.
  void set_errors(MediumErrors* errors) { program_.set_errors(errors); }

  // `geometry` and `stopwatch` must outlive the channel.
  HeadChannel(sc_core::sc_module_name name, const hs_geometry& geometry, Stopwatch& stopwatch);

  // Makes data move between medium and buffer as the sectors pass. `contents` must outlive the
  // channel.
  void keep_contents(Contents& contents) { contents_ = &contents; }

  // Accepts late orders, from firmware whose code takes time. An instant in the past then means
  // now. An extent that arrives after its arm movement should have begun moves the arm now. Without
  // this call, both are bus errors. In firmware whose code takes no time, only a wrong computation
  // can cause them.
  void take_late() { takes_late_ = true; }

  // `watch` must outlive the channel.
  void watch(DriveWatch& watch) { watch_ = &watch; }

  void cut_power();

  const std::vector<MediaPiece>& pieces_after(hs_ticks from, std::int64_t blocks) override {
    know({0, blocks});
    return program_.pieces_after(from, blocks);
  }
  const std::vector<TrackEnd>& track_ends(hs_ticks from, hs_ticks to) override {
    know_all();
    return program_.track_ends(from, to);
  }
  hs_ticks sector_time() const override;
  void data_scheduled() override {
    rest_known_ = false;
    resolve();
  }

  [[gnu::always_inline]] bool read(std::uint32_t address, std::uint64_t& value) override {
    const hs_ticks now = time->now();
    switch (static_cast<ChannelRead>(address)) {
      case ChannelRead::done:
        value = done(now);
        return true;
      case ChannelRead::run:
        know_all();
        value = program_.room(now);
        return true;
      case ChannelRead::error: {
        const MediaHalt& halt = program_.halt();
        value = HS_ERROR(halt.block, (halt.correctable ? HS_ERROR_CORRECTABLE : 0U) |
                                         (halt.write ? HS_ERROR_WRITE : 0U));
        return waits_for_cpu() && halt.when <= now;
      }
      case ChannelRead::free:
        value = rest_at(now).free_at;
        return true;
      case ChannelRead::track: {
        const hs_track track = rest_at(now).track;
        value = HS_TRACK(track.cylinder.value, track.head.value);
        return true;
      }
    }
    return false;
  }
  [[gnu::always_inline]] bool write(std::uint32_t address, std::uint64_t value) override {
    const auto how = static_cast<ChannelWrite>(address);
    if (how != ChannelWrite::stop) {
      rest_known_ = false;
    }
    switch (how) {
      case ChannelWrite::stop:
        return stop(value);
      case ChannelWrite::begin:
        return begin(value);
      case ChannelWrite::ready:
        program_.set_ready(value);
        return true;
      case ChannelWrite::fill:
        program_.set_fill(HS_FILL_BLOCKS(value), HS_FILL_ARM(value));
        return true;
      case ChannelWrite::ahead:
        program_.set_ahead(HS_AHEAD_BLOCKS_Q8(value), HS_AHEAD_DELAY(value));
        return true;
      case ChannelWrite::keep:
        know_all();
        program_.set_keep(static_cast<std::uint32_t>(value));
        return true;
      case ChannelWrite::run:
        return run(value);
      case ChannelWrite::go_on:
        return go_on_to({{HS_TRACK_CYLINDER(value)}, {HS_TRACK_HEAD(value)}});
      case ChannelWrite::wake:
        return wake_at(value);
      case ChannelWrite::address:
        address_ = value;
        return true;
      case ChannelWrite::notify:
        mark_ = HS_NOTIFY_BLOCKS(value);
        mark_first_ = HS_NOTIFY_FIRST(value);
        watch_mark();
        return true;
      case ChannelWrite::erase:
        return erase();
      case ChannelWrite::retry:
      case ChannelWrite::take:
      case ChannelWrite::instead:
        return go_on(how, value);
    }
    return false;
  }

 private:
  static constexpr MediaProgram::Asked kAll{MediaProgram::kNever, 0};

  bool run(std::uint64_t value);
  bool fits(const MediaExtent& extent) const;
  bool append(MediaExtent& extent, hs_ticks now);
  bool lengthen(const MediaExtent& extent);
  bool extent_of(std::uint64_t value, MediaExtent& extent);
  bool go_on(ChannelWrite how, std::uint64_t value);
  bool go_on_to(hs_track track);
  const MediaRest& rest_at(hs_ticks when);
  std::uint64_t done(hs_ticks now);
  bool waits_for_cpu() const;
  const hs_zone* zone_of(hs_track track);
  bool in_time(hs_ticks& when) const;
  void end_program();
  bool begin(hs_ticks not_before);
  bool stop(hs_ticks when);
  bool erase();
  bool wake_at(hs_ticks when);
  void resolve() {
    const bool observed = contents_ != nullptr || watch_ != nullptr;
    const MediaProgram::Asked asked = observed ? kAll : MediaProgram::Asked{};
    if (!(program_.puts_off() && program_.can_wait(asked))) {
      work_out(asked);
    }
    if (mark_ != 0) {
      watch_mark();
    }
  }
  // Computes the times of the read-ahead that a question needs.
  void know(MediaProgram::Asked asked) {
    if (program_.puts_off() && !program_.can_wait(asked)) {
      work_out(asked);
    }
  }
  void know_all() { know(kAll); }
  void work_out(MediaProgram::Asked asked);
  void watch_mark();
  void mark_reached();
  void error_met();
  static std::uint64_t data_address(const MediaExtent& extent);
  void wake();

  const hs_geometry& geometry_;
  Stopwatch& stopwatch_;
  DriveWatch* watch_ = nullptr;
  MediaProgram program_;
  MediaRest rest_;  // state of the program if it stops at rest_when_
  hs_ticks rest_when_ = 0;
  bool rest_known_ = false;  // rest_ is valid: the program has not changed since
  bool takes_late_ = false;
  const hs_zone* zone_ = nullptr;  // zone of the last extent
  std::uint32_t mark_ = 0;         // number of blocks to report; 0: no report
  MediaExtent asked_;              // the last extent written to HS_CHANNEL_RUN
  Contents* contents_ = nullptr;
  std::uint64_t address_ = HS_ADDRESS_NONE;  // HS_CHANNEL_ADDRESS
  std::uint32_t mark_first_ = 0;             // number of the first block
  std::uint32_t recovered_ = 0;              // number of blocks up to the last stop of the program
  Timer mark_timer_;
  Timer error_timer_;
  Timer wake_timer_;
};

}  // namespace headstack
