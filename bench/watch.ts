import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { size } from './short-form.ts'
import { sendFirstReadings, sendReadings } from './watch/send-readings.ts'
import { type Screen, type Watcher, watch } from './watch/watcher.ts'
import { loadWebApp, type WebApp } from './watch/web-app.ts'
import { withDatabase } from './with-database.ts'

const MEMBERS = size(3_000, 20)
const MANAGERS = size(10, 2)
const DASHBOARDS = size(50, 2)
const PER_SECOND = 50
const SECONDS = size(Number(process.env.BENCH_SECONDS ?? 8), 0.1)
/** Seconds for which managers are observed: one refresh interval of the counts on their screen. */
const MANAGER_SECONDS = size(15, 0.1)

/**
 * Measures the cost of watching a zone of 3,000 people while fifty readings per second arrive: bytes and server CPU time per
 * watcher. The reference in the same run is the same server with nobody watching.
 */
export function benchWatch(): Promise<object> {
  return withDatabase(async ({ url, client, dir }) => {
    const senders = await seed(client, { users: MEMBERS, zones: 1 })
    await enterAll(client)
    const managers = senders.slice(0, MANAGERS)
    const members = senders.slice(MANAGERS, MANAGERS + DASHBOARDS)
    await makeManagers(client, managers)
    const server = await startServer(url, join(dir, 'server'))
    // Send everybody's first reading before measuring, because it counts as an entry.
    await sendFirstReadings(server.origin, senders)
    const readingSender = sendReadings(server.origin, senders, PER_SECOND)
    const webApp = await loadWebApp(server.origin)
    try {
      await sleep(size(2_000, 100))
      const idleCpuMs = await measureProcessor(server, SECONDS)
      const peopleFigures = await measureScreen(webApp, server, managers, 'people', MANAGER_SECONDS)
      const dashboardFigures = await measureScreen(webApp, server, members, 'dashboard', SECONDS)
      await readingSender.stop()
      return {
        bench: 'watch',
        members: MEMBERS,
        readingsPerSecond: Math.round(readingSender.perSecond()),
        managers: MANAGERS,
        dashboards: DASHBOARDS,
        kilobytesPerSecond: { manager: peopleFigures.kilobytes, dashboard: dashboardFigures.kilobytes },
        serverCpuMsPerSecond: {
          nobodyWatching: round(idleCpuMs),
          eachManager: round((peopleFigures.cpuMs - idleCpuMs) / MANAGERS),
          eachDashboard: round((dashboardFigures.cpuMs - idleCpuMs) / DASHBOARDS),
        },
        // Reads after the initial ones; the counts are refetched every 15 s, with or without events.
        readAgain: { manager: peopleFigures.readAgain, dashboard: dashboardFigures.readAgain },
      }
    } finally {
      await readingSender.stop().catch(() => undefined)
      await server.stop()
    }
  })
}

/** Measures how much data these people receive, the server's CPU time and the repeated reads, once the screens are fully loaded. */
async function measureScreen(
  web: WebApp,
  server: BenchServer,
  people: readonly Sender[],
  screen: Screen,
  seconds: number,
) {
  const watchers = await Promise.all(people.map(person => watch(web, server.origin, person, screen)))
  await sleep(size(1_500, 100))
  const countBytes = () => watchers.reduce((sum, it) => sum + it.bytes(), 0)
  const [bytesBefore, readsBefore, startedAt] = [countBytes(), countReads(watchers), performance.now()]
  const cpuMs = await measureProcessor(server, seconds)
  const elapsedMs = performance.now() - startedAt
  const kilobytes = round((countBytes() - bytesBefore) / people.length / elapsedMs)
  const rereadsByPath: Record<string, number> = {}
  for (const [path, count] of countReads(watchers)) {
    const newReads = count - (readsBefore.get(path) ?? 0)
    if (newReads > 0) rereadsByPath[path] = newReads
  }
  for (const watcher of watchers) watcher.close()
  return { cpuMs, kilobytes, ms: elapsedMs, readAgain: rereadsByPath }
}

function countReads(watchers: readonly Watcher[]): Map<string, number> {
  const countsByPath = new Map<string, number>()
  for (const { reads } of watchers)
    for (const [path, count] of reads) countsByPath.set(path, (countsByPath.get(path) ?? 0) + count)
  return countsByPath
}

/** Measures the average CPU time of the server in ms per second, over `seconds`. */
async function measureProcessor(server: BenchServer, seconds: number): Promise<number> {
  const [statsBefore, startedAt] = [await server.stats(), performance.now()]
  await sleep(seconds * 1_000)
  const statsAfter = await server.stats()
  return (statsAfter.cpuUs - statsBefore.cpuUs) / (performance.now() - startedAt)
}

async function makeManagers(client: pg.Client, people: readonly Sender[]): Promise<void> {
  const ids = [people.map(it => it.userId)]
  await client.query(`update user_profiles set role = 'zone_manager_rw' where id = any($1)`, ids)
  await client.query(`update zone_assignments set role = 'zone_manager_rw' where user_id = any($1)`, ids)
}

const round = (value: number) => Math.round(value * 100) / 100
