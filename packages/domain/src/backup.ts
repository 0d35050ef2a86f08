/** The kind of a run and the reason why it started. */
export const backupRunKinds = ['backup', 'check'] as const
export type BackupRunKind = (typeof backupRunKinds)[number]
export const backupCauses = ['schedule', 'person', 'command'] as const
export type BackupCause = (typeof backupCauses)[number]
export const backupRunStates = ['waiting', 'running', 'done', 'failed'] as const
/** The steps of a backup, in order. */
export const backupPhases = ['database', 'packing', 'files', 'cleaning'] as const
export type BackupPhase = (typeof backupPhases)[number]

/** Maximum number of backups and of failed runs that a page lists. */
export const maxListedBackups = 100
export const maxListedFailures = 10
