import type { Database } from '../../db/database.ts'
import { type ChainPage, checkChainPage, readChainHead } from './security-log.queries.ts'

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
}

/**
 * Recomputes the whole chain of the security log as it is at the start, page by page in short transactions: one long
 * one would hold back the live feed. Events appended meanwhile are left to the next time.
 */
export async function verifyChain(db: Database, pageSize: number = PAGE): Promise<ChainReport> {
  const why = 'the head of the chain is readable by nobody else'
  const { events, lastHash, newest } = await db.asOwner(why, readChainHead)
  const broken = (firstBroken: number, problem: 'altered' | 'missing'): ChainReport => ({
    events,
    lastHash,
    intact: false,
    firstBroken,
    problem,
  })

  let after = { number: 0, hash: '0'.repeat(64) }
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
  return { events, lastHash, intact: true, firstBroken: null, problem: null }
}

function problemOf({ bad_number, bad_before, bad_sound }: ChainPage): [number, 'altered' | 'missing'] | null {
  if (bad_number === null || bad_before === null) return null
  if (bad_number !== bad_before + 1) return [bad_before + 1, 'missing']
  // An event whose own hash is right but which does not follow: the one before was altered, its hash with it.
  return [bad_sound ? Math.max(bad_before, 1) : bad_number, 'altered']
}
