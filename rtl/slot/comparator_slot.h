/* The slot for your own comparator: the interface of the shared library that `headstack verilate`
 * builds.
 *
 * The library exports the table hs_comparator_slot. headstack creates models, sets their input
 * pins, evaluates them, and reads their output pins. Only a single thread uses a model at a time.
 */
#ifndef HEADSTACK_COMPARATOR_SLOT_H
#define HEADSTACK_COMPARATOR_SLOT_H

#include <stdint.h>

/* Changes with every change of this file. */
#define HS_SLOT_VERSION 1

/* The ports of rtl/sptf_comparator_box.sv. An output that the module does not have is 0. */
typedef struct hs_slot_pins {
  uint64_t data_i;
  uint64_t data_o;
  uint64_t key_o;
  uint16_t task_o;
  uint8_t address_i;
  uint8_t clk_i;
  uint8_t rst_ni;
  uint8_t req_i;
  uint8_t write_i;
  uint8_t ack_o;
  uint8_t error_o;
  uint8_t scanning_o;
  uint8_t found_o;
  uint8_t
      stopped; /* 1: the module has called $finish, $stop or $fatal, or an assertion has failed */
} hs_slot_pins;

/* A source file at the time of the build. */
typedef struct hs_slot_source {
  const char* path; /* from the library's folder */
  uint64_t hash;    /* FNV-1a, 64 bits, of the contents */
} hs_slot_source;

typedef struct hs_slot {
  uint32_t version;      /* HS_SLOT_VERSION */
  uint32_t pins_bytes;   /* sizeof(hs_slot_pins) */
  const char* headstack; /* version of headstack whose sources and tools built the library */
  const hs_slot_source* sources; /* the user's own files; ends with a path that is NULL */
  uint32_t watched;              /* 1: the module has scanning_o, found_o, task_o and key_o */
  void* (*create)(void);         /* a model before its reset. NULL: no memory */
  void (*eval)(void* model, hs_slot_pins* pins); /* reads the inputs, writes the outputs */
  void (*destroy)(void* model);
} hs_slot;

#endif
