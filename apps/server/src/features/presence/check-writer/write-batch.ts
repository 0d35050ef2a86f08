import { isUnclear, kindOf, type TrackingSource } from '@muster/domain/presence.ts'
import type pg from 'pg'
import * as sql from './check-batch.sql.ts'
import type { CheckOutcome, PendingCheck } from './pending-check.ts'
import {
  type BatchPlan,
  type LogRow,
  pairKey,
  planBatch,
  type StoredCheck,
  type Track,
} from './plan-batch.ts'
import { sqlArray } from './sql-array.ts'

/**
 * Writes a batch in one transaction of two round trips: lock and read, then write and commit. Resolves after the
 * commit, which is on disk.
 *
 * `client` is a pipelining connection of the owner that nobody else uses. As the owner, because a batch holds the checks
 * of many people: the lock on the row of state answers for all of them at once what row-level security would ask for
 * each, namely whether the person belongs to the zone.
 *
 * Rejects with the error of the first statement that failed, and leaves the rollback to the caller. Nothing of the batch
 * is written then, except perhaps when the connection was lost while the commit was under way; writing the batch again is
 * right in either case.
 */
export async function writeBatch(
  client: pg.Client,
  checks: readonly PendingCheck[],
): Promise<CheckOutcome[]> {
  const wanted = tracksWanted(checks)
  const pairs = [...wanted.values()]
  const admins = checks.filter(check => check.seesAllZones)
  const reads = await inOneGo(client, [
    { text: 'begin isolation level read committed' },
    ...(admins.length > 0 ? [makeAdminRows(admins)] : []),
    lockStates(pairs),
    findStored(checks),
  ])
  const [locked = [], stored = []] = reads.slice(-2).map(it => it.rows)
  const plan = planBatch(checks, lockedTracks(pairs, locked), stored.map(storedCheck))
  const writes = await inOneGo(client, [...writesOf(plan), { text: 'commit' }])
  // PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error.
  if (writes.at(-1)?.command !== 'COMMIT') throw new Error('The batch was rolled back')
  return plan.outcomes
}

type Statement = { name?: string; text: string; values?: string[]; rowMode?: 'array' }

const prepared = (name: string, text: string, values: string[]): Statement => ({
  name,
  text,
  values,
  rowMode: 'array',
})

/** Sends all statements before the first answer. Waits for every answer, then throws the first error there was. */
async function inOneGo(client: pg.Client, statements: readonly Statement[]): Promise<pg.QueryArrayResult[]> {
  const { stream } = client.connection
  // One write to the socket, so that PostgreSQL does not wake for every piece.
  stream.cork()
  const sent = statements.map(it => client.query(it as pg.QueryArrayConfig<string[]>))
  stream.uncork()
  const answers = await Promise.allSettled(sent)
  const failed = answers.find(it => it.status === 'rejected')
  if (failed) throw failed.reason
  return answers.map(it => (it as PromiseFulfilledResult<pg.QueryArrayResult>).value)
}

function tracksWanted(checks: readonly PendingCheck[]): Map<string, Pair> {
  const pairs = new Map<string, Pair>()
  for (const check of checks) {
    const key = pairKey(check)
    if (!pairs.has(key)) pairs.set(key, { key, userId: check.userId, zoneId: check.zoneId })
  }
  return pairs
}
type Pair = { readonly key: string; readonly userId: string; readonly zoneId: string }

const lockStates = (pairs: readonly Pair[]) =>
  prepared('check-lock-states', sql.lockStates, [
    sqlArray(pairs, it => it.userId),
    sqlArray(pairs, it => it.zoneId),
  ])

const DAY = 86_400_000

/**
 * Every copy of a reading says when it was taken, so a copy that was written stands on a day of this batch. Prepared for the
 * days around now: whoever sends old readings is not to fill the connection with plans.
 */
function findStored(checks: readonly PendingCheck[]): Statement {
  const days = checks.map(it => Math.floor(it.capturedAt / DAY))
  const [from, to] = [Math.min(...days), Math.max(...days) + 1]
  const text = sql.findStored((from * DAY) / 1000, (to * DAY) / 1000)
  const ids = [sqlArray(checks, it => it.id)]
  const today = Math.floor((checks[0]?.receivedAt ?? 0) / DAY)
  if (from < today - 1 || to > today + 2) return { text, values: ids, rowMode: 'array' }
  return prepared(`check-find-stored-${from}-${to}`, text, ids)
}

const makeAdminRows = (checks: readonly PendingCheck[]) =>
  prepared('check-admin-rows', sql.makeAdminRows, [
    sqlArray(checks, it => it.userId),
    sqlArray(checks, it => it.zoneId),
  ])

