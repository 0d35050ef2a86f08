import { adminTopic, captainsTopic, zoneTopic } from '@muster/contract/topic.ts'
import type { EmergencyKind } from '@muster/domain/emergency.ts'
import { type EventRules, type FeedViewer, viewerMay } from '../../live/event-rules.ts'
import type { WriteContext } from '../../live/write.ts'
import type { EmergencyRow } from './emergencies.queries.ts'
import { type NamedOnRoll, toRollName } from './roll-name.ts'

/** Captains follow the emergencies of their zone, whatever they may see there otherwise. */
const toTopics = ({ zoneId }: { readonly zoneId: string | null }) =>
  zoneId === null ? [adminTopic] : [zoneTopic(zoneId), captainsTopic(zoneId), adminTopic]

const mayWatch = (viewer: FeedViewer) => viewer.role === null || viewerMay(viewer, 'view_attendance')
const ofRoll = { on: ['zone', 'captains', 'admin'], topics: toTopics, canSee: mayWatch } as const
const ofZone = { on: ['zone', 'admin'], canSee: mayWatch } as const

/** Everybody on the roll learns of an emergency by an alert of their own; these events are for those who watch the zone. */
export const emergenciesEvents: EventRules<
  | 'emergency.changed'
  | 'emergency.progress'
  | 'emergency.help'
  | 'assembly_points.changed'
  | 'captains.changed'
  | 'uncounted.changed'
  | 'emergency_plans.changed'
  | 'drill_calendar.changed'
> = {
  'emergency.changed': ofRoll,
  'emergency.progress': ofRoll,
  'emergency.help': ofRoll,
  'assembly_points.changed': { on: ['zone', 'admin'], canSee: () => true },
  'uncounted.changed': ofZone,
  'captains.changed': ofZone,
  'emergency_plans.changed': ofZone,
  'drill_calendar.changed': ofZone,
}

type AnnouncedEmergency = Pick<EmergencyRow, 'id' | 'zone_id' | 'drill' | 'kind' | 'all_clear_at'>

/** Announces that an emergency was declared or ended, or that its roll changed, in each of its zones. */
export function publishChanged(
  { publish }: Pick<WriteContext, 'publish'>,
  { id, zone_id, drill, kind, all_clear_at }: AnnouncedEmergency,
  zoneIds: Iterable<string>,
  change?: 'declared' | 'ended',
): void {
  const state = all_clear_at === null ? ('open' as const) : ('ended' as const)
  const event = {
    kind: 'emergency.changed' as const,
    emergencyId: id,
    drill,
    state,
    ...(change && { change, call: kind as EmergencyKind }),
  }
  publish(emergenciesEvents, { ...event, zoneId: zone_id }, ['admin'])
  for (const zoneId of new Set(zoneIds))
    publish(emergenciesEvents, { ...event, zoneId }, ['zone', 'captains'])
}

/** Announces that people on the roll were added or their states changed, in the zones of these people. */
export function publishProgress(
  { publish }: Pick<WriteContext, 'publish'>,
  { id, zone_id }: Pick<EmergencyRow, 'id' | 'zone_id'>,
  zoneIds: Iterable<string | null>,
): void {
  const event = { kind: 'emergency.progress' as const, emergencyId: id }
  publish(emergenciesEvents, { ...event, zoneId: zone_id }, ['admin'])
  for (const zoneId of new Set(zoneIds))
    if (zoneId !== null) publish(emergenciesEvents, { ...event, zoneId }, ['zone', 'captains'])
}

/** Announces in the person's zone that somebody begins or ceases to need help. */
export function publishHelp(
  { publish }: Pick<WriteContext, 'publish'>,
  { id, drill }: Pick<EmergencyRow, 'id' | 'drill'>,
  person: NamedOnRoll & { readonly user_id: string | null; readonly zone_id: string | null },
  needsHelp: boolean,
): void {
  publish(emergenciesEvents, {
    kind: 'emergency.help',
    zoneId: person.zone_id,
    emergencyId: id,
    drill,
    accountId: person.user_id,
    name: toRollName(person),
    needsHelp,
  })
}
