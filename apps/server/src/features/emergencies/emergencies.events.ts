import type { EventOf } from '@muster/contract/feed.ts'
import { adminTopic, zoneTopic } from '@muster/contract/topic.ts'
import { type EventRules, viewerMay } from '../../live/event-rules.ts'
import type { EmergencyRow } from './emergencies.queries.ts'

/** Everybody on the roll learns of an emergency by an alert of their own; these events are for those who watch the zone. */
export const emergenciesEvents: EventRules<
  | 'emergency.changed'
  | 'emergency.progress'
  | 'assembly_points.changed'
  | 'emergency_plans.changed'
  | 'drill_calendar.changed'
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
  'assembly_points.changed': {
    on: ['zone', 'admin'],
    canSee: () => true,
  },
  'emergency_plans.changed': {
    on: ['zone', 'admin'],
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_attendance'),
  },
  'drill_calendar.changed': {
    on: ['zone', 'admin'],
    canSee: viewer => viewer.role === null || viewerMay(viewer, 'view_attendance'),
  },
}

export const emergencyChangedEvent = ({
  id,
  zone_id,
  drill,
  all_clear_at,
}: Pick<EmergencyRow, 'id' | 'zone_id' | 'drill' | 'all_clear_at'>): EventOf<'emergency.changed'> => ({
  kind: 'emergency.changed',
  zoneId: zone_id,
  emergencyId: id,
  drill,
  state: all_clear_at === null ? 'open' : 'ended',
})

export const emergencyProgressEvent = ({
  id,
  zone_id,
}: Pick<EmergencyRow, 'id' | 'zone_id'>): EventOf<'emergency.progress'> => ({
  kind: 'emergency.progress',
  zoneId: zone_id,
  emergencyId: id,
})
