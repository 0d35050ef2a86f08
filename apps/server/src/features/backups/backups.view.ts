import type { Backup, BackupOverview, BackupRun } from '@muster/contract/backups.ts'
import type { BackupRunRow } from './backups.queries.ts'

export const runView = (row: BackupRunRow): BackupRun => ({
  id: row.id,
  kind: row.kind,
  cause: row.cause,
  state: row.state,
  name: row.name,
  phase: row.phase,
  storedBytes: Number(row.stored_bytes),
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export const backupView = (row: BackupRunRow): Backup => ({
  name: row.name ?? '',
  takenAt: (row.started_at ?? row.created_at).toISOString(),
  cause: row.cause,
  storedBytes: Number(row.stored_bytes),
  fileCount: Number(row.file_count ?? 0),
  encrypted: row.encrypted ?? false,
})

type Overview = {
  readonly settings: BackupOverview['settings']
  readonly current: BackupRunRow | undefined
  readonly lastCheck: BackupRunRow | undefined
  readonly stale: boolean
  readonly backups: readonly BackupRunRow[]
  readonly failures: readonly BackupRunRow[]
}

export const overviewView = (it: Overview): BackupOverview => ({
  settings: it.settings,
  current: it.current ? runView(it.current) : null,
  lastCheck: it.lastCheck ? runView(it.lastCheck) : null,
  stale: it.stale,
  backups: it.backups.map(backupView),
  failures: it.failures.map(runView),
})
