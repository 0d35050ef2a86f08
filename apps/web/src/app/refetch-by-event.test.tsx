import { type FeedEvent, feedEvent } from '@muster/contract/feed.ts'
import type { Topic } from '@muster/contract/topic.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { orpc } from '../lib/api.ts'
import { aProfileChange } from '../testing/people-events.ts'
import { features } from './features.ts'
import { keysToRefetch, liveHandlers, refetchByEvent } from './live-handlers.ts'

const me = '0192f0c0-0000-7000-8000-000000000001'
const otherId = '0192f0c0-0000-7000-8000-000000000002'
const client = new QueryClient()

/** The keys from all appliers of the app, patches included. */
const applyAll = (event: FeedEvent) => liveHandlers.appliers.flatMap(apply => apply(client, event, me))
const findTopicKeys = (topic: Topic) => liveHandlers.topicKeys?.flatMap(resolve => resolve(topic, me))

const anAlert = (type: 'broadcast' | 'group_activity') => ({
  kind: 'alert.added' as const,
  userId: me,
  alert: {
    id: otherId,
    type,
    title: 'Leave now',
    description: '',
    zoneId: null,
    metadata: {},
    isRead: false,
    createdAt: '2026-11-25T09:00:00.000Z',
  },
})

it('an event about the user refetches what it changes; one about another person only lists of people', () => {
  const listsOfPeople = [
    orpc.badges.key(),
    orpc.presence.left.key(),
    orpc.visitors.list.key(),
    orpc.zoneCaptains.key(),
    orpc.zoneUncounted.key(),
  ]
  const refetched = (userId: string) => new Set(refetchByEvent(client, aProfileChange(userId), me))
  expect(refetched(me)).toEqual(new Set([orpc.auth.me.key(), ...listsOfPeople]))
  expect(refetched(otherId)).toEqual(new Set(listsOfPeople))
  expect(refetchByEvent(client, { kind: 'pin.changed', userId: me }, me)).toEqual([orpc.zones.myPin.key()])
  expect(refetchByEvent(client, { kind: 'pin.changed', userId: otherId }, me)).toEqual([])
  // It has no drills planned yet.
  expect(refetchByEvent(client, { kind: 'zone.created', zoneId: otherId }, me)).toContainEqual(
    orpc.emergencyPlans.drills.key(),
  )
})

it('open questions are refetched when one arrives, is answered elsewhere or ends with the membership', () => {
  const events = [
    anAlert('broadcast'),
    { kind: 'alerts.changed', userId: me },
    { kind: 'membership.removed', zoneId: otherId, userId: me, was: 'unknown' },
  ] as const
  for (const event of events) expect(applyAll(event)).toContainEqual(orpc.broadcasts.openQuestions.key())
  expect(applyAll(anAlert('group_activity'))).not.toContainEqual(orpc.broadcasts.openQuestions.key())
})

it('an alert about a group refetches the conversations, which may include one that no screen follows', () => {
  expect(new Set(applyAll(anAlert('group_activity')))).toEqual(
    new Set([
      orpc.alerts.list.key(),
      orpc.alerts.counts.key(),
      orpc.groups.list.key(),
      orpc.groups.count.key(),
    ]),
  )
})

it('events about everybody refetch their queries', () => {
  expect(refetchByEvent(client, { kind: 'map.changed' }, me)).toEqual([
    orpc.maps.base.key(),
    orpc.maps.settings.key(),
  ])
  // Broadcasts to all zones arrive on this topic.
  const keys = [orpc.maps.base.key(), orpc.maps.settings.key(), orpc.broadcasts.key()]
  for (const key of keys) expect(findTopicKeys({ kind: 'everyone' })).toContainEqual(key)
})

