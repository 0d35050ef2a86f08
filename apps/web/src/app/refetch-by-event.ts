import type { FeedEvent, FeedEventKind } from '@muster/contract/feed.ts'
import type { QueryKey } from '@tanstack/react-query'
import { orpc } from '../lib/api.ts'
import type { FeedApplier, TopicKeyResolver } from '../live/appliers.ts'

type QueryKeysByEvent = Partial<Record<FeedEventKind, readonly QueryKey[]>>

// These tables list the queries to refetch after each kind of event, at most once a second. Data that changes many times a second
// is patched from the event instead (see `live-handlers.ts`).

const ownZoneKeys: readonly QueryKey[] = [
  orpc.zones.key(),
  orpc.presence.mine.key(),
  orpc.broadcasts.openQuestions.key(),
]
/** Lists of a zone's members that events do not patch. */
const memberKeys: readonly QueryKey[] = [orpc.documents.readers.key(), orpc.groups.candidates.key()]

/** Events about the user. */
export const userQueryKeys: QueryKeysByEvent = {
  'user.changed': [orpc.auth.me.key()],
  'pin.changed': [orpc.zones.myPin.key()],
  'session.started': [orpc.auth.devices.key()],
  'session.revoked': [orpc.auth.devices.key()],
  'two-step.changed': [orpc.twoStep.state.key(), orpc.passkeys.list.key(), orpc.auth.me.key()],
  'alert.added': [orpc.alerts.list.key(), orpc.alerts.counts.key()],
  // An answer given on another device resolves the alert of its broadcast.
  'alerts.changed': [
    orpc.alerts.key(),
    orpc.broadcasts.openQuestions.key(),
    orpc.broadcasts.list.key(),
    orpc.broadcasts.get.key(),
  ],
  'membership.removed': [orpc.broadcasts.openQuestions.key()],
  'zone.starred': [orpc.zones.mine.key(), orpc.zones.available.key()],
  'tracker.changed': [orpc.trackers.list.key()],
  'push.changed': [orpc.push.devices.key()],
  'data_download.changed': [orpc.settings.download.key()],
  'attendance.corrected': [orpc.shifts.ownDay.key(), orpc.reports.mine.key()],
  'attendance.objected': [orpc.shifts.ownDay.key(), orpc.reports.mine.key()],
  'report_run.changed': [orpc.reportRuns.key()],
  // Without consent, the person's own state is unknown in every zone.
  'consent.changed': [orpc.consents.mine.key(), orpc.auth.me.key(), orpc.presence.mine.key()],
}

/** Events about a followed zone or, for internal admins, about all zones. */
export const zoneQueryKeys: QueryKeysByEvent = {
  'hazard.reported': [orpc.hazards.key(), orpc.dashboards.zoneStatistics.key()],
  'hazard.changed': [orpc.hazards.key(), orpc.dashboards.zoneStatistics.key()],
  // Once its question ends, the alert of a broadcast can be marked as read.
  'broadcast.changed': [
    orpc.broadcasts.key(),
    orpc.dashboards.zoneStatistics.key(),
    orpc.alerts.counts.key(),
  ],
  'documents.changed': [orpc.documents.key()],
  // Rows of people are patched, but the event does not contain granted permissions.
  'membership.added': memberKeys,
  'membership.accepted': memberKeys,
  'membership.removed': memberKeys,
  'membership.changed': [orpc.zonePermissions.key(), ...memberKeys],
  // Rows of other features contain the name of their zone.
  'zone.changed': [
    orpc.groups.key(),
    orpc.hazards.key(),
    orpc.broadcasts.key(),
    orpc.documents.key(),
    orpc.presence.panel.key(),
    orpc.presence.mine.key(),
    orpc.presence.trackingRequests.key(),
  ],
  'zone.suspended': [orpc.presence.mine.key()],
  'zone.removed': [orpc.zonePermissions.key()],
  'shifts.changed': [orpc.shifts.key(), orpc.reports.key()],
  'attendance.corrected': [orpc.shifts.day.key(), orpc.shifts.openObjections.key(), orpc.reports.key()],
  'attendance.objected': [orpc.shifts.day.key(), orpc.shifts.openObjections.key(), orpc.reports.key()],
  'broadcast.progress': [
    orpc.broadcasts.get.key(),
    orpc.broadcasts.recipients.key(),
    orpc.broadcasts.list.key(),
  ],
}

/** Events about an organisation or a zone request, sent only to the people concerned. */
export const organisationQueryKeys: QueryKeysByEvent = {
  'organisation.changed': [orpc.organisations.key(), orpc.zoneRequests.key(), ...ownZoneKeys],
  // An approved request becomes a zone of its client admins, so their own zones are refetched too.
  'zone_request.changed': [orpc.zoneRequests.key(), ...ownZoneKeys],
}
const organisationKeys = [orpc.organisations.key(), orpc.zoneRequests.key()]

/** Events sent to everybody. */
export const globalQueryKeys: QueryKeysByEvent = {
  'map.changed': [orpc.maps.base.key(), orpc.maps.settings.key()],
}

/**
 * Open questions are refetched only for broadcast alerts: no other alert brings a question, and chats cause many more alerts than
 * broadcasts.
 */
const isOwnBroadcastAlert: (event: FeedEvent, me: string) => boolean = (event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.type === 'broadcast'

/** The alert about unread messages also comes for a group that no screen follows, for example one far down the list. */
const isOwnGroupAlert: (event: FeedEvent, me: string) => boolean = (event, me) =>
  event.kind === 'alert.added' && event.userId === me && event.alert.type === 'group_activity'

/** Matches every query, because a change in the person's rights in a zone affects nearly every response about that zone. */
const allQueriesKey: QueryKey = []
const changesOwnRights = (event: FeedEvent, me: string) =>
  event.kind === 'membership.changed' && event.userId === me

export const refetchByEvent: FeedApplier = (_client, event, me) => [
  ...(globalQueryKeys[event.kind] ?? []),
  ...(zoneQueryKeys[event.kind] ?? []),
  ...(organisationQueryKeys[event.kind] ?? []),
  ...(('userId' in event && event.userId === me && userQueryKeys[event.kind]) || []),
  ...(changesOwnRights(event, me) ? [allQueriesKey] : []),
  ...(isOwnBroadcastAlert(event, me) ? [orpc.broadcasts.openQuestions.key()] : []),
  ...(isOwnGroupAlert(event, me) ? [orpc.groups.list.key(), orpc.groups.count.key()] : []),
]

/** Returns the keys of all queries about a topic, to be refetched when the topic starts being followed or the server revokes it. */
export const keysToRefetch: TopicKeyResolver = (topic, me) => {
  if (topic.kind === 'everyone') return [...Object.values(globalQueryKeys).flat(), orpc.broadcasts.key()]
  const zoneKeys = [
    orpc.hazards.key(),
    orpc.broadcasts.key(),
    orpc.documents.key(),
    orpc.dashboards.zoneStatistics.key(),
    orpc.shifts.key(),
  ]
  if (topic.kind === 'zone') return zoneKeys
  if (topic.kind === 'admin') return [...zoneKeys, ...organisationKeys]
  return topic.kind === 'user' && topic.id === me
    ? [...new Set([...Object.values(userQueryKeys).flat(), ...organisationKeys])]
    : []
}
