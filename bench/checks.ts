import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type CpuTimes, cpuPerAnswer, readCpu } from './checks/cpu.ts'
import { type Loader, type LoadResult, openLoader } from './checks/loader.ts'
import type { ServerStats } from './checks/run-server.ts'
import { enterAll, seed } from './checks/seed.ts'
import { type BenchServer, startEcho, startServer } from './checks/start-server.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const USERS = size(2_000, 20)
const ZONES = size(50, 2)
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 512)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
/** Concurrent senders, and readings per request, in the batch measurement. */
const OUTBOXES = 32
const OUTBOX_READINGS = 50
const ROUNDS = size(Number(process.env.BENCH_ROUNDS ?? 3), 1)

const CHECK_PATH = '/rpc/presence/checkUserInZone'
const pathByEndpoint = {
  device: '/ingest/positions',
  osmand: '/ingest/osmand',
  people: CHECK_PATH,
  echo: '/ingest/echo',
  /** The same body and response, served by Fastify with the endpoint's schemas, by Fastify alone, and by Node.js alone. */
  schemas: '/ingest/echo',
  fastify: '/ingest/echo',
  node: '/ingest/echo',
} as const
type Endpoint = keyof typeof pathByEndpoint
const endpointNames = Object.keys(pathByEndpoint) as Endpoint[]
/** The endpoints that record checks. */
const recordingEndpoints: ReadonlySet<Endpoint> = new Set(['device', 'osmand', 'people'])

/**
 * Measures how many position checks per second the device endpoint records durably (fsync on), relative to how many requests with
 * the same body the same server answers without doing anything. The two kinds of request alternate within one run, because only the
 * ratio is comparable across machines. Then measures the latency at half of that load. PostgreSQL, the server and the load
 * generator share the cores.
 *
 * Also measures readings per second with fifty per request, and checks per second on the endpoint for OsmAnd and Traccar Client and
 * on the endpoint for people, which is an ordinary API call. The echo includes the fixed cost of every response; Fastify with and
 * without the schemas and Node.js alone are listed for comparison. Returns one line per endpoint.
 */
export function benchChecks(): Promise<object[]> {
  return withDatabase(async ({ url, pid, client, dir }) => {
    const senders = await seed(client, { users: USERS, zones: ZONES })
    await enterAll(client)
    const server = await startServer(url, join(dir, 'server'))
    const bareServerByEndpoint = {
      schemas: await startEcho('schemas'),
      fastify: await startEcho('fastify'),
      node: await startEcho('node'),
    }
    const bareServers = Object.values(bareServerByEndpoint)
    const serverFor = (endpoint: Endpoint) =>
      endpoint === 'schemas' || endpoint === 'fastify' || endpoint === 'node'
        ? bareServerByEndpoint[endpoint]
        : server
    try {
      const loadersByServer = new Map<BenchServer, Loader>()
      for (const it of [server, ...bareServers])
        loadersByServer.set(it, await openLoader(dir, it.origin, senders))
      const load: LoadRunner = async (endpoint, options = {}) => {
        const targetServer = serverFor(endpoint)
        const cpuBefore = await readCpu([targetServer], [pid])
        const result = await (loadersByServer.get(targetServer) as Loader).run(pathByEndpoint[endpoint], {
          connections: CONNECTIONS,
          seconds: SECONDS,
          ...options,
        })
        const readings = options.readings ?? 1
        const cpuUs = cpuPerAnswer(
          cpuBefore,
          await readCpu([targetServer], [pid]),
          result.answered * readings,
        )
        return { ...result, door: endpoint, readings, cpuUs }
      }
      return await measure(client, server, (loadersByServer.get(server) as Loader).name, load)
    } finally {
      await Promise.all([server, ...bareServers].map(it => it.stop()))
    }
  })
}

/** The result of a load, with the CPU time per response in microseconds. */
type MeasuredLoad = LoadResult & {
  readonly door: Endpoint
  readonly readings: number
  readonly cpuUs: CpuTimes | undefined
}
type Options = { connections?: number; seconds?: number; perSecond?: number; readings?: number }
type LoadRunner = (door: Endpoint, options?: Options) => Promise<MeasuredLoad>

