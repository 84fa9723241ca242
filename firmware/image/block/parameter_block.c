#include "image/parameter_block.h"

#include "block/walk.h"

/* Digest of sizes and offsets, which differs if two compilers lay the structures out
 * differently. */
static uint32_t layout(void) {
  const uint32_t parts[] = {
      (uint32_t)sizeof(hs_overheads),
      (uint32_t)sizeof(hs_terms),
      (uint32_t)sizeof(hs_write_rules),
      (uint32_t)sizeof(hs_cache_rules),
      (uint32_t)sizeof(hs_destage_rules),
      (uint32_t)sizeof(hs_segment),
      (uint32_t)sizeof(hs_slip),
      (uint32_t)sizeof(hs_reallocation),
      (uint32_t)sizeof(hs_command_terms),
      (uint32_t)sizeof(bool),
      (uint32_t)sizeof(hs_write_start),
      (uint32_t) _Alignof(uint64_t),
      (uint32_t)offsetof(hs_block_header, scheduler),
      HS_MAX_SCHEDULER_PARAMETERS,
  };
  uint32_t sum = 1;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
    sum = sum * 31u + parts[i];
  }
  return sum;
}

/* Fletcher's check sum, in two parts: the sum of the words, and the sum of all intermediate sums.
 * The second part depends on the order of the words. */
static uint64_t check_of(const uint32_t* words, size_t count) {
  uint32_t sum = 1;
  uint32_t sums = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += words[i];
    sums += sum;
  }
  return (uint64_t)sums << 32 | sum;
}

/* Check sum of a block, over all words after the check sum itself. */
static uint64_t check_of_block(const hs_block_header* header) {
  const size_t words = (header->bytes - offsetof(hs_block_header, ram_bytes)) / sizeof(uint32_t);
  return check_of(&header->ram_bytes, words);
}

static size_t walked(const hs_firmware_config* config, hs_walk_mode mode, void* block) {
  hs_block_walk walk = {.mode = mode, .to = block, .at = sizeof(hs_block_header)};
  hs_firmware_config copy = *config;
  hs_walk_config(&walk, &copy);
  return walk.at;
}

size_t hs_block_bytes(const hs_firmware_config* config) {
  return walked(config, HS_WALK_COUNT, NULL);
}

void hs_block_write(const hs_firmware_config* config, uint32_t ram_bytes, void* block) {
  const size_t bytes = hs_block_bytes(config);
  uint64_t* const words = block;
  for (size_t i = 0; i < bytes / sizeof *words; ++i) {
    words[i] = 0;
  }
  (void)walked(config, HS_WALK_WRITE, block);
  hs_block_header* const header = block;
  header->magic = HS_BLOCK_MAGIC;
  header->version = HS_BLOCK_VERSION;
  header->layout = layout();
  header->bytes = (uint32_t)bytes;
  header->ram_bytes = ram_bytes;
  for (uint32_t i = 0; i + 1 < HS_BLOCK_NAME && config->scheduler->name[i] != '\0'; ++i) {
    header->scheduler[i] = config->scheduler->name[i];
  }
  header->check = check_of_block(header);
}

static bool same_name(const char* a, const char* b) {
  uint32_t i = 0;
  while (i + 1 < HS_BLOCK_NAME && a[i] == b[i] && a[i] != '\0') {
    ++i;
  }
  return a[i] == b[i];
}

static const hs_scheduler_ops* scheduler_of(const char* name,
                                            const hs_scheduler_ops* const* schedulers) {
  for (const hs_scheduler_ops* const* ops = schedulers; *ops != NULL; ++ops) {
    if (same_name(name, (*ops)->name)) {
      return *ops;
    }
  }
  return NULL;
}

hs_block_result hs_block_read(const void* block, size_t room,
                              const hs_scheduler_ops* const* schedulers, hs_arena* arena,
                              hs_firmware_config* config) {
  const hs_block_header* const header = block;
  if (room < sizeof *header || header->magic != HS_BLOCK_MAGIC) {
    return HS_BLOCK_NO_BLOCK;
  }
  if (header->version != HS_BLOCK_VERSION || header->layout != layout()) {
    return HS_BLOCK_OTHER;
  }
  if (header->bytes < sizeof *header || header->bytes > room || header->bytes % 8u != 0) {
    return HS_BLOCK_SIZE;
  }
  if (header->check != check_of_block(header)) {
    return HS_BLOCK_DAMAGED;
  }
  config->scheduler = scheduler_of(header->scheduler, schedulers);
  if (config->scheduler == NULL) {
    return HS_BLOCK_NO_SCHEDULER;
  }
  hs_block_walk walk = {.mode = HS_WALK_READ,
                        .from = block,
                        .at = sizeof *header,
                        .end = header->bytes,
                        .arena = arena};
  hs_walk_config(&walk, config);
  if (walk.result == HS_BLOCK_GOOD && walk.at != walk.end) {
    return HS_BLOCK_SIZE;
  }
  return walk.result;
}
