import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** CPU time of this process in ms, by interval; `until` is the end of the interval in ms since the start. */
export type ProcessorSamples = readonly { readonly until: number; readonly ms: number }[]

const SAMPLE_MS = 100

/** Measures the CPU time that this process uses above `baselineRate` (ms of CPU time per ms). */
export function watchProcessor(baselineRate = 0): { stop(): ProcessorSamples } {
  const startedAt = performance.now()
  const samples: { until: number; ms: number }[] = []
  let [lastUsage, lastAt] = [process.cpuUsage(), startedAt]
  const sample = () => {
    const [usage, at] = [process.cpuUsage(), performance.now()]
    const ms = (usage.user + usage.system - lastUsage.user - lastUsage.system) / 1_000
    samples.push({ until: at - startedAt, ms: Math.max(0, ms - baselineRate * (at - lastAt)) })
    ;[lastUsage, lastAt] = [usage, at]
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return samples
    },
  }
}

/** Returns the average CPU time per ms. */
export const measureRate = (samples: ProcessorSamples): number =>
  samples.reduce((sum, { ms }) => sum + ms, 0) / (samples.at(-1)?.until ?? 1)

/** Uses the sampled CPU time in the same intervals and does nothing else: the attacker's load without the attack. */
export async function burnProcessor(samples: ProcessorSamples): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { use: samples } })
  await new Promise(resolve => worker.once('exit', resolve))
}

if (!isMainThread && parentPort && 'use' in workerData) {
  const { use } = workerData as { use: ProcessorSamples }
  const startedAt = performance.now()
  let from = 0
  for (const { until, ms } of use) {
    await sleep(Math.max(0, from - (performance.now() - startedAt)))
    const endsAt = performance.now() + ms
    while (performance.now() < endsAt) Math.sqrt(Math.random())
    from = until
  }
}
