import type { Feature, StoredFolder } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { type BackupService, createBackupService } from './backup-service.ts'
import { createBackupSettings } from './backup-settings.ts'
import { backupsProcedures } from './backups.procedures.ts'
import { deleteOldRuns } from './backups.queries.ts'

type Parts = { readonly backupService: BackupService }
type WithFolders = { readonly storedFolders: Readonly<Record<string, StoredFolder>> }

export const backupsFeature = {
  procedures: (services: Platform & Parts) => ({
    backups: backupsProcedures(services, services.backupService),
  }),
  parts: (platform: Platform & WithFolders): Parts => ({
    backupService: createBackupService({ ...platform, settings: createBackupSettings(platform.env) }),
  }),
  start: ({ backupService }: Parts) => backupService.start(),
  // The service itself decides what is due, so a missed backup is made later, whatever the schedule.
  jobs: ({ backupService }: Parts) => [
    { name: 'backups', cron: '* * * * *', retryLimit: 0, run: signal => backupService.run(signal) },
  ],
  expired: { backupRuns: deleteOldRuns },
} satisfies Feature
