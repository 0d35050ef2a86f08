import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const callVisitors = ({ call, people }: World) => call(people.otherManager).visitors
const today = () => new Date().toISOString().slice(0, 10)

/** Announces a visitor of the worker. */
async function announce(world: World): Promise<{ zoneId: string; visitId: string }> {
  const zoneId = world.zone.id
  const { visitId } = await world.call(world.people.worker).visitors.invite({
    zoneId,
    name: 'Mia Test',
    expectedOn: today(),
    requestId: crypto.randomUUID(),
  })
  return { zoneId, visitId }
}
/** Signs in a visitor by a new poster; returns the token of their page. */
async function signInByPoster(world: World): Promise<string> {
  const { token } = await callVisitors(world).renewPoster({ zoneId: world.zone.id })
  const { visitToken } = await world.call().visitors.signIn({
    door: 'poster',
    token,
    name: 'Sam Visitor',
    hostId: world.people.worker.id,
    noticeVersion: 1,
    requestId: crypto.randomUUID(),
  })
  return visitToken ?? ''
}
/** Opens a kiosk; returns its code. */
const openKiosk = (world: World) => callVisitors(world).openKiosk({ zoneId: world.zone.id, name: 'Gate' })
/** The token of a visit and of a kiosk, for the following steps. */
const tokens = { visit: '', kiosk: '' }

/** Members who are not on the roll get no event about it. */
const nearbyReads = {
  'emergencies.mine':
    'the line about an emergency nearby is renewed when the app is opened, and every minute while it is shown',
}

export const visitorSteps: Step[] = [
  { name: 'visitors.invite', act: announce },
  { name: 'visitors.receive', act: async world => callVisitors(world).receive(await announce(world)) },
  {
    name: 'visitors.signOut',
    async act(world) {
      const visit = await announce(world)
      await callVisitors(world).receive(visit)
      await callVisitors(world).signOut(visit)
    },
  },
  {
    name: 'visitors.undoSignOut',
    async act(world) {
      const visit = await announce(world)
      await callVisitors(world).receive(visit)
      const { signedOutAt } = await callVisitors(world).signOut(visit)
      await callVisitors(world).undoSignOut({ ...visit, signedOutAt: signedOutAt ?? '' })
    },
  },
  {
    name: 'visitors.signOutMany',
    async act(world) {
      const { zoneId, visitId } = await announce(world)
      await callVisitors(world).receive({ zoneId, visitId })
      await callVisitors(world).signOutMany({ zoneId, visitIds: [visitId] })
    },
  },
  { name: 'visitors.cancel', act: async world => callVisitors(world).cancel(await announce(world)) },
  {
    name: 'visitors.add',
    act: world =>
      callVisitors(world).add({
        zoneId: world.zone.id,
        name: 'Cara Contractor',
        hostId: null,
        requestId: crypto.randomUUID(),
      }),
  },
  {
    name: 'visitors.setBadge',
    async act(world) {
      const visit = await announce(world)
      await callVisitors(world).receive(visit)
      await callVisitors(world).setBadge({ ...visit, badge: 'V7' })
    },
  },
  {
    name: 'visitors.setSettings',
    act: world =>
      callVisitors(world).setSettings({ zoneId: world.zone.id, notice: 'Wear a helmet.', keptDays: 7 }),
  },
  { name: 'visitors.renewPoster', act: world => callVisitors(world).renewPoster({ zoneId: world.zone.id }) },
  { name: 'visitors.openKiosk', act: openKiosk },
  {
    name: 'visitors.startKiosk',
    async act(world) {
      const { code } = await openKiosk(world)
      tokens.kiosk = (await world.call().visitors.startKiosk({ code })).token
    },
  },
  {
    name: 'visitors.closeKiosk',
    async act(world) {
      const { kioskId } = await openKiosk(world)
      await callVisitors(world).closeKiosk({ zoneId: world.zone.id, kioskId })
    },
  },
  {
    name: 'visitors.signIn',
    async act(world) {
      tokens.visit = await signInByPoster(world)
    },
  },
  {
    name: 'visitors.ownAnswer',
    late: nearbyReads,
    async act(world) {
      const { emergencyId } = await world.call(world.people.otherManager).emergencies.declare({
        zoneId: world.zone.id,
        kind: 'shelter',
        drill: true,
        requestId: crypto.randomUUID(),
      })
      await world.call().visitors.ownAnswer({
        token: tokens.visit,
        emergencyId,
        state: 'help',
        requestId: crypto.randomUUID(),
      })
    },
  },
  { name: 'visitors.ownLeave', act: world => world.call().visitors.ownLeave({ token: tokens.visit }) },
  {
    name: 'the emergency ends',
    late: nearbyReads,
    async act(world) {
      const { rows } = await world.call(world.people.otherManager).emergencies.list({})
      await world.call(world.people.otherManager).emergencies.allClear({ emergencyId: rows[0]?.id ?? '' })
    },
  },
  // Nobody signs out at a kiosk during an emergency.
  {
    name: 'visitors.leave',
    async act(world) {
      await signInByPoster(world)
      const { visitors } = await world.call().visitors.present({ token: tokens.kiosk, search: 'sam' })
      await world.call().visitors.leave({ token: tokens.kiosk, visitId: visitors[0]?.id ?? '' })
    },
  },
]
