import { emailChangeHours, emailObjectionDays } from '@muster/domain/email-change.ts'
import { limits } from '@muster/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { deleteUnusedFiles } from '../features/files/index.ts'

const BATCH = 1_000
/** The log of what webhooks were sent. */
const KEEP_DELIVERIES_DAYS = 14

export type Expired = {
  readonly sessions: number
  readonly verifications: number
  readonly pendingSignIns: number
  readonly zoneEntries: number
  readonly rateLimits: number
  readonly devices: number
  readonly deliveries: number
  readonly trackingRequests: number
  readonly pastMemberships: number
  readonly emailChanges: number
  readonly alerts: number
  readonly uploads: number
}

/**
 * Removes what lost its meaning by the clock: sessions, sign-ins without their second step, links that were mailed, PIN entries, counters of rate limits and
 * devices that nobody signs in from any more,
 * the log of what webhooks were sent, old alerts, uploads that nothing named, requests that were settled long ago,
 * memberships that ended before any look that is still told, and
 * changes of addresses that can be neither confirmed nor taken back any more.
 * Each batch is a transaction of its own; ended sessions are announced to the feed by their trigger.
 */
export async function removeExpired(db: Database, signal?: AbortSignal): Promise<Expired> {
  const all = async (batch: (tx: Tx) => Promise<number>) => {
    let removed = 0
    while (true) {
      signal?.throwIfAborted()
      const count = await db.asOwner('expired rows belong to nobody who acts', batch)
      removed += count
      if (count < BATCH) return removed
    }
  }
  return {
    sessions: await all(deleteSessions),
    verifications: await all(deleteVerifications),
    pendingSignIns: await all(deletePendingSignIns),
    zoneEntries: await all(deleteZoneEntries),
    rateLimits: await all(deleteRateLimits),
    devices: await all(deleteDevices),
    deliveries: await all(deleteDeliveries),
    trackingRequests: await all(deleteTrackingRequests),
    pastMemberships: await all(deletePastMemberships),
    emailChanges: await all(deleteEmailChanges),
    alerts: await all(deleteAlerts),
    uploads: await all(deleteUploads),
  }
}

const deleteSessions = (tx: Tx) =>
  count(
    tx,
    sql`delete from auth.sessions where id = any(array(
      select id from auth.sessions where expires_at < now() order by expires_at limit ${BATCH}))`,
  )

const deleteVerifications = (tx: Tx) =>
  count(
    tx,
    sql`delete from auth.verifications where id = any(array(
      select id from auth.verifications where expires_at < now() limit ${BATCH}))`,
  )

const deletePendingSignIns = (tx: Tx) =>
  count(
    tx,
    sql`delete from auth.pending_sign_ins where token_hash = any(array(
      select token_hash from auth.pending_sign_ins where expires_at < now() limit ${BATCH}))`,
  )

const deleteZoneEntries = (tx: Tx) =>
  count(
    tx,
    sql`delete from zone_entries where ctid = any(array(
      select ctid from zone_entries where expires_at < now() limit ${BATCH}))`,
  )

const deleteRateLimits = (tx: Tx) =>
  count(
    tx,
    sql`delete from rate_limits where key = any(array(
      select key from rate_limits where expires_at < now() limit ${BATCH}))`,
  )

// A device that somebody is signed in on is in use, however long ago they typed the password.
const deleteDevices = (tx: Tx) =>
  count(
    tx,
    sql`delete from known_devices where ctid = any(array(
      select ctid from known_devices d
      where last_used_at < now() - ${limits.knownDeviceKeepDays} * interval '1 day' and not exists (
        select from auth.sessions s where s.user_id = d.user_id and s.device_hash = d.token_hash)
      limit ${BATCH}))`,
  )

// By its age alone, also what waits still: it is tried for a day.
const deleteDeliveries = (tx: Tx) =>
  count(
    tx,
    sql`delete from webhook_deliveries where id = any(array(
      select id from webhook_deliveries where created_at < now() - ${KEEP_DELIVERIES_DAYS} * interval '1 day'
      order by created_at limit ${BATCH}))`,
  )

const deleteTrackingRequests = (tx: Tx) =>
  count(
    tx,
    sql`delete from location_tracking_requests where id = any(array(
      select id from location_tracking_requests
      where answered_at < now() - ${limits.locationRequestKeepDays} * interval '1 day' limit ${BATCH}))`,
  )

const deletePastMemberships = (tx: Tx) =>
  count(
    tx,
    sql`delete from past_memberships where id = any(array(
      select id from past_memberships
      where ended_at < now() - ${limits.locationLooksDays} * interval '1 day' order by ended_at limit ${BATCH}))`,
  )

const deleteEmailChanges = (tx: Tx) =>
  count(
    tx,
    sql`delete from email_changes where id = any(array(
      select id from email_changes
      where coalesce(confirmed_at + ${emailObjectionDays} * interval '1 day', created_at + ${emailChangeHours} * interval '1 hour') < now()
      limit ${BATCH}))`,
  )

const deleteAlerts = (tx: Tx) =>
  count(
    tx,
    sql`delete from user_alerts where id = any(array(
      select id from user_alerts where created_at < now() - ${limits.alertKeepDays} * interval '1 day'
      order by created_at limit ${BATCH}))`,
  )

const deleteUploads = (tx: Tx) => deleteUnusedFiles(tx, limits.orphanFileMs, BATCH)

async function count(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(tx)
  return Number(numAffectedRows ?? 0)
}
