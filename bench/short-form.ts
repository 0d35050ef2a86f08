/** True while the tests play the benches: every step runs with the smallest sizes, and no figure is worth reading. */
export const isShort = process.env.BENCH_SHORT === '1'

/** Chooses the size of a measurement. */
export const size = <T>(full: T, short: T): T => (isShort ? short : full)
