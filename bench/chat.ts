import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { feedVersion } from '@muster/contract/feed.ts'
import { groupTopic, zoneTopic } from '@muster/contract/topic.ts'
import type pg from 'pg'
import { fillRooms } from './chat/fill-rooms.ts'
import { cpuPerAnswer, readCpu } from './checks/cpu.ts'
import { enterAll, type Sender, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import type { ClientsMessage, ClientsOrder, ClientsWait } from './fanout/clients.ts'
import { post } from './post.ts'
import { size } from './short-form.ts'
import { measureTimes } from './times.ts'
import { withDatabase } from './with-database.ts'

const MEMBERS = size(200, 5)
const EXISTING_MESSAGES = size(10_000, 10)
const ROUNDS = size(Number(process.env.BENCH_ROUNDS ?? 3), 1)
/** Messages per round, and messages per second. */
const MESSAGES = size(100, 3)
const PER_SECOND = 10
/** Numbers of conversations with a thousand messages each; the single conversation is the reference. */
const SIZES = size([1, 1_000], [1, 2])
/** Number of readers. They call in rotation, because the rate limit is per person. */
const READERS = 10

/**
 * Measures a conversation of ten thousand messages whose two hundred members are connected: the time from sending a message until
 * everybody receives it, compared with a zone event for the same people in the same run. Then measures opening, paging and
 * searching a conversation, on a server with one such conversation and with a thousand.
 */
export function benchChat(): Promise<object[]> {
  return withDatabase(async ({ url, pid, client, dir }) => {
    const people = await seed(client, { users: MEMBERS, zones: 1 })
    const zoneId = people[0]?.zoneId ?? ''
    await enterAll(client)
    const { rows } = await client.query<{ id: string }>(
      `insert into groups (name, zone_id) values ('Everybody', $1) returning id`,
      [zoneId],
    )
    const groupId = rows[0]?.id ?? ''
    await client.query(
      'insert into group_members (group_id, zone_id, user_id) select $1, zone_id, user_id from zone_assignments where zone_id = $2',
      [groupId, zoneId],
    )
    await fillRooms(client, [groupId], EXISTING_MESSAGES)
    await client.query('analyze')
    const server = await startServer(url, join(dir, 'server'))
    try {
      const cpuBefore = await readCpu([server], [pid])
      const roomTiming = await measure(
        server,
        people,
        { topic: groupTopic(groupId), of: '"group.message"' },
        n => sendText(server, people[n % people.length] as Sender, groupId, n),
      )
      const cpuUsPerMessage = cpuPerAnswer(cpuBefore, await readCpu([server], [pid]), ROUNDS * MESSAGES)
      const zoneTiming = await measure(
        server,
        people,
        { topic: zoneTopic(zoneId), of: '"documents.changed"' },
        () => commitEvent(client, zoneId),
      )
      const line = {
        bench: 'chat',
        members: MEMBERS,
        messages: EXISTING_MESSAGES,
        room: roomTiming,
        cpuUsPerMessage,
        fanout: zoneTiming,
        p50TimesFanout: roundToHundredths(roomTiming.p50Ms / zoneTiming.p50Ms),
        p99TimesFanout: roundToHundredths(roomTiming.p99Ms / zoneTiming.p99Ms),
      }
      console.error(JSON.stringify(line))
      return [line, ...(await measureRooms(server, client, people.slice(0, READERS)))]
    } finally {
      await server.stop()
    }
  })
}

type CountedMessage = { readonly topic: string; readonly of: string }

/** Calls `act` at a fixed rate and measures the latency until each client receives the event. */
async function measure(
  server: BenchServer,
  people: readonly Sender[],
  { topic, of }: CountedMessage,
  act: (number: number) => Promise<void>,
) {
  const clientsProcess = fork(fileURLToPath(new URL('./fanout/clients.ts', import.meta.url)))
  try {
    const hellos = people.map(({ token }) =>
      JSON.stringify({ type: 'hello', version: feedVersion, token, topics: [topic] }),
    )
    const order: ClientsOrder = { port: Number(new URL(server.origin).port), path: '/live', hellos, of }
    clientsProcess.send(order)
    await once(clientsProcess, 'message')
    const delaysMs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const startTimes: number[] = []
      for (let n = 0; n < MESSAGES; n++) {
        startTimes.push(nowMs())
        await act(n)
        await sleep(Math.max(0, 1_000 / PER_SECOND - (nowMs() - (startTimes.at(-1) ?? 0))))
      }
      const wait: ClientsWait = { expected: MESSAGES * people.length, stay: true }
      clientsProcess.send(wait)
      const [report] = (await once(clientsProcess, 'message')) as [ClientsMessage]
      if (report.type !== 'arrived' || report.frames < wait.expected)
        throw new Error('Not every message arrived')
      // Messages arrive in the order in which they were sent, so the sorted arrival times match the start times.
      const sortedArrivals = report.at.toSorted((a, b) => a - b)
      for (const [index, time] of sortedArrivals.entries())
        delaysMs.push(time - (startTimes[Math.floor(index / people.length)] ?? time))
    }
    delaysMs.sort((a, b) => a - b)
    const percentile = (fraction: number) =>
      roundToHundredths(delaysMs[Math.floor(fraction * delaysMs.length)] ?? 0)
    return { p50Ms: percentile(0.5), p99Ms: percentile(0.99) }
  } finally {
    clientsProcess.kill()
  }
}

