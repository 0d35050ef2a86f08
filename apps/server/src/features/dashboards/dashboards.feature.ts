import type { FeedHub } from '../../live/hub.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { BackupService } from '../backups/index.ts'
import { dashboardsProcedures } from './dashboards.procedures.ts'

export const dashboardsFeature = {
  procedures: (platform: Platform & { readonly hub: FeedHub; readonly backupService: BackupService }) => ({
    dashboards: dashboardsProcedures(platform, platform.hub),
  }),
} satisfies Feature
