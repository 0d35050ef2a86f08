import { msg } from '@lingui/core/runtime-macro'
import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { organisationsEvents } from './organisations.events.ts'
import { organisationsProcedures } from './organisations.procedures.ts'

const organisationsPersonalData: readonly PersonalList[] = [
  {
    name: 'organisations',
    says: msg`Organisations you belong to.`,
    table: 'client_members',
    kind: 'memberships',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'client_id',
  },
]

export const organisationsFeature = {
  procedures: (platform: Platform & ChangesCaches<'zones' | 'actorZones'>) => ({
    organisations: organisationsProcedures(platform),
  }),
  events: organisationsEvents,
  personalData: organisationsPersonalData,
} satisfies Feature
