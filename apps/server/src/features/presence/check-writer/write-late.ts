import { countVisitMinutes } from '@muster/domain/presence.ts'
import type pg from 'pg'
import * as sql from './check-batch.sql.ts'
import { lockBatch } from './lock-batch.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { answerRepeats, type FreshCheck, pairKey, sortChecks, toReading } from './plan-batch.ts'
import {
  type AmendedState,
  type AmendedVisit,
  amendGroup,
  type LateGroup,
  type LatePlan,
  planLate,
} from './plan-late.ts'
import { readAround } from './read-around.ts'
import { toSqlArray } from './sql-array.ts'
import { prepareStatement, type Statement, writeAndCommit } from './statements.ts'
import { listFeedStatements, recordChecks } from './write-batch.ts'

/** Maximum number of readings to read after a late one: in the first attempt, and in the second. */
const READING_LIMITS = [32, 2_000]

/**
 * Checks older than the known state, in one transaction. Separate from those in order, because the log is read for each sender.
 * Locks, repetition and rejection as at `writeBatch`. A check beyond the range that was read stays `late`.
 */
export async function writeLate(
  client: pg.Client,
  checks: readonly PendingCheck[],
): Promise<(CheckOutcome | LateCheck)[]> {
  const { tracks, stored } = await lockBatch(client, checks)
  const plan: LatePlan = { outcomes: [], log: [], states: [], gone: [], told: [], changes: [], feed: [] }
  const { fresh, repeats } = sortChecks(plan.outcomes, checks, tracks, stored)
  let pendingGroups = [...Map.groupBy(fresh, it => pairKey(it.check)).values()]
  for (const limit of READING_LIMITS) pendingGroups = await planGroups(client, plan, pendingGroups, limit)
  answerRepeats(plan.outcomes, repeats)
  await writeAndCommit(client, listWrites(plan))
  return plan.outcomes
}

/** Returns the groups for which more readings must be read first. */
async function planGroups(
  client: pg.Client,
  plan: LatePlan,
  groups: readonly FreshCheck[][],
  limit: number,
): Promise<FreshCheck[][]> {
  const requests = groups.flatMap(([first]) =>
    first
      ? {
          track: first.track,
          begin: toReading(first.check).capturedAt,
          zoneWidthAt: first.check.zoneWidthAt,
        }
      : [],
  )
  if (requests.length === 0) return []
  const surroundings = await readAround(client, requests, limit)
  return groups.filter((fresh, n) => {
    const [track, surrounding] = [fresh[0]?.track, surroundings[n]]
    if (!track || !surrounding) return false
    const group: LateGroup = { track, fresh, around: surrounding }
    const amendment = amendGroup(group)
    if (amendment.cut && limit !== READING_LIMITS.at(-1)) return true
    planLate(plan, group, amendment)
    return false
  })
}

function listWrites({ log, states, gone, told, changes, feed }: LatePlan): Statement[] {
  const statements: Statement[] = []
  if (log.length > 0) statements.push(recordChecks(log))
  if (states.length > 0) statements.push(amendStates(states))
  // Visits are removed first, because a person has at most one open visit per zone and ids are reused.
  if (gone.length > 0)
    statements.push(prepareStatement('check-remove-visits', sql.removeVisits, [toSqlArray(gone, it => it)]))
  if (told.length > 0) statements.push(insertVisits(told))
  return [...statements, ...listFeedStatements(changes, feed)]
}

const insertVisits = (visits: readonly AmendedVisit[]) =>
  prepareStatement('check-begin-visits', sql.beginVisits, [
    toSqlArray(visits, it => it.id),
    toSqlArray(visits, it => it.userId),
    toSqlArray(visits, it => it.zoneId),
    toSqlArray(visits, it => it.entryTime),
    toSqlArray(visits, it => it.exitTime),
    toSqlArray(visits, it => (it.exitTime === null ? null : countVisitMinutes(it.entryTime, it.exitTime))),
    toSqlArray(visits, it => it.accuracyMeters),
    toSqlArray(visits, it => it.source),
    toSqlArray(visits, it => it.mock || null),
    toSqlArray(visits, it => it.exitMock || null),
  ])

const amendStates = (states: readonly AmendedState[]) =>
  prepareStatement('check-amend-states', sql.amendStates, [
    // A ctid has the form (page,line), so its comma needs quotes.
    toSqlArray(states, it => `"${it.place}"`),
    toSqlArray(states, it => it.state.inside),
    toSqlArray(states, it => it.state.entryTime),
    toSqlArray(states, it => it.state.exitTime),
    toSqlArray(states, it => it.state.pendingInside),
    toSqlArray(states, it => it.state.pendingSince),
    toSqlArray(states, it => it.newest?.lat),
    toSqlArray(states, it => it.newest?.lng),
    toSqlArray(states, it => it.newest?.accuracyMeters),
    toSqlArray(states, it => it.newest?.source),
    toSqlArray(states, it => (it.newest ? it.newest.mock || null : null)),
    toSqlArray(states, it => (it.newest ? it.state.capturedAt : null)),
    toSqlArray(states, it => it.newest?.receivedAt),
    toSqlArray(states, it => it.state.pendingFrom),
  ])
