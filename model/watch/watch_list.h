// Several observers of one drive.
#pragma once

#include <vector>

#include "model/watch/drive_watch.h"

namespace headstack {

class WatchList : public DriveWatch {
 public:
  // `watch` must outlive the list's last call.
  void add(DriveWatch& watch) { watches_.push_back(&watch); }
  bool empty() const { return watches_.empty(); }

  void command(const WatchedCommand& command) override { tell(&DriveWatch::command, command); }
  void bus(const char* phase, hs_ticks time) override { tell(&DriveWatch::bus, phase, time); }
  void medium(const MediaExtent& extent) override { tell(&DriveWatch::medium, extent); }
  void medium_stopped(const MediaRest& rest) override { tell(&DriveWatch::medium_stopped, rest); }
  void firmware(const FirmwareState& state) override { tell(&DriveWatch::firmware, state); }
  void served(const RequestRecord& record) override { tell(&DriveWatch::served, record); }
  void called(const char* name, std::int64_t time) override {
    tell(&DriveWatch::called, name, time);
  }
  void returned(std::int64_t time) override { tell(&DriveWatch::returned, time); }
  void decided(std::int64_t begin, std::int64_t end) override {
    tell(&DriveWatch::decided, begin, end);
  }

 private:
  template <typename Call, typename... Facts>
  void tell(Call call, const Facts&... facts) {
    for (DriveWatch* watch : watches_) {
      (watch->*call)(facts...);
    }
  }

  std::vector<DriveWatch*> watches_;
};

}  // namespace headstack
