import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { usersEvents } from './users.events.ts'
import { usersPersonalData } from './users.personal-data.ts'
import { usersProcedures } from './users.procedures.ts'
import { usersSearches } from './users.search.ts'
import { zonePermissionsProcedures } from './zone-permissions.procedures.ts'

export const usersFeature = {
  procedures: (platform: Platform) => ({
    users: usersProcedures(platform),
    zonePermissions: zonePermissionsProcedures,
  }),
  events: usersEvents,
  searches: usersSearches,
  personalData: usersPersonalData,
} satisfies Feature