async function measure(
  client: pg.Client,
  server: BenchServer,
  loaderName: string,
  load: LoadRunner,
): Promise<object[]> {
  const measuredLoads: MeasuredLoad[] = []
  const run: LoadRunner = async (endpoint, options) => {
    const measuredLoad = await load(endpoint, options)
    measuredLoads.push(measuredLoad)
    return measuredLoad
  }
  for (const endpoint of endpointNames)
    await run(endpoint, { seconds: recordingEndpoints.has(endpoint) ? 4 : 2 })
  const ratesByEndpoint = new Map<Endpoint, number[]>(endpointNames.map(endpoint => [endpoint, []]))
  // CPU times from the last round, when everything is warm.
  const cpuByEndpoint = new Map<Endpoint, CpuTimes | undefined>()
  for (let round = 1; round <= ROUNDS; round++) {
    for (const endpoint of endpointNames) {
      const { perSecond, cpuUs } = await run(endpoint)
      ratesByEndpoint.get(endpoint)?.push(perSecond)
      cpuByEndpoint.set(endpoint, cpuUs)
      logLine(`Round ${round}, ${endpoint}: ${Math.round(perSecond)} answers/s ${JSON.stringify(cpuUs)}`)
    }
  }
  const medianRate = (endpoint: Endpoint) => median(ratesByEndpoint.get(endpoint) ?? [])
  const roundedRate = (endpoint: Endpoint) => Math.round(medianRate(endpoint))
  // Measure latency after a checkpoint, because a production database makes one every five minutes. After a checkpoint, the WAL
  // reuses existing files, and the first change to each page writes the whole page to the WAL.
  await client.query('checkpoint')
  await run('device', { perSecond: medianRate('device') / 2, seconds: 3 })
  const deviceAtHalfRate = await run('device', { perSecond: medianRate('device') / 2 })
  // The echo shows how much of the latency comes from the machine.
  const echoAtHalfRate = await run('echo', { perSecond: medianRate('device') / 2 })
  const osmAndAtHalfRate = await run('osmand', { perSecond: medianRate('osmand') / 2 })
  const peopleAtHalfRate = await run('people', { perSecond: medianRate('people') / 2 })
  logLine(`Half load: ${Math.round(deviceAtHalfRate.perSecond)} checks/s`)

  // Outbox traffic: few concurrent requests, each with many readings.
  const outboxLoad = await run('device', { connections: OUTBOXES, readings: OUTBOX_READINGS })
  const batchPerSecond = outboxLoad.perSecond * OUTBOX_READINGS
  logLine(
    `${OUTBOX_READINGS} readings a request: ${Math.round(batchPerSecond)} checks/s ${JSON.stringify(outboxLoad.cpuUs)}`,
  )

  const stats = await readSettledStats(server)
  await verify(
    client,
    stats,
    measuredLoads.filter(it => recordingEndpoints.has(it.door)),
  )
  logLine(
    `Batches of ${(stats.recorded / stats.batches).toFixed(1)} checks; ${loaderName}, ${CONNECTIONS} connections`,
  )
  const machine = {
    rssMb: Math.round(stats.rssBytes / 1_048_576),
    cores: availableParallelism(),
    loader: loaderName,
  }
  const compareWithDevice = (endpoint: 'osmand' | 'people', atHalf: MeasuredLoad) => ({
    bench: 'checks',
    door: endpoint,
    checksPerSecond: roundedRate(endpoint),
    ofDevice: ratio(medianRate(endpoint), medianRate('device')),
    p50Ms: atHalf.p50Ms,
    p99Ms: atHalf.p99Ms,
    cpuUsPerCheck: cpuByEndpoint.get(endpoint),
    ...machine,
  })
  return [
    {
      bench: 'checks',
      door: 'device-batch',
      checksPerSecond: Math.round(batchPerSecond),
      readingsEach: OUTBOX_READINGS,
      timesDevice: ratio(batchPerSecond, medianRate('device')),
      cpuUsPerCheck: outboxLoad.cpuUs,
      ...machine,
    },
    compareWithDevice('osmand', osmAndAtHalfRate),
    compareWithDevice('people', peopleAtHalfRate),
    {
      bench: 'checks',
      door: 'echo',
      echoPerSecond: roundedRate('echo'),
      schemasPerSecond: roundedRate('schemas'),
      fastifyPerSecond: roundedRate('fastify'),
      nodePerSecond: roundedRate('node'),
      ofSchemas: ratio(medianRate('echo'), medianRate('schemas')),
      ofFastify: ratio(medianRate('echo'), medianRate('fastify')),
      ofNode: ratio(medianRate('echo'), medianRate('node')),
      serverUs: {
        echo: cpuByEndpoint.get('echo')?.server,
        schemas: cpuByEndpoint.get('schemas')?.server,
        fastify: cpuByEndpoint.get('fastify')?.server,
        node: cpuByEndpoint.get('node')?.server,
      },
      ...machine,
    },
    {
      bench: 'checks',
      door: 'device',
      checksPerSecond: roundedRate('device'),
      echoPerSecond: roundedRate('echo'),
      ratio: ratio(medianRate('device'), medianRate('echo')),
      ofSchemas: ratio(medianRate('device'), medianRate('schemas')),
      serverCpuOfSchemas: ratio(
        cpuByEndpoint.get('schemas')?.server ?? 0,
        cpuByEndpoint.get('device')?.server ?? 0,
      ),
      checksPerBatch: Math.round(stats.recorded / stats.batches),
      statementsPerBatch: ratio(stats.statements, stats.batches),
      p50Ms: deviceAtHalfRate.p50Ms,
      p99Ms: deviceAtHalfRate.p99Ms,
      echoP50Ms: echoAtHalfRate.p50Ms,
      echoP99Ms: echoAtHalfRate.p99Ms,
      cpuUsPerCheck: cpuByEndpoint.get('device'),
      cpuUsPerEcho: cpuByEndpoint.get('echo'),
      ...machine,
    },
  ]
}

