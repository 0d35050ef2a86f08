import { storeEvents } from '../../../apps/server/src/features/badges/store-events.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const callBadges = ({ call, people }: World) => call(people.otherManager).badges

/** Sends an event as a reader does. */
async function sendEvent({ db, zone, fields }: World, direction: 'in' | 'out', number: string) {
  await storeEvents(db, { keyId: String(fields.keyId), zoneId: zone.id, lastUsedAt: null }, [
    { badge: number, direction, at: new Date().toISOString(), reader: 'Gate 2' },
  ])
}

export const badgeSteps: Step[] = [
  {
    name: 'badges.createKey',
    async act(world) {
      const { row } = await callBadges(world).createKey({
        zoneId: world.zone.id,
        name: 'Main gate',
        requestId: crypto.randomUUID(),
      })
      world.fields.keyId = row.id
    },
  },
  { name: 'an unknown badge comes in', act: world => sendEvent(world, 'in', '4711') },
  { name: 'a misread badge comes in', act: world => sendEvent(world, 'in', '4712') },
  {
    name: 'badges.dismiss',
    act: world => callBadges(world).dismiss({ zoneId: world.zone.id, numbers: ['4712'] }),
  },
  {
    name: 'badges.assign',
    act: world =>
      callBadges(world).assign({
        zoneId: world.zone.id,
        badges: [
          { number: '4711', name: 'Cem Kaya' },
          { number: '1', userId: world.people.otherWorker.id },
        ],
      }),
  },
  {
    name: 'badges.import',
    act: world =>
      callBadges(world).import({ zoneId: world.zone.id, rows: [{ number: '9', name: 'Mia Berg' }] }),
  },
  { name: 'a badge of a member comes in', act: world => sendEvent(world, 'in', '1') },
  { name: 'a badge goes out', act: world => sendEvent(world, 'out', '4711') },
  {
    name: 'badges.unassign',
    act: world => callBadges(world).unassign({ zoneId: world.zone.id, number: '4711' }),
  },
  { name: 'badges.setDays', act: world => callBadges(world).setDays({ zoneId: world.zone.id, days: 30 }) },
  {
    name: 'badges.removeKey',
    act: world => callBadges(world).removeKey({ zoneId: world.zone.id, keyId: String(world.fields.keyId) }),
  },
]
