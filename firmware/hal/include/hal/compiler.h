/* Attributes of functions, for GCC and Clang. */
#ifndef HEADSTACK_COMPILER_H
#define HEADSTACK_COMPILER_H

/* The function stays a function of its own in an image that is optimised as a whole. Profiles and
 * waves then show its name. */
#define HS_NAMED __attribute__((noinline))

/* The function keeps its name and its arguments, because someone outside the sources of the image
 * calls it or looks for it. */
#define HS_KEPT __attribute__((noinline, used))

/* Keeps rare work out of loops and of frequent functions. Inlined, rare work would take their
 * registers. */
#define HS_RARE __attribute__((noinline))

/* Work that need not be fast, such as an answer that a host asks for once. The compiler makes it
 * small, and keeps it out of functions that must be fast. */
#define HS_COLD __attribute__((noinline, cold))

#endif
