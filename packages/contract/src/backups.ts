import {
  backupCauses,
  backupPhases,
  backupRunKinds,
  backupRunStates,
  maxListedBackups,
  maxListedFailures,
} from '@muster/domain/backup.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { id, instant } from './ids.ts'

const { signedIn } = callsTagged('backups')

/** A backup or a check of one: waiting, running, done or failed. */
export const backupRun = z.object({
  id,
  kind: z.enum(backupRunKinds),
  cause: z.enum(backupCauses),
  state: z.enum(backupRunStates),
  /** The name of the backup; null until the run starts. */
  name: z.string().nullable(),
  phase: z.enum(backupPhases).nullable(),
  /** Bytes stored so far, or in all. */
  storedBytes: z.number().min(0),
  /** One line for operators; null unless the run failed. */
  problem: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type BackupRun = z.infer<typeof backupRun>

export const backup = z.object({
  name: z.string(),
  takenAt: instant,
  cause: z.enum(backupCauses),
  /** Bytes of the database and of all files that the backup names. Files are stored once for all backups. */
  storedBytes: z.number().min(0),
  fileCount: z.int().min(0),
  encrypted: z.boolean(),
})
export type Backup = z.infer<typeof backup>

export const backupOverview = z.object({
  settings: z.object({
    /** The time or cron expression; null if backups are off. */
    schedule: z.string().nullable(),
    timeZone: z.string(),
    nextAt: instant.nullable(),
    /** The folder or bucket. */
    place: z.string(),
    /** True if the backups are on the disk of the data. */
    sameDisk: z.boolean(),
    encrypted: z.boolean(),
    keep: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
    checksWeekly: z.boolean(),
  }),
  /** The waiting or running run. */
  current: backupRun.nullable(),
  /** The last check that ended. */
  lastCheck: backupRun.nullable(),
  /** True if the last good backup is older than 26 hours although backups are on. */
  stale: z.boolean(),
  /** The good backups, newest first. */
  backups: z.array(backup).max(maxListedBackups),
  /** The failed runs, newest first. */
  failures: z.array(backupRun).max(maxListedFailures),
})
export type BackupOverview = z.infer<typeof backupOverview>

export const backups = {
  overview: signedIn('GET /backups', 'get_backups', 'Read the backups of the installation').output(
    backupOverview,
  ),
  /** A node starts it within a minute. Returns the one that already waits or runs, so repeating the call does no harm. */
  start: signedIn('POST /backups', 'start_backup', 'Back up the installation now').output(backupRun),
}
