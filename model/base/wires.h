// The connections between the boxes of the drive, except for the register bus. Each wire has one
// interface.
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

extern "C" {
#include <disk/types.h>
}

namespace headstack {

// A port that is bound to exactly one interface, or is unbound. The port looks its binding up once.
// A call through the port therefore costs as much as a call through a pointer.
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
  // Makes HS_CAUSE_* causes pending, but does not run the firmware yet.
  virtual void raise(std::uint32_t causes) = 0;
  // Clears these pending causes, because their reason no longer exists.
  virtual void withdraw(std::uint32_t causes) = 0;
  // Runs the firmware if a cause is pending and the firmware is not running.
  virtual void service() = 0;
};

// Calls to the controller CPU, from the target port.
class Processor : public virtual sc_core::sc_interface {
 public:
  // Returns the instant at which `work` ticks of work that begin now are complete.
  virtual hs_ticks done_at(hs_ticks work) = 0;
};

// Calls to the target port, from the controller CPU.
class Commands : public virtual sc_core::sc_interface {
 public:
  // Number of commands and task management functions that the drive has not ended.
  virtual std::size_t waiting() const = 0;
};

// Calls to the spindle: the drive's time base.
class TimeBase : public virtual sc_core::sc_interface {
 public:
  virtual hs_ticks now() const = 0;
  // Time from now until the first picosecond of `tick`; zero if this picosecond has passed.
  virtual sc_core::sc_time until(hs_ticks tick) const = 0;
  // True: `tick` is over. Where ticks are shorter than the picosecond of the simulation's time, no
  // tick of this picosecond is over.
  virtual bool passed(hs_ticks tick) const = 0;
  // True: the platters turn at full speed. Otherwise no sector passes under a head.
  virtual bool up_to_speed() const = 0;
};

// Calls to the actuator, which computes the times of movements. The position of the arm follows
// from the head channel's program.
class Arm : public virtual sc_core::sc_interface {
 public:
  // Time of the positioning at the start of a command.
  virtual hs_ticks positioning(hs_track from, hs_track to, bool write) = 0;
  // Time of the move from one track of a transfer to the next.
  virtual hs_ticks crossing(hs_track from, hs_track to, bool write) = 0;
};

// A run of blocks that the medium delivers at a constant rate.
struct MediaPiece {
  std::uint32_t first_block;  // number in the channel's program
  std::uint32_t blocks;
  hs_ticks first_done;  // instant at which the first block is in the buffer
  hs_ticks last_done;
};

// The end of a track's part of a program. The processor has work to do there.
struct TrackEnd {
  enum class Then : std::uint8_t {
    track,
    cylinder,
    nothing
  };
  hs_ticks end;         // end of the last sector
  hs_ticks next_start;  // start of the next track's first sector; meaningless without a next track
  Then then;            // what follows: another track, a track of another cylinder, nothing
};

// Calls to the head channel, from the buffer and the processor.
class MediaSide : public virtual sc_core::sc_interface {
 public:
  // Returns the program's pieces, in order, that have blocks below number `blocks` and are not
  // complete at `from`. The result is valid until the next call.
  virtual const std::vector<MediaPiece>& pieces_after(hs_ticks from, std::int64_t blocks) = 0;
  // The ends of tracks in the program between the two times.
  virtual const std::vector<TrackEnd>& track_ends(hs_ticks from, hs_ticks to) = 0;
  // Ticks that a sector takes at the present position of the heads.
  virtual hs_ticks sector_time() const = 0;
  // Tells the channel that the data of a write have begun to arrive over the bus. Fill now knows
  // the arrival of each block.
  virtual void data_scheduled() = 0;
};

// Calls to the buffer, from the head channel: data of a write.
class Fill : public virtual sc_core::sc_interface {
 public:
  static constexpr hs_ticks kNever = ~hs_ticks{0};
  // Begins a new channel program. Earlier data do not belong to this program.
  virtual void clear() = 0;
  // True: the arrival of the data is scheduled.
  virtual bool scheduled() const = 0;
  // Returns the instant at which `blocks` of the program's blocks are in the buffer, or kNever if
  // this instant is not known yet. Precondition: scheduled().
  virtual hs_ticks filled_at(std::uint32_t blocks) const = 0;
  // Time that a block takes on the bus. Precondition: scheduled().
  virtual hs_ticks per_block() const = 0;
};

// Calls to the buffer, from the target port.
class HostSide : public virtual sc_core::sc_interface {
 public:
  // Returns the end of a DATA_IN that starts at `start` and sends `blocks` blocks from
  // HS_BUFFER_INDEX on. The transfer stops at a block that is not yet in the buffer, and continues
  // `resume` after the block's arrival.
  virtual hs_ticks drain_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                             hs_ticks resume) = 0;
  // Returns the instant at which the last of `blocks` blocks from HS_BUFFER_INDEX on comes off the
  // medium. 0: the channel no longer knows this block.
  virtual hs_ticks came_at(std::uint32_t blocks) = 0;
  // Starts a DATA_OUT of `blocks` blocks at `start`. The host owns `data`. Null: contents do not
  // matter.
  virtual void fill(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                    const unsigned char* data) = 0;
  // Sends the blocks of a DATA_IN that ends at `end` to the host's `data`. The caller keeps `data`
  // until `end`.
  virtual void send(std::uint32_t blocks, hs_ticks end, unsigned char* data) = 0;
  // Completes the data that were sent, because the host is about to read them.
  virtual void settle() = 0;
};

}  // namespace headstack
