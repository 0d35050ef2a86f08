import type { MyDownload } from '@muster/contract/my-data.ts'
import { limits } from '@muster/domain/limits.ts'
import { sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, oneOrNone, run } from '../../../db/rows.ts'

export type DownloadRow = {
  id: string
  state: string
  percent: number
  bytes: number | null
  requested_at: string
  ready_at: string | null
  expires_at: string | null
}

/** A download that is still being prepared after a day is considered lost. */
const LOST_AFTER = sql`interval '1 day'`

/** Reads the person's download, in the actor's or the database owner's role. */
export const readDownload = (tx: Tx, userId: string) =>
  oneOrNone(tx)<DownloadRow>`
    select id, state, percent, bytes, wire_time(requested_at) as requested_at, wire_time(ready_at) as ready_at,
      wire_time(expires_at) as expires_at
    from data_downloads where user_id = ${userId}`

export const downloadView = (row: DownloadRow): MyDownload => ({
  id: row.id,
  state: row.state as MyDownload['state'],
  percent: row.percent,
  bytes: row.bytes,
  requestedAt: row.requested_at,
  readyAt: row.ready_at,
  expiresAt: row.expires_at,
})

/** Begins a new download, replacing one that is finished, failed or lost; returns its id, or null if one is in progress. */
export async function beginDownload(tx: Tx, userId: string): Promise<string | null> {
  await run(tx)`delete from data_downloads
    where user_id = ${userId} and (state <> 'preparing' or requested_at < now() - ${LOST_AFTER})`
  const row = await oneOrNone(tx)<{ id: string }>`
    insert into data_downloads (user_id) values (${userId}) on conflict (user_id) do nothing returning id`
  return row?.id ?? null
}

export type Attempt = {
  readonly id: string
  readonly user_id: string
  readonly attempt: number
  readonly path: string
  /** The file left by a previous, abandoned attempt. */
  readonly left: string | null
  readonly photo: string | null
  readonly language: string
}

/** Starts an attempt, after which earlier attempts can no longer write. Undefined if the download is no longer being prepared. */
export const beginAttempt = (tx: Tx, id: string) =>
  oneOrNone(tx)<Attempt>`
    with before as (select user_id, path from data_downloads where id = ${id} and state = 'preparing' for update)
    update data_downloads d set attempt = attempt + 1, percent = 0,
      path = 'downloads/' || d.user_id || '/muster-data-' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD') || '-'
        || right(d.id::text, 8) || '-' || attempt + 1 || '.zip'
    from before, user_profiles p where d.user_id = before.user_id and p.id = d.user_id
    returning d.id, d.user_id, d.attempt, d.path, before.path as left, p.profile_image as photo,
      reading_language(p.id, p.language) as language`

/** Stores the progress; returns false if the attempt has been superseded. */
export async function updateProgress(
  tx: Tx,
  { id, user_id, attempt }: Attempt,
  percent: number,
): Promise<boolean> {
  const changed = await run(tx)`
    update data_downloads set percent = greatest(percent, ${percent})
    where user_id = ${user_id} and id = ${id} and attempt = ${attempt} and state = 'preparing'`
  return changed === 1
}

/** Makes the file available for download; returns false if the attempt has been superseded. */
export async function finishAttempt(
  tx: Tx,
  { id, user_id, attempt }: Attempt,
  bytes: number,
): Promise<boolean> {
  const changed = await run(tx)`
    update data_downloads set state = 'ready', percent = 100, bytes = ${bytes}, ready_at = now(),
      expires_at = now() + ${limits.downloadKeepDays} * interval '1 day'
    where user_id = ${user_id} and id = ${id} and attempt = ${attempt} and state = 'preparing'`
  return changed === 1
}

/** Marks a download in preparation as failed, and records its partial file for removal. */
export async function failDownload(tx: Tx, id: string): Promise<void> {
  await run(tx)`with given_up as (
      update data_downloads d set state = 'failed', attempt = d.attempt + 1, path = null
      from data_downloads before where before.id = d.id and d.id = ${id} and d.state = 'preparing'
      returning before.path)
    insert into removed_files (path) select path from given_up where path is not null on conflict do nothing`
}

/** Finds the path of the person's file, if it is ready. Runs in the actor's role. */
export async function findReadyPath(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await oneOrNone(tx)<{ path: string }>`
    select path from data_downloads where user_id = ${userId} and state = 'ready' and expires_at > now()`
  return row?.path
}

/** Returns true if the path is the actor's own file and ready for download. */
export async function isOwnDownload(tx: OwnerTx, path: string): Promise<boolean> {
  const rows = await many(tx)`
    select from data_downloads where path = ${path} and user_id = actor_id() and state = 'ready' and expires_at > now()`
  return rows.length > 0
}

/**
 * Deletes downloads that have expired. Failed and unfinished downloads have no expiry, so they are deleted `downloadKeepDays` days
 * after the request.
 */
export async function deleteOldDownloads(tx: OwnerTx): Promise<void> {
  await run(tx)`delete from data_downloads
    where coalesce(expires_at, requested_at + ${limits.downloadKeepDays} * interval '1 day') < now()`
}

/** Lists the stored files to remove, at most 10,000; `old` marks those that no node can still be writing. */
export const listRemovedFiles = (tx: OwnerTx) =>
  many(tx)<{ path: string; old: boolean }>`
    select path, removed_at < now() - ${LOST_AFTER} as old from removed_files order by removed_at limit 10000`

export async function forgetRemovedFiles(tx: OwnerTx, paths: readonly string[]): Promise<void> {
  await run(tx)`delete from removed_files where path = any(${paths}::text[])`
}
