export type { BackupService } from './backup-service.ts'
export { createBackupSettings } from './backup-settings.ts'
export { readBackupStatus, toBackupsStatus } from './backup-status.ts'
