import { v7 as uuidV7 } from 'uuid'
import { expect, test } from 'vitest'
import { insideTestBox, outsideTestBox } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { exportText } from './testing/export-text.ts'

const muster = testServices()

test('a faked position counts, and everybody who sees it or its effect sees that it is faked, until a genuine one arrives', async () => {
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
    const reading = {
      id: uuidV7(),
      ...insideTestBox,
      accuracyMeters: 5,
      capturedAt: new Date().toISOString(),
    }
    return call(ann).presence.checkUserInZone({ zoneId, ...reading, mock })
  }
  const readMocks = async () => {
    const managerApi = call(manager)
    const [people, places, detail, account] = await Promise.all([
      managerApi.users.inZone({ zoneId, search: ann.userCode }),
      managerApi.users.inZone({ zoneId, search: ann.userCode, list: 'places' }),
      managerApi.users.detail({ zoneId, userId: ann.id }),
      call(admin).accounts.list({ search: ann.email }),
    ])
    const [inside, positions, ownPresence] = await Promise.all([
      managerApi.presence.inside({ zoneId }),
      managerApi.presence.positions({ zoneId }),
      call(ann).presence.mine(),
    ])
    const rows: readonly object[] = [
      ...[...people.rows, ...places.rows, detail.person, ...account.rows],
      ...[...inside.rows, ...positions.people, ...ownPresence.zones],
    ]
    const text = await exportText(muster.db, manager, { zoneId, kind: 'inside', format: 'csv' })
    const [heading = '', line = ''] = text.split('\r\n').map(it => it.split(','))
    const exportedFlag = line[heading.indexOf('position may be fake')]
    return { flags: rows.map(row => 'mock' in row && row.mock), inFile: exportedFlag }
  }

  expect(await check(true)).toMatchObject({ verdict: 'inside', presence: 'inside', change: 'entered' })
  expect(await readMocks()).toEqual({ flags: Array(7).fill(true), inFile: 'yes' })
  const panel = await call(manager).presence.panel({ zoneId })
  expect(panel.inside).toBe(1)

  await check()
  expect(await readMocks()).toEqual({ flags: Array(7).fill(false), inFile: 'no' })
})

test('a visit shows whether its first or last reading is faked, on screen and in exports', async () => {
  const { make, call, db } = muster
  const zone = await make.zone({})
  const zoneId = zone.id
  const [manager, ann] = [await make.user(), await make.user()]
  await make.assign(manager, zone, 'zone_manager_ro')
  await make.assign(ann, zone)
  const startMs = Date.now() - 100_000
  const readings = [
    { at: 0, place: insideTestBox, mock: true },
    { at: 10, place: insideTestBox },
    { at: 20, place: outsideTestBox },
    { at: 30, place: insideTestBox },
    { at: 40, place: insideTestBox, mock: true },
    { at: 50, place: outsideTestBox, mock: true },
    { at: 60, place: insideTestBox },
    { at: 70, place: outsideTestBox },
  ]
  const check = ({ at, place, mock }: { at: number; place: typeof insideTestBox; mock?: boolean }) => {
    const reading = {
      id: uuidV7(),
      accuracyMeters: 5,
      capturedAt: new Date(startMs + at * 1_000).toISOString(),
    }
    return call(ann).presence.checkUserInZone({ zoneId, ...reading, ...place, mock })
  }
  for (const reading of readings) await check(reading)
  const managerApi = call(manager)
  const readMocks = async () => {
    const { history } = await managerApi.presence.panel({ zoneId })
    const { visits } = await managerApi.presence.visitsOf({ zoneId, userId: ann.id })
    const span = { from: new Date(startMs - 1).toISOString(), to: new Date().toISOString() }
    const text = await exportText(db, manager, { zoneId, kind: 'visits', format: 'csv', ...span })
    const [heading = [], ...lines] = text.split('\r\n').map(it => it.split(','))
    const exportedFlags = lines.slice(0, -1).map(line => line[heading.indexOf('position may be fake')])
    const toFlags = (rows: readonly { mock: boolean }[]) => rows.map(({ mock }) => mock).reverse()
    return { panel: toFlags(history), person: toFlags(visits), inFile: exportedFlags }
  }
  const expectedFlags = [true, true, false]
  const expected = { panel: expectedFlags, person: expectedFlags, inFile: ['yes', 'yes', 'no'] }
  expect(await readMocks()).toEqual(expected)
  const listVisitMocks = async () => {
    const { rows } = await db.pool.query(
      'select entry_mock, exit_mock from presence_history where zone_id = $1 order by entry_time',
      [zoneId],
    )
    return rows.map(row => [row.entry_mock, row.exit_mock])
  }
  expect(await listVisitMocks()).toEqual([
    [true, null],
    [null, true],
    [null, null],
  ])

  // Late readings recompute the visits: a known end keeps its flag, a new end takes the flag of its reading.
  await check({ at: 45, place: outsideTestBox, mock: true })
  await check({ at: 65, place: outsideTestBox })
  await check({ at: 5, place: outsideTestBox })
  await check({ at: 48, place: insideTestBox })
  expect(await listVisitMocks()).toEqual([
    [true, null],
    [null, null],
    [null, true],
    [null, true],
    [null, null],
  ])
})
