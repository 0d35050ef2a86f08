import type pg from 'pg'
import type { BatchPlan, FeedRow, LogRow } from './batch-plan.ts'
import * as sql from './check-batch.sql.ts'
import { lockBatch } from './lock-batch.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { planBatch } from './plan-batch.ts'
import { toSqlArray } from './sql-array.ts'
import { prepareStatement, type Statement, writeAndCommit } from './statements.ts'

/**
 * Writes a batch in one transaction of two round trips: lock and read, then write and commit. Resolves once the commit is on disk.
 *
 * `client` is an exclusive, pipelining connection as the database owner. Row-level security would check each person separately;
 * locking the state rows verifies for all of them together that the person belongs to the zone.
 *
 * Rejects with the error of the first failed statement and leaves the rollback to the caller. In that case nothing is written,
 * unless the connection was lost during the commit. Writing the batch again is correct in either case.
 */
export async function writeBatch(
  client: pg.Client,
  checks: readonly PendingCheck[],
): Promise<(CheckOutcome | LateCheck)[]> {
  const { tracks, stored } = await lockBatch(client, checks)
  const plan = planBatch(checks, tracks, stored)
  await writeAndCommit(client, listWrites(plan))
  return plan.outcomes
}

function listWrites({ log, back, ended, begun, changes, feed }: BatchPlan): Statement[] {
  const statements: Statement[] = []
  if (log.length > 0) statements.push(recordChecks(log))
  if (back.length > 0) statements.push(rewindVisits(back))
  // Ends are written before beginnings, because a person has at most one open visit per zone.
  if (ended.length > 0) statements.push(endVisits(ended))
  if (begun.length > 0) statements.push(beginVisits(begun))
  return [...statements, ...listFeedStatements(changes, feed)]
}

/** Builds the statements that append a batch's feed events. */
export function listFeedStatements(changes: readonly FeedRow[], feed: readonly FeedRow[]): Statement[] {
  const statements: Statement[] = []
  if (changes.length > 0)
    statements.push(prepareStatement('check-append-changes', sql.appendChanges, [JSON.stringify(changes)]))
  if (feed.length > 0) statements.push(appendFeed(feed))
  return statements
}

/** Builds the statement that writes the log, and the states that result from the newest check per person and zone. */
export function recordChecks(log: readonly LogRow[]): Statement {
  const checks = log.map(it => it.check)
  const states = log.map(({ check, track }) => (track.newest?.check === check ? track.state : undefined))
  return prepareStatement('check-record', sql.recordChecks, [
    toSqlArray(checks, it => it.id),
    toSqlArray(checks, it => it.zoneId),
    toSqlArray(checks, it => it.userId),
    toSqlArray(checks, it => it.lat),
    toSqlArray(checks, it => it.lng),
    toSqlArray(checks, it => it.accuracyMeters),
    toSqlArray(checks, it => it.source),
    toSqlArray(checks, it => it.capturedAt),
    toSqlArray(checks, it => it.receivedAt),
    toSqlArray(checks, it => it.inside),
    toSqlArray(checks, it => it.certainty === 'certain'),
    toSqlArray(checks, it => it.distanceToCenterM),
    toSqlArray(checks, it => it.distanceToEdgeM),
    toSqlArray(log, it => it.change),
    // A ctid has the form (page,line), so its comma needs quotes.
    toSqlArray(log, ({ check, track }) => (track.newest?.check === check ? `"${track.place}"` : null)),
    toSqlArray(states, it => it?.inside),
    toSqlArray(states, it => it?.entryTime),
    toSqlArray(states, it => it?.exitTime),
    toSqlArray(states, it => it?.pendingInside),
    toSqlArray(states, it => it?.pendingSince),
    toSqlArray(checks, it => it.shapeVersion),
    toSqlArray(checks, it => it.mock || null),
    toSqlArray(log, it => it.jump || null),
    toSqlArray(states, it => it?.pendingFrom),
  ])
}

const appendFeed = (feed: readonly FeedRow[]) =>
  prepareStatement('check-append-feed', sql.appendFeed, [
    toSqlArray(feed, it => it.topic),
    toSqlArray(feed, it => it.kind),
    feed.map(it => JSON.stringify(it.payload)).join('\n'),
  ])

const rewindVisits = (rewinds: BatchPlan['back']) =>
  prepareStatement('check-put-visits-back', sql.rewindVisits, [
    toSqlArray(rewinds, it => it.userId),
    toSqlArray(rewinds, it => it.zoneId),
    toSqlArray(rewinds, it => it.at),
  ])

const endVisits = (visitEnds: BatchPlan['ended']) =>
  prepareStatement('check-end-visits', sql.endVisits, [
    toSqlArray(visitEnds, it => it.userId),
    toSqlArray(visitEnds, it => it.zoneId),
    toSqlArray(visitEnds, it => it.exitTime),
    toSqlArray(visitEnds, it => it.durationMinutes),
    toSqlArray(visitEnds, it => it.mock || null),
  ])

const beginVisits = (visits: BatchPlan['begun']) =>
  prepareStatement('check-begin-visits', sql.beginVisits, [
    toSqlArray(visits, it => it.id),
    toSqlArray(visits, it => it.check.userId),
    toSqlArray(visits, it => it.check.zoneId),
    toSqlArray(visits, it => it.entryTime),
    toSqlArray(visits, it => it.exitTime),
    toSqlArray(visits, it => it.durationMinutes),
    toSqlArray(visits, it => it.check.accuracyMeters),
    toSqlArray(visits, it => it.check.source),
    toSqlArray(visits, it => it.check.mock || null),
    toSqlArray(visits, it => it.exitMock || null),
  ])
