import { randomUUID } from 'node:crypto'
import { describeBackupFailure } from '../../backup/backup-error.ts'
import { createBackupName, listSets } from '../../backup/backup-manifest.ts'
import { findDueTimes, findNewestPast, isBackupDue, isBackupStale } from '../../backup/backup-schedule.ts'
import { checkBackup } from '../../backup/check-backup.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { requireOwnPlace } from '../../backup/place-owner.ts'
import { removeLeftovers, removeOldBackups, removeWorkFolder } from '../../backup/remove-backups.ts'
import { write } from '../../live/write.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BackupSettings } from './backup-settings.ts'
import { backupFailed, backupStale, checkFailed } from './backups.alerts.ts'
import {
  type BackupRunRow,
  failInterruptedRuns,
  failRun,
  findCurrentRun,
  findLastCheck,
  findWaitingRun,
  finishBackup,
  finishRun,
  indexBackups,
  listFailures,
  readBackupHistory,
  readDatabaseHistory,
  startRun,
  updateProgress,
} from './backups.queries.ts'
import { withBackupLock } from './run-lock.ts'

type Deps = Pick<Platform, 'db' | 'databaseUrl' | 'env' | 'files' | 'log' | 'version'> & {
  readonly storedFolders: Readonly<Record<string, unknown>>
  readonly settings: BackupSettings
  readonly now?: () => Date
}

export type BackupService = ReturnType<typeof createBackupService>

const OWNER_REASON = 'backups belong to the installation'
const PROGRESS_INTERVAL_MS = 2_000
const WEEK_MS = 7 * 86_400_000
const getStart = (run: BackupRunRow) => run.started_at ?? run.created_at

/**
 * Creates the service that a job runs every minute: it makes the backup that is due or requested, checks the last one once a week if
 * the settings say so, and alerts super admins.
 */
