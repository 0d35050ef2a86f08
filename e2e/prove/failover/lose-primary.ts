import { setTimeout as sleep } from 'node:timers/promises'
import { groupTopic } from '@muster/contract/topic.ts'
import { openDatabase } from '@muster/server/src/db/database.ts'
import type { ServerProcess } from '../../durability/server-process.ts'
import { findProblems } from '../../durability/verify.ts'
import { countAcknowledged, startChecks } from './checks.ts'
import type { Forwarder } from './forwarder.ts'
import { type Listener, listen } from './listeners.ts'
import type { People } from './people.ts'
import type { PostgresServer } from './postgres-server.ts'
import { type Answers, startWriting, type Writer } from './writers.ts'

/** How the primary is lost: its processes are killed, or its host vanishes, so that connections stay open and silent. */
export const LOSSES = ['killed', 'silent'] as const
export type Loss = (typeof LOSSES)[number]

/** Milliseconds after which whoever watches the primary promotes the standby. Patroni's default is up to 30. */
const DETECTION_MS = 3_000
/** Limit for the time from the loss of the primary until writes are acknowledged again. */
const MAX_BACK_MS = 30_000
const SOCKETS_PER_NODE = 10

type Round = {
  readonly loss: Loss
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  readonly forwarder: Forwarder
  readonly nodes: readonly ServerProcess[]
  readonly people: People
}

/** Loses the primary once under load, prints a line, and returns what did not hold. */
export async function loseOnce({
  loss,
  primary,
  standby,
  forwarder,
  nodes,
  people,
}: Round): Promise<string[]> {
  const { zoneId, groupId, manager, members, senders } = people
  const topic = groupTopic(groupId)
  let backAt = Number.POSITIVE_INFINITY
  let lostAt = Number.POSITIVE_INFINITY
  let promotedAt = Number.POSITIVE_INFINITY
  const answers: Answers = {
    byStatus: new Map(),
    unexpected: [],
    onAcknowledged() {
      if (performance.now() > promotedAt) backAt = Math.min(backAt, performance.now())
    },
  }
  const originFor = (n: number) => (nodes[n % nodes.length] as ServerProcess).origin
  const messageWriters: Writer[] = members.map(({ token }, n) => ({
    origin: originFor(n),
    token,
    path: `/api/groups/${groupId}/messages`,
    pauseMs: 600,
    createBody: (requestId, count) => ({ requestId, text: `Message ${count}` }),
    acknowledged: [],
  }))
  const broadcastWriter: Writer = {
    origin: originFor(0),
    token: manager.token,
    path: '/api/broadcasts',
    pauseMs: 3_000,
    createBody: (requestId, count) => ({
      requestId,
      zoneId,
      title: `Notice ${count}`,
      message: 'Mind the crane.',
    }),
    acknowledged: [],
  }
  const listeners = nodes.flatMap(({ origin }) =>
    Array.from({ length: SOCKETS_PER_NODE }, (_, n) =>
      listen(origin, (members[n % members.length] as { token: string }).token, topic),
    ),
  )
  const wroteBefore = nodes.map(node => node.wrote())
  await until('the sockets are ready', () => listeners.every(it => it.isReady), 30_000)
  const [start] = await primary.sql(
    'select coalesce(max(seq), 0)::text as seq from feed_events where topic = $1',
    [topic],
  )
  const checksBefore = countAcknowledged(senders)
  const loads = [startWriting([...messageWriters, broadcastWriter], answers), ...startChecks(nodes, senders)]
  await sleep(5_000)
  await until('checks are acknowledged', () => countAcknowledged(senders) - checksBefore > 200, 30_000)
  const acknowledgedBefore = countAcknowledged(senders)

  lostAt = performance.now()
  if (loss === 'silent') forwarder.freeze()
  await primary.kill()
  await sleep(DETECTION_MS)
  await standby.promote()
  forwarder.pointTo(standby.port)
  promotedAt = performance.now()
  const checksAtLoss = countAcknowledged(senders)
  const writersAtLoss = [...messageWriters, broadcastWriter].map(it => it.acknowledged.length)
  let checksBackAt = Number.POSITIVE_INFINITY
  let everybodyBackAt = Number.POSITIVE_INFINITY
  const deadline = promotedAt + 60_000
  while (performance.now() < deadline && everybodyBackAt === Number.POSITIVE_INFINITY) {
    await sleep(20)
    if (countAcknowledged(senders) > checksAtLoss) checksBackAt = Math.min(checksBackAt, performance.now())
    const isEverybodyBack = [...messageWriters, broadcastWriter].every(
      (it, n) => it.acknowledged.length > (writersAtLoss[n] ?? 0),
    )
    if (isEverybodyBack && checksBackAt < Number.POSITIVE_INFINITY) everybodyBackAt = performance.now()
  }
  await sleep(5_000)
  const loadErrors: string[] = []
  for (const load of loads) await load.stop().catch(error => loadErrors.push(String(error)))
  const jobsBackMs = await waitForJob(standby, lostAt)
  const isCaughtUp = () =>
    findFeedFaults(standby, listeners, topic, String(start?.seq)).then(it => it.length === 0)
  for (let tries = 0; tries < 100 && !(await isCaughtUp()); tries++) await sleep(200)
  const feedFaults = await findFeedFaults(standby, listeners, topic, String(start?.seq))
  for (const listener of listeners) await listener.stop()

  const db = openDatabase(standby.url, { size: 4 })
  const checkFaults = await findProblems(db.pool, senders).finally(() => db.close())
  const lostMessages = await findLost(
    standby,
    'group_messages',
    messageWriters.flatMap(it => it.acknowledged),
  )
  const lostBroadcasts = await findLost(standby, 'broadcasts', broadcastWriter.acknowledged)
  const stacks = nodes.reduce((sum, node) => sum + (node.said().match(/"stack"/g)?.length ?? 0), 0)
  const sum = (key: 'resumed' | 'anew') => listeners.reduce((total, it) => total + it.greetings[key], 0)
  const faults = [
    ...checkFaults,
    ...loadErrors,
    ...feedFaults,
    ...[...new Set(answers.unexpected)].slice(0, 5),
    ...(lostMessages > 0 ? [`${lostMessages} acknowledged messages are lost or doubled`] : []),
    ...(lostBroadcasts > 0 ? [`${lostBroadcasts} acknowledged broadcasts are lost or doubled`] : []),
    ...(everybodyBackAt - lostAt <= MAX_BACK_MS ? [] : ['somebody could not write for half a minute']),
    ...(sum('anew') > 0 ? [`${sum('anew')} sockets had to load everything anew`] : []),
    ...(jobsBackMs === null ? ['no job ran'] : []),
    ...(stacks > 0 ? [`${stacks} stacks were logged`] : []),
    ...(acknowledgedBefore > checksBefore ? [] : ['nothing was written before the loss']),
  ]
  console.log(
    JSON.stringify({
      primary: loss,
      acknowledged: {
        checks: countAcknowledged(senders) - checksBefore,
        messages: messageWriters.reduce((total, it) => total + it.acknowledged.length, 0),
        broadcasts: broadcastWriter.acknowledged.length,
      },
      answers: Object.fromEntries(answers.byStatus),
      promotedAfterMs: Math.round(promotedAt - lostAt),
      firstWriteAfterMs: Math.round(Math.min(backAt, checksBackAt) - lostAt),
      everybodyWritesAfterMs: Math.round(everybodyBackAt - lostAt),
      jobRanAfterMs: jobsBackMs,
      sockets: {
        count: listeners.length,
        resumed: sum('resumed'),
        anew: sum('anew'),
        events: listeners[0]?.numbers.length,
      },
      logged: nodes.map((node, n) => `${node.wrote() - (wroteBefore[n] ?? 0)} bytes`),
      faults,
    }),
  )
  if (process.env.PROVE_LOG) for (const node of nodes) console.log(node.said())
  return faults
}

