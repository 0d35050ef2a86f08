import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const presencePersonalData: readonly PersonalList[] = [
  {
    name: 'presence',
    says: msg`Where you were last seen, by zone.`,
    table: 'presence_tracking',
    kind: 'presence',
    counted: 'user_id = me and captured_at is not null',
    of: 'user_id',
    order: 'zone_id',
  },
  {
    name: 'visits',
    says: msg`Your visits to zones, from entry to exit.`,
    table: 'presence_history',
    kind: 'visits',
    counted: 'user_id = me',
    of: 'user_id',
    order: 'zone_id, entry_time, id',
  },
  {
    name: 'readings',
    says: msg`Every reading of your position, once for each zone it was checked against.`,
    table: 'position_checks',
    kind: 'readings',
    of: 'user_id',
    order: 'zone_id, least(captured_at, received_at)',
  },
  {
    name: 'sharing',
    says: msg`Whether you are sharing your position now.`,
    table: 'presence_sharing',
    kind: 'presence',
    of: 'user_id',
    order: 'user_id',
  },
  {
    name: 'tracking-requests',
    says: msg`Requests to share a position that you sent or received.`,
    table: 'location_tracking_requests',
    kind: 'location_requests',
    counted: 'user_id = me or requested_by = me',
    of: { user_id: 'about_me', requested_by: 'asked_by_me' },
    order: 'id',
  },
]
