import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser, TestZone } from '../../../testing/factories.ts'
import { createTestServices } from '../../../testing/test-services.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let ann: TestUser
let bob: TestUser
let emergencyId: string

beforeAll(async () => {
  muster = await createTestServices()
})
afterAll(() => muster.stop())

beforeEach(async () => {
  const { make } = muster
  zone = await make.zone()
  manager = await make.user({ firstName: 'Mia' })
  ann = await make.user({ firstName: 'Ann' })
  bob = await make.user({ firstName: 'Bob' })
  await make.assign(manager, zone, 'zone_manager_rw')
  for (const member of [ann, bob]) {
    await make.assign(member, zone)
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), latitude = 28.613,
        longitude = 77.209, accuracy_meters = 8, consent = 'given' where user_id = $1 and zone_id = $2`,
      [member.id, zone.id],
    )
  }
  const declared = await muster.call(manager).emergencies.declare({
    zoneId: zone.id,
    kind: 'evacuate',
    drill: true,
    requestId: crypto.randomUUID(),
  })
  emergencyId = declared.emergencyId
})

const callBoard = () => muster.call(manager).emergencyBoard
const say = (who: TestUser, state: 'safe' | 'help') =>
  muster.call(who).emergencies.answer({ emergencyId, state, requestId: crypto.randomUUID() })
async function markSafe(name: string, place: string) {
  const { rows } = await muster.call(manager).emergencies.people({ emergencyId })
  const person = rows.find(it => it.name.startsWith(name))
  await muster.call(manager).emergencies.mark({
    emergencyId,
    personIds: [person?.id ?? ''],
    state: 'safe',
    place,
    requestId: crypto.randomUUID(),
  })
}
const listNames = async (filter: object) =>
  (await muster.call(manager).emergencies.people({ emergencyId, ...filter })).rows.map(it => it.name)

it('counts people by zone and by place, and filters the list by both', async () => {
  await say(ann, 'safe')
  expect(await callBoard().places({ emergencyId })).toEqual({
    zones: [{ zoneId: zone.id, zoneName: zone.name, help: 0, missing: 1, safe: 1 }],
    places: [{ place: '', safe: 1 }],
  })
  // A captain who sees her at the gate says where she is, and her own answer still dates her state.
  await markSafe('Ann', 'Gate 3')
  await markSafe('Bob', 'Gate 4')
  expect((await callBoard().places({ emergencyId })).places).toEqual([
    { place: 'Gate 3', safe: 1 },
    { place: 'Gate 4', safe: 1 },
  ])
  expect(await listNames({ place: 'Gate 3' })).toEqual(['Ann Test'])
  expect(await listNames({ zoneId: zone.id })).toEqual(['Ann Test', 'Bob Test'])
  expect(await listNames({ zoneId: crypto.randomUUID() })).toEqual([])
})

it('lists the last positions of people who are not accounted for, for those who may track live locations', async () => {
  const { positions } = await callBoard().positions({ emergencyId })
  expect(positions).toHaveLength(2)
  expect(positions[0]).toMatchObject({ lat: 28.613, lng: 77.209, accuracyMeters: 8, state: 'missing' })
  expect(positions.map(it => it.name).sort()).toEqual(['Ann Test', 'Bob Test'])
  await say(ann, 'safe')
  expect((await callBoard().positions({ emergencyId })).positions).toHaveLength(1)
  await muster.db.pool.query(
    `insert into zone_permissions (user_id, zone_id, permission, granted) values ($1, $2, 'track_live_locations', false)`,
    [manager.id, zone.id],
  )
  expect((await callBoard().positions({ emergencyId })).positions).toEqual([])
})

it('sends a message to the missing once, marked as a drill, and counts those without an account', async () => {
  await muster.call(manager).emergencies.addPerson({
    emergencyId,
    name: 'Vera Visitor',
    requestId: crypto.randomUUID(),
  })
  await say(ann, 'safe')
  const target = { emergencyId, state: 'missing' as const }
  expect(await callBoard().reach(target)).toEqual({
    people: 1,
    reach: { device: 0, app: 1, none: 1 },
    withoutAccount: [{ why: 'by_hand', people: 1 }],
  })
  const form = { ...target, message: 'Answer now.', requestId: crypto.randomUUID() }
  for (let sent = 0; sent < 2; sent += 1)
    expect(await callBoard().message(form)).toEqual({ people: 1, withoutAccount: 1 })
  const listMessages = async (who: TestUser) =>
    (await muster.call(who).alerts.list({})).rows.filter(it => it.description === 'Answer now.')
  expect(await listMessages(ann)).toEqual([])
  expect((await listMessages(bob)).map(it => it.title)).toEqual([`DRILL: Leave ${zone.name} now`])
  const report = await muster.call(manager).emergencies.report({ emergencyId })
  expect(report.timeline.map(it => [it.what, it.name])).toContainEqual(['message_sent', 'Mia Test'])
})

it('sends a message only to those whom the list shows, and none after the all clear', async () => {
  const form = { emergencyId, state: 'missing' as const, message: 'Answer now.' }
  expect(await callBoard().message({ ...form, search: 'bob', requestId: crypto.randomUUID() })).toEqual({
    people: 1,
    withoutAccount: 0,
  })
  await muster.call(manager).emergencies.allClear({ emergencyId })
  expect(await readCode(callBoard().message({ ...form, requestId: crypto.randomUUID() }))).toBe(
    'EMERGENCY_ENDED',
  )
})
