import { v7 as uuidV7 } from 'uuid'
import { expect, test } from 'vitest'
import { insideTestBox, outsideTestBox, type TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'

const muster = testServices()

test('positions are for people who may track live locations, and viewing them is logged once', async () => {
  const { make, call, db } = muster
  const zone = await make.zone({})
  const manager = await make.user({ firstName: 'Mia' })
  const clientAdmin = await make.user({ role: 'client_admin' })
  const ann = await make.user({ firstName: 'Ann' })
  const bob = await make.user({ firstName: 'Bob' })
  await make.assign(manager, zone, 'zone_manager_rw')
  await make.assign(clientAdmin, zone)
  await make.assign(ann, zone)
  await make.assign(bob, zone)
  const check = (user: TestUser, at: { lat: number; lng: number }) =>
    call(user).presence.checkUserInZone({
      zoneId: zone.id,
      id: uuidV7(),
      ...at,
      accuracyMeters: 5,
      capturedAt: new Date().toISOString(),
    })
  await check(ann, insideTestBox)
  await check(bob, outsideTestBox)

  const listPositions = (user: TestUser) => call(user).presence.positions({ zoneId: zone.id })
  expect((await listPositions(manager)).people).toMatchObject([
    { userId: bob.id, inside: false, ...outsideTestBox, accuracyMeters: 5 },
    { userId: ann.id, inside: true, ...insideTestBox, accuracyMeters: 5 },
  ])
  await listPositions(manager)
  const { rows } = await db.pool.query(
    `select metadata from security_events where event_type = 'location_access' and actor_id = $1`,
    [manager.id],
  )
  expect(rows).toEqual([{ metadata: { accessType: 'live_map', zoneId: zone.id, people: 2 } }])
})
