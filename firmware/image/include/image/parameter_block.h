/* What a drive's firmware is to run with, as bytes in its parameter memory: an hs_firmware_config
 * and all that it points to, without a pointer in it.
 *
 * The host writes the block, the image reads it at its start, by one function that goes through
 * the configuration both ways (image/block/walk.c): so there is one declaration of what is in it,
 * and in which order. Tables of integers are used where they lie; what has pointers is built anew,
 * in memory of the reader's. Numbers have the same size, order and alignment on both sides; whether
 * they do is checked, by the layout that both note down.
 */
#ifndef HEADSTACK_PARAMETER_BLOCK_H
#define HEADSTACK_PARAMETER_BLOCK_H

#include "controller/firmware.h"
#include "image/arena.h"
#include "image/block_format.h"

/* Bytes of the block of `config`. */
size_t hs_block_bytes(const hs_firmware_config* config);

/* Write the block of `config` for a drive with `ram_bytes` bytes of RAM. `block` has
 * hs_block_bytes(config) bytes and is aligned for uint64_t. */
void hs_block_write(const hs_firmware_config* config, uint32_t ram_bytes, void* block);

/* Read a block from a memory of `room` bytes, aligned for uint64_t. Its scheduler is looked for
 * among `schedulers`, which ends with NULL. On HS_BLOCK_GOOD `config` is what was written, and
 * points into `block` and to what was taken from `arena`, which must both outlive it; its
 * reallocations are its own and may grow. Otherwise `config` is not to be used. */
hs_block_result hs_block_read(const void* block, size_t room,
                              const hs_scheduler_ops* const* schedulers, hs_arena* arena,
                              hs_firmware_config* config);

#endif
