import { beforeEach } from 'vitest'
import type { TestUser, TestZone } from '../../../../testing/factories.ts'
import { testServices } from '../../../../testing/test-services.ts'
import { testWorld } from '../../../../testing/test-world.ts'

export const newId = () => crypto.randomUUID()

/** Prepares two zones under one manager, with one person inside each, and a captain of the first zone. */
export function prepareCaptains() {
  const muster = testServices()
  const { zone, manager, viewer, captain, ann } = testWorld(muster, {
    manager: { firstName: 'Mia', in: 'zone_manager_rw' },
    viewer: 'zone_manager_ro',
    captain: { firstName: 'Cap', in: 'app_user' },
    ann: 'app_user',
  })
  const { zone: otherZone, bob } = testWorld(muster, { bob: 'app_user' })
  beforeEach(async () => {
    await muster.make.assign(manager, otherZone, 'zone_manager_rw')
    await putInside(ann, zone)
    await putInside(bob, otherZone)
    await muster.call(manager).zoneCaptains.set({ zoneId: zone.id, userIds: [captain.id], expectedIds: [] })
  })
  const putInside = (who: TestUser, where: TestZone) =>
    muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now() - interval '2 hours', captured_at = now(), accuracy_meters = 5
      where user_id = $1 and zone_id = $2`,
      [who.id, where.id],
    )
  const declare = async (overrides: object = {}) =>
    (
      await muster.call(manager).emergencies.declare({
        zoneId: zone.id,
        moreZoneIds: [otherZone.id],
        kind: 'evacuate',
        drill: false,
        requestId: newId(),
        ...overrides,
      })
    ).emergencyId
  const call = (who: TestUser) => muster.call(who).captains
  const readOpen = async (who = captain) => {
    const [emergency] = (await call(who).open()).open
    if (!emergency) throw new Error('No emergency is open')
    return emergency
  }
  const setAreas = (...names: string[]) =>
    call(manager).setAreas({ zoneId: zone.id, areas: names.map(name => ({ name })) })
  const sweep = (
    emergencyId: string,
    areaId: string,
    state: 'clear' | 'not_reached',
    more: object = {},
    who = captain,
  ) => call(who).sweep({ emergencyId, areaId, state, requestId: newId(), ...more })
  const listTitles = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows.map(it => it.title)
  return {
    muster,
    zone,
    manager,
    viewer,
    captain,
    ann,
    otherZone,
    bob,
    putInside,
    declare,
    call,
    readOpen,
    setAreas,
    sweep,
    listTitles,
  }
}
