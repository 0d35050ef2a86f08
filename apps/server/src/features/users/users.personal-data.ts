import type { PersonalList } from '../../platform/personal-list.ts'

export const usersPersonalData: readonly PersonalList[] = [
  {
    name: 'profile',
    says: 'The profile with role, status, user code, skills and emergency contact.',
    table: 'user_profiles',
    of: 'id',
    order: 'id',
  },
  {
    name: 'memberships',
    says: 'The zones one belongs to or is invited to.',
    table: 'zone_assignments',
    of: 'user_id',
    order: 'assignment_id',
  },
  {
    name: 'zone-permissions',
    says: 'What one may do as a zone manager beyond or below that role.',
    table: 'zone_permissions',
    of: 'user_id',
    order: 'zone_id, permission',
  },
  {
    name: 'past-memberships',
    says: 'Zones one belonged to, for as long as looks at them are told.',
    table: 'past_memberships',
    of: 'user_id',
    order: 'ended_at, id',
  },
  {
    name: 'declined-invitations',
    says: 'Invitations one declined.',
    table: 'declined_invitations',
    of: 'user_id',
    order: 'zone_id',
  },
]
