// Reads and writes that end at or near the end of a track: times worked by hand on the C2247.
//
// Its blocks 0 to 95 lie on one track, 0 to 863 on one cylinder. A read's data take longer over the
// bus than under the head: of eight blocks the first goes 0.187 ms after the sixth has passed.
#include <gtest/gtest.h>

#include "model/config/tables/resolve.h"
#include "tb/model/support/few_requests.h"

namespace headstack {
namespace {

using Change = std::function<void(OverheadConfig&)>;

DriveConfig with(const Change& change) {
  DriveConfig drive = hp_c2247();
  change(drive.overhead);
  return drive;
}

// From when the head has passed `sectors` from the beginning of the request to its completion.
double behind(const DriveConfig& drive, const Request& request, double sectors,
              double sector = kSector) {
  const RequestRecord row = replay(drive, {request}).front();
  EXPECT_EQ(row.finish - row.arrival,
            row.queue + row.overhead + row.seek + row.rotation + row.transfer + row.bus);
  const DriveTables tables(drive);
  const double media = static_cast<double>(tables.clock().ps(row.actual_media).count()) / kMs;
  return static_cast<double>(row.finish) / kMs - media - sectors * sector;
}

constexpr double kBlock = 512 / 3.01e6 * 1e3;
constexpr double kPlain = -2 * kSector + 0.187 + 8 * kBlock + 0.057;  // of 8 blocks: 1.373

TEST(TrackEnd, AReadThatEndsATrack) {
  const auto least = [](double ms) {
    return with([ms](OverheadConfig& o) { o.read_track_end_least = ms_of(ms); });
  };
  EXPECT_NEAR(behind(least(0), read(88, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(least(1.3), read(88, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(least(1.62), read(88, 8, 0), 8), 1.62, kNear);
  EXPECT_NEAR(behind(least(5), read(88, 8, 0), 8), 5, kNear);
  EXPECT_NEAR(behind(least(5), read(87, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(least(5), read(856, 8, 0), 8), kPlain, kNear);  // a cylinder
}

TEST(TrackEnd, AReadThatEndsACylinder) {
  const DriveConfig drive =
      with([](OverheadConfig& o) { o.read_cylinder_end_least = ms_of(3.15); });
  EXPECT_NEAR(behind(drive, read(856, 8, 0), 8), 3.15, kNear);
  EXPECT_NEAR(behind(drive, read(855, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(drive, read(88, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(drive, read(2'054'856, 8, 0), 8, kTurnMs / 56), 3.15, kNear);
}

// 6 blocks, a skew of 14 sectors, 96 blocks: behind the bus, which takes 17.4 ms, and in front.
TEST(TrackEnd, AReadOverSeveralTracks) {
  const auto least = [](double ms) {
    return with([ms](OverheadConfig& o) { o.read_track_end_least = ms_of(ms); });
  };
  EXPECT_NEAR(behind(least(15), read(90, 102, 0), 6 + 14 + 96), 15, kNear);
  EXPECT_NEAR(behind(least(1), read(90, 102, 0), 0), behind(hp_c2247(), read(90, 102, 0), 0),
              kNear);
}

// What counts is the end of the track, two sectors behind the last block of the read.
TEST(TrackEnd, AReadThatEndsNearIt) {
  const auto near = [](std::uint32_t blocks, double track, double cylinder) {
    return with([=](OverheadConfig& o) {
      o.read_near_end = blocks;
      o.read_near_track_end_least = ms_of(track);
      o.read_near_cylinder_end_least = ms_of(cylinder);
    });
  };
  EXPECT_NEAR(behind(near(2, 2.4, 3.1), read(86, 8, 0), 10), 2.4, kNear);
  EXPECT_NEAR(behind(near(2, 2.4, 3.1), read(87, 8, 0), 9), 2.4, kNear);
  EXPECT_NEAR(behind(near(2, 2.4, 3.1), read(88, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(near(2, 2.4, 3.1), read(85, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(near(1, 2.4, 3.1), read(86, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(near(0, 2.4, 3.1), read(86, 8, 0), 8), kPlain, kNear);  // as 1
  EXPECT_NEAR(behind(near(0, 2.4, 3.1), read(87, 8, 0), 9), 2.4, kNear);
  EXPECT_NEAR(behind(near(2, 2.4, 3.1), read(854, 8, 0), 10), 3.1, kNear);
  EXPECT_NEAR(behind(near(2, 0, 3.1), read(86, 8, 0), 8), kPlain, kNear);
  EXPECT_NEAR(behind(near(2, 1.1, 3.1), read(86, 8, 0), 8), kPlain, kNear);  // 1.373 - 0.231
  // One block is left of the disk.
  EXPECT_NEAR(behind(near(16, 2.4, 3.1), read(2'054'855, 8, 0), 9, kTurnMs / 56), 3.1, kNear);
}

// 90 blocks and 6 spare sectors a track: the last block ends it.
TEST(TrackEnd, SpareSectorsAreNoPartOfIt) {
  DriveConfig drive = with([](OverheadConfig& o) {
    o.read_track_end_least = ms_of(2);
    o.read_near_end = 2;
    o.read_near_track_end_least = ms_of(3);
  });
  drive.layout.zones[0].spare_sectors_per_track = 6;
  EXPECT_NEAR(behind(drive, read(82, 8, 0), 8), 2, kNear);
  EXPECT_NEAR(behind(drive, read(80, 8, 0), 10), 3, kNear);
}

// A hit has nothing from the medium to wait for.
TEST(TrackEnd, AHitDoesNotWait) {
  const DriveConfig drive = with([](OverheadConfig& o) {
    o.read_track_end_least = ms_of(40);
    o.read_near_end = 2;
    o.read_near_track_end_least = ms_of(40);
  });
  for (const std::uint32_t lbn : {86U, 87U, 88U}) {
    const std::vector<Request> requests = {read(0, 8), read(lbn, 8, 1)};
    EXPECT_EQ(took(replay(drive, requests).back()), took(replay(hp_c2247(), requests).back()));
  }
}

TEST(TrackEnd, AWriteThatEndsNearIt) {
  const auto track = [](DriveConfig& d) { d.overhead.write_near_track_end = ms_of(0.42); };
  const auto cylinder = [](DriveConfig& d) { d.overhead.write_near_cylinder_end = ms_of(0.85); };
  const auto both = [](DriveConfig& d) {
    d.overhead.write_near_track_end = ms_of(0.42);
    d.overhead.write_near_cylinder_end = ms_of(0.85);
    d.overhead.write_track_end = ms_of(1.47);
    d.overhead.write_cylinder_end = ms_of(3.05);
  };
  EXPECT_NEAR(longer(track, {write(87, 8)}), 0.42, kNear);
  EXPECT_NEAR(longer(track, {write(88, 8)}), 0, kNear);
  EXPECT_NEAR(longer(track, {write(86, 8)}), 0, kNear);
  EXPECT_NEAR(longer(track, {write(855, 8)}), 0, kNear);
  EXPECT_NEAR(longer(cylinder, {write(855, 8)}), 0.85, kNear);
  EXPECT_NEAR(longer(cylinder, {write(2'054'855, 8)}), 0.85, kNear);
  EXPECT_NEAR(longer(cylinder, {write(856, 8)}), 0, kNear);
  EXPECT_NEAR(longer(cylinder, {write(87, 8)}), 0, kNear);
  EXPECT_NEAR(longer(both, {write(87, 8)}), 0.42, kNear);
  EXPECT_NEAR(longer(both, {write(88, 8)}), 1.47, kNear);
  EXPECT_NEAR(longer(both, {write(856, 8)}), 3.05, kNear);
}

}  // namespace
}  // namespace headstack
