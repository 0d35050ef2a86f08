import type { BeforeAccountDeletion, Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountStatusProcedures } from './account-status.procedures.ts'
import { accountsProcedures } from './accounts.procedures.ts'

export const accountsFeature = {
  procedures: (platform: Platform & { readonly beforeAccountDeletion: BeforeAccountDeletion }) => ({
    accounts: accountsProcedures(platform),
    security: accountStatusProcedures(platform),
  }),
} satisfies Feature
