#include "state/work.h"

/* The functions that the rows call "none". */
#define hs_reply_none NULL
#define hs_begin_none NULL
#define hs_flushed_none NULL
#define hs_list_none NULL

#define ROW(name, traits, reply, begin, flushed, list) \
  {hs_reply_##reply, hs_begin_##begin, hs_flushed_##flushed, hs_list_##list},
const hs_work hs_all_work[] = {HS_ACTIONS(ROW)};
