import { isUnclear, type TrackingSource, toKind } from '@muster/domain/presence.ts'
import { DAY_MS } from '@muster/domain/time-units.ts'
import type pg from 'pg'
import type { StoredCheck, Track } from './batch-plan.ts'
import * as sql from './check-batch.sql.ts'
import type { PendingCheck } from './pending-check.ts'
import { pairKey } from './plan-batch.ts'
import { toSqlArray } from './sql-array.ts'
import { prepareStatement, roundMs, type Statement, sendTogether } from './statements.ts'

/** The locked state rows for a batch, and what is already stored under the ids of its checks. */
export type LockedBatch = {
  readonly tracks: ReadonlyMap<string, Track>
  readonly stored: readonly StoredCheck[]
}

/**
 * Begins a batch's transaction, creates missing state rows for internal admins, locks the state rows and finds stored checks with
 * the same ids, all in one round trip.
 */
export async function lockBatch(client: pg.Client, checks: readonly PendingCheck[]): Promise<LockedBatch> {
  const pairsByKey = indexPairsByKey(checks)
  const pairs = [...pairsByKey.values()]
  const adminChecks = checks.filter(check => check.seesAllZones)
  const results = await sendTogether(client, [
    { text: 'begin isolation level read committed' },
    ...(adminChecks.length > 0 ? [insertAdminRows(adminChecks)] : []),
    lockStates(pairs),
    findStored(checks),
  ])
  const [lockedRows = [], storedRows = []] = results.slice(-2).map(it => it.rows)
  return { tracks: toTracks(pairs, lockedRows), stored: storedRows.map(toStoredCheck) }
}

function indexPairsByKey(checks: readonly PendingCheck[]): Map<string, Pair> {
  const pairsByKey = new Map<string, Pair>()
  for (const check of checks) {
    const key = pairKey(check)
    if (!pairsByKey.has(key)) pairsByKey.set(key, { key, userId: check.userId, zoneId: check.zoneId })
  }
  return pairsByKey
}
type Pair = { readonly key: string; readonly userId: string; readonly zoneId: string }

const lockStates = (pairs: readonly Pair[]) =>
  prepareStatement('check-lock-states', sql.lockStates, [
    toSqlArray(pairs, it => it.userId),
    toSqlArray(pairs, it => it.zoneId),
  ])

/**
 * Every copy has the same capture time, so is on one of these days. Prepared only for current days, so that senders of old readings
 * cannot fill the connection with plans.
 */
function findStored(checks: readonly PendingCheck[]): Statement {
  const dayNumbers = checks.map(it => Math.floor(it.capturedAt / DAY_MS))
  const [firstDay, endDay] = [Math.min(...dayNumbers), Math.max(...dayNumbers) + 1]
  const text = sql.findStored((firstDay * DAY_MS) / 1000, (endDay * DAY_MS) / 1000)
  const ids = [toSqlArray(checks, it => it.id)]
  const today = Math.floor((checks[0]?.receivedAt ?? 0) / DAY_MS)
  if (firstDay < today - 1 || endDay > today + 2) return { text, values: ids, rowMode: 'array' }
  return prepareStatement(`check-find-stored-${firstDay}-${endDay}`, text, ids)
}

const insertAdminRows = (checks: readonly PendingCheck[]) =>
  prepareStatement('check-admin-rows', sql.insertAdminRows, [
    toSqlArray(checks, it => it.userId),
    toSqlArray(checks, it => it.zoneId),
  ])

function toTracks(pairs: readonly Pair[], rows: readonly unknown[][]): Map<string, Track> {
  const tracks = new Map<string, Track>()
  for (const row of rows) {
    const [
      pairNumber,
      ctid,
      inside,
      capturedAt,
      entryTime,
      exitTime,
      pendingInside,
      pendingSince,
      ...moreColumns
    ] = row as StateRow
    const [pendingFrom, lat, lng, accuracyMeters, source, mock] = moreColumns
    const pair = pairs[pairNumber - 1]
    if (!pair) continue
    tracks.set(pair.key, {
      userId: pair.userId,
      zoneId: pair.zoneId,
      place: ctid,
      source,
      mock: mock ?? false,
      state: {
        inside,
        capturedAt: roundMs(capturedAt),
        entryTime: roundMs(entryTime),
        exitTime: roundMs(exitTime),
        pendingInside,
        pendingSince: roundMs(pendingSince),
        pendingFrom: roundMs(pendingFrom),
        place: lat === null || lng === null ? null : { lat, lng, accuracyMeters },
      },
    })
  }
  return tracks
}
type NullableMs = number | null
type StateRow = [
  n: number,
  place: string,
  inside: boolean,
  NullableMs,
  NullableMs,
  NullableMs,
  pendingInside: boolean | null,
  NullableMs,
  pendingFrom: NullableMs,
  lat: number | null,
  lng: number | null,
  accuracyMeters: number | null,
  source: TrackingSource | null,
  mock: boolean | null,
]

function toStoredCheck(row: unknown[]): StoredCheck {
  const [
    id,
    userId,
    zoneId,
    inside,
    certain,
    toCenter,
    toEdge,
    change,
    capturedAt,
    receivedAt,
    ...moreColumns
  ] = row as StoredRow
  const [source, accuracyMeters, lat, lng] = moreColumns
  const certainty = certain ? 'certain' : 'uncertain'
  return {
    id,
    userId,
    zoneId,
    lat,
    lng,
    inside,
    certainty,
    unclear: isUnclear({ source: toKind(source), certainty, accuracyMeters }),
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
