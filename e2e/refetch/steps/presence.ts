import { countUnseen } from '../../../apps/server/src/features/presence/count-unseen.ts'
import { endExpiredSharing } from '../../../apps/server/src/features/presence/sharing/sharing.queries.ts'
import { insideTestBox, outsideTestBox, type TestUser } from '../../../apps/server/src/testing/factories.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const zoneRef = ({ zone }: World) => ({ zoneId: zone.id })
const check = (world: World, user: TestUser, place: { lat: number; lng: number }) =>
  world.call(user).presence.checkUserInZone({
    ...zoneRef(world),
    ...place,
    id: crypto.randomUUID(),
    accuracyMeters: 5,
    capturedAt: new Date().toISOString(),
  })
const share = (world: World) =>
  world.call(world.people.worker).presence.startSharing({
    ...zoneRef(world),
    endsAt: new Date(Date.now() + 1_800_000).toISOString(),
  })

async function requestPosition(world: World) {
  const { call, people, fields } = world
  await call(people.otherManager).presence.requestTracking({ ...zoneRef(world), userId: people.worker.id })
  const { requests } = await call(people.worker).presence.trackingRequests()
  fields.requestId = requests[0]?.id
}
const requestRef = ({ fields }: World) => ({ requestId: String(fields.requestId) })

const countsReason = { 'users.counts': 'the clock counts every minute who was not seen' }

export const presenceSteps: Step[] = [
  {
    name: 'presence.checkUserInZone',
    act: world => check(world, world.people.worker, insideTestBox),
  },
  { name: 'a second reading inside', act: world => check(world, world.people.worker, insideTestBox) },
  {
    name: 'another person enters',
    act: world => check(world, world.people.otherWorker, insideTestBox),
  },
  {
    name: 'nobody was seen for a long time',
    async act({ db }) {
      await db.pool.query(
        `update presence_tracking set captured_at = captured_at - interval '2 days', received_at = received_at - interval '2 days',
           entry_time = entry_time - interval '2 days'`,
      )
      await countUnseen(db)
    },
    late: {
      'presence.panel': 'readings never move back but in this test',
      'presence.zoneDay': 'readings never move back but in this test',
      'presence.visitsOf': 'readings never move back but in this test',
      'presence.inside': 'the page counts the minutes since a reading itself',
      'presence.mine': 'the page counts the minutes since a reading itself',
      'presence.positions': 'the page counts the minutes since a reading itself',
      'users.inZone': 'the page counts the minutes since a reading itself',
      'users.detail': 'the page counts the minutes since a reading itself',
      'emergencies.people': 'readings never move back but in this test',
    },
  },
  {
    name: 'they are seen again',
    act: world => check(world, world.people.worker, insideTestBox),
    late: {
      ...countsReason,
      'emergencies.people': 'an ended emergency shows when people were seen before its end',
    },
  },
  {
    name: 'somebody leaves',
    act: world => check(world, world.people.worker, outsideTestBox),
    late: countsReason,
  },
  { name: 'presence.startSharing', act: share },
  {
    name: 'presence.pauseSharing',
    act: ({ call, people }) => call(people.worker).presence.pauseSharing({ paused: true }),
  },
  { name: 'presence.endSharing', act: ({ call, people }) => call(people.worker).presence.endSharing() },
  { name: 'somebody is sharing their position again', act: share },
  {
    name: 'the time of sharing is over',
    async act({ db }) {
      await db.pool.query(
        `update presence_sharing set started_at = now() - interval '2 hours', ends_at = now() - interval '1 minute'`,
      )
      await endExpiredSharing(db)
    },
  },
  { name: 'presence.requestTracking', act: requestPosition },
  {
    name: 'presence.answerTrackingRequest',
    act: world =>
      world.call(world.people.worker).presence.answerTrackingRequest({ ...requestRef(world), accept: false }),
  },
  { name: 'another tracking request', act: requestPosition },
  {
    name: 'presence.withdrawTrackingRequest',
    act: world => world.call(world.people.otherManager).presence.withdrawTrackingRequest(requestRef(world)),
  },
  { name: 'consents.withdraw', act: ({ call, people }) => call(people.worker).consents.withdraw() },
  {
    name: 'consents.give',
    act: ({ call, people }) => call(people.worker).consents.give({ version: 1, at: 'settings' }),
  },
]
