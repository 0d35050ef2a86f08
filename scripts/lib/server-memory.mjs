/**
 * V8 options that keep the server's memory small and its garbage collections short. Without the first two, garbage may grow to four
 * times the live data. With pretenuring, V8 treats objects that survive a busy moment as long-lived and allocates similar ones in
 * the old space: each such object then keeps its whole request alive, and scavenges take ten times as long.
 */
export const serverNodeOptions = [
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
]

/**
 * Environment variables for the C library's allocator, which by default keeps a heap for each thread. Values set by the user take
 * precedence.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
