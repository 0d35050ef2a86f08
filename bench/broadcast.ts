import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { feedVersion } from '@muster/contract/feed.ts'
import { userTopic, zoneTopic } from '@muster/contract/topic.ts'
import type pg from 'pg'
import { countStatements } from './broadcast/count-statements.ts'
import { fillNews } from './broadcast/fill-news.ts'
import { openLoader } from './checks/loader.ts'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import type { ClientsMessage, ClientsOrder, ClientsWait } from './fanout/clients.ts'
import { post } from './post.ts'
import { size } from './short-form.ts'
import { measureTimes } from './times.ts'
import { withDatabase } from './with-database.ts'

const PEOPLE = size(5_000, 20)
const SIZES = size([1_000, 100_000], [20, 40])
const ROUNDS = size(Number(process.env.BENCH_ROUNDS ?? 3), 1)
/** Duration in seconds of each load on the device endpoint. A broadcast sent under load starts at the same time. */
const LOAD_SECONDS = size(3, 1)
const CONNECTIONS = 64

/**
 * Measures a broadcast to a zone with five thousand connected members: the number of statements per table, the time until the
 * broadcast is in their inboxes, and how many checks the device endpoint records with and without a broadcast. Then measures the
 * lists of hazards and broadcasts, with a thousand and a hundred thousand entries.
 */
export function benchBroadcast(): Promise<object[]> {
  return withDatabase(async ({ url, client, dir }) => {
    const { zoneId, manager, people } = await addSite(client)
    const newsZones = await fillNews(client, SIZES)
    const server = await startServer(url, join(dir, 'server'))
    const clientsProcess = fork(fileURLToPath(new URL('./fanout/clients.ts', import.meta.url)))
    try {
      const hellos = people.map(({ token, userId }) =>
        createHello(token, [zoneTopic(zoneId), userTopic(userId)]),
      )
      await openClients(clientsProcess, {
        port: Number(new URL(server.origin).port),
        path: '/live',
        hellos,
        of: '"alert.added"',
      })
      const sendOne = async () => {
        const startedAt = nowMs()
        await sendBroadcast(server, manager, zoneId)
        const answeredMs = nowMs() - startedAt
        const { at } = await waitForArrivals(clientsProcess, { expected: PEOPLE - 1, stay: true })
        return { answeredMs, late: at.map(it => it - startedAt) }
      }
      await sendOne()
      await client.query('analyze')
      const statements = await countStatements(client, async () => void (await sendOne()))
      const idleTiming = await sendOne()
      console.error(JSON.stringify({ statements, calm: toTiming(idleTiming) }))

      const loader = await openLoader(dir, server.origin, people)
      const load = () => loader.run('/ingest/positions', { connections: CONNECTIONS, seconds: LOAD_SECONDS })
      await load()
      const aloneRates: number[] = []
      const ratesWhileSending: number[] = []
      const delaysMs: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        aloneRates.push((await load()).perSecond)
        const [loadResult, sendResult] = await Promise.all([load(), sendOne()])
        ratesWhileSending.push(loadResult.perSecond)
        delaysMs.push(...sendResult.late)
        console.error(
          JSON.stringify({
            alone: aloneRates.at(-1),
            meanwhile: ratesWhileSending.at(-1),
            loaded: toTiming(sendResult),
          }),
        )
        await sleep(size(1_000, 0))
      }
      const sumRates = (rates: readonly number[]) => rates.reduce((sum, it) => sum + it, 0)
      return [
        {
          bench: 'broadcast',
          people: PEOPLE,
          statements,
          calm: toTiming(idleTiming),
          underLoad: toPercentiles(delaysMs),
          checksAlone: Math.round(sumRates(aloneRates) / ROUNDS),
          checksMeanwhile: Math.round(sumRates(ratesWhileSending) / ROUNDS),
          ratio: roundToHundredths(sumRates(ratesWhileSending) / sumRates(aloneRates)),
          loader: loader.name,
        },
        ...(await measureLists(server, newsZones)),
      ]
    } finally {
      clientsProcess.kill()
      await server.stop()
    }
  })
}

