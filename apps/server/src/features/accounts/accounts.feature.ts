import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountsProcedures } from './accounts.procedures.ts'

export const accountsFeature = {
  procedures: (platform: Platform) => ({ accounts: accountsProcedures(platform) }),
} satisfies Feature
