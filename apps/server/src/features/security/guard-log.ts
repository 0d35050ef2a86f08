import type { FastifyBaseLogger } from 'fastify'
import { createBatchedLog } from '../../lib/batched-log.ts'
import type { Env } from '../../platform/env.ts'
import type { Platform } from '../../platform/platform.ts'
import { withoutOutages } from '../../rpc/unexpected.ts'
import { appendAnchor, readAnchors, signAnchor, toAnchorsPath } from './anchors.ts'
import { linkAllEvents } from './link-events.ts'
import { readChainHead } from './security-log.queries.ts'
import { type ChainReport, verifyChain } from './verify-chain.ts'

const SEND_TIMEOUT_MS = 5_000

/** Sends an anchor to the operator's external store. Never rejects, because this node's file has the anchor anyway. */
export async function sendAnchor(
  url: string,
  line: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutMs = SEND_TIMEOUT_MS,
): Promise<void> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: line,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    // Only the status matters.
    await response.body?.cancel()
    if (!response.ok) throw new Error(`It was answered with ${response.status}`)
  } catch (error) {
    log.warn({ err: error }, 'SECURITY_ANCHOR_URL did not take an anchor')
  }
}

type Deps = Pick<Platform, 'db' | 'anchorKey' | 'log'> & {
  /** The settings for storing and sending anchors, and the minimum retention of log events in days. */
  readonly env: Pick<Env, 'DATA_DIR' | 'SECURITY_ANCHOR_URL' | 'SECURITY_LOG_DAYS'>
  /** Interval between linking rounds in milliseconds. */
  readonly linkMs?: number
  /** Interval between anchors in milliseconds. */
  readonly anchorMs?: number
}

export type LogGuard = {
  /** Starts linking and anchoring at intervals. */
  start(): void
  /** Links pending events and anchors the head, unless the last anchor covers it. */
  anchor(): Promise<void>
  /** Recomputes the chain and compares it with this node's anchors. */
  verify(): Promise<ChainReport>
  /** Stops the guard, after writing a final anchor if it was started. */
  stop(): Promise<void>
}

/**
 * Links events and writes anchors outside the database. Timers, not a job: each node signs its own file, and an event waiting up to
 * a minute could be altered unnoticed before it is linked.
 */
export function createLogGuard(deps: Deps): LogGuard {
  const { db, anchorKey: key, env, log, linkMs = 1_000, anchorMs = 300_000 } = deps
  const path = toAnchorsPath(env.DATA_DIR)
  const timers: NodeJS.Timeout[] = []
  let lastAnchoredHash = ''
  let currentRound: Promise<void> | undefined

  async function writeAnchor() {
    await linkAllEvents(db)
    const { events, lastHash } = await db.asOwner(
      'the head of the chain is readable by nobody else',
      readChainHead,
    )
    if (events === 0 || lastHash === lastAnchoredHash) return
    const line = signAnchor({ at: new Date().toISOString(), events, lastHash }, key)
    await appendAnchor(path, line)
    if (env.SECURITY_ANCHOR_URL) await sendAnchor(env.SECURITY_ANCHOR_URL, line, log)
    lastAnchoredHash = lastHash
  }

  /** Writes an anchor once the running round has finished, because skipping the anchor would leave a gap of minutes. */
  const queueAnchor = async () => {
    await currentRound
    await runRound(writeAnchor)
  }

  const failureLog = createBatchedLog(
    withoutOutages(log),
    'warn',
    'The security log could not be linked or anchored',
  )

  /** Runs one round at a time; a round due during another one is skipped. */
  const runRound = (work: () => Promise<void>) => {
    currentRound ??= work()
      .catch(error => failureLog.add({ err: error }))
      .finally(() => {
        currentRound = undefined
      })
    return currentRound
  }

  return {
    start() {
      void runRound(writeAnchor)
      timers.push(
        setInterval(runRound, linkMs, () => linkAllEvents(db)),
        setInterval(queueAnchor, anchorMs),
      )
      for (const timer of timers) timer.unref()
    },
    anchor: writeAnchor,
    async verify() {
      const { anchors, foreign } = await readAnchors(path, key)
      if (foreign > 0) log.warn({ foreign, path }, 'Lines of the anchor file are not of this node')
      return verifyChain(db, { anchors, keepDays: env.SECURITY_LOG_DAYS })
    },
    async stop() {
      if (timers.length === 0) return
      for (const timer of timers) clearInterval(timer)
      await queueAnchor()
    },
  }
}
