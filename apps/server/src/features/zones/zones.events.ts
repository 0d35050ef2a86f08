import { zoneTopic } from '@muster/contract/topic.ts'
import { can } from '@muster/domain/permission.ts'
import type { EventRules, FeedViewer } from '../../live/event-rules.ts'

/** Whoever may follow the topic of a zone may know that the zone itself changed. */
const seenBy = ({ role }: FeedViewer) => role !== null && can(role, 'view_zones')

export const zonesEvents: EventRules<'zone.created' | 'zone.changed' | 'zone.removed'> = {
  'zone.created': {
    on: ['admin'],
    appendedByRequestsOn: ['admin'],
    seenBy,
    forget: ({ zones }, { zoneId }) => zones.forgetZone(zoneId),
  },
  'zone.changed': {
    on: ['zone'],
    seenBy,
    forget: ({ zones }, { zoneId }) => zones.forgetZone(zoneId),
  },
  'zone.removed': {
    on: ['zone'],
    seenBy,
    forget: ({ zones }, { zoneId }) => zones.forgetZone(zoneId),
    closes: ({ zoneId }) => [zoneTopic(zoneId)],
  },
}
