import { createGatheredLog } from '../../lib/gathered-log.ts'
import type { Env } from '../../platform/env.ts'
import type { Platform } from '../../platform/platform.ts'
import { anchorsPath, appendAnchor, readAnchors, signAnchor } from './anchors.ts'
import { linkAllEvents } from './link-events.ts'
import { readChainHead } from './security-log.queries.ts'
import { sendAnchor } from './send-anchor.ts'
import { type ChainReport, verifyChain } from './verify-chain.ts'

type Deps = Pick<Platform, 'db' | 'anchorKey' | 'log'> & {
  /** Where anchors are kept, and sent as well; how long (days) the events of the log are kept at least. */
  readonly env: Pick<Env, 'DATA_DIR' | 'SECURITY_ANCHOR_URL' | 'SECURITY_LOG_DAYS'>
  /** Milliseconds between two rounds of linking. */
  readonly linkMs?: number
  /** Milliseconds between two anchors. */
  readonly anchorMs?: number
}

export type LogGuard = {
  /** Links and anchors from now on, at intervals. */
  start(): void
  /** Links what waits and anchors the head, unless it is the one of the last anchor. */
  anchor(): Promise<void>
  /** Recomputes the chain and holds it against the anchors of this node. */
  verify(): Promise<ChainReport>
  /** Anchors once more, when it was started. */
  stop(): Promise<void>
}

/**
 * Keeps the security log provable: links its events in the background and leaves anchors where the database does not reach. It runs by
 * timers and not as a job, because each node signs anchors of its own into its own file, and an event that waits for a job, a minute
 * at most, could be altered unnoticed until it is linked.
 */
export function createLogGuard(deps: Deps): LogGuard {
  const { db, anchorKey: key, env, log, linkMs = 1_000, anchorMs = 300_000 } = deps
  const path = anchorsPath(env.DATA_DIR)
  const timers: NodeJS.Timeout[] = []
  let anchored = ''
  let under: Promise<void> | undefined

  async function anchor() {
    await linkAllEvents(db)
    const { events, lastHash } = await db.asOwner(
      'the head of the chain is readable by nobody else',
      readChainHead,
    )
    if (events === 0 || lastHash === anchored) return
    const line = signAnchor({ at: new Date().toISOString(), events, lastHash }, key)
    await appendAnchor(path, line)
    if (env.SECURITY_ANCHOR_URL) await sendAnchor(env.SECURITY_ANCHOR_URL, line, log)
    anchored = lastHash
  }

  /** After the round under way: an anchor that is left out is missed for minutes. */
  const anchorNext = async () => {
    await under
    await round(anchor)
  }

  const failures = createGatheredLog(log, 'warn', 'The security log could not be linked or anchored')

  /** One at a time: a round that comes due during another is left out. */
  const round = (work: () => Promise<void>) => {
    under ??= work()
      .catch(error => failures.add({ err: error }))
      .finally(() => {
        under = undefined
      })
    return under
  }

  return {
    start() {
      void round(anchor)
      timers.push(
        setInterval(round, linkMs, () => linkAllEvents(db)),
        setInterval(anchorNext, anchorMs),
      )
      for (const timer of timers) timer.unref()
    },
    anchor,
    async verify() {
      const { anchors, foreign } = await readAnchors(path, key)
      if (foreign > 0) log.warn({ foreign, path }, 'Lines of the anchor file are not of this node')
      return verifyChain(db, { anchors, keepDays: env.SECURITY_LOG_DAYS })
    },
    async stop() {
      if (timers.length === 0) return
      for (const timer of timers) clearInterval(timer)
      await anchorNext()
    },
  }
}
