/* Submits the requests of a file to a disk, and waits for all of them.
 *
 *   submit DEVICE FILE
 *
 * A line of the file is `r|w BLOCK IOPRIO PROCESS`: the direction, a block of 512 bytes, the
 * kernel's priority, and a number. Lines of one number follow each other. A process of their own
 * submits such lines with one io_submit, after all lines before. Number 0: the priority belongs
 * to the request. Other numbers: the priority of the first line belongs to the process. Each
 * request has 8 blocks. A write writes zeros. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <linux/aio_abi.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
  MOST = 64,
  BYTES = 4096
};

struct line {
  char direction;
  unsigned long long block;
  unsigned priority;
  unsigned process;
};

static void fail(const char* what) {
  perror(what);
  exit(1);
}

static struct iocb request_of(const struct line* line, int disk) {
  void* data = NULL;
  if (posix_memalign(&data, BYTES, BYTES) != 0) {
    fail("posix_memalign");
  }
  for (unsigned char* byte = data; byte != (unsigned char*)data + BYTES; ++byte) {
    *byte = 0;
  }
  const struct iocb request = {
      .aio_fildes = (unsigned)disk,
      .aio_lio_opcode = line->direction == 'w' ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD,
      .aio_buf = (unsigned long)data,
      .aio_nbytes = BYTES,
      .aio_offset = (long long)line->block * 512,
      .aio_reqprio = line->process == 0 ? (short)line->priority : 0,
      .aio_flags = line->process == 0 && line->priority != 0 ? IOCB_FLAG_IOPRIO : 0,
  };
  return request;
}

/* Submits lines, tells `told`, and waits for the requests. */
static void submit(const struct line* lines, long count, const char* device, int told) {
  struct iocb requests[MOST];
  struct iocb* all[MOST];
  struct io_event events[MOST];
  aio_context_t context = 0;
  const int disk = open(device, O_RDWR | O_DIRECT);
  if (disk < 0 || syscall(SYS_io_setup, MOST, &context) != 0) {
    fail(device);
  }
  if (lines->process != 0 && syscall(SYS_ioprio_set, 1, 0, lines->priority) != 0) {
    fail("ioprio_set");
  }
  for (long i = 0; i < count; ++i) {
    requests[i] = request_of(&lines[i], disk);
    all[i] = &requests[i];
  }
  if (syscall(SYS_io_submit, context, count, all) != count) {
    fail("io_submit");
  }
  if (write(told, "", 1) != 1) {
    fail("write");
  }
  if (syscall(SYS_io_getevents, context, count, count, events, NULL) != count) {
    fail("io_getevents");
  }
  for (long i = 0; i < count; ++i) {
    if (events[i].res != BYTES) {
      fprintf(stderr, "request %ld: %lld\n", i, (long long)events[i].res);
      exit(1);
    }
  }
}

/* Submits lines in a process of their own. Returns after the submission. */
static void submit_apart(const struct line* lines, long count, const char* device) {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) {
    fail("pipe");
  }
  if (fork() == 0) {
    submit(lines, count, device, ends[1]);
    exit(0);
  }
  close(ends[1]);
  if (read(ends[0], &byte, 1) != 1) {
    exit(1);
  }
  close(ends[0]);
}

int main(int count, char** words) {
  static struct line lines[MOST];
  long found = 0;
  int status = 0;
  FILE* file = count == 3 ? fopen(words[2], "r") : NULL;
  if (file == NULL) {
    return 2;
  }
  while (found < MOST &&
         fscanf(file, " %c %llu %u %u", &lines[found].direction, &lines[found].block,
                &lines[found].priority, &lines[found].process) == 4) {
    ++found;
  }
  for (long first = 0, end = 0; first < found; first = end) {
    while (end < found && lines[end].process == lines[first].process) {
      ++end;
    }
    submit_apart(&lines[first], end - first, words[1]);
  }
  for (int one; wait(&one) > 0;) {
    status |= one;
  }
  return status != 0;
}
