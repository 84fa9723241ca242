// Types that the comparator and whoever drives it share.

// A time is in ticks: 2^-AngleWidth of a revolution, so that the low bits of a time are an angle.
package sptf_comparator_pkg;

  parameter int unsigned AngleWidth = 32;
  parameter int unsigned TimeWidth = 40;
  parameter int unsigned CylinderWidth = 20;
  parameter int unsigned HeadWidth = 8;
  parameter int unsigned LbnWidth = 32;
  parameter int unsigned OrderWidth = 32;
  parameter int unsigned KeyWidth = 48;
  // Seek times are stored in units of 2^SeekShift ticks.
  parameter int unsigned SeekWidth = 32;
  parameter int unsigned SeekShift = 8;

  typedef logic [AngleWidth-1:0] angle_t;
  typedef logic [TimeWidth-1:0] time_t;
  typedef logic [CylinderWidth-1:0] cylinder_t;
  typedef logic [HeadWidth-1:0] head_t;
  typedef logic [LbnWidth-1:0] lbn_t;
  typedef logic [OrderWidth-1:0] order_t;
  typedef logic [KeyWidth-1:0] key_t;
  typedef logic [SeekWidth-1:0] seek_t;

  // A place where a request begins. `handicap` is W times its arrival (0: no ageing): since every
  // request's age grows by the same amount from scan to scan, adding it once when the entry is
  // written orders the entries as taking W times their age off would.
  typedef struct packed {
    logic      valid;
    logic      write;
    logic      cached;    // costs no time
    cylinder_t cylinder;
    head_t     head;
    lbn_t      lbn;       // first block
    angle_t    angle;     // at which its first sector begins
    angle_t    span;      // from `angle` on, the transfer may begin anywhere in this range
    angle_t    lead;      // writes: from the start of the data on the bus to the medium
    order_t    order;     // of arrival
    key_t      handicap;
  } entry_t;

  // What moving costs beside the seek itself.
  typedef struct packed {
    time_t              same_cylinder;
    time_t              head_switch;
    logic [TimeWidth:0] read_settle;    // two's complement
    logic [TimeWidth:0] write_settle;   // two's complement
  } mechanics_t;

  // The instants of one kind of request, counted from now. A kind has two departures: [1] for sequential
  // requests, and [0] for all others. A request is sequential if it begins where the last request ended,
  // and if both are of the same kind.
  typedef struct packed {
    time_t start;  // the arm does not move before
    time_t ready;  // the first sector does not begin before
  } departure_t;

  // Where the heads are, and when they can start. The sum of any start and any move, and that of
  // `data` and any lead, must be less than 2^TimeWidth.
  typedef struct packed {
    cylinder_t        cylinder;
    head_t            head;
    angle_t           now;
    lbn_t             last_end;    // block after the last block of the last request
    logic             last_write;  // the last request was a write
    departure_t [1:0] read;        // [1]: sequential requests
    departure_t [1:0] write;
    time_t [1:0]      data;        // writes: start of the data on the bus
    order_t           oldest;      // no valid entry has an earlier order
  } state_t;

  // Is a less than b? It is the borrow of a subtraction, which a carry chain has ready for a register beside it; what
  // becomes of a comparison has logic and a net behind the chain.
  function automatic logic less(time_t a, time_t b);
    return 1'(({1'b0, a} - {1'b0, b}) >> TimeWidth);
  endfunction

endpackage
