import type { BeforeAccountDeletion, Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountsProcedures } from './accounts.procedures.ts'

export const accountsFeature = {
  procedures: (platform: Platform & { readonly beforeAccountDeletion: BeforeAccountDeletion }) => ({
    accounts: accountsProcedures(platform),
  }),
} satisfies Feature