/** Waits for the last requests, whose senders have disconnected, and returns the final figures. */
async function readSettledStats(server: BenchServer): Promise<ServerStats> {
  for (let previous = await server.stats(); ; ) {
    await sleep(300)
    const stats = await server.stats()
    if (stats.recorded === previous.recorded && stats.waiting === 0) return stats
    previous = stats
  }
}

/**
 * Throws if a check failed, an acknowledged check is missing, or occupancy differs from the people inside. Allows rows without an
 * acknowledgement only for responses that were cut off at the end of a load.
 */
async function verify(client: pg.Client, stats: ServerStats, loads: readonly MeasuredLoad[]): Promise<void> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from position_checks')
  const count = rows[0]?.count ?? 0
  const acknowledgedCount = loads.reduce((sum, it) => sum + it.answered * it.readings, 0)
  const failures = loads.reduce((sum, it) => sum + it.failed, 0) + stats.refused + stats.failed
  // At the end of each load the generator disconnects with up to one response in flight per connection.
  const unacknowledgedCount = count - acknowledgedCount
  logLine(
    `${count} rows, ${acknowledgedCount} acknowledged, ${unacknowledgedCount} answers cut off, ${failures} failures`,
  )
  if (count !== stats.recorded)
    throw new Error(`${stats.recorded} checks were answered but ${count} are rows`)
  if (failures > 0) throw new Error(`${failures} checks failed`)
  if (
    unacknowledgedCount < 0 ||
    unacknowledgedCount > loads.reduce((sum, it) => sum + CONNECTIONS * it.readings, 0)
  )
    throw new Error(`${acknowledgedCount} checks were acknowledged but ${count} are rows`)
  const driftedRows = await client.query(`
    select z.id from zones z where z.current_occupancy <>
      (select count(*) from presence_tracking p where p.zone_id = z.id and p.is_inside_zone)`)
  if (driftedRows.rowCount !== 0) throw new Error('Occupancy drifted from the people inside')
}

function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  const middle = sortedValues.length >> 1
  const upper = sortedValues[middle] ?? 0
  return sortedValues.length % 2 === 1 ? upper : (upper + (sortedValues[middle - 1] ?? upper)) / 2
}

const ratio = (part: number, whole: number) => Math.round((part / whole) * 1_000) / 1_000
const logLine = (line: string) => console.error(line)