/** Lists the sockets that did not receive the topic's events exactly once and in order. */
async function findFeedFaults(
  server: PostgresServer,
  listeners: readonly Listener[],
  topic: string,
  after: string,
): Promise<string[]> {
  const rows = await server.sql(
    'select seq::text from feed_events where topic = $1 and seq > $2::bigint order by feed_events.seq',
    [topic, after],
  )
  const expected = rows.map(({ seq }) => String(seq))
  if (expected.length === 0) return ['the feed has no event']
  return listeners
    .filter(({ numbers }) => numbers.join() !== expected.join())
    .map(({ numbers }) => {
      const missing = expected.filter(it => !numbers.includes(it)).length
      const doubled = numbers.length - new Set(numbers).size
      const foreign = numbers.filter(it => !expected.includes(it)).length
      return `a socket misses ${missing} of ${expected.length} events, has ${doubled} twice and ${foreign} that are not in the feed`
    })
    .slice(0, 3)
}

/** Returns how many of the acknowledged things are not stored exactly once. */
async function findLost(
  server: PostgresServer,
  table: string,
  requestIds: readonly string[],
): Promise<number> {
  const rows = await server.sql(
    `select count(*)::int as count from unnest($1::uuid[]) as a (id)
     where (select count(*) from ${table} t where t.request_id = a.id) <> 1`,
    [requestIds],
  )
  return Number(rows[0]?.count)
}

/** Waits until a job has been completed after the loss, and returns after how many milliseconds; null if none was in two minutes. */
async function waitForJob(server: PostgresServer, lostAt: number): Promise<number | null> {
  const lostSeconds = () => (performance.now() - lostAt) / 1_000
  while (lostSeconds() < 150) {
    const [row] = await server.sql(
      `select 1 from pgboss.job where state = 'completed' and completed_on > now() - make_interval(secs => $1)`,
      [lostSeconds() - DETECTION_MS / 1_000],
    )
    if (row) return Math.round(performance.now() - lostAt)
    await sleep(500)
  }
  return null
}

async function until(what: string, condition: () => boolean, ms: number): Promise<void> {
  const deadline = performance.now() + ms
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}`)
    await sleep(20)
  }
}
