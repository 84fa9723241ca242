#include "index/ordered_index.h"

#include "index/mix.h"

void hs_ordered_init(hs_ordered_index* index, hs_task* tasks) {
  index->tasks = tasks;
  index->root = HS_NO_TASK;
  index->sizes = NULL;
}

/* Heap priority of a task: a hash of its order. The shape of the tree is therefore random but the
 * same in every run. */
static uint64_t priority(const hs_task* task) { return hs_mix(task->order + HS_MIX_STEP); }

static bool before(const hs_task* a, const hs_task* b) {
  return a->key != b->key ? a->key < b->key : a->order < b->order;
}

/* Put `child` in the place of `old` below `parent`. */
static void replace_child(hs_ordered_index* index, uint32_t parent, uint32_t old, uint32_t child) {
  hs_task* tasks = index->tasks;
  if (parent == HS_NO_TASK) {
    index->root = child;
  } else if (tasks[parent].left == old) {
    tasks[parent].left = child;
  } else {
    tasks[parent].right = child;
  }
  if (child != HS_NO_TASK) {
    tasks[child].parent = parent;
  }
}

static uint32_t size_of(const hs_ordered_index* index, uint32_t task) {
  return task == HS_NO_TASK ? 0 : index->sizes[task];
}

/* Change the sizes of the subtrees at `task` and at all its ancestors by `by`, which is 1 or -1. */
static void resize(hs_ordered_index* index, uint32_t task, uint32_t by) {
  for (; task != HS_NO_TASK; task = index->tasks[task].parent) {
    index->sizes[task] += by;
  }
}

/* Lift `task` above its parent. */
static void rotate_up(hs_ordered_index* index, uint32_t task) {
  hs_task* tasks = index->tasks;
  const uint32_t parent = tasks[task].parent;
  replace_child(index, tasks[parent].parent, parent, task);
  uint32_t moved;
  if (tasks[parent].left == task) {
    moved = tasks[task].right;
    tasks[parent].left = moved;
    tasks[task].right = parent;
  } else {
    moved = tasks[task].left;
    tasks[parent].right = moved;
    tasks[task].left = parent;
  }
  if (moved != HS_NO_TASK) {
    tasks[moved].parent = parent;
  }
  tasks[parent].parent = task;
  if (index->sizes != NULL) {
    index->sizes[task] = index->sizes[parent];
    index->sizes[parent] =
        1 + size_of(index, tasks[parent].left) + size_of(index, tasks[parent].right);
  }
}

void hs_ordered_insert(hs_ordered_index* index, uint32_t task, uint64_t key) {
  hs_task* tasks = index->tasks;
  hs_task* t = &tasks[task];
  t->key = key;
  t->left = HS_NO_TASK;
  t->right = HS_NO_TASK;
  t->parent = HS_NO_TASK;
  uint32_t* link = &index->root;
  while (*link != HS_NO_TASK) {
    t->parent = *link;
    link = before(t, &tasks[*link]) ? &tasks[*link].left : &tasks[*link].right;
  }
  *link = task;
  if (index->sizes != NULL) {
    index->sizes[task] = 1;
    resize(index, t->parent, 1);
  }
  while (t->parent != HS_NO_TASK && priority(t) < priority(&tasks[t->parent])) {
    rotate_up(index, task);
  }
}

void hs_ordered_remove(hs_ordered_index* index, uint32_t task) {
  hs_task* tasks = index->tasks;
  const hs_task* t = &tasks[task];
  while (t->left != HS_NO_TASK && t->right != HS_NO_TASK) {
    const bool left_first = priority(&tasks[t->left]) < priority(&tasks[t->right]);
    rotate_up(index, left_first ? t->left : t->right);
  }
  replace_child(index, t->parent, task, t->left != HS_NO_TASK ? t->left : t->right);
  if (index->sizes != NULL) {
    resize(index, t->parent, UINT32_MAX);
  }
}

uint32_t hs_ordered_at_least(const hs_ordered_index* index, uint64_t key) {
  const hs_task* tasks = index->tasks;
  uint32_t found = HS_NO_TASK;
  uint32_t node = index->root;
  while (node != HS_NO_TASK) {
    if (tasks[node].key >= key) {
      found = node;
      node = tasks[node].left;
    } else {
      node = tasks[node].right;
    }
  }
  return found;
}

uint32_t hs_ordered_last_below(const hs_ordered_index* index, uint64_t key) {
  const hs_task* tasks = index->tasks;
  uint32_t last = HS_NO_TASK;
  uint32_t node = index->root;
  while (node != HS_NO_TASK) {
    if (tasks[node].key < key) {
      last = node;
      node = tasks[node].right;
    } else {
      node = tasks[node].left;
    }
  }
  return last;
}

uint32_t hs_ordered_next(const hs_ordered_index* index, uint32_t task) {
  const hs_task* tasks = index->tasks;
  uint32_t node = tasks[task].right;
  if (node != HS_NO_TASK) {
    while (tasks[node].left != HS_NO_TASK) {
      node = tasks[node].left;
    }
    return node;
  }
  for (node = task; tasks[node].parent != HS_NO_TASK; node = tasks[node].parent) {
    if (tasks[tasks[node].parent].left == node) {
      break;
    }
  }
  return tasks[node].parent;
}

uint32_t hs_ordered_previous(const hs_ordered_index* index, uint32_t task) {
  const hs_task* tasks = index->tasks;
  uint32_t node = tasks[task].left;
  if (node != HS_NO_TASK) {
    while (tasks[node].right != HS_NO_TASK) {
      node = tasks[node].right;
    }
    return node;
  }
  for (node = task; tasks[node].parent != HS_NO_TASK; node = tasks[node].parent) {
    if (tasks[tasks[node].parent].right == node) {
      break;
    }
  }
  return tasks[node].parent;
}

uint32_t hs_ordered_rank(const hs_ordered_index* index, uint32_t task) {
  const hs_task* tasks = index->tasks;
  uint32_t rank = size_of(index, tasks[task].left);
  for (uint32_t node = task; tasks[node].parent != HS_NO_TASK; node = tasks[node].parent) {
    const uint32_t parent = tasks[node].parent;
    if (tasks[parent].right == node) {
      rank += 1 + size_of(index, tasks[parent].left);
    }
  }
  return rank;
}
