import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashSecret } from '@muster/server/src/rpc/hashing.ts'
import type pg from 'pg'
import { cpuPerAnswer, readCpu } from './checks/cpu.ts'
import { openLoader } from './checks/loader.ts'
import { type Sender, seed } from './checks/seed.ts'
import { type BenchServer, startServer } from './checks/start-server.ts'
import { isShort, size } from './short-form.ts'
import { type BenchDatabase, withDatabase } from './with-database.ts'

/** As many connections as `bench -- checks` opens, so that batches have the same size. */
const CONNECTIONS = 512
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const ROUNDS = size(4, 1)
/** Seconds for which a node stays stopped. */
const STOP_SECONDS = 3
const PASSWORD = 'harbour-lantern-42'

/** CPU time (µs) per request. `checksABatch` is the number of checks per transaction; null if nothing is written. */
type Cost = { server: number; postgres: number; checksABatch: number | null }
const totalCost = ({ server, postgres }: Cost) => server + postgres

/** A node, its database, and the people who send to it. */
type LoadTarget = { server: BenchServer; database: BenchDatabase; senders: readonly Sender[] }

/**
 * Compares the CPU time per check of two nodes that share a database with that of one node, in alternating runs. The single node
 * runs once with the same total number of connections (and so with larger batches) and once with half of them. Two nodes with a
 * database each show what it costs to run the programs twice; the rest of the difference is the cost of sharing a database.
 * Requests that do nothing are measured in the same way.
 *
 * Then one node is stopped in the middle of a batch, with an event appended but not committed, while the other node continues. The
 * other node's checks and sign-ins during the stop are compared with those just before it.
 */
export function benchTwoNodes(): Promise<object> {
  return withDatabase(database => withDatabase(otherDatabase => compare(database, otherDatabase)))
}

