import type pg from 'pg'
import type { BatchPlan, FeedRow, LogRow } from './batch-plan.ts'
import * as sql from './check-batch.sql.ts'
import { lockBatch } from './lock-batch.ts'
import type { CheckOutcome, LateCheck, PendingCheck } from './pending-check.ts'
import { planBatch } from './plan-batch.ts'
import { sqlArray } from './sql-array.ts'
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
    // A ctid has the form (page,line), so its comma needs quotes.
    sqlArray(log, ({ check, track }) => (track.newest?.check === check ? `"${track.place}"` : null)),
    sqlArray(states, it => it?.inside),
    sqlArray(states, it => it?.entryTime),
    sqlArray(states, it => it?.exitTime),
    sqlArray(states, it => it?.pendingInside),
    sqlArray(states, it => it?.pendingSince),
    sqlArray(checks, it => it.shapeVersion),
    sqlArray(checks, it => it.mock || null),
    sqlArray(log, it => it.jump || null),
    sqlArray(states, it => it?.pendingFrom),
  ])
}

const appendFeed = (feed: readonly FeedRow[]) =>
  prepareStatement('check-append-feed', sql.appendFeed, [
    sqlArray(feed, it => it.topic),
    sqlArray(feed, it => it.kind),
    feed.map(it => JSON.stringify(it.payload)).join('\n'),
  ])

const rewindVisits = (rewinds: BatchPlan['back']) =>
  prepareStatement('check-put-visits-back', sql.rewindVisits, [
    sqlArray(rewinds, it => it.userId),
    sqlArray(rewinds, it => it.zoneId),
    sqlArray(rewinds, it => it.at),
  ])

const endVisits = (visitEnds: BatchPlan['ended']) =>
  prepareStatement('check-end-visits', sql.endVisits, [
    sqlArray(visitEnds, it => it.userId),
    sqlArray(visitEnds, it => it.zoneId),
    sqlArray(visitEnds, it => it.exitTime),
    sqlArray(visitEnds, it => it.durationMinutes),
    sqlArray(visitEnds, it => it.mock || null),
  ])

const beginVisits = (visits: BatchPlan['begun']) =>
  prepareStatement('check-begin-visits', sql.beginVisits, [
    sqlArray(visits, it => it.id),
    sqlArray(visits, it => it.check.userId),
    sqlArray(visits, it => it.check.zoneId),
    sqlArray(visits, it => it.entryTime),
    sqlArray(visits, it => it.exitTime),
    sqlArray(visits, it => it.durationMinutes),
    sqlArray(visits, it => it.check.accuracyMeters),
    sqlArray(visits, it => it.check.source),
    sqlArray(visits, it => it.check.mock || null),
    sqlArray(visits, it => it.exitMock || null),
  ])
