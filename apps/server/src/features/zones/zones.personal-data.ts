import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../platform/personal-list.ts'

export const zonesPersonalData: readonly PersonalList[] = [
  {
    name: 'entry-pin',
    says: msg`When the PIN was set, wrong tries and the wish for a reset. The PIN is kept as a hash only.`,
    table: 'entry_pins',
    kind: 'profile',
    of: 'user_id',
    order: 'user_id',
  },
  {
    name: 'zone-entries',
    says: msg`Zones that a session has entered with the PIN.`,
    table: 'zone_entries',
    kind: 'memberships',
    of: 'user_id',
    order: 'session_id, zone_id',
  },
  {
    name: 'zones-starred',
    says: msg`The zones one has starred.`,
    table: 'starred_zones',
    kind: 'memberships',
    of: 'user_id',
    order: 'zone_id',
  },
  {
    name: 'zones-created',
    says: msg`The zones one created.`,
    table: 'zones',
    of: 'created_by',
    order: 'id',
    leftOut: {
      'counts other people': ['current_occupancy', 'unseen_occupancy'],
      'describes the zone, not the person': ['client_id'],
      'describes its organisation, not the person': ['status_when_open'],
    },
    // Pages are small because an outline may have 2,000 vertices.
    pageRows: 20,
  },
  {
    name: 'zone-shapes-changed',
    says: msg`When one changed the outline of a zone.`,
    table: 'zone_shapes',
    of: 'changed_by',
    order: 'zone_id, version',
    leftOut: { 'describes the zone, not the person': ['shape'] },
  },
]