export function createBackupService({
  db,
  databaseUrl,
  env,
  log,
  settings,
  now = () => new Date(),
  ...deps
}: Deps) {
  const { place, maker, workFolder } = settings
  const asOwner: <T>(work: Parameters<typeof db.asOwner<T>>[1]) => Promise<T> = work =>
    db.asOwner(OWNER_REASON, work)
  const getDueTimes = () => findDueTimes(env.BACKUP_AT, env.TIME_ZONE, now())
  const [daily, weekly, monthly] = env.BACKUP_KEEP

  /** Runs `work` as a run in the index. A failure is recorded and logged instead of thrown. */
  const record = async (
    run: Pick<BackupRunRow, 'id' | 'kind' | 'cause'>,
    name: string | null,
    work: (id: string) => Promise<void>,
  ) => {
    const { id } = run
    const kind = run.kind === 'check' ? 'check' : 'backup'
    const cause = run.cause === 'person' ? 'person' : 'schedule'
    await asOwner(tx => startRun(tx, { id, kind, cause, name, at: now() }))
    try {
      await work(id)
    } catch (error) {
      const problem = describeBackupFailure(error)
      log.error(
        { err: error },
        kind === 'check' ? `The backup’s check failed: ${problem}` : `The backup failed: ${problem}`,
      )
      await asOwner(tx => failRun(tx, id, problem))
      if (kind === 'check')
        await asOwner(tx => write(tx, async ({ alert }) => alert(checkFailed(id, problem))))
    }
  }

  const backUp = async (run: Pick<BackupRunRow, 'id' | 'cause'>, signal: AbortSignal) => {
    const at = now()
    await record({ ...run, kind: 'backup' }, createBackupName(at), async id => {
      let shown = { phase: '', at: 0 }
      const key = await settings.readKey()
      await requireOwnPlace(place, await asOwner(readDatabaseHistory))
      await removeLeftovers(place, workFolder)
      const manifest = await makeBackup(
        {
          place,
          maker,
          key,
          workFolder,
          version: deps.version,
          source: { files: deps.files, folders: Object.keys(deps.storedFolders) },
        },
        {
          at,
          signal,
          onProgress(phase, storedBytes) {
            if (phase === shown.phase && Date.now() - shown.at < PROGRESS_INTERVAL_MS) return
            shown = { phase, at: Date.now() }
            asOwner(tx => updateProgress(tx, id, phase, storedBytes)).catch(() => undefined)
          },
        },
      )
      await asOwner(tx => finishBackup(tx, id, manifest))
      log.info({ name: manifest.name, bytes: manifest.storedBytes, place: place.text }, 'Backed up')
      // The backup is complete. Whatever cannot be removed now is removed after the next one.
      const remaining = await removeOldBackups(
        place,
        { daily, weekly, monthly },
        { now: now(), timeZone: env.TIME_ZONE },
      ).catch(error => {
        log.warn(`Old backups could not be removed: ${describeBackupFailure(error)}`)
        return undefined
      })
      if (remaining) await asOwner(tx => indexBackups(tx, remaining))
    })
  }

  const check = (run: Pick<BackupRunRow, 'id' | 'cause'>) =>
    record({ ...run, kind: 'check' }, null, async id => {
      const key = await settings.readKey()
      const { name, tables, rows, files } = await checkBackup({ place, key, workFolder })
      await asOwner(tx => finishRun(tx, id, { name }))
      log.info({ name, tables, rows, files }, 'The backup restores as it was')
    })

  const isCheckDue = async () => {
    if (!env.BACKUP_CHECK_WEEKLY) return false
    const [lastCheck, history] = await asOwner(
      async tx => [await findLastCheck(tx), await readBackupHistory(tx)] as const,
    )
    if (!findNewestPast(history.goodAt, now())) return false
    return !lastCheck || now().getTime() - getStart(lastCheck).getTime() >= WEEK_MS
  }

  const chooseRun = async () => {
    const waiting = await asOwner(findWaitingRun)
    if (waiting) return waiting
    const due = getDueTimes()
    const isDue = due && isBackupDue(due.last, now(), await asOwner(readBackupHistory))
    const run = { id: randomUUID(), cause: 'schedule' } as const
    if (isDue) return { ...run, kind: 'backup' as const }
    return (await isCheckDue()) ? { ...run, kind: 'check' as const } : undefined
  }

  /** Alerts super admins once a day while the last backup failed, or none is recent. */
  const alertIfNeeded = async () => {
    const { stale, problem } = await readState()
    if (!stale && !problem) return
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: env.TIME_ZONE, dateStyle: 'short' }).format(
      now(),
    )
    await asOwner(tx =>
      write(tx, async ({ alert }) => alert(problem ? backupFailed(day, problem) : backupStale(day))),
    )
  }

  /** Returns the schedule's state: whether the last good backup is too old, and the failure after it, if any. */
  const readState = async () => {
    const due = getDueTimes()
    const [history, failures] = await asOwner(
      async tx => [await readBackupHistory(tx), await listFailures(tx)] as const,
    )
    const lastGoodAt = findNewestPast(history.goodAt, now())
    const failure = failures.find(it => it.kind === 'backup' && getStart(it) <= now())
    const isUnmended = failure && (!lastGoodAt || getStart(failure) > lastGoodAt)
    return {
      nextAt: due?.next ?? null,
      lastGoodAt,
      stale: due !== null && isBackupStale(now(), history),
      problem: isUnmended ? failure.problem : null,
    }
  }

  return {
    settings,
    readState,
    /** Reads the key, so that a server with an unusable one does not start. */
    start: () => settings.readKey(),
    /** Makes the backup or check that is due or requested, unless another node does. Runs every minute. */
    async run(signal: AbortSignal) {
      const needsWork = (await chooseRun()) ?? (await asOwner(findCurrentRun))
      if (needsWork)
        await withBackupLock(databaseUrl, async () => {
          // While we have the lock, a run marked as running is one whose server stopped.
          const interrupted = await asOwner(failInterruptedRuns)
          if (interrupted.numUpdatedRows > 0n) await removeWorkFolder(workFolder)
          const run = await chooseRun()
          if (run?.kind === 'check') await check(run)
          else if (run) await backUp(run, signal)
        })
      await alertIfNeeded()
    },
    /** Updates the index to match the stored backups. */
    reindex: async () => {
      const manifests = (await listSets(place)).flatMap(it => it.manifest ?? [])
      await asOwner(tx => indexBackups(tx, manifests))
    },
  }
}
