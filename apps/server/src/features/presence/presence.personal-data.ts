import type { PersonalList } from '../../platform/personal-list.ts'

export const presencePersonalData: readonly PersonalList[] = [
  {
    name: 'presence',
    says: 'Where one was last seen, by zone.',
    table: 'presence_tracking',
    of: 'user_id',
    order: 'zone_id',
  },
  {
    name: 'visits',
    says: 'Visits to zones, from entry to exit.',
    table: 'presence_history',
    of: 'user_id',
    order: 'zone_id, entry_time, id',
  },
  {
    name: 'readings',
    says: 'Every reading of one’s position, once for each zone it was held against.',
    table: 'position_checks',
    of: 'user_id',
    order: 'zone_id, least(captured_at, received_at)',
  },
  {
    name: 'sharing',
    says: 'Whether one shares one’s position now.',
    table: 'presence_sharing',
    of: 'user_id',
    order: 'user_id',
  },
  {
    name: 'tracking-requests',
    says: 'Requests to follow a position: by oneself, and about oneself.',
    table: 'location_tracking_requests',
    of: { user_id: 'about_me', requested_by: 'asked_by_me' },
    order: 'id',
  },
]
