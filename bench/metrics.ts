import { join } from 'node:path'
import { cpuPerAnswer, readCpu } from './checks/cpu.ts'
import { openLoader } from './checks/loader.ts'
import { seed } from './checks/seed.ts'
import { type BenchServer, type Observation, startServer } from './checks/start-server.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 512)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const ROUNDS = size(Number(process.env.BENCH_ROUNDS ?? 3), 1)
const PATHS = { device: '/ingest/positions', echo: '/ingest/echo' } as const
type Door = keyof typeof PATHS
const observations = ['', 'metrics', 'metrics,log'] as const satisfies Observation[]

type Measured = { readonly perSecond: number; readonly serverUs: number }

/**
 * Compares the CPU time of a check, and of a request that does nothing, on three servers on one database: without metrics, with
 * metrics, and with metrics and a line about every request in a file. The servers are measured in turns. The median of the CPU time
 * per request is compared, because it depends less on other load on the machine than the rate does.
 */
export function benchMetrics(): Promise<object[]> {
  return withDatabase(async ({ url, pid, client, dir }) => {
    const senders = await seed(client, { users: size(2_000, 20), zones: size(50, 2) })
    const servers = new Map<Observation, BenchServer>()
    try {
      for (const observed of observations)
        servers.set(observed, await startServer(url, join(dir, `server-${servers.size}`), { observed }))
      const measure = async (observed: Observation, door: Door, seconds: number): Promise<Measured> => {
        const server = servers.get(observed) as BenchServer
        const loader = await openLoader(dir, server.origin, senders)
        const cpuBefore = await readCpu([server], [pid])
        const { perSecond, answered, failed } = await loader.run(PATHS[door], {
          connections: CONNECTIONS,
          seconds,
        })
        if (failed > 0) throw new Error(`${failed} requests failed`)
        const cpu = cpuPerAnswer(cpuBefore, await readCpu([server], [pid]), answered)
        if (!cpu) throw new Error('There is no /proc here, so that processor time cannot be read')
        return { perSecond, serverUs: cpu.server }
      }
      for (const observed of observations)
        for (const door of ['device', 'echo'] as const) await measure(observed, door, 4)
      const lines: object[] = []
      for (const door of ['device', 'echo'] as const) {
        const results = new Map<Observation, Measured[]>(observations.map(it => [it, []]))
        for (let round = 0; round < ROUNDS; round++)
          for (const observed of observations) {
            const result = await measure(observed, door, SECONDS)
            results.get(observed)?.push(result)
            console.error(JSON.stringify({ round, door, observed, ...result }))
          }
        const medianUs = (observed: Observation) =>
          median((results.get(observed) ?? []).map(it => it.serverUs))
        const medianRate = (observed: Observation) =>
          Math.round(median((results.get(observed) ?? []).map(it => it.perSecond)))
        lines.push({
          bench: 'metrics',
          door,
          serverUs: Object.fromEntries(observations.map(it => [it || 'none', medianUs(it)])),
          perSecond: Object.fromEntries(observations.map(it => [it || 'none', medianRate(it)])),
          metricsTimes: round(medianUs('metrics') / medianUs('')),
          metricsAndLogTimes: round(medianUs('metrics,log') / medianUs('')),
        })
      }
      return lines
    } finally {
      for (const server of servers.values()) await server.stop()
    }
  })
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const round = (value: number) => Math.round(value * 1_000) / 1_000
