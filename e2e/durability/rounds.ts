import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSenders, type Sender, sendOnce, sendWithoutPause } from './senders.ts'
import { freePort, readPostmasterPid, type ServerProcess, startServerProcess } from './server-process.ts'
import { findProblems } from './verify.ts'
import { findDatabaseHome, withDatabase } from './with-database.ts'

export type Victim = 'server' | 'postmaster'

export type Round = {
  readonly victim: Victim
  /** Checks acknowledged in this round before the kill. */
  readonly acknowledged: number
  /** Requests in flight at the moment of the kill. */
  readonly concurrency: number
  /** Milliseconds from the kill to the first check acknowledged after it. */
  readonly backAfterMs: number
  readonly faults: readonly string[]
}

type Options = {
  /** Fills the empty data folder before the first start. */
  readonly prepare?: (dataDir: string) => Promise<void>
  /** Milliseconds that checks arrive in a round before the kill, at least. */
  readonly chooseLoadMs: () => number
  readonly onRound?: (round: Round) => void
}

/**
 * Kills the server or its PostgreSQL while checks arrive over many connections. Once checks are accepted again, compares the
 * acknowledged checks with the database. Runs one round per victim, all on one data folder.
 */
export async function killRounds(
  victims: readonly Victim[],
  { prepare, chooseLoadMs, onRound }: Options,
): Promise<Round[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-kill-'))
  // When running as root, PostgreSQL uses another account, which needs to traverse this folder.
  await chmod(dataDir, 0o755)
  const port = await freePort()
  const startServer = () => startServerProcess(dataDir, port, { DEMO: '0' })
  let server: ServerProcess | undefined
  const rounds: Round[] = []
  try {
    await prepare?.(dataDir)
    server = await startServer()
    const senders = await withDatabase(dataDir, async db => {
      const { rows } = await db.pool.query('show fsync')
      if (rows[0]?.fsync !== 'on') throw new Error('Without fsync nothing would be proven')
      return makeSenders(db, { senders: 24, zones: 3 })
    })
    for (const victim of victims) {
      const acknowledgedBefore = countAcknowledged(senders)
      const load = sendWithoutPause(server.origin, senders)
      await sleep(chooseLoadMs())
      await waitUntil(() => countAcknowledged(senders) - acknowledgedBefore >= minAcknowledged)
      const concurrency = senders.filter(it => it.outbox.length > 0).length
      if (victim === 'server') await server.kill()
      else process.kill(await readPostmasterPid(await findDatabaseHome(dataDir)), 'SIGKILL')
      const killedAt = performance.now()
      const acknowledgedCount = countAcknowledged(senders) - acknowledgedBefore
      await load.stop()
      if (victim === 'server') server = await startServer()
      // Resend the checks that got no response, as a phone would.
      const { origin } = server
      let recoveryMs = Number.POSITIVE_INFINITY
      await Promise.all(
        senders.map(async sender => {
          await sendUntilAcknowledged(origin, sender)
          recoveryMs = Math.min(recoveryMs, performance.now() - killedAt)
        }),
      )
      const problems = await withDatabase(dataDir, db => findProblems(db.pool, senders))
      const round = {
        victim,
        acknowledged: acknowledgedCount,
        concurrency,
        backAfterMs: Math.round(recoveryMs),
        faults: problems,
      }
      rounds.push(round)
      onRound?.(round)
    }
    return rounds
  } finally {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Minimum acknowledged checks per round, so that a slow machine still proves something. */
const minAcknowledged = 100

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('Too little was acknowledged in half a minute')
    await sleep(5)
  }
}

async function sendUntilAcknowledged(origin: string, sender: Sender): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await sendOnce(origin, sender))) {
    if (Date.now() > deadline) throw new Error('Nothing was acknowledged for a minute')
    await sleep(20)
  }
}

const countAcknowledged = (senders: readonly Sender[]) =>
  senders.reduce((sum, it) => sum + it.acknowledged.size, 0)
