import { randomUUID } from 'node:crypto'
import type { BackupCause, BackupPhase, BackupRunKind } from '@muster/domain/backup.ts'
import { maxListedBackups, maxListedFailures } from '@muster/domain/backup.ts'
import { sql } from 'kysely'
import type { BackupManifest } from '../../backup/backup-manifest.ts'
import type { OwnerTx, Tx } from '../../db/database.ts'
import { many, oneOrNone, run } from '../../db/rows.ts'
import type { Audience } from '../../live/write.ts'

const selectRuns = (tx: Tx) => tx.selectFrom('backup_runs').selectAll()
export type BackupRunRow = Awaited<ReturnType<typeof findRun>> & object

const findRun = (tx: OwnerTx, id: string) => selectRuns(tx).where('id', '=', id).executeTakeFirst()

/** Returns the running or else the waiting run. */
export const findCurrentRun = (tx: Tx) =>
  selectRuns(tx)
    .where('state', 'in', ['waiting', 'running'])
    .orderBy(sql`state = 'running'`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findWaitingRun = (tx: OwnerTx) =>
  selectRuns(tx).where('state', '=', 'waiting').limit(1).executeTakeFirst()

export const findLastCheck = (tx: Tx) =>
  selectRuns(tx)
    .where('kind', '=', 'check')
    .where('state', 'in', ['done', 'failed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Lists the backups that are still in their place, newest first. */
export const listGoodBackups = (tx: Tx) =>
  selectRuns(tx)
    .where('kind', '=', 'backup')
    .where('state', '=', 'done')
    .where('removed_at', 'is', null)
    .orderBy('started_at', 'desc')
    .limit(maxListedBackups)
    .execute()

export const listFailures = (tx: Tx) =>
  selectRuns(tx)
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(maxListedFailures)
    .execute()

/** When the first migration ran; `failedAt` are the failed backups of the last two days. */
export async function readBackupHistory(tx: OwnerTx) {
  const rows = await many(tx)<{ installed_at: Date; good_at: Date[]; failed_at: Date[] }>`
    select (select coalesce(min(applied_at), now()) from schema_migrations) as installed_at,
      array(select started_at from backup_runs where kind = 'backup' and state = 'done' and removed_at is null
        and started_at is not null order by started_at desc limit 20) as good_at,
      array(select started_at from backup_runs where kind = 'backup' and state = 'failed' and started_at is not null
        order by started_at desc limit 20) as failed_at`
  const [row] = rows
  return {
    installedAt: row?.installed_at ?? new Date(),
    goodAt: row?.good_at ?? [],
    failedAt: row?.failed_at ?? [],
  }
}

/** Returns the mark of the history that this database belongs to; a restore changes it. */
export async function readDatabaseHistory(tx: OwnerTx): Promise<string> {
  const row = await oneOrNone(tx)<{ history: string }>`select history::text as history from feed_floor`
  return row?.history ?? ''
}

/** Inserts a waiting run; null if one waits already. */
export const insertWaitingRun = (tx: Tx, kind: BackupRunKind, cause: BackupCause) =>
  tx
    .insertInto('backup_runs')
    .values({ id: randomUUID(), kind, cause, state: 'waiting' })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Starts a run: the waiting one with this id, or a new one. */
export async function startRun(
  tx: Tx,
  run: { id: string; kind: BackupRunKind; cause: BackupCause; name: string | null; at: Date },
): Promise<void> {
  const started = { state: 'running', name: run.name, started_at: run.at, progressed_at: run.at } as const
  await tx
    .insertInto('backup_runs')
    .values({ id: run.id, kind: run.kind, cause: run.cause, ...started })
    .onConflict(conflict => conflict.column('id').doUpdateSet(started))
    .execute()
}

export const updateProgress = (tx: Tx, id: string, phase: BackupPhase, storedBytes: number) =>
  tx
    .updateTable('backup_runs')
    .set({ phase, stored_bytes: storedBytes, progressed_at: new Date() })
    .where('id', '=', id)
    .execute()

export const finishRun = (tx: Tx, id: string, facts: Partial<ReturnType<typeof toBackupFacts>> = {}) =>
  tx
    .updateTable('backup_runs')
    .set({ state: 'done', phase: null, finished_at: new Date(), ...facts })
    .where('id', '=', id)
    .execute()

export const failRun = (tx: Tx, id: string, problem: string) =>
  tx
    .updateTable('backup_runs')
    .set({ state: 'failed', phase: null, finished_at: new Date(), problem })
    .where('id', '=', id)
    .execute()

/** Marks runs whose server stopped as failed. Must be called with the lock that every run needs. */
export const failInterruptedRuns = (tx: Tx) =>
  tx
    .updateTable('backup_runs')
    .set({
      state: 'failed',
      phase: null,
      finished_at: new Date(),
      problem: 'The server stopped during the run.',
    })
    .where('state', '=', 'running')
    .executeTakeFirst()

const toBackupFacts = (manifest: BackupManifest) => ({
  name: manifest.name,
  stored_bytes: manifest.storedBytes,
  file_count: manifest.files.count,
  form: manifest.form,
  encrypted: manifest.recipient !== null,
})
export const finishBackup = (tx: OwnerTx, id: string, manifest: BackupManifest) =>
  finishRun(tx, id, toBackupFacts(manifest))

/**
 * Updates the index to match the stored backups: those that are gone are marked, and unknown ones, such as those made before this
 * database was restored, are added.
 */
export async function indexBackups(tx: OwnerTx, manifests: readonly BackupManifest[]): Promise<void> {
  const names = manifests.map(it => it.name)
  await run(tx)`
    update backup_runs set removed_at = case when name = any(${names}::text[]) then null else now() end
    where kind = 'backup' and state = 'done' and (removed_at is null) <> (name = any(${names}::text[]))`
  const rows = await many(tx)<{ name: string }>`
    select name from backup_runs where kind = 'backup' and state = 'done' and name = any(${names}::text[])`
  const knownNames = new Set(rows.map(it => it.name))
  for (const manifest of manifests)
    if (!knownNames.has(manifest.name))
      await tx
        .insertInto('backup_runs')
        .values({
          id: randomUUID(),
          kind: 'backup',
          cause: 'command',
          state: 'done',
          ...toBackupFacts(manifest),
          created_at: manifest.takenAt,
          started_at: manifest.takenAt,
          finished_at: manifest.finishedAt,
        })
        .execute()
}

/** Deletes runs that ended more than 400 days ago, except backups that are still there. */
export const deleteOldRuns = (limit: number) => sql`
  delete from backup_runs where id in (select id from backup_runs where created_at < now() - interval '400 days'
    and state in ('done', 'failed') and not (kind = 'backup' and state = 'done' and removed_at is null) limit ${limit})`

export const superAdmins: Audience = sql<string[]>`
  (select coalesce(array_agg(id), '{}') from user_profiles where role = 'super_admin' and status = 'active')`
