import type { Database } from '../../db/database.ts'
import type { Anchor } from './anchors.ts'
import { linkAllEvents } from './link-events.ts'
import {
  type ChainPage,
  checkChainPage,
  isLinkKept,
  readChainHead,
  readHashes,
} from './security-log.queries.ts'

const PAGE = 5_000

export type ChainReport = {
  /** How many events the log should hold. */
  readonly events: number
  /** Hash of the last event, to be kept elsewhere: it vouches for everything before it. */
  readonly lastHash: string
  readonly intact: boolean
  /** The number of the first event that was altered, added or taken away. */
  readonly firstBroken: number | null
  readonly problem: 'altered' | 'missing' | null
  /** How many events at the beginning of the log an anchor outside of the database vouches for. */
  readonly anchored: number
}

type VerifyOptions = {
  readonly pageSize?: number
  readonly anchors?: readonly Anchor[]
  /** How long the events of the log are kept at least. */
  readonly keepDays?: number
  readonly now?: number
}

const DAY = 86_400_000
/** A node that was down anchors what came before only when it is back. */
const LATE_ANCHOR = 7 * DAY

const why = 'the head of the chain is readable by nobody else'

/**
 * Recomputes the whole chain of the security log as it is at the start, page by page in short transactions: one long
 * one would hold back the live feed. Events appended meanwhile, or not linked yet, are left to the next time. A chain that
 * is sound in itself is held against the anchors: one that was rewritten from end to end does not fit them. What was dropped
 * by age is not there to be proved; but an anchor younger than `keepDays` about an event that was says that it was too young.
 */
export async function verifyChain(
  db: Database,
  { pageSize = PAGE, anchors = [], keepDays = 0, now = Date.now() }: VerifyOptions = {},
): Promise<ChainReport> {
  await linkAllEvents(db)
  const report = await verifyLinks(db, pageSize)
  const wrong = await firstAgainstAnchors(db, anchors, now - keepDays * DAY)
  const anchored = Math.max(0, ...anchors.map(it => it.events))
  if (wrong === undefined || (report.firstBroken ?? Number.POSITIVE_INFINITY) <= wrong)
    return { ...report, anchored }
  return {
    ...report,
    anchored,
    intact: false,
    firstBroken: wrong,
    problem: wrong > report.events ? 'missing' : 'altered',
  }
}

/** The lowest number at which the log is not what it was when it was anchored. */
async function firstAgainstAnchors(
  db: Database,
  anchors: readonly Anchor[],
  cutoff: number,
): Promise<number | undefined> {
  const { dropped } = await db.asOwner(why, readChainHead)
  const hashes = await db.asOwner(why, tx =>
    readHashes(
      tx,
      anchors.map(it => it.events),
    ),
  )
  // The head that did not move is anchored again at every start: the first time says how old its event is.
  const firstAt = new Map<number, number>()
  for (const { at, events } of anchors)
    firstAt.set(events, Math.min(firstAt.get(events) ?? Number.POSITIVE_INFINITY, Date.parse(at)))
  const isRight = ({ events, lastHash }: Anchor) => {
    if (events > dropped.number) return hashes.get(events) === lastHash
    const wasOld = (firstAt.get(events) ?? 0) < cutoff + LATE_ANCHOR
    return wasOld && (events < dropped.number || lastHash === dropped.hash)
  }
  const wrong = anchors.filter(it => !isRight(it)).map(it => it.events)
  return wrong.length > 0 ? Math.min(...wrong) : undefined
}

async function verifyLinks(db: Database, pageSize: number): Promise<Omit<ChainReport, 'anchored'>> {
  const { events, lastHash, newest, dropped, leftOver } = await db.asOwner(why, readChainHead)
  const broken = (firstBroken: number, problem: 'altered' | 'missing') => ({
    events,
    lastHash,
    intact: false,
    firstBroken,
    problem,
  })

  // Before the first event that is kept there is none.
  if (leftOver) return broken(dropped.number, 'altered')
  let after = dropped
  while (after.number < events) {
    const page = await db.asOwner(why, tx => checkChainPage(tx, after, events, pageSize))
    if (!page) return broken(after.number + 1, 'missing')
    const problem = problemOf(page)
    if (problem) return broken(...problem)
    after = { number: page.last_number, hash: page.last_hash }
  }
  if (after.hash !== lastHash) return broken(Math.max(events, 1), 'altered')
  // An event that the head does not know of was put there with the triggers turned off.
  if (newest > events) return broken(events + 1, 'altered')
  if (await db.asOwner(why, isLinkKept)) return broken(events + 1, 'missing')
  return { events, lastHash, intact: true, firstBroken: null, problem: null }
}

function problemOf({ bad_number, bad_before, bad_sound }: ChainPage): [number, 'altered' | 'missing'] | null {
  if (bad_number === null || bad_before === null) return null
  if (bad_number !== bad_before + 1) return [bad_before + 1, 'missing']
  // An event whose own hash is right but which does not follow: the one before was altered, its hash with it.
  return [bad_sound ? Math.max(bad_before, 1) : bad_number, 'altered']
}
