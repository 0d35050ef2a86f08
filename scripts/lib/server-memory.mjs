/**
 * V8 options that keep the server's memory small and its collections short. Without the first two, garbage may grow to four times
 * the live data, and each thread of the allocator keeps a heap of its own. With pretenuring, V8 takes objects that survive a busy
 * moment for long-lived and allocates similar ones in the old space: each such object then keeps its whole request alive, and
 * scavenges take ten times as long.
 */
export const serverNodeOptions = [
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
]

/** Allocator settings of the C library, for the environment. Values set by the user take precedence. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
