import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CpuTimes, cpuEach, readCpu } from './checks/cpu.ts'
import { type Loader, type LoadResult, openLoader } from './checks/loader.ts'
import { enterAll, seed } from './checks/seed.ts'
import type { ServerStats } from './checks/server.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { withDatabase } from './with-database.ts'

const USERS = 2_000
const ZONES = 50
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 512)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
/** Senders at once and the readings of a request, where many come together. */
const OUTBOXES = 32
const OUTBOX_READINGS = 50
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)

const PEOPLE = '/rpc/presence/checkUserInZone'
type Door = '/ingest/positions' | '/ingest/echo' | typeof PEOPLE

/**
 * How many position checks a second the device door records durably (fsync on), against how many requests of the same
 * body the same server answers without doing anything. Both are measured in turns within one run, because only the ratio
 * means the same on every machine. Then the latency at half of that load. PostgreSQL, the server and the load generator
 * share the cores. And the readings a second where each request brings fifty, and the checks a second at the door of people,
 * which is a call like any other. One line for each door.
 */
export function benchChecks(): Promise<object[]> {
  return withDatabase(async ({ url, pid, client, dir }) => {
    const senders = await seed(client, { users: USERS, zones: ZONES })
    await enterAll(client)
    const server = await startServer(url, join(dir, 'server'))
    try {
      const loader = await openLoader(dir, server.origin, senders)
      const load: Load = async (door, options = {}) => {
        const before = await readCpu([server], [pid])
        const result = await loader.run(door, { connections: CONNECTIONS, seconds: SECONDS, ...options })
        const readings = options.readings ?? 1
        const cpuUs = cpuEach(before, await readCpu([server], [pid]), result.answered * readings)
        return { ...result, readings, cpuUs }
      }
      return await measure(client, server, loader, load)
    } finally {
      await server.stop()
    }
  })
}

/** A load with the processor time (µs) that each of its answers took. */
type Measured = LoadResult & { readonly readings: number; readonly cpuUs: CpuTimes | undefined }
type Options = { connections?: number; seconds?: number; perSecond?: number; readings?: number }
type Load = (door: Door, options?: Options) => Promise<Measured>

