import type { BeforeAccountDeletion, Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { importsPersonalData } from './imports.personal-data.ts'
import { importsProcedures } from './imports.procedures.ts'
import { expiredImports } from './imports.queries.ts'

export const importsFeature = {
  procedures: (platform: Platform & { readonly beforeAccountDeletion: BeforeAccountDeletion }) => ({
    imports: importsProcedures(platform),
  }),
  expired: expiredImports,
  personalData: importsPersonalData,
} satisfies Feature
