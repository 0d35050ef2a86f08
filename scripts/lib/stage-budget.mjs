import { createHash } from 'node:crypto'

/**
 * Maximum seconds for each part on a machine as fast as the reference: about three times its current duration, because the loop
 * below does not measure slow system calls, in which machines differ by a factor of four.
 */
export const budgets = { checks: 150, unit: 120, pg: 600, dom: 360, web: 120, journeys: 1000 }

/** The duration of the loop below on the idle reference machine (two cores). */
const referenceMs = 90

/**
 * Measures with a small loop how many times slower than the reference this machine currently is; 1 if it is faster. Budgets scale
 * with this factor, so that a slow or busy machine does not fail where a fast one passes.
 */
export function slowness() {
  return Math.max(1, loopMs() / referenceMs)
}

/** Returns the median of five runs, so that one interrupted run has no effect. */
function loopMs() {
  const block = Buffer.alloc(1 << 20, 1)
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    let text = ''
    for (let n = 0; n < 16; n++) text = createHash('sha256').update(block).update(text).digest('hex')
    let sum = 0
    for (let n = 0; n < 2_000_000; n++) sum = (sum + n * n) % 1_000_003
    return performance.now() - startedAt + (sum < 0 ? 1 : 0)
  })
  return times.sort((a, b) => a - b)[2]
}

/**
 * Returns a message with the slowest files if a part exceeded its budget.
 * @param {{ part: string, seconds: number, slowness: number, files: { name: string, seconds: number }[] }} stage
 * @returns {string | undefined}
 */
export function overBudget({ part, seconds, slowness, files }) {
  const allowed = (budgets[part] ?? 0) * slowness
  if (seconds <= allowed) return undefined
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, 10)
  return [
    `FAILED  ${part} took ${seconds.toFixed(0)} s, more than the ${allowed.toFixed(0)} s it has on this machine.`,
    ...(slowest.length > 0 ? ['Its slowest files:'] : []),
    ...slowest.map(it => `${it.seconds.toFixed(1).padStart(8)} s  ${it.name}`),
  ].join('\n')
}
