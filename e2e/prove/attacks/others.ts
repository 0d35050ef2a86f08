import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export type Latency = { readonly me: number; readonly signIn: number; readonly failed: number }

type Account = { readonly email: string; readonly password: string; readonly token: string }

/** Where others come from: another address than the attacker's, where the system lets one choose. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

/**
 * Does what others do, all the time, until `stop` answers how long that took: the 95th percentile in milliseconds. In a
 * thread of its own: what the attacker does must not make our own clock late.
 */
export function watchOthers(origin: string, account: Account): { stop(): Promise<Latency> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin, account } })
  return {
    async stop() {
      const answer = once(worker, 'message')
      worker.postMessage('stop')
      const [latency] = (await answer) as [Latency]
      await worker.terminate()
      return latency
    },
  }
}

if (!isMainThread && parentPort) {
  const { origin, account } = workerData as { origin: string; account: Account }
  const watch = goOn(origin, account)
  parentPort.once('message', async () => parentPort?.postMessage(await watch.stop()))
}

function goOn(origin: string, account: Account): { stop(): Promise<Latency> } {
  const took = { me: [] as number[], signIn: [] as number[] }
  let failed = 0
  let going = true
  const timed = async (list: number[], call: () => Promise<number>) => {
    const begun = performance.now()
    const status = await call().catch(() => 0)
    list.push(performance.now() - begun)
    if (status !== 200) failed++
  }
  const { email, password, token } = account
  const readers = repeat(50, () => timed(took.me, () => ask(`${origin}/api/auth/me`, 'GET', token)))
  const comers = repeat(250, () =>
    timed(took.signIn, () => ask(`${origin}/api/auth/sign-in`, 'POST', undefined, { email, password })),
  )
  async function repeat(everyMs: number, work: () => Promise<void>) {
    while (going) {
      await work()
      await sleep(everyMs)
    }
  }
  return {
    async stop() {
      going = false
      await Promise.all([readers, comers])
      return { me: p95(took.me), signIn: p95(took.signIn), failed }
    },
  }
}

function ask(url: string, method: string, token?: string, body?: object): Promise<number> {
  return new Promise((done, reject) => {
    const call = request(
      url,
      {
        method,
        localAddress,
        timeout: 30_000,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
      },
      answer => {
        answer.resume()
        answer.once('end', () => done(answer.statusCode ?? 0))
      },
    )
    call.once('error', reject)
    call.once('timeout', () => call.destroy(new Error('No answer')))
    call.end(body && JSON.stringify(body))
  })
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0
}
