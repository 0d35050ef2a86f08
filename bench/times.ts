import { size } from './short-form.ts'

export type Times = { readonly p50: number; readonly p95: number }

/** Returns the median and the 95th percentile of the durations (ms) of sequential calls, after twenty calls to warm up. */
export async function measureTimes(work: () => Promise<void>, calls = size(200, 2)): Promise<Times> {
  for (let n = 0; n < size(20, 0); n++) await work()
  const durationsMs: number[] = []
  for (let n = 0; n < calls; n++) {
    const startedAt = performance.now()
    await work()
    durationsMs.push(performance.now() - startedAt)
  }
  durationsMs.sort((a, b) => a - b)
  const percentile = (fraction: number) =>
    Math.round((durationsMs[Math.floor(fraction * calls)] ?? 0) * 100) / 100
  return { p50: percentile(0.5), p95: percentile(0.95) }
}
