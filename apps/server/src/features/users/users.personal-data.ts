import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const usersPersonalData: readonly PersonalList[] = [
  {
    name: 'profile',
    says: msg`Your profile with role, status, user code, skills and emergency contact.`,
    table: 'user_profiles',
    kind: 'profile',
    of: 'id',
    order: 'id',
  },
  {
    name: 'memberships',
    says: msg`Zones you belong to or are invited to.`,
    table: 'zone_assignments',
    kind: 'memberships',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'assignment_id',
  },
  {
    name: 'zone-permissions',
    says: msg`Permissions added to or removed from your zone manager role.`,
    table: 'zone_permissions',
    kind: 'memberships',
    of: 'user_id',
    order: 'zone_id, permission',
  },
  {
    name: 'past-memberships',
    says: msg`Zones you used to belong to, for as long as views of your location there are listed.`,
    table: 'past_memberships',
    kind: 'memberships',
    of: 'user_id',
    order: 'ended_at, id',
  },
  {
    name: 'declined-invitations',
    says: msg`Invitations you declined.`,
    table: 'declined_invitations',
    kind: 'memberships',
    of: 'user_id',
    order: 'zone_id',
  },
]
