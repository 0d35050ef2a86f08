import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insideTestBox } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
beforeAll(async () => {
  muster = await createTestServices()
})
afterAll(() => muster.stop())

test('a made-up position counts, and whoever sees it or what it led to sees that; until an honest one', async () => {
  const { make, call } = muster
  const zone = await make.zone({})
  const zoneId = zone.id
  const [admin, manager, ann] = [
    await make.user({ role: 'super_admin' }),
    await make.user(),
    await make.user(),
  ]
  await make.assign(manager, zone, 'zone_manager_rw')
  await make.assign(ann, zone)
  const check = (mock?: boolean) => {
    const how = { id: uuidV7(), ...insideTestBox, accuracyMeters: 5, capturedAt: new Date().toISOString() }
    return call(ann).presence.checkUserInZone({ zoneId, ...how, mock })
  }
  const seen = async () => {
    const watch = call(manager)
    const [people, places, detail, account] = await Promise.all([
      watch.users.inZone({ zoneId, search: ann.userCode }),
      watch.users.inZone({ zoneId, search: ann.userCode, list: 'places' }),
      watch.users.detail({ zoneId, userId: ann.id }),
      call(admin).accounts.list({ search: ann.email }),
    ])
    const [inside, positions, mine] = await Promise.all([
      watch.presence.inside({ zoneId }),
      watch.presence.positions({ zoneId }),
      call(ann).presence.mine(),
    ])
    const rows: readonly object[] = [
      ...[...people.rows, ...places.rows, detail.person, ...account.rows],
      ...[...inside.rows, ...positions.people, ...mine.zones],
    ]
    const { text } = await watch.presence.exportRows({ zoneId, kind: 'inside', format: 'csv' })
    const [heading = '', line = ''] = text.split('\r\n').map(it => it.split(','))
    const inFile = line[heading.indexOf('position may be made up')]
    return { flags: rows.map(row => 'mock' in row && row.mock), inFile }
  }

  expect(await check(true)).toMatchObject({ verdict: 'inside', presence: 'inside', change: 'entered' })
  expect(await seen()).toEqual({ flags: Array(7).fill(true), inFile: 'yes' })
  const panel = await call(manager).presence.panel({ zoneId })
  expect(panel.inside).toBe(1)

  await check()
  expect(await seen()).toEqual({ flags: Array(7).fill(false), inFile: 'no' })
})
