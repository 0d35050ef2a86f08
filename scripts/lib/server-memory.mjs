/**
 * How the server's process is run, so that it keeps its memory small and its collections short. Without the first two V8 lets
 * what is no longer needed pile up to four times of what is, and each thread of the allocator keeps a heap of its own. With
 * pretenuring, V8 takes what survives a busy moment for long-lived and puts its like into the old space from then on: each
 * such object then keeps the whole request alive that it belongs to, and the short collections take ten times as long.
 */
export const serverNodeOptions = [
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
]

/** Settings of the C library's allocator, for the environment. Whoever sets them wins. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
