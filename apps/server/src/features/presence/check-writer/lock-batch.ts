import { isUnclear, type TrackingSource, toKind } from '@muster/domain/presence.ts'
import type pg from 'pg'
import type { StoredCheck, Track } from './batch-plan.ts'
import * as sql from './check-batch.sql.ts'
import type { PendingCheck } from './pending-check.ts'
import { pairKey } from './plan-batch.ts'
import { sqlArray } from './sql-array.ts'
import { inOneGo, prepared, type Statement, wholeMs } from './statements.ts'

/** The locked state rows of a batch, and what is already stored under the ids of its checks. */
export type LockedBatch = {
  readonly tracks: ReadonlyMap<string, Track>
  readonly stored: readonly StoredCheck[]
}

/** Begins the transaction of a batch, locks the state rows and looks up the ids, in one round trip. */
export async function lockBatch(client: pg.Client, checks: readonly PendingCheck[]): Promise<LockedBatch> {
  const pairsToLock = listPairs(checks)
  const pairs = [...pairsToLock.values()]
  const admins = checks.filter(check => check.seesAllZones)
  const reads = await inOneGo(client, [
    { text: 'begin isolation level read committed' },
    ...(admins.length > 0 ? [makeAdminRows(admins)] : []),
    lockStates(pairs),
    findStored(checks),
  ])
  const [locked = [], stored = []] = reads.slice(-2).map(it => it.rows)
  return { tracks: lockedTracks(pairs, locked), stored: stored.map(storedCheck) }
}

function listPairs(checks: readonly PendingCheck[]): Map<string, Pair> {
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
 * Every copy of a reading has the same capture time, so a stored copy is on one of this batch's days. The statement is prepared
 * only for current days, so that senders of old readings cannot fill the connection with plans.
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
    const [n, place, inside, capturedAt, entryTime, exitTime, pendingInside, pendingSince, ...more] =
      row as StateRow
    const [pendingFrom, lat, lng, accuracyMeters, source, mock] = more
    const pair = pairs[n - 1]
    if (!pair) continue
    tracks.set(pair.key, {
      userId: pair.userId,
      zoneId: pair.zoneId,
      place,
      source,
      mock: mock ?? false,
      state: {
        inside,
        capturedAt: wholeMs(capturedAt),
        entryTime: wholeMs(entryTime),
        exitTime: wholeMs(exitTime),
        pendingInside,
        pendingSince: wholeMs(pendingSince),
        pendingFrom: wholeMs(pendingFrom),
        place: lat === null || lng === null ? null : { lat, lng, accuracyMeters },
      },
    })
  }
  return tracks
}
type Ms = number | null
type StateRow = [
  n: number,
  place: string,
  inside: boolean,
  Ms,
  Ms,
  Ms,
  pendingInside: boolean | null,
  Ms,
  pendingFrom: Ms,
  lat: number | null,
  lng: number | null,
  accuracyMeters: number | null,
  source: TrackingSource | null,
  mock: boolean | null,
]

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