async function compare(database: BenchDatabase, otherDatabase: BenchDatabase): Promise<object> {
  const { client, dir } = database
  const seedSize = { users: size(2_000, 20), zones: size(50, 2) }
  const senders = await seed(client, seedSize)
  const emails = await setPasswords(client, senders)
  const otherSenders = await seed(otherDatabase.client, seedSize)
  const servers = await Promise.all([
    startServer(database.url, join(dir, 'node-1')),
    startServer(database.url, join(dir, 'node-2')),
    startServer(otherDatabase.url, join(otherDatabase.dir, 'node')),
  ])
  const [first, second, third] = servers
  try {
    const singleNodeTargets = [{ server: first, database, senders }]
    const secondNodeTarget = { server: second, database, senders }
    const separateNodeTarget = { server: third, database: otherDatabase, senders: otherSenders }
    const sharedDatabaseTargets = [...singleNodeTargets, secondNodeTarget]
    const separateDatabaseTargets = [...singleNodeTargets, separateNodeTarget]
    for (const target of [...sharedDatabaseTargets, separateNodeTarget])
      await measureLoad([target], CONNECTIONS)
    const nodeCosts = { one: [] as Cost[], half: [] as Cost[], two: [] as Cost[], apart: [] as Cost[] }
    const echoCosts = { half: [] as Cost[], two: [] as Cost[] }
    for (let round = 0; round < ROUNDS; round++) {
      nodeCosts.one.push(await measureLoad(singleNodeTargets, CONNECTIONS))
      nodeCosts.half.push(await measureLoad(singleNodeTargets, CONNECTIONS / 2))
      nodeCosts.two.push(await measureLoad(sharedDatabaseTargets, CONNECTIONS))
      nodeCosts.apart.push(await measureLoad(separateDatabaseTargets, CONNECTIONS))
      echoCosts.half.push(await measureLoad(singleNodeTargets, CONNECTIONS / 2, '/ingest/echo'))
      echoCosts.two.push(await measureLoad(sharedDatabaseTargets, CONNECTIONS, '/ingest/echo'))
    }
    const [aloneCost, halfCost, sharedCost] = [
      cheapest(nodeCosts.one),
      cheapest(nodeCosts.half),
      cheapest(nodeCosts.two),
    ]
    const separateCost = cheapest(nodeCosts.apart)
    const [echoHalfCost, echoSharedCost] = [cheapest(echoCosts.half), cheapest(echoCosts.two)]
    return {
      bench: 'two-nodes',
      cpuUsPerCheck: {
        oneNode: aloneCost,
        oneNodeHalfAsBusy: halfCost,
        twoNodes: sharedCost,
        twoThatShareNothing: separateCost,
      },
      times: round(totalCost(sharedCost) / totalCost(aloneCost)),
      timesHalfAsBusy: round(totalCost(sharedCost) / totalCost(halfCost)),
      timesSharingNothing: round(totalCost(sharedCost) / totalCost(separateCost)),
      echo: {
        oneNodeHalfAsBusy: echoHalfCost.server,
        twoNodes: echoSharedCost.server,
        times: round(echoSharedCost.server / echoHalfCost.server),
      },
      // The tests run all nodes in their own process, which cannot be stopped.
      oneStopped: isShort ? undefined : await stopNode(database, first, second, senders, emails),
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}

/**
 * Sends requests through all nodes simultaneously, with `connections` in total. Returns the CPU time per request and the checks per
 * batch.
 */
async function measureLoad(
  targets: readonly LoadTarget[],
  connections: number,
  path: '/ingest/positions' | '/ingest/echo' = '/ingest/positions',
): Promise<Cost> {
  const nodes = targets.map(it => it.server)
  const postmasters = [...new Set(targets.map(it => it.database.pid))]
  const loaders = await Promise.all(
    targets.map(({ server, database, senders }) => openLoader(database.dir, server.origin, senders)),
  )
  const cpuBefore = await readCpu(nodes, postmasters)
  const countsBefore = await countWritten(nodes)
  const results = await Promise.all(
    loaders.map(loader => loader.run(path, { connections: connections / targets.length, seconds: SECONDS })),
  )
  const countsAfter = await countWritten(nodes)
  if (results.some(it => it.failed > 0)) throw new Error('Checks failed')
  const cpu = cpuPerAnswer(
    cpuBefore,
    await readCpu(nodes, postmasters),
    results.reduce((sum, it) => sum + it.answered, 0),
  )
  if (!cpu) throw new Error('There is no /proc here, so that processor time cannot be read')
  const batches = countsAfter.batches - countsBefore.batches
  const checksABatch =
    path === '/ingest/echo' ? null : round((countsAfter.recorded - countsBefore.recorded) / batches)
  return { server: cpu.server, postgres: cpu.postgres, checksABatch }
}

async function countWritten(nodes: readonly BenchServer[]): Promise<{ recorded: number; batches: number }> {
  const stats = await Promise.all(nodes.map(node => node.stats()))
  return {
    recorded: stats.reduce((total, it) => total + it.recorded, 0),
    batches: stats.reduce((total, it) => total + it.batches, 0),
  }
}

/** Returns the cheapest of several runs, which was disturbed least by other load on the machine. */
const cheapest = (runs: readonly Cost[]): Cost =>
  runs.reduce((best, it) => (totalCost(it) < totalCost(best) ? it : best))

async function stopNode(
  { client, dir }: BenchDatabase,
  stoppedServer: BenchServer,
  runningServer: BenchServer,
  senders: readonly Sender[],
  emails: readonly string[],
) {
  // Each node has its own people, because a row locked by a batch blocks writers on any node.
  const [stoppedSenders, runningSenders] = [
    senders.filter((_, n) => n % 2 === 0),
    senders.filter((_, n) => n % 2 === 1),
  ]
  const stoppedLoader = await openLoader(dir, stoppedServer.origin, stoppedSenders)
  const runningLoader = await openLoader(dir, runningServer.origin, runningSenders)
  const measureRunningServer = async () => {
    const signIns = signInFor(runningServer.origin, emails, STOP_SECONDS)
    const checks = await runningLoader.run('/ingest/positions', {
      connections: 16,
      seconds: STOP_SECONDS,
      perSecond: 500,
    })
    if (checks.failed > 0) throw new Error('Checks failed at the node that goes on')
    return { checksPerSecond: Math.round(checks.perSecond), p99Ms: checks.p99Ms, ...(await signIns) }
  }
  const baseline = await measureRunningServer()
  let whileStopped: Awaited<ReturnType<typeof measureRunningServer>> | undefined
  const stoppedLoad = stoppedLoader.run('/ingest/positions', { connections: 16, seconds: 10, perSecond: 500 })
  try {
    await stopInTransaction(client, stoppedServer.pid)
    // Also append a zone event without committing it, as a request on that node could.
    await client.query('begin')
    await client.query(
      `insert into feed_events (topic, kind, payload) select 'zone:' || id, 'zone.changed', jsonb_build_object('zoneId', id)
       from zones limit 1`,
    )
    whileStopped = await measureRunningServer()
  } finally {
    await client.query('rollback')
    process.kill(stoppedServer.pid, 'SIGCONT')
  }
  await stoppedLoad
  return { before: baseline, during: whileStopped }
}

/**
 * Stops the process in the middle of a batch, with its rows locked and nothing committed. The process appends its events and
 * commits in a single message, so it cannot be stopped between the two. Throws after 200 failed attempts.
 */
async function stopInTransaction(client: pg.Client, pid: number): Promise<void> {
  for (let attempts = 0; attempts < 200; attempts++) {
    await sleep(20 + Math.random() * 30)
    process.kill(pid, 'SIGSTOP')
    // Let PostgreSQL process the statements that the node has already sent.
    await sleep(20)
    const { rowCount } = await client.query(
      `select from pg_stat_activity where application_name = 'muster-checks' and state = 'idle in transaction'`,
    )
    if (rowCount) return
    process.kill(pid, 'SIGCONT')
  }
  throw new Error('The node was not met in the midst of a batch')
}

/** Signs in sequentially for the given number of seconds, as each person in rotation. */
async function signInFor(origin: string, emails: readonly string[], seconds: number) {
  const durationsMs: number[] = []
  const endsAt = performance.now() + seconds * 1_000
  for (let n = 0; performance.now() < endsAt; n++) {
    const startedAt = performance.now()
    const response = await fetch(`${origin}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: emails[n % emails.length], password: PASSWORD }),
    })
    if (!response.ok)
      throw new Error(`A sign-in was answered with ${response.status}: ${await response.text()}`)
    await response.text()
    durationsMs.push(performance.now() - startedAt)
  }
  return { signIns: durationsMs.length, slowestSignInMs: Math.round(Math.max(...durationsMs)) }
}

async function setPasswords(client: pg.Client, senders: readonly Sender[]): Promise<string[]> {
  const ids = senders.slice(0, 200).map(it => it.userId)
  // Disable the trigger that ends earlier sessions when a first password is set, because the load still uses these sessions.
  await client.query('alter table auth.accounts disable trigger end_before_first_password')
  await client.query(
    `insert into auth.accounts (account_id, provider_id, user_id, password)
     select id::text, 'credential', id, $2 from unnest($1::uuid[]) id`,
    [ids, await hashSecret(PASSWORD)],
  )
  await client.query('alter table auth.accounts enable trigger end_before_first_password')
  const { rows } = await client.query<{ email: string }>('select email from auth.users where id = any($1)', [
    ids,
  ])
  return rows.map(it => it.email)
}

const round = (value: number) => Math.round(value * 100) / 100
