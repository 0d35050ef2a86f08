import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const organisationsPersonalData: readonly PersonalList[] = [
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
