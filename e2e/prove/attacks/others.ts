import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { insideTestBox } from '@muster/server/src/testing/factories.ts'
import { loopbackAddress, readCode, sendRequest } from './send-request.ts'

/** The calls that other people make during an attack. */
export const kinds = ['me', 'check', 'signIn'] as const

export type Latency = {
  readonly me: number
  readonly check: number
  readonly signIn: number
  /** The number of other people's failed calls, by kind and outcome: `signIn TOO_MANY_REQUESTS`. */
  readonly failed: Readonly<Record<string, number>>
}

type Account = {
  readonly email: string
  readonly password: string
  readonly token: string
  readonly zoneId: string
}

/**
 * Repeats other people's calls until `stop`, which returns the 95th percentile of their latencies in milliseconds and the failed
 * calls. Runs in a thread of its own, so that the attacker's work does not delay the measurement.
 */
export async function watchOthers(origin: string, account: Account): Promise<{ stop(): Promise<Latency> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin, account } })
  // Wait until the thread has made each call once, so that its start is not measured.
  await once(worker, 'message')
  return {
    async stop() {
      const pendingMessage = once(worker, 'message')
      worker.postMessage('stop')
      const [latency] = (await pendingMessage) as [Latency]
      await worker.terminate()
      return latency
    },
  }
}

if (!isMainThread && parentPort && 'account' in workerData) {
  const { origin, account } = workerData as { origin: string; account: Account }
  const watch = await keepWorking(origin, account)
  parentPort.once('message', async () => parentPort?.postMessage(await watch.stop()))
  parentPort.postMessage('ready')
}

async function keepWorking(origin: string, account: Account): Promise<{ stop(): Promise<Latency> }> {
  const durationsMs = { me: [] as number[], check: [] as number[], signIn: [] as number[] }
  const failureCounts: Record<string, number> = {}
  let isRunning = true
  const timeCall = async (kind: keyof typeof durationsMs, path: string, body?: object) => {
    const startedAt = performance.now()
    const method = body ? 'POST' : 'GET'
    // Sent from a different IP address than the attacker's.
    const response = await sendRequest(origin + path, {
      method,
      token,
      body,
      localAddress: loopbackAddress(2),
    }).catch(() => undefined)
    durationsMs[kind].push(performance.now() - startedAt)
    if (response?.status === 200 && !response.text.includes('"checks":[]')) return
    const failureName = `${kind} ${response ? readCode(response) : 'unanswered'}`
    failureCounts[failureName] = (failureCounts[failureName] ?? 0) + 1
  }
  const { email, password, token, zoneId } = account
  const actions = {
    me: () => timeCall('me', '/api/auth/me'),
    check: () => timeCall('check', '/ingest/positions', { readings: [{ ...takeReading(), zoneId }] }),
    signIn: () => timeCall('signIn', '/api/auth/sign-in', { email, password }),
  }
  for (const kind of kinds) await actions[kind]()
  for (const kind of kinds) durationsMs[kind] = []
  const loops = [repeat(50, actions.me), repeat(100, actions.check), repeat(150, actions.signIn)]
  async function repeat(everyMs: number, act: () => Promise<void>) {
    while (isRunning) {
      await act()
      await sleep(everyMs)
    }
  }
  return {
    async stop() {
      isRunning = false
      await Promise.all(loops)
      return {
        me: p95(durationsMs.me),
        check: p95(durationsMs.check),
        signIn: p95(durationsMs.signIn),
        failed: failureCounts,
      }
    },
  }
}

function takeReading() {
  return {
    id: crypto.randomUUID(),
    ...insideTestBox,
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  }
}

function p95(values: readonly number[]): number {
  if (values.length === 0) throw new Error('Others were not answered once')
  const sortedValues = values.toSorted((a, b) => a - b)
  return sortedValues[Math.floor(sortedValues.length * 0.95)] ?? 0
}
