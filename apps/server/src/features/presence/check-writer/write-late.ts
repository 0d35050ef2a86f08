import { visitMinutes } from '@muster/domain/presence.ts'
import type pg from 'pg'
import * as sql from './check-batch.sql.ts'
import { lockBatch } from './lock-batch.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { answerRepeats, type FreshCheck, pairKey, sortOut, toReading } from './plan-batch.ts'
import {
  type AmendedVisit,
  amend,
  type LateGroup,
  type LatePlan,
  planLate,
  type ToldState,
} from './plan-late.ts'
import { readAround } from './read-around.ts'
import { sqlArray } from './sql-array.ts'
import { prepared, type Statement, writeAndCommit } from './statements.ts'
import { publishRows, recordChecks } from './write-batch.ts'

/** Readings to read after a late one: in the first attempt, and at most. */
const READ_AFTER = [32, 2_000]

/**
 * Writes checks older than their senders' known state in one transaction: recomputes the visits around them from the log, and the
 * state if that changes. It reads the log for every person, so it runs separately from checks that arrive in order. The notes of
 * `writeBatch` on locks, repetition and rejection apply here too. A check beyond the range that was read stays `late`.
 */
export async function writeLate(
  client: pg.Client,
  checks: readonly PendingCheck[],
): Promise<(CheckOutcome | LateCheck)[]> {
  const { tracks, stored } = await lockBatch(client, checks)
  const plan: LatePlan = { outcomes: [], log: [], states: [], gone: [], told: [], changes: [], feed: [] }
  const { fresh, repeats } = sortOut(plan.outcomes, checks, tracks, stored)
  let open = [...Map.groupBy(fresh, it => pairKey(it.check)).values()]
  for (const max of READ_AFTER) open = await planGroups(client, plan, open, max)
  answerRepeats(plan.outcomes, repeats)
  await writeAndCommit(client, listWrites(plan))
  return plan.outcomes
}

/** Plans the changes caused by the late checks of several people. Returns the people for whom more readings must be read first. */
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
  const arounds = await readAround(client, requests, limit)
  return groups.filter((fresh, n) => {
    const [track, around] = [fresh[0]?.track, arounds[n]]
    if (!track || !around) return false
    const group: LateGroup = { track, fresh, around }
    const amended = amend(group)
    if (amended.cut && limit !== READ_AFTER.at(-1)) return true
    planLate(plan, group, amended)
    return false
  })
}

function listWrites({ log, states, gone, told, changes, feed }: LatePlan): Statement[] {
  const statements: Statement[] = []
  if (log.length > 0) statements.push(recordChecks(log))
  if (states.length > 0) statements.push(amendStates(states))
  // Visits are removed first, because a person has at most one open visit per zone and ids are reused.
  if (gone.length > 0)
    statements.push(prepared('check-remove-visits', sql.removeVisits, [sqlArray(gone, it => it)]))
  if (told.length > 0) statements.push(publishVisits(told))
  return [...statements, ...publishRows(changes, feed)]
}

const publishVisits = (publishVisits: readonly AmendedVisit[]) =>
  prepared('check-begin-visits', sql.beginVisits, [
    sqlArray(publishVisits, it => it.id),
    sqlArray(publishVisits, it => it.userId),
    sqlArray(publishVisits, it => it.zoneId),
    sqlArray(publishVisits, it => it.entryTime),
    sqlArray(publishVisits, it => it.exitTime),
    sqlArray(publishVisits, it => (it.exitTime === null ? null : visitMinutes(it.entryTime, it.exitTime))),
    sqlArray(publishVisits, it => it.accuracyMeters),
    sqlArray(publishVisits, it => it.source),
    sqlArray(publishVisits, it => it.mock || null),
    sqlArray(publishVisits, it => it.exitMock || null),
  ])

const amendStates = (states: readonly ToldState[]) =>
  prepared('check-amend-states', sql.amendStates, [
    // A ctid has the form (page,line), so its comma needs quotes.
    sqlArray(states, it => `"${it.place}"`),
    sqlArray(states, it => it.state.inside),
    sqlArray(states, it => it.state.entryTime),
    sqlArray(states, it => it.state.exitTime),
    sqlArray(states, it => it.state.pendingInside),
    sqlArray(states, it => it.state.pendingSince),
    sqlArray(states, it => it.newest?.lat),
    sqlArray(states, it => it.newest?.lng),
    sqlArray(states, it => it.newest?.accuracyMeters),
    sqlArray(states, it => it.newest?.source),
    sqlArray(states, it => (it.newest ? it.newest.mock || null : null)),
    sqlArray(states, it => (it.newest ? it.state.capturedAt : null)),
    sqlArray(states, it => it.newest?.receivedAt),
    sqlArray(states, it => it.state.pendingFrom),
  ])
