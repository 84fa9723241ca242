// Included ahead of every source of the mutated tree (tree.py). Each planted bug asks here whether
// the bug is active. The environment variable HEADSTACK_MUTANT has the number of the active bug
// (recorder.cpp). Without the variable, no bug is active.
#ifndef HEADSTACK_TB_MUTATION_MUTANT_H
#define HEADSTACK_TB_MUTATION_MUTANT_H

#ifdef __cplusplus
extern "C" {
#endif

extern int headstack_active_mutant;
extern unsigned char headstack_reached[];  // by number: 1 if the present test has reached the bug

static inline int headstack_mutant(int number) {
  headstack_reached[number] = 1;
  return headstack_active_mutant == number;
}

#ifdef __cplusplus
}

// In a constexpr function: the compiler's own evaluation sees the original.
static constexpr bool headstack_constexpr_mutant(int number) {
  return !__builtin_is_constant_evaluated() && headstack_mutant(number) != 0;
}
#endif

#endif