/** Creates a zone with everybody as a member, one of them as its manager. Each person also belongs to one of fifty other zones. */
async function addSite(client: pg.Client) {
  const people = await seed(client, { users: PEOPLE, zones: 50 })
  const { rows } = await client.query<{ id: string }>(
    `insert into zones (name, boundary, start_lat, start_lng, end_lat, end_lng)
     values ('Site', 'rectangle', 12.9, 77.5, 12.902, 77.502) returning id`,
  )
  const zoneId = rows[0]?.id ?? ''
  const manager = people[0] as Sender
  await client.query(`update user_profiles set role = 'zone_manager_rw' where id = $1`, [manager.userId])
  await client.query(
    `insert into zone_assignments (user_id, zone_id, role)
     select id, $1, case when id = $2 then 'zone_manager_rw' else 'app_user' end from user_profiles`,
    [zoneId, manager.userId],
  )
  await enterAll(client)
  await client.query('delete from alert_deliveries; delete from user_alerts; analyze')
  return { zoneId, manager, people }
}

const createHello = (token: string, topics: string[]) =>
  JSON.stringify({ type: 'hello', version: feedVersion, token, topics })

async function openClients(clients: ReturnType<typeof fork>, order: ClientsOrder): Promise<void> {
  clients.send(order)
  await once(clients, 'message')
}

async function waitForArrivals(clients: ReturnType<typeof fork>, wait: ClientsWait) {
  clients.send(wait)
  const [report] = (await once(clients, 'message')) as [ClientsMessage]
  if (report.type !== 'arrived') throw new Error('The clients did not tell what arrived')
  if (report.frames < wait.expected) throw new Error(`${report.frames} of ${wait.expected} alerts arrived`)
  return report
}

async function sendBroadcast({ origin }: BenchServer, { token }: Sender, zoneId: string): Promise<void> {
  await post(`${origin}/rpc/broadcasts/send`, token, {
    requestId: randomUUID(),
    zoneId,
    title: 'Leave by gate 3',
    message: 'The crane is down.',
    priority: 'urgent',
    answers: ['Safe', 'Need help'],
  })
}

/**
 * Measures the first page and three searches of each list, one call at a time, for each size. Also returns each time relative to
 * the smallest size.
 */
async function measureLists(server: BenchServer, lists: Awaited<ReturnType<typeof fillNews>>) {
  const lines: object[] = []
  const inputsByListName: Record<string, object> = {
    firstPage: {},
    searchFew: { search: 'bolt7 rail3' },
    searchAll: { search: 'report' },
    searchNone: { search: 'nowhere' },
  }
  for (const path of ['hazards', 'broadcasts']) {
    const smallestMsByList: Record<string, number> = {}
    for (const { rows, zoneId, managers } of lists) {
      const p50ByList: Record<string, number> = {}
      const slowdownByList: Record<string, number> = {}
      for (const [listName, input] of Object.entries(inputsByListName)) {
        let callCount = 0
        const times = await measureTimes(() => {
          const token = managers[callCount++ % managers.length] ?? ''
          return post(`${server.origin}/rpc/${path}/list`, token, { zoneId, limit: 25, ...input })
        })
        p50ByList[listName] = times.p50
        smallestMsByList[listName] ??= times.p50
        slowdownByList[listName] = roundToHundredths(times.p50 / smallestMsByList[listName])
      }
      lines.push({ bench: 'broadcast', list: path, rows, p50Ms: p50ByList, timesSmall: slowdownByList })
      console.error(JSON.stringify(lines.at(-1)))
    }
  }
  return lines
}

function toPercentiles(delaysMs: readonly number[]) {
  const sortedDelaysMs = delaysMs.toSorted((a, b) => a - b)
  const percentile = (fraction: number) =>
    Math.round(sortedDelaysMs[Math.floor(fraction * sortedDelaysMs.length)] ?? 0)
  return { p50Ms: percentile(0.5), p99Ms: percentile(0.99) }
}

const toTiming = ({ answeredMs, late }: { answeredMs: number; late: readonly number[] }) => ({
  answeredMs: Math.round(answeredMs),
  ...toPercentiles(late),
})
const roundToHundredths = (it: number) => Math.round(it * 100) / 100
const nowMs = () => Number(process.hrtime.bigint()) / 1e6
