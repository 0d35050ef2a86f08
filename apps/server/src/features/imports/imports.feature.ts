import { msg } from '@lingui/core/runtime-macro'
import type { BeforeAccountDeletion, Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { importsProcedures } from './imports.procedures.ts'
import { expiredImports } from './imports.queries.ts'

const importsPersonalData: readonly PersonalList[] = [
  {
    name: 'imports',
    says: msg`Files you imported, and imports you undid.`,
    table: 'imports',
    of: { user_id: 'by_me', undone_by: 'undone_by_me' },
    order: 'begun_at, id',
    leftOut: {
      'names other people': ['left_out'],
      'describes the organisation, not the person': ['client_id', 'zone_id'],
    },
  },
  {
    name: 'imported-by-file',
    says: msg`The file import that created your account.`,
    table: 'import_items',
    kind: 'profile',
    of: 'user_id',
    order: 'id',
    leftOut: { 'is about a zone': ['zone_id', 'badge_id', 'created_at'] },
  },
]

export const importsFeature = {
  procedures: (platform: Platform & { readonly beforeAccountDeletion: BeforeAccountDeletion }) => ({
    imports: importsProcedures(platform),
  }),
  expired: expiredImports,
  personalData: importsPersonalData,
} satisfies Feature
