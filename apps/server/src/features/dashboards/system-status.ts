import type { SystemStatus } from '@muster/contract/dashboards.ts'
import { limits } from '@muster/domain/limits.ts'
import {
  healthOfConnections,
  healthOfDatabase,
  healthOfFeed,
  healthOfJobs,
  healthOfMail,
  healthOfProxy,
  healthOfStorage,
  type ProxyMisfit,
} from '@muster/domain/system-health.ts'
import type { Database } from '../../db/database.ts'
import type { JobFigures } from '../../jobs/job-figures.queries.ts'
import { probeStorage } from '../../lib/probe-storage.ts'
import type { FeedReader } from '../../live/reader.ts'
import { version } from '../../platform/version.ts'
import { toBackupsStatus } from '../backups/index.ts'
import { readDatabaseFigures } from './database-figures.queries.ts'

/** Timeout for each part of the installation to answer, in milliseconds. */
const systemStatusTimeoutMs = 1_000
/** Time (ms) for which a request that shows a wrong proxy keeps being reported. */
const proxyReportMs = 24 * 60 * 60_000

export type SystemStatusDeps = {
  readonly db: Pick<Database, 'pool' | 'storing'>
  readonly feed: Pick<FeedReader, 'behindMs'>
  /** The current and maximum number of open sockets on this server. */
  readonly screens: () => { open: number; most: number }
  readonly readJobs: (ms: number) => Promise<JobFigures>
  readonly dataDir: string
  readonly readBackups: () => Promise<NonNullable<SystemStatus['backups']['figures']>>
  /** The time (milliseconds) when an untrusted proxy was last noticed; undefined if never. */
  readonly forwardedAt: () => number | undefined
  /** Returns the other signs of a wrong proxy since a time (milliseconds). */
  readonly misfitsSince: (since: number) => ProxyMisfit[]
  /** Whether there is a mail server, and why it cannot be used now. */
  readonly mailServer: { readonly setUp: boolean; readonly problem: () => string | null }
  readonly now?: () => number
}

/**
 * Returns a function that reads the installation's status. The function probes at most every few seconds, however many people ask.
 */
export function createSystemStatus({ now = Date.now, ...deps }: SystemStatusDeps) {
  let cachedStatus: { at: number; status: Promise<SystemStatus> } | undefined
  return (): Promise<SystemStatus> => {
    const at = now()
    if (!cachedStatus || at - cachedStatus.at >= limits.systemStatusHeldMs)
      cachedStatus = { at, status: probeSystem(deps, at) }
    return cachedStatus.status
  }
}

async function probeSystem(deps: Omit<SystemStatusDeps, 'now'>, now: number): Promise<SystemStatus> {
  const { db, feed, screens, readJobs, dataDir, readBackups, forwardedAt, misfitsSince, mailServer } = deps
  const startedAt = performance.now()
  const timeoutMs = systemStatusTimeoutMs
  const [database, queue, storage, backups] = await Promise.all([
    nullOnTimeout(
      readDatabaseFigures(db.pool, timeoutMs).then(it => ({
        ...it,
        answerMs: Math.round(performance.now() - startedAt),
      })),
    ),
    nullOnTimeout(readJobs(timeoutMs)),
    nullOnTimeout(probeStorage(dataDir)),
    nullOnTimeout(readBackups()),
  ])
  const databaseState = {
    answerMs: database?.answerMs ?? null,
    stores: db.storing.works && database?.readsOnly === false,
  }
  const connectionUse = {
    screens: screens(),
    database: database && { open: database.open, most: database.most },
  }
  const proxySince = now - proxyReportMs
  const misfits: ProxyMisfit[] = [
    ...misfitsSince(proxySince),
    ...((forwardedAt() ?? 0) > proxySince ? (['untrusted'] as const) : []),
  ]
  const behindMs = feed.behindMs === null ? null : Math.round(feed.behindMs)
  return {
    at: new Date(now).toISOString(),
    version,
    database: { health: healthOfDatabase(databaseState), ...databaseState },
    jobs: toJobsStatus(queue?.jobs ?? null, now),
    storage: { health: healthOfStorage(storage), figures: storage },
    mail: toMailStatus(queue?.mail ?? null, { setUp: mailServer.setUp, problem: mailServer.problem() }),
    feed: { health: healthOfFeed(behindMs), behindMs },
    connections: { health: healthOfConnections(connectionUse), ...connectionUse },
    backups: toBackupsStatus(backups),
    proxy: { health: healthOfProxy(misfits), misfits },
  }
}

function toJobsStatus(jobs: JobFigures['jobs'] | null, now: number): SystemStatus['jobs'] {
  if (!jobs) return { health: healthOfJobs(null), figures: null }
  const { waitingMs, failing, lastDoneAt } = jobs
  const idleMs = lastDoneAt && now - lastDoneAt.getTime()
  return {
    health: healthOfJobs({ waitingMs, failing, idleMs }),
    figures: { waitingMs: Math.round(waitingMs), failing, lastDoneAt: lastDoneAt?.toISOString() ?? null },
  }
}

function toMailStatus(
  mail: JobFigures['mail'] | null,
  server: Pick<SystemStatus['mail'], 'setUp' | 'problem'>,
): SystemStatus['mail'] {
  if (!mail) return { health: healthOfMail(null, server.problem), ...server, figures: null }
  const { waiting, failing, givenUp, lastFailedAt } = mail
  return {
    health: healthOfMail(mail, server.problem),
    ...server,
    figures: { waiting, failing, givenUp, lastFailedAt: lastFailedAt?.toISOString() ?? null },
  }
}

/**
 * Resolves to the result, or to null if `work` fails or takes too long. Without a timeout, an unreachable network folder would
 * block the status forever.
 */
function nullOnTimeout<T>(work: Promise<T>): Promise<T | null> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, systemStatusTimeoutMs, null)
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}
