import { emailChangeHours, emailObjectionDays } from '@muster/domain/email-change.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'

/** Deletes expired sessions. A trigger announces each one to the feed. */
export const deleteExpiredSessions = (limit: number) =>
  sql`delete from auth.sessions where id = any(array(
    select id from auth.sessions where expires_at < now() order by expires_at limit ${limit}))`

export const deleteExpiredVerifications = (limit: number) =>
  sql`delete from auth.verifications where id = any(array(
    select id from auth.verifications where expires_at < now() limit ${limit}))`

export const deleteExpiredSignIns = (limit: number) =>
  sql`delete from auth.pending_sign_ins where token_hash = any(array(
    select token_hash from auth.pending_sign_ins where expires_at < now() limit ${limit}))`

/** Forgets unused devices. A device with an active session counts as used, however long ago the password was entered. */
export const deleteUnusedDevices = (limit: number) =>
  sql`delete from known_devices where ctid = any(array(
    select ctid from known_devices d
    where last_used_at < now() - ${limits.knownDeviceKeepDays} * interval '1 day' and not exists (
      select from auth.sessions s where s.user_id = d.user_id and s.device_hash = d.token_hash)
    limit ${limit}))`

/** Deletes email changes that can no longer be confirmed or reverted. */
export const deleteSettledEmailChanges = (limit: number) =>
  sql`delete from email_changes where id = any(array(
    select id from email_changes
    where coalesce(confirmed_at + ${emailObjectionDays} * interval '1 day', created_at + ${emailChangeHours} * interval '1 hour') < now()
    limit ${limit}))`
