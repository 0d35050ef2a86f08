/**
 * How the server's process is run, so that it keeps its memory small: without them V8 lets what is no longer needed
 * pile up to four times of what is, and each thread of the allocator keeps a heap of its own.
 */
export const serverNodeOptions = ['--max-semi-space-size=32', '--heap-growing-percent=100']

/** Settings of the C library's allocator, for the environment. Whoever sets them wins. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }
