/* Submits the requests of a file to a disk by one io_submit, and waits for all of them.
 *
 *   submit DEVICE FILE
 *
 * A line of the file is `r|w BLOCK IOPRIO`: the direction, a block of 512 bytes, and the kernel's
 * priority. Each request has 8 blocks. A write writes zeros. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <linux/aio_abi.h>
#include <sys/syscall.h>

enum {
  MOST = 64,
  BYTES = 4096
};

int main(int count, char** words) {
  struct iocb requests[MOST] = {0};
  struct iocb* all[MOST];
  struct io_event events[MOST];
  aio_context_t context = 0;
  long found = 0;
  char direction;
  unsigned long long block;
  unsigned priority;
  if (count != 3) {
    return 2;
  }
  const int disk = open(words[1], O_RDWR | O_DIRECT);
  FILE* file = fopen(words[2], "r");
  if (disk < 0 || file == NULL || syscall(SYS_io_setup, MOST, &context) != 0) {
    perror("submit");
    return 1;
  }
  while (found < MOST && fscanf(file, " %c %llu %u", &direction, &block, &priority) == 3) {
    void* data = NULL;
    if (posix_memalign(&data, BYTES, BYTES) != 0) {
      return 1;
    }
    for (unsigned char* byte = data; byte != (unsigned char*)data + BYTES; ++byte) {
      *byte = 0;
    }
    all[found] = &requests[found];
    requests[found].aio_fildes = (unsigned)disk;
    requests[found].aio_lio_opcode = direction == 'w' ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD;
    requests[found].aio_buf = (unsigned long)data;
    requests[found].aio_nbytes = BYTES;
    requests[found].aio_offset = (long long)block * 512;
    requests[found].aio_reqprio = (short)priority;
    requests[found].aio_flags = priority != 0 ? IOCB_FLAG_IOPRIO : 0;
    ++found;
  }
  if (syscall(SYS_io_submit, context, found, all) != found) {
    perror("io_submit");
    return 1;
  }
  if (syscall(SYS_io_getevents, context, found, found, events, NULL) != found) {
    perror("io_getevents");
    return 1;
  }
  for (long i = 0; i < found; ++i) {
    if (events[i].res != BYTES) {
      fprintf(stderr, "request %ld: %lld\n", i, (long long)events[i].res);
      return 1;
    }
  }
  return 0;
}
