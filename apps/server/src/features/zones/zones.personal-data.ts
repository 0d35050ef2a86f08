import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const zonesPersonalData: readonly PersonalList[] = [
  {
    name: 'entry-pin',
    says: msg`When your PIN was set, wrong attempts and reset requests. The PIN is stored only as a hash.`,
    table: 'entry_pins',
    kind: 'profile',
    of: 'user_id',
    order: 'user_id',
  },
  {
    name: 'zone-entries',
    says: msg`Zones entered with the PIN in a session.`,
    table: 'zone_entries',
    kind: 'memberships',
    of: 'user_id',
    order: 'session_id, zone_id',
  },
  {
    name: 'zones-starred',
    says: msg`Zones you starred.`,
    table: 'starred_zones',
    kind: 'memberships',
    of: 'user_id',
    order: 'zone_id',
  },
  {
    name: 'zones-created',
    says: msg`Zones you created.`,
    table: 'zones',
    of: 'created_by',
    order: 'id',
    leftOut: {
      'counts other people': [
        'current_occupancy',
        'phone_occupancy',
        'badge_occupancy',
        'visitor_occupancy',
        'unseen_occupancy',
        'badge_unseen',
      ],
      'describes the zone, not the person': ['client_id'],
      'describes its organisation, not the person': ['status_when_open'],
      'follows from the name': ['name_order'],
    },
    // Pages are small because an outline may have 2,000 vertices.
    pageRows: 20,
  },
  {
    name: 'zone-shapes-changed',
    says: msg`When you changed a zone’s outline.`,
    table: 'zone_shapes',
    of: 'changed_by',
    order: 'zone_id, version',
    leftOut: { 'describes the zone, not the person': ['shape'] },
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
