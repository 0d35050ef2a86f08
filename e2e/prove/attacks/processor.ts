import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** CPU time of this process in ms, by interval; `until` is the end of an interval. */
export type ProcessorUse = readonly { readonly until: number; readonly ms: number }[]

const PIECE_MS = 100

/** Measures the CPU time of this process above `usual` (ms of CPU time per ms). */
export function watchProcessor(usual = 0): { stop(): ProcessorUse } {
  const startedAt = performance.now()
  const use: { until: number; ms: number }[] = []
  let [last, lastAt] = [process.cpuUsage(), startedAt]
  const look = () => {
    const [now, at] = [process.cpuUsage(), performance.now()]
    const ms = (now.user + now.system - last.user - last.system) / 1_000
    use.push({ until: at - startedAt, ms: Math.max(0, ms - usual * (at - lastAt)) })
    ;[last, lastAt] = [now, at]
  }
  const timer = setInterval(look, PIECE_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return use
    },
  }
}

/** Returns the CPU time per ms. */
export const measureRate = (use: ProcessorUse): number =>
  use.reduce((sum, { ms }) => sum + ms, 0) / (use.at(-1)?.until ?? 1)

/** Uses as much CPU time at the same moments and does nothing else: the attacker's load without the attack. */
export async function burnProcessor(use: ProcessorUse): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { use } })
  await new Promise(done => worker.once('exit', done))
}

if (!isMainThread && parentPort && 'use' in workerData) {
  const { use } = workerData as { use: ProcessorUse }
  const startedAt = performance.now()
  let from = 0
  for (const { until, ms } of use) {
    await sleep(Math.max(0, from - (performance.now() - startedAt)))
    const till = performance.now() + ms
    while (performance.now() < till) Math.sqrt(Math.random())
    from = until
  }
}