function lockedTracks(pairs: readonly Pair[], rows: readonly unknown[][]): Map<string, Track> {
  const tracks = new Map<string, Track>()
  for (const row of rows) {
    const [n, place, inside, capturedAt, entryTime, exitTime, pendingInside, pendingSince] = row as StateRow
    const pair = pairs[n - 1]
    if (!pair) continue
    tracks.set(pair.key, {
      userId: pair.userId,
      zoneId: pair.zoneId,
      place,
      state: {
        inside,
        capturedAt: wholeMs(capturedAt),
        entryTime: wholeMs(entryTime),
        exitTime: wholeMs(exitTime),
        pendingInside,
        pendingSince: wholeMs(pendingSince),
      },
    })
  }
  return tracks
}
type Ms = number | null
type StateRow = [n: number, place: string, inside: boolean, Ms, Ms, Ms, pendingInside: boolean | null, Ms]

function storedCheck(row: unknown[]): StoredCheck {
  const [id, userId, zoneId, inside, certain, toCenter, toEdge, change, capturedAt, receivedAt, ...how] =
    row as StoredRow
  const [source, accuracyMeters, lat, lng] = how
  const certainty = certain ? 'certain' : 'uncertain'
  return {
    id,
    userId,
    zoneId,
    lat,
    lng,
    inside,
    certainty,
    unclear: isUnclear({ source: kindOf(source), certainty, accuracyMeters }),
    distanceToCenterM: toCenter,
    distanceToEdgeM: toEdge,
    change,
    capturedAt: Math.round(capturedAt),
    receivedAt: Math.round(receivedAt),
  }
}
type StoredRow = [
  string,
  string,
  string,
  boolean,
  boolean,
  number,
  number,
  StoredCheck['change'],
  number,
  number,
  TrackingSource,
  number | null,
  number,
  number,
]

/** PostgreSQL counts seconds in floating point here, so that a millisecond may come back with a tail. */
const wholeMs = (ms: Ms) => (ms === null ? null : Math.round(ms))

function writesOf({ log, ended, begun, changes, feed }: BatchPlan): Statement[] {
  const statements: Statement[] = []
  if (log.length > 0) statements.push(record(log))
  // Ends before beginnings: a person has at most one open visit in a zone.
  if (ended.length > 0) statements.push(endVisits(ended))
  if (begun.length > 0) statements.push(beginVisits(begun))
  if (changes.length > 0)
    statements.push(prepared('check-append-changes', sql.appendChanges, [JSON.stringify(changes)]))
  if (feed.length > 0) statements.push(appendFeed(feed))
  return statements
}

function record(log: readonly LogRow[]): Statement {
  const checks = log.map(it => it.check)
  const states = log.map(({ check, track }) => (track.newest?.check === check ? track.state : undefined))
  return prepared('check-record', sql.record, [
    sqlArray(checks, it => it.id),
    sqlArray(checks, it => it.zoneId),
    sqlArray(checks, it => it.userId),
    sqlArray(checks, it => it.lat),
    sqlArray(checks, it => it.lng),
    sqlArray(checks, it => it.accuracyMeters),
    sqlArray(checks, it => it.source),
    sqlArray(checks, it => it.capturedAt),
    sqlArray(checks, it => it.receivedAt),
    sqlArray(checks, it => it.inside),
    sqlArray(checks, it => it.certainty === 'certain'),
    sqlArray(checks, it => it.distanceToCenterM),
    sqlArray(checks, it => it.distanceToEdgeM),
    sqlArray(log, it => it.change),
    // A place is written (page,line): the comma needs quotes.
    sqlArray(log, ({ check, track }) => (track.newest?.check === check ? `"${track.place}"` : null)),
    sqlArray(states, it => it?.inside),
    sqlArray(states, it => it?.entryTime),
    sqlArray(states, it => it?.exitTime),
    sqlArray(states, it => it?.pendingInside),
    sqlArray(states, it => it?.pendingSince),
    sqlArray(checks, it => it.shapeVersion),
  ])
}

const appendFeed = (feed: BatchPlan['feed']) =>
  prepared('check-append-feed', sql.appendFeed, [
    sqlArray(feed, it => it.topic),
    sqlArray(feed, it => it.kind),
    feed.map(it => JSON.stringify(it.payload)).join('\n'),
  ])

const endVisits = (ended: BatchPlan['ended']) =>
  prepared('check-end-visits', sql.endVisits, [
    sqlArray(ended, it => it.userId),
    sqlArray(ended, it => it.zoneId),
    sqlArray(ended, it => it.exitTime),
    sqlArray(ended, it => it.durationMinutes),
  ])

const beginVisits = (begun: BatchPlan['begun']) =>
  prepared('check-begin-visits', sql.beginVisits, [
    sqlArray(begun, it => it.id),
    sqlArray(begun, it => it.check.userId),
    sqlArray(begun, it => it.check.zoneId),
    sqlArray(begun, it => it.entryTime),
    sqlArray(begun, it => it.exitTime),
    sqlArray(begun, it => it.durationMinutes),
    sqlArray(begun, it => it.check.accuracyMeters),
    sqlArray(begun, it => it.check.source),
  ])