async function measure(
  client: pg.Client,
  server: BenchServer,
  loader: Loader,
  load: Load,
): Promise<object[]> {
  const device: Measured[] = [await load('/ingest/positions', { seconds: 4 })]
  await load('/ingest/echo', { seconds: 2 })
  device.push(await load(PEOPLE, { seconds: 4 }))
  const rates = { device: [] as number[], echo: [] as number[], people: [] as number[] }
  // Of the last round, when everything is warm.
  let cpu: Pick<Measured, 'cpuUs'>[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const checks = await load('/ingest/positions')
    const echo = await load('/ingest/echo')
    const people = await load(PEOPLE)
    device.push(checks, people)
    rates.device.push(checks.perSecond)
    rates.echo.push(echo.perSecond)
    rates.people.push(people.perSecond)
    cpu = [checks, echo, people]
    say(
      `Round ${round}: ${Math.round(checks.perSecond)} checks/s ${JSON.stringify(checks.cpuUs)}, ${Math.round(echo.perSecond)} echoes/s ${JSON.stringify(echo.cpuUs)}, ${Math.round(people.perSecond)} people's checks/s ${JSON.stringify(people.cpuUs)}`,
    )
  }
  const checksPerSecond = median(rates.device)
  const echoPerSecond = median(rates.echo)
  const peoplePerSecond = median(rates.people)
  // As every five minutes of a running database: from then on its log is written into files that are there, and need not be made
  // first. Of each page it holds the whole once after that.
  await client.query('checkpoint')
  device.push(await load('/ingest/positions', { perSecond: checksPerSecond / 2, seconds: 3 }))
  const half = await load('/ingest/positions', { perSecond: checksPerSecond / 2 })
  device.push(half)
  // What is slow here without doing anything is slow by the machine.
  const halfEcho = await load('/ingest/echo', { perSecond: checksPerSecond / 2 })
  const halfPeople = await load(PEOPLE, { perSecond: peoplePerSecond / 2 })
  device.push(halfPeople)
  say(`Half load: ${Math.round(half.perSecond)} checks/s`)

  // As an outbox sends: few requests at once, many readings in each.
  const outbox = await load('/ingest/positions', { connections: OUTBOXES, readings: OUTBOX_READINGS })
  device.push(outbox)
  const batchPerSecond = outbox.perSecond * OUTBOX_READINGS
  say(
    `${OUTBOX_READINGS} readings a request: ${Math.round(batchPerSecond)} checks/s ${JSON.stringify(outbox.cpuUs)}`,
  )

  const stats = await settledStats(server)
  await verify(client, stats, device)
  say(
    `Batches of ${(stats.recorded / stats.batches).toFixed(1)} checks; ${loader.name}, ${CONNECTIONS} connections`,
  )
  const machine = {
    rssMb: Math.round(stats.rssBytes / 1_048_576),
    cores: availableParallelism(),
    loader: loader.name,
  }
  return [
    {
      bench: 'checks',
      door: 'device-batch',
      checksPerSecond: Math.round(batchPerSecond),
      readingsEach: OUTBOX_READINGS,
      timesDevice: round(batchPerSecond / checksPerSecond),
      cpuUsPerCheck: outbox.cpuUs,
      ...machine,
    },
    {
      bench: 'checks',
      door: 'people',
      checksPerSecond: Math.round(peoplePerSecond),
      ofDevice: round(peoplePerSecond / checksPerSecond),
      p50Ms: halfPeople.p50Ms,
      p99Ms: halfPeople.p99Ms,
      cpuUsPerCheck: cpu[2]?.cpuUs,
      ...machine,
    },
    {
      bench: 'checks',
      door: 'device',
      checksPerSecond: Math.round(checksPerSecond),
      echoPerSecond: Math.round(echoPerSecond),
      ratio: round(checksPerSecond / echoPerSecond),
      p50Ms: half.p50Ms,
      p99Ms: half.p99Ms,
      echoP50Ms: halfEcho.p50Ms,
      echoP99Ms: halfEcho.p99Ms,
      cpuUsPerCheck: cpu[0]?.cpuUs,
      cpuUsPerEcho: cpu[1]?.cpuUs,
      ...machine,
    },
  ]
}

/** The figures once the last requests, whose senders have hung up, are written too. */
async function settledStats(server: BenchServer): Promise<ServerStats> {
  for (let before = await server.stats(); ; ) {
    await sleep(300)
    const stats = await server.stats()
    if (stats.recorded === before.recorded && stats.waiting === 0) return stats
    before = stats
  }
}

/** Every check that was acknowledged is a row, and there is no row that was not answered. */
async function verify(client: pg.Client, stats: ServerStats, loads: readonly Measured[]): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from position_checks')
  const count = rows[0]?.count ?? 0
  const acknowledged = loads.reduce((sum, it) => sum + it.answered * it.readings, 0)
  const wrong = loads.reduce((sum, it) => sum + it.failed, 0) + stats.refused + stats.failed
  // The generator hangs up at the end of each load with up to one answer under way on every connection.
  const cutOff = count - acknowledged
  say(`${count} rows, ${acknowledged} acknowledged, ${cutOff} answers cut off, ${wrong} failures`)
  if (count !== stats.recorded)
    throw new Error(`${stats.recorded} checks were answered but ${count} are rows`)
  if (wrong > 0) throw new Error(`${wrong} checks failed`)
  if (cutOff < 0 || cutOff > loads.reduce((sum, it) => sum + CONNECTIONS * it.readings, 0))
    throw new Error(`${acknowledged} checks were acknowledged but ${count} are rows`)
  const drifted = await client.query(`
    select z.id from zones z where z.current_occupancy <>
      (select count(*) from presence_tracking p where p.zone_id = z.id and p.is_inside_zone)`)
  if (drifted.rowCount !== 0) throw new Error('Occupancy drifted from the people inside')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

const round = (value: number) => Math.round(value * 1_000) / 1_000
const say = (line: string) => console.error(line)
