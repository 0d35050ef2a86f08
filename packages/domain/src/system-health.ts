const databaseSlowMs = 250
/**
 * Limits for the delay of the oldest overdue job or email, and for the time since the last completed job. As some jobs run every
 * minute, a longer pause means that something is wrong.
 */
const jobsLateMs = 2 * 60_000
const jobsStuckMs = 10 * 60_000
/** Limits for the free space in the data folder, in bytes. */
const diskLowBytes = 2_048 * 1024 * 1024
const diskFullBytes = 256 * 1024 * 1024
const feedLateMs = 2_000
const feedStuckMs = 10_000
/** Limits for the share of the maximum connections in use. */
const manyConnectionsShare = 0.8
const criticalConnectionsShare = 0.95

/** The health of a part of the installation: working, to be watched, not working, or unknown. */
export const healths = ['good', 'watch', 'bad', 'unknown'] as const
export type Health = (typeof healths)[number]

/** Rates a value. Above the first limit it needs watching, above the second it is bad. */
const rateAbove = (value: number, watch: number, bad: number): Health =>
  value > bad ? 'bad' : value > watch ? 'watch' : 'good'

/** Rates the database. `answerMs`: null if it did not respond. */
export function healthOfDatabase(it: { answerMs: number | null; stores: boolean }): Health {
  if (it.answerMs === null || !it.stores) return 'bad'
  return it.answerMs > databaseSlowMs ? 'watch' : 'good'
}

/** `waitingMs`: the oldest is overdue. `failing`: given up in the last day or being retried. `idleMs`: since the last done. */
export function healthOfJobs(
  it: { waitingMs: number; failing: number; idleMs: number | null } | null,
): Health {
  if (!it || it.idleMs === null) return 'unknown'
  const lateness = rateAbove(Math.max(it.waitingMs, it.idleMs), jobsLateMs, jobsStuckMs)
  return lateness === 'good' && it.failing > 0 ? 'watch' : lateness
}

export function healthOfStorage(it: { freeBytes: number; writable: boolean } | null): Health {
  if (!it) return 'unknown'
  if (!it.writable || it.freeBytes < diskFullBytes) return 'bad'
  return it.freeBytes < diskLowBytes ? 'watch' : 'good'
}

/** `waitingMs`: the oldest is overdue. `failing`: being retried. `givenUp`: in the last hour. `serverProblem`: unusable why. */
export function healthOfMail(
  it: { waitingMs: number; failing: number; givenUp: number } | null,
  serverProblem: string | null = null,
): Health {
  if (serverProblem) return 'bad'
  if (!it) return 'unknown'
  if (it.givenUp > 0) return 'bad'
  const lateness = rateAbove(it.waitingMs, jobsLateMs, jobsStuckMs)
  return lateness === 'good' && it.failing > 0 ? 'watch' : lateness
}

/** Rates the feed. `behindMs`: how far the server is behind the feed; null while it does not follow the feed. */
export function healthOfFeed(behindMs: number | null): Health {
  return behindMs === null ? 'bad' : rateAbove(behindMs, feedLateMs, feedStuckMs)
}

/**
 * `fewer`: requests name fewer addresses than trusted proxies, so clients could make theirs up. `more`: a proxy behind the trusted
 * ones. `unlisted`: not in the list. `socket`: no upgrade of the feed. `untrusted`: a proxy, none trusted.
 */
export const proxyMisfits = ['fewer', 'more', 'unlisted', 'socket', 'untrusted'] as const
export type ProxyMisfit = (typeof proxyMisfits)[number]

/** Rates the proxies. An address that people can make up, and a feed that no screen reaches, are bad. */
export function healthOfProxy(misfits: readonly ProxyMisfit[]): Health {
  if (misfits.includes('fewer') || misfits.includes('socket')) return 'bad'
  return misfits.length > 0 ? 'watch' : 'good'
}

type Usage = { open: number; most: number }

/** Rates connections. `database`: null if the database did not report its connections. */
export function healthOfConnections(it: { screens: Usage; database: Usage | null }): Health {
  const shares = [it.screens, it.database].map(used => (used ? used.open / used.most : 0))
  const worst = rateAbove(Math.max(...shares), manyConnectionsShare, criticalConnectionsShare)
  return worst === 'good' && !it.database ? 'unknown' : worst
}

/** None of the last 26 hours is bad, a failure after the last good one needs watching. Unknown while off or before the first. */
export function healthOfBackups(
  it: { lastAt: string | null; nextAt: string | null; stale: boolean; problem: string | null } | null,
): Health {
  if (!it?.nextAt) return 'unknown'
  if (it.stale) return 'bad'
  if (it.problem) return 'watch'
  return it.lastAt ? 'good' : 'unknown'
}
