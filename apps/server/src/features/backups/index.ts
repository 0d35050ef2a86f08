export type { BackupService } from './backup-service.ts'
export { readBackupStatus, toBackupsStatus } from './backup-status.ts'
