import type { FeedHub } from '../../live/hub.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { dashboardsProcedures } from './dashboards.procedures.ts'

export const dashboardsFeature = {
  procedures: (platform: Platform & { readonly hub: FeedHub }) => ({
    dashboards: dashboardsProcedures(platform, platform.hub),
  }),
} satisfies Feature
