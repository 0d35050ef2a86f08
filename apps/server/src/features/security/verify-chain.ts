import { DAY_MS } from '@muster/domain/time-units.ts'
import type { Database } from '../../db/database.ts'
import { pluck } from '../../db/rows.ts'
import type { Anchor } from './anchors.ts'
import { linkAllEvents } from './link-events.ts'
import {
  type ChainPage,
  checkChainPage,
  hasUnlinkedEvent,
  readChainHead,
  readHashesByNumber,
} from './security-log.queries.ts'

const PAGE_SIZE = 5_000

export type ChainReport = {
  /** The expected number of events in the log. */
  readonly events: number
  /** Hash of the last event, to be stored elsewhere; it covers every event before it. */
  readonly lastHash: string
  readonly intact: boolean
  /** The number of the first event that was altered, added or removed. */
  readonly firstBroken: number | null
  readonly problem: 'altered' | 'missing' | null
  /** The number of events at the beginning of the log covered by an anchor outside the database. */
  readonly anchored: number
}

type VerifyOptions = {
  readonly pageSize?: number
  readonly anchors?: readonly Anchor[]
  /** Minimum retention of log events in days. */
  readonly keepDays?: number
  readonly now?: number
}

/** Maximum delay (ms) of an anchor after its event: a node that was down anchors earlier events only when it is back. */
const LATE_ANCHOR_MS = 7 * DAY_MS

const ownerReason = 'the head of the chain is readable by nobody else'

/**
 * As it stands at the start, by page in short transactions, because a long one would delay the live feed; later or unlinked events
 * wait. Anchors then expose a rewritten chain. Events dropped for age cannot be verified, but an anchor younger than `keepDays`
 * proves that one was dropped too early.
 */
export async function verifyChain(
  db: Database,
  { pageSize = PAGE_SIZE, anchors = [], keepDays = 0, now = Date.now() }: VerifyOptions = {},
): Promise<ChainReport> {
  await linkAllEvents(db)
  const report = await verifyLinks(db, pageSize)
  const firstMismatch = await findFirstMismatch(db, anchors, now - keepDays * DAY_MS)
  const lastAnchoredNumber = Math.max(0, ...anchors.map(it => it.events))
  if (firstMismatch === undefined || (report.firstBroken ?? Number.POSITIVE_INFINITY) <= firstMismatch)
    return { ...report, anchored: lastAnchoredNumber }
  return {
    ...report,
    anchored: lastAnchoredNumber,
    intact: false,
    firstBroken: firstMismatch,
    problem: firstMismatch > report.events ? 'missing' : 'altered',
  }
}

/** Undefined if all match. The anchor of a dropped event matches only if the event was old enough. */
async function findFirstMismatch(
  db: Database,
  anchors: readonly Anchor[],
  cutoff: number,
): Promise<number | undefined> {
  const { dropped } = await db.asOwner(ownerReason, readChainHead)
  const hashesByNumber = await db.asOwner(ownerReason, tx => readHashesByNumber(tx, pluck(anchors, 'events')))
  // An unchanged head is anchored again at every start, so the first anchor shows how old an event is.
  const firstAnchoredAtByNumber = new Map<number, number>()
  for (const { at, events } of anchors)
    firstAnchoredAtByNumber.set(
      events,
      Math.min(firstAnchoredAtByNumber.get(events) ?? Number.POSITIVE_INFINITY, Date.parse(at)),
    )
  const matchesAnchor = ({ events, lastHash }: Anchor) => {
    if (events > dropped.number) return hashesByNumber.get(events) === lastHash
    const wasExpired = (firstAnchoredAtByNumber.get(events) ?? 0) < cutoff + LATE_ANCHOR_MS
    return wasExpired && (events < dropped.number || lastHash === dropped.hash)
  }
  const mismatches = anchors.filter(it => !matchesAnchor(it)).map(it => it.events)
  return mismatches.length > 0 ? Math.min(...mismatches) : undefined
}

async function verifyLinks(db: Database, pageSize: number): Promise<Omit<ChainReport, 'anchored'>> {
  const { events, lastHash, newest, dropped, leftOver } = await db.asOwner(ownerReason, readChainHead)
  const toBrokenReport = (firstBroken: number, problem: 'altered' | 'missing') => ({
    events,
    lastHash,
    intact: false,
    firstBroken,
    problem,
  })

  // No event up to the last dropped one may still be stored.
  if (leftOver) return toBrokenReport(dropped.number, 'altered')
  let position = dropped
  while (position.number < events) {
    const page = await db.asOwner(ownerReason, tx => checkChainPage(tx, position, events, pageSize))
    if (!page) return toBrokenReport(position.number + 1, 'missing')
    const problem = findProblem(page)
    if (problem) return toBrokenReport(...problem)
    position = { number: page.last_number, hash: page.last_hash }
  }
  if (position.hash !== lastHash) return toBrokenReport(Math.max(events, 1), 'altered')
  // An event beyond the head was inserted with the triggers turned off.
  if (newest > events) return toBrokenReport(events + 1, 'altered')
  if (await db.asOwner(ownerReason, hasUnlinkedEvent)) return toBrokenReport(events + 1, 'missing')
  return { events, lastHash, intact: true, firstBroken: null, problem: null }
}

function findProblem({
  bad_number,
  bad_before,
  bad_sound,
}: ChainPage): [number, 'altered' | 'missing'] | null {
  if (bad_number === null || bad_before === null) return null
  if (bad_number !== bad_before + 1) return [bad_before + 1, 'missing']
  // If the event's own hash is correct but does not follow from its predecessor, the predecessor was altered, including its hash.
  return [bad_sound ? Math.max(bad_before, 1) : bad_number, 'altered']
}
