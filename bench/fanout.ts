import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { feedVersion } from '@muster/contract/feed.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import type pg from 'pg'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { startServer } from './checks/start-server.ts'
import type { BareServerMessage } from './fanout/bare.ts'
import type { ClientsMessage, ClientsOrder } from './fanout/clients.ts'
import { size } from './short-form.ts'
import { withDatabase } from './with-database.ts'

const SIZES = size(process.env.BENCH_SOCKETS ?? '500,2000,5000', '3')
  .split(',')
  .map(Number)
const PER_SECOND = 50
const SECONDS = size(Number(process.env.BENCH_SECONDS ?? 8), 0.1)

/**
 * Measures how long a zone event takes from its commit until it reaches everybody watching the zone, at fifty events per second,
 * and how long the same messages take through a bare `ws` server in the same run. PostgreSQL, the server and the clients share the
 * cores.
 */
export function benchFanout(): Promise<object[]> {
  return withDatabase(async ({ url, client, dir }) => {
    const people = await seed(client, { users: Math.max(...SIZES), zones: 1 })
    await enterAll(client)
    // This role sees everybody's entries and exits.
    await client.query(`update user_profiles set role = 'zone_manager_rw'`)
    await client.query(`update zone_assignments set role = 'zone_manager_rw'`)
    const lines: object[] = []
    for (const sockets of SIZES) {
      const server = await startServer(url, join(dir, `server-${sockets}`))
      try {
        const watchers = people.slice(0, sockets)
        const port = Number(new URL(server.origin).port)
        const feedDelays = await measure(
          { port, path: '/live', hellos: watchers.map(createHello) },
          number => commitEvent(client, watchers, number),
          sockets,
        )
        const { rssBytes } = await server.stats()
        await server.stop()
        const bareDelays = await measureBare(watchers)
        lines.push({
          bench: 'fanout',
          sockets,
          eventsPerSecond: PER_SECOND,
          ...feedDelays,
          ws: bareDelays,
          p99TimesWs: Math.round((feedDelays.p99Ms / bareDelays.p99Ms) * 100) / 100,
          rssMb: Math.round(rssBytes / 1_048_576),
        })
        console.error(JSON.stringify(lines.at(-1)))
      } finally {
        await server.stop()
      }
    }
    return lines
  })
}

const createHello = ({ token, zoneId }: Sender) =>
  JSON.stringify({ type: 'hello', version: feedVersion, token, topics: [zoneTopic(zoneId)] })

/** Creates an event for a person's entry or exit; `number` identifies the event. */
function createEvent(watchers: readonly Sender[], number: number) {
  const { userId, zoneId } = watchers[number % watchers.length] as Sender
  return {
    zoneId,
    userId,
    name: 'Asha Verma',
    role: 'app_user',
    change: 'left',
    was: 'inside',
    listed: null,
    at: new Date().toISOString(),
    entryTime: null,
    durationMinutes: number,
    accuracyMeters: 5,
    source: 'device',
    visitId: null,
  }
}

/** Inserts and announces an event as another node would. Returns the time of the commit in milliseconds. */
async function commitEvent(client: pg.Client, watchers: readonly Sender[], number: number): Promise<number> {
  const { zoneId, ...event } = createEvent(watchers, number)
  await client.query(`insert into feed_events (topic, kind, payload) values ($1, 'presence.changed', $2)`, [
    zoneTopic(zoneId),
    { zoneId, ...event },
  ])
  const committedAt = nowMs()
  await client.query('notify muster_feed')
  return committedAt
}

async function measureBare(watchers: readonly Sender[]) {
  const bareServer = fork(fileURLToPath(new URL('./fanout/bare.ts', import.meta.url)))
  try {
    const [{ port }] = (await once(bareServer, 'message')) as [BareServerMessage]
    const send = async (number: number) => {
      const event = { kind: 'presence.changed', ...createEvent(watchers, number) }
      const startedAt = nowMs()
      bareServer.send({
        send: JSON.stringify({
          type: 'event',
          cursor: String(number),
          topic: zoneTopic(event.zoneId),
          event,
        }),
      })
      return startedAt
    }
    return await measure({ port, path: '/', hellos: watchers.map(() => null) }, send, watchers.length)
  } finally {
    bareServer.disconnect()
  }
}

/**
 * Opens the sockets and sends `PER_SECOND` events per second. Returns the median and 99th percentile of their latencies, in ms,
 * over the sockets that parse every message.
 */
async function measure(order: ClientsOrder, send: (number: number) => Promise<number>, sockets: number) {
  const clientsProcess = fork(fileURLToPath(new URL('./fanout/clients.ts', import.meta.url)))
  clientsProcess.send(order)
  await once(clientsProcess, 'message')
  await sleep(500)
  const sendTimes: number[] = []
  const startedAt = performance.now()
  for (let number = 0; number < PER_SECOND * SECONDS; number++) {
    const delayMs = (number / PER_SECOND) * 1_000 - (performance.now() - startedAt)
    if (delayMs > 0) await sleep(delayMs)
    sendTimes[number] = await send(number)
  }
  const expectedCount = PER_SECOND * SECONDS * sockets
  clientsProcess.send({ expected: expectedCount })
  const [report] = (await once(clientsProcess, 'message')) as [ClientsMessage]
  if (report.type !== 'arrived') throw new Error('The clients did not tell what arrived')
  const delaysMs = report.numbers.map((number, n) => (report.at[n] ?? 0) - (sendTimes[number] ?? 0))
  if (report.frames < expectedCount) throw new Error(`${report.frames} of ${expectedCount} messages arrived`)
  delaysMs.sort((a, b) => a - b)
  const percentile = (fraction: number) =>
    Math.round((delaysMs[Math.floor(fraction * delaysMs.length)] ?? 0) * 10) / 10
  return { p50Ms: percentile(0.5), p99Ms: percentile(0.99) }
}

const nowMs = () => Number(process.hrtime.bigint()) / 1e6
