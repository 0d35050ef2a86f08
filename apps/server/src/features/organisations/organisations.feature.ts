import { msg } from '@lingui/core/runtime-macro'
import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Feature } from '../../platform/feature.ts'
import type { PersonalList } from '../../platform/personal-list.ts'
import type { Platform } from '../../platform/platform.ts'
import { organisationsEvents } from './organisations.events.ts'
import { organisationsProcedures } from './organisations.procedures.ts'
import { zoneRequestsProcedures } from './zone-requests.procedures.ts'

const organisationsPersonalData: readonly PersonalList[] = [
  {
    name: 'organisations',
    says: msg`Organisations you belong to.`,
    table: 'client_members',
    kind: 'memberships',
    of: 'user_id',
    order: 'client_id',
  },
  {
    name: 'zone-requests',
    says: msg`Zones you requested, and requests you decided on.`,
    table: 'zone_requests',
    of: { requested_by: 'asked_by_me', decided_by: 'decided_by_me' },
    order: 'id',
    onlyAboutMe: ['note', 'decision_note'],
  },
]

export const organisationsFeature = {
  procedures: (platform: Platform & ChangesCaches<'zones' | 'actorZones'>) => ({
    organisations: organisationsProcedures(platform),
    zoneRequests: zoneRequestsProcedures(platform),
  }),
  events: organisationsEvents,
  personalData: organisationsPersonalData,
} satisfies Feature