const sendText = (server: BenchServer, { token }: Sender, groupId: string, n: number) =>
  post(`${server.origin}/rpc/groupMessages/send`, token, {
    groupId,
    requestId: randomUUID(),
    text: `Message ${n}`,
    fileId: null,
  })

/** Inserts and announces a zone event as another node would. */
async function commitEvent(client: pg.Client, zoneId: string): Promise<void> {
  await client.query(`insert into feed_events (topic, kind, payload) values ($1, 'documents.changed', $2)`, [
    zoneTopic(zoneId),
    { zoneId },
  ])
  await client.query('notify muster_feed')
}

/** Measures opening, paging far back and searching a conversation, relative to a server with a single conversation. */
async function measureRooms(
  server: BenchServer,
  client: pg.Client,
  readers: readonly Sender[],
): Promise<object[]> {
  const zoneId = readers[0]?.zoneId ?? ''

  const lines: object[] = []
  const smallestMsByRead: Record<string, number> = {}
  const roomIds: string[] = []
  for (const roomCount of SIZES) {
    const { rows } = await client.query<{ id: string }>(
      `insert into groups (name, zone_id) select 'Room ' || n, $1 from generate_series(1, $2::int) n returning id`,
      [zoneId, roomCount - roomIds.length],
    )
    const newRoomIds = rows.map(({ id }) => id)
    await client.query(
      'insert into group_members (group_id, zone_id, user_id) select id, $2, reader from unnest($1::uuid[]) id, unnest($3::uuid[]) reader',
      [newRoomIds, zoneId, readers.map(({ userId }) => userId)],
    )
    await fillRooms(client, newRoomIds, 1_000)
    await client.query('analyze')
    roomIds.push(...newRoomIds)
    const inputsByReadName: Record<string, object> = {
      open: {},
      scroll: { before: 500 },
      around: { around: 321 },
    }
    const p50ByRead: Record<string, number> = {}
    const slowdownByRead: Record<string, number> = {}
    let callCount = 0
    const nextRoomId = () => roomIds[(callCount++ * 37) % roomIds.length] ?? ''
    const nextToken = () => readers[callCount % readers.length]?.token ?? ''
    const recordTimes = async (readName: string, work: () => Promise<void>) => {
      const { p50 } = await measureTimes(work)
      p50ByRead[readName] = p50
      smallestMsByRead[readName] ??= p50
      slowdownByRead[readName] = roundToHundredths(p50 / smallestMsByRead[readName])
    }
    for (const [readName, input] of Object.entries(inputsByReadName))
      await recordTimes(readName, () =>
        post(`${server.origin}/rpc/groupMessages/list`, nextToken(), { groupId: nextRoomId(), ...input }),
      )
    for (const [searchName, search] of [
      ['searchFew', 'bolt7 rail3'],
      ['searchNone', 'nowhere'],
    ] as const)
      await recordTimes(searchName, () =>
        post(`${server.origin}/rpc/groupMessages/search`, nextToken(), { groupId: nextRoomId(), search }),
      )
    lines.push({
      bench: 'chat',
      rooms: roomCount,
      messages: roomCount * 1_000,
      p50Ms: p50ByRead,
      timesSmall: slowdownByRead,
    })
    console.error(JSON.stringify(lines.at(-1)))
  }
  return lines
}

const roundToHundredths = (it: number) => Math.round(it * 100) / 100
const nowMs = () => Number(process.hrtime.bigint()) / 1e6
