import { beforeEach, expect, it } from 'vitest'
import { readCode } from '../../../testing/caller.ts'
import type { TestUser } from '../../../testing/factories.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'

const muster = testServices()
const { zone, manager, ann, bob } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  ann: 'app_user',
  bob: 'app_user',
})
let emergencyId: string

beforeEach(async () => {
  for (const member of [ann, bob]) {
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
    companies: [],
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

it('sends a message only to those whom the list shows, who can still read it after the all clear, and none then', async () => {
  const form = { emergencyId, state: 'missing' as const, message: 'Answer now.' }
  expect(await callBoard().message({ ...form, search: 'bob', requestId: crypto.randomUUID() })).toEqual({
    people: 1,
    withoutAccount: 0,
  })
  await muster.call(manager).emergencies.allClear({ emergencyId })
  const texts = (await muster.call(bob).alerts.list({})).rows.map(it => it.description)
  expect(texts).toContain('Answer now.')
  expect(await readCode(callBoard().message({ ...form, requestId: crypto.randomUUID() }))).toBe(
    'EMERGENCY_ENDED',
  )
})

/** Adds people as the roll of a large site has them: unknown badges whose numbers sort first, visitors, and others. */
const addToRoll = (
  people: readonly { name: string; why: string; badge?: string; company?: string; seenHoursAgo?: number }[],
) =>
  muster.db.pool.query(
    `insert into emergency_people (emergency_id, zone_id, zone_name, name, sort_name, why, badge, company, seen_at)
      select $1, $2, 'Yard', its.name, its.name, its.why, its.badge, coalesce(its.company, ''),
        now() - its."seenHoursAgo" * interval '1 hour'
      from json_to_recordset($3) its(name text, why text, badge text, company text, "seenHoursAgo" float8)`,
    [emergencyId, zone.id, JSON.stringify(people)],
  )

const callPeople = (input: object) => muster.call(manager).emergencies.people({ emergencyId, ...input })

/** Reads the whole list in pages of two. */
async function listInPages(filter: object): Promise<string[]> {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await muster.call(manager).emergencies.people({ emergencyId, ...filter, cursor, limit: 2 })
    names.push(...page.rows.map(it => it.name))
    cursor = page.next ?? undefined
  } while (cursor)
  return names
}

it('lists names before badges that belong to nobody, in each order and over all pages', async () => {
  await addToRoll([
    { name: '0007', badge: '0007', why: 'badge', seenHoursAgo: 9 },
    { name: '0008', badge: '0008', why: 'badge', seenHoursAgo: 1 },
    { name: 'Zed', badge: '0009', why: 'badge', company: 'Acme', seenHoursAgo: 2 },
    { name: 'Vera', why: 'visitor', company: 'Acme', seenHoursAgo: 3 },
    { name: 'Otto', why: 'off_site' },
  ])
  const unknown = ['Badge 0007 (unknown)', 'Badge 0008 (unknown)']
  const byName = ['Ann Test', 'Bob Test', 'Vera', 'Zed', 'Otto', ...unknown]
  expect(await listInPages({ state: 'missing' })).toEqual(byName)
  const byLastSeen = ['Vera', 'Zed', 'Ann Test', 'Bob Test', 'Otto', ...unknown]
  expect(await listInPages({ state: 'missing', sort: 'unseen' })).toEqual(byLastSeen)
  expect((await listInPages({ state: 'missing', sort: 'zone' })).slice(-2)).toEqual(unknown)
  // A cursor of one order means nothing in another.
  const { next } = await callPeople({ limit: 2 })
  expect(await readCode(callPeople({ sort: 'unseen', cursor: next }))).toBe('CURSOR_INVALID')
  expect(await listInPages({ group: 'badge' })).toEqual(['Zed', ...unknown])
  expect(await listInPages({ company: 'Acme' })).toEqual(['Vera', 'Zed'])
  expect((await callBoard().places({ emergencyId })).companies).toEqual([{ company: 'Acme', people: 2 }])
  const board = await muster.call(manager).emergencies.get({ emergencyId })
  expect(board).toMatchObject({ missingOffSite: 1, missingUnknown: 2, timeZone: expect.any(String) })
  expect(board.groups).toContainEqual({ state: 'missing', group: 'badge', people: 3 })
})

it('returns the time of a person’s newest reading, and the surname first for print', async () => {
  await muster.db.pool.query(
    `update emergency_people set seen_at = now() - interval '2 hours' where emergency_id = $1 and name = 'Bob Test'`,
    [emergencyId],
  )
  const findPerson = async (name: string) =>
    (await muster.call(manager).emergencies.people({ emergencyId })).rows.find(it => it.name === name)
  const bobRow = await findPerson('Bob Test')
  expect(bobRow?.listName).toBe('Test, Bob')
  expect(Date.now() - Date.parse(bobRow?.lastSeenAt ?? '')).toBeLessThan(60_000)
  expect(await listNames({ personId: bobRow?.id })).toEqual(['Bob Test'])
})
