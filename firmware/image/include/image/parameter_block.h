/* The parameter block: an hs_firmware_config and all that it points to, as bytes without pointers
 * in the parameter memory of a drive.
 *
 * Contract: the host writes the block, and the image reads it at its start. One function walks over
 * the configuration for both (image/block/walk.c). Therefore there is one declaration of the
 * block's contents and their order. Numbers have the same size, order and alignment on both sides.
 * Both sides note down their layout, and the reader compares the two. Ownership: tables of integers
 * are used where they lie in the block. Structures with pointers are built anew in the reader's
 * memory.
 */
#ifndef HEADSTACK_PARAMETER_BLOCK_H
#define HEADSTACK_PARAMETER_BLOCK_H

#include "controller/firmware.h"
#include "image/arena.h"
#include "image/block_format.h"

/* Bytes of the block of `config`. */
size_t hs_block_bytes(const hs_firmware_config* config);

/* Write the block of `config` to `block`, for a drive with `ram_bytes` bytes of RAM. `block` has
 * hs_block_bytes(config) bytes and is aligned for uint64_t. */
void hs_block_write(const hs_firmware_config* config, uint32_t ram_bytes, void* block);

/* Read a block from a memory of `room` bytes, aligned for uint64_t. The block's scheduler must be
 * among `schedulers`, which ends with NULL. On HS_BLOCK_GOOD, `config` equals the configuration
 * that was written. `config` points into `block` and to memory from `arena`, which must both
 * outlive it. The configuration has reallocations of its own, which may grow. On any other result,
 * `config` must not be used. */
hs_block_result hs_block_read(const void* block, size_t room,
                              const hs_scheduler_ops* const* schedulers, hs_arena* arena,
                              hs_firmware_config* config);

#endif
