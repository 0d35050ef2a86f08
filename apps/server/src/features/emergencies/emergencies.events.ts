import type { EventOf } from '@muster/contract/feed.ts'
import { adminTopic, zoneTopic } from '@muster/contract/topic.ts'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { type EventRules, viewerMay } from '../../live/event-rules.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/** Everybody on the roll learns of an emergency by an alert of their own; these events are for those who watch the zone. */
export const emergenciesEvents: EventRules<
  'emergency.changed' | 'emergency.progress' | 'emergency.help' | 'assembly_points.changed'
> = {
  'emergency.changed': {
    on: ['zone', 'admin'],
    topics: ({ zoneId }) => (zoneId === null ? [adminTopic] : [zoneTopic(zoneId), adminTopic]),
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_attendance'),
  },
  'emergency.progress': {
    on: ['zone', 'admin'],
    topics: ({ zoneId }) => (zoneId === null ? [adminTopic] : [zoneTopic(zoneId), adminTopic]),
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_attendance'),
  },
  'emergency.help': {
    on: ['zone', 'admin'],
    topics: ({ zoneId }) => (zoneId === null ? [adminTopic] : [zoneTopic(zoneId), adminTopic]),
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_attendance'),
  },
  'assembly_points.changed': {
    on: ['zone', 'admin'],
    canSee: () => true,
  },
}

export const emergencyChangedEvent = (
  {
    id,
    zone_id,
    drill,
    kind,
    all_clear_at,
  }: Pick<EmergencyRow, 'id' | 'zone_id' | 'drill' | 'kind' | 'all_clear_at'>,
  change?: EventOf<'emergency.changed'>['change'],
): EventOf<'emergency.changed'> => ({
  kind: 'emergency.changed',
  zoneId: zone_id,
  emergencyId: id,
  drill,
  state: all_clear_at === null ? 'open' : 'ended',
  ...(change && { change, call: kind as EmergencyKind }),
})

export const emergencyProgressEvent = ({
  id,
  zone_id,
}: Pick<EmergencyRow, 'id' | 'zone_id'>): EventOf<'emergency.progress'> => ({
  kind: 'emergency.progress',
  zoneId: zone_id,
  emergencyId: id,
})

/** The event about a person who begins or ceases to need help. */
export const emergencyHelpEvent = (
  { id, zone_id, drill }: Pick<EmergencyRow, 'id' | 'zone_id' | 'drill'>,
  person: { readonly user_id: string | null; readonly name: string },
  needsHelp: boolean,
): EventOf<'emergency.help'> => ({
  kind: 'emergency.help',
  zoneId: zone_id,
  emergencyId: id,
  drill,
  accountId: person.user_id,
  name: person.name,
  needsHelp,
})
