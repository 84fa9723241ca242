// How the boxes of the drive talk to each other beside the register bus: an interface for each
// wire.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

extern "C" {
#include <disk/types.h>
}

namespace headstack {

// A port to exactly one interface (or none, unused). What it is bound to is looked up once: a call
// through it costs what a call through a pointer does.
template <typename Interface, sc_core::sc_port_policy policy = sc_core::SC_ONE_OR_MORE_BOUND>
class Wire : public sc_core::sc_port<Interface, 1, policy> {
 public:
  Interface* operator->() const { return end_; }
  Interface& operator*() const { return *end_; }

 protected:
  void end_of_elaboration() override { end_ = this->size() == 0 ? nullptr : (*this)[0]; }

 private:
  Interface* end_ = nullptr;
};

// Calls to the controller CPU.
class InterruptLine : public virtual sc_core::sc_interface {
 public:
  // Make HS_CAUSE_* causes pending, without running the firmware yet.
  virtual void raise(std::uint32_t causes) = 0;
  // What they were about is over: they are pending no more.
  virtual void withdraw(std::uint32_t causes) = 0;
  // Run the firmware if a cause is pending and it is not running already.
  virtual void service() = 0;
};

// Calls to the controller CPU, from the target port.
class Processor : public virtual sc_core::sc_interface {
 public:
  // When `work` ticks of work are done that begin now.
  virtual hs_ticks done_at(hs_ticks work) = 0;
};

// Calls to the target port, from the controller CPU.
class Commands : public virtual sc_core::sc_interface {
 public:
  // Commands and task management functions that the drive has not ended.
  virtual std::size_t waiting() const = 0;
};

// Calls to the spindle: the drive's time base.
class TimeBase : public virtual sc_core::sc_interface {
 public:
  virtual hs_ticks now() const = 0;
  // Time from now until the first picosecond of `tick`; zero if that has passed.
  virtual sc_core::sc_time until(hs_ticks tick) const = 0;
  // Is `tick` over? Where ticks are shorter than the picosecond of the simulation's time, none of
  // this picosecond is.
  virtual bool passed(hs_ticks tick) const = 0;
  // Do the platters turn as they should? Without that nothing passes under a head.
  virtual bool up_to_speed() const = 0;
};

// Calls to the actuator: what moves cost. (Where the arm is follows from the head channel's
// program.)
class Arm : public virtual sc_core::sc_interface {
 public:
  // Time of the positioning at the start of a command.
  virtual hs_ticks positioning(hs_track from, hs_track to, bool write) = 0;
  // Time of the move from one track of a transfer to the next.
  virtual hs_ticks crossing(hs_track from, hs_track to, bool write) = 0;
};

// A stretch of blocks that come off the media at a constant rate.
struct MediaPiece {
  std::uint32_t first_block;  // in the channel's program
  std::uint32_t blocks;
  hs_ticks first_done;  // first block is in the buffer
  hs_ticks last_done;
};

// The end of a track's part of a program, where the processor has work to do.
struct TrackEnd {
  enum class Then : std::uint8_t {
    track,
    cylinder,
    nothing
  };
  hs_ticks end;         // of the last sector
  hs_ticks next_start;  // of the next track's first sector; meaningless without one
  Then then;            // what follows: another track, a track of another cylinder, nothing
};

// Calls to the head channel, from the buffer and the processor.
class MediaSide : public virtual sc_core::sc_interface {
 public:
  // The program's pieces with blocks below number `blocks` that are not all done at `from`, in
  // order; valid until the next call.
  virtual const std::vector<MediaPiece>& pieces_after(hs_ticks from, std::int64_t blocks) = 0;
  // The ends of tracks in the program that lie between the two times.
  virtual const std::vector<TrackEnd>& track_ends(hs_ticks from, hs_ticks to) = 0;
  // Ticks that a sector takes where the heads are.
  virtual hs_ticks sector_time() const = 0;
  // The data of a write have begun to come over the bus: Fill knows when each block is there.
  virtual void data_scheduled() = 0;
};

// Calls to the buffer, from the head channel: data of a write.
class Fill : public virtual sc_core::sc_interface {
 public:
  static constexpr hs_ticks kNever = ~hs_ticks{0};
  // A new channel program: what came before is not its data.
  virtual void clear() = 0;
  // Is it known when the data come?
  virtual bool scheduled() const = 0;
  // When `blocks` of them are in the buffer; kNever if that is not known yet. Precondition:
  // scheduled().
  virtual hs_ticks filled_at(std::uint32_t blocks) const = 0;
  // Time that a block takes on the bus. Precondition: scheduled().
  virtual hs_ticks per_block() const = 0;
};

// Calls to the buffer, from the target port.
class HostSide : public virtual sc_core::sc_interface {
 public:
  // When the DATA_IN of `blocks` from HS_BUFFER_INDEX on ends that starts at `start`. Where it has
  // come to a block that is not there it goes on `resume` after that block has come.
  virtual hs_ticks drain_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                             hs_ticks resume) = 0;
  // When the last of `blocks` from HS_BUFFER_INDEX on comes off the medium; 0: no block of the
  // program that the channel still knows.
  virtual hs_ticks came_at(std::uint32_t blocks) = 0;
  // A DATA_OUT of `blocks` starts at `start`. `data` are the host's; null: contents do not matter.
  virtual void fill(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                    const unsigned char* data) = 0;
  // The blocks of a DATA_IN that ends at `end` go to the host's `data`, which stay until then.
  virtual void send(std::uint32_t blocks, hs_ticks end, unsigned char* data) = 0;
  // The host is about to look at what it was sent.
  virtual void settle() = 0;
};

}  // namespace headstack