it('events in a zone refetch their queries, and following the zone refetches all of them', () => {
  const hazard = { hazardId: otherId, title: 'Leak', severity: 'low', status: 'open' } as const
  expect(refetchByEvent(client, { kind: 'hazard.reported', zoneId: otherId, ...hazard }, me)).toEqual([
    orpc.dashboards.zoneStatistics.key(),
    orpc.emergencyReports.findings.key(),
    orpc.emergencyReports.openFindings.key(),
    orpc.hazards.key(),
  ])
  const zoneKeys = [
    orpc.badges.key(),
    orpc.broadcasts.key(),
    orpc.captains.open.key(),
    orpc.captains.sweeps.key(),
    orpc.captains.teams.key(),
    orpc.captains.areas.key(),
    orpc.dashboards.zoneStatistics.key(),
    orpc.documents.key(),
    orpc.emergencies.key(),
    orpc.emergencyBoard.key(),
    orpc.responders.links.key(),
    orpc.emergencyReports.key(),
    orpc.emergencyPlans.key(),
    orpc.zoneCaptains.key(),
    orpc.zoneUncounted.key(),
    orpc.hazards.key(),
    orpc.notices.key(),
    orpc.presence.left.key(),
    orpc.shifts.key(),
    orpc.invitations.list.key(),
    orpc.visitors.key(),
  ]
  expect(new Set(keysToRefetch({ kind: 'zone', id: otherId }, me))).toEqual(new Set(zoneKeys))
  const organisationKeys = [orpc.organisations.key(), orpc.zoneRequests.key()]
  for (const key of [...zoneKeys, ...organisationKeys])
    expect(findTopicKeys({ kind: 'admin' })).toContainEqual(key)
  for (const key of organisationKeys) expect(findTopicKeys({ kind: 'user', id: me })).toContainEqual(key)
  const grantedEvent = {
    kind: 'membership.changed',
    zoneId: otherId,
    userId: otherId,
    role: 'zone_manager_ro',
  } as const
  expect(refetchByEvent(client, grantedEvent, me)).toEqual([
    orpc.documents.readers.key(),
    orpc.documents.files.key(),
    orpc.groups.candidates.key(),
    orpc.presence.left.key(),
    orpc.zonePermissions.key(),
  ])
  // The person's own rights affect nearly every response.
  expect(refetchByEvent(client, grantedEvent, otherId)).toContainEqual([])
  const correctedEvent = {
    kind: 'attendance.corrected',
    zoneId: otherId,
    userId: otherId,
    day: '2026-11-20',
  } as const
  const objectedEvent = { ...correctedEvent, kind: 'attendance.objected' } as const
  for (const event of [correctedEvent, objectedEvent, { kind: 'shifts.changed', zoneId: otherId } as const])
    expect(refetchByEvent(client, event, me)).toContainEqual(orpc.reports.key())
})

it('following one’s own topic refetches everything about the user', () => {
  const keys = keysToRefetch({ kind: 'user', id: me }, me)
  for (const key of [orpc.auth.me.key(), orpc.auth.devices.key(), orpc.consents.mine.key()])
    expect(keys).toContainEqual(key)
  expect(keysToRefetch({ kind: 'user', id: otherId }, me)).toEqual([])
})

/** Kinds handled by the features' appliers, one that only shows a notice, and one for webhooks, which no screen receives. */
const patchedEvents = [
  ...['presence.changed', 'presence.seen', 'presence.located', 'presence.amended', 'presence.consent'],
  ...['presence.sharing', 'tracking_request.changed', 'zone.occupancy', 'zone.unseen'],
  ...['zone.created', 'zone.changed', 'zone.suspended', 'zone.removed', 'entry.ended', 'pin.reset_asked'],
  'badge.read',
  ...['group.changed', 'group.removed', 'group.closed', 'group.member_added', 'group.member_removed'],
  ...[
    'group.message',
    'group.message_changed',
    'group.reaction',
    'group.read',
    'group.muted',
    'group.typing',
  ],
  ...['membership.added', 'membership.accepted', 'membership.changed', 'membership.removed'],
]

it('every kind of event either refetches or patches', () => {
  const kinds = feedEvent.options.map(({ shape }) => shape.kind.value)
  const events: string[] = [
    ...features.flatMap(({ refetchAfter = {}, refetchAfterOwn = {} }) =>
      Object.keys({ ...refetchAfter, ...refetchAfterOwn }),
    ),
    ...patchedEvents,
  ]
  expect(kinds.filter(kind => !events.includes(kind))).toEqual([])
  expect(events.filter(kind => !kinds.some(it => it === kind))).toEqual([])
})
