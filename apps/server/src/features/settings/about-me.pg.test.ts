import { personalDataKinds } from '@muster/domain/personal-data.ts'
import { expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { testServices } from '../../testing/test-services.ts'

const world = testServices()

/** Logs a view, `minutesBefore` minutes before a fixed full hour yesterday. */
const insertLocationView = (
  actorId: string,
  userId: string | null,
  kind: string,
  zoneId: string | null,
  minutesBefore: number,
  type = 'location_access',
) =>
  world.db.pool.query(
    `insert into security_events (event_type, description, actor_id, affected_user_id, metadata, created_at)
     values ($1, 'A look.', $2, $3, $4, date_trunc('hour', now() - interval '1 day') - $5 * interval '1 minute')`,
    [type, actorId, userId, JSON.stringify({ accessType: kind, zoneId }), minutesBefore],
  )

async function createPeople() {
  const { make } = world
  const [me, otherUser, manager, zone, otherZone] = await Promise.all([
    make.user(),
    make.user(),
    make.user({ firstName: 'Mara', role: 'zone_manager_rw' }),
    make.zone(),
    make.zone(),
  ])
  await make.assign(me, zone)
  await make.assign(manager, zone, 'zone_manager_rw')
  await world.db.pool.query(
    `update zone_assignments set accepted_at = now() - interval '3 days' where user_id = $1`,
    [me.id],
  )
  return { me, other: otherUser, manager, zone, foreign: otherZone }
}

it('only sign-in attempts on my own account are listed, newest first, with their results', async () => {
  const [me, otherUser] = await Promise.all([world.make.user(), world.make.user()])
  const insertAttempt = (userId: string, type: string, hoursAgo: number, metadata: object = {}) =>
    world.db.pool.query(
      `insert into security_events (event_type, description, affected_user_id, metadata, created_at)
       values ($1, 'An attempt.', $2, $3, now() - $4 * interval '1 hour')`,
      [type, userId, JSON.stringify(metadata), hoursAgo],
    )
  await insertAttempt(me.id, 'login_successful', 3, { ip: '192.0.2.7', userAgent: 'Firefox/140' })
  await insertAttempt(me.id, 'login_failed', 2, { ip: '192.0.2.8' })
  await insertAttempt(me.id, 'login_refused', 1, { reason: 'passkey' })
  await insertAttempt(me.id, 'user_action_signed_out', 1)
  await insertAttempt(otherUser.id, 'login_failed', 1)

  const { signIns } = world.call(me).settings
  const firstPage = await signIns({ limit: 2 })
  expect(firstPage.rows.map(({ result, reason }) => [result, reason])).toEqual([
    ['refused', 'passkey'],
    ['failed', null],
  ])
  const secondPage = await signIns({ limit: 2, ...(firstPage.next && { cursor: firstPage.next }) })
  expect(secondPage).toMatchObject({
    rows: [{ result: 'succeeded', ipAddress: '192.0.2.7', userAgent: 'Firefox/140' }],
    next: null,
  })
  expect((await signIns({ result: 'failed' })).rows).toMatchObject([
    { ipAddress: '192.0.2.8', userAgent: '' },
  ])
})

it('views of me, or of everybody in my zone, are grouped and listed newest first; views of others and by myself are not', async () => {
  const { me, other, manager, zone, foreign } = await createPeople()
  for (const minutes of [10, 20, 30])
    await insertLocationView(manager.id, me.id, 'user_details', zone.id, minutes)
  await insertLocationView(manager.id, null, 'live_map', zone.id, 90)
  // Not listed: views of another person, of another zone, before I joined, by myself, and of data without a location.
  await insertLocationView(manager.id, other.id, 'user_details', zone.id, 15)
  await insertLocationView(manager.id, null, 'live_map', foreign.id, 15)
  await insertLocationView(manager.id, null, 'live_map', zone.id, 3 * 24 * 60)
  await insertLocationView(me.id, me.id, 'user_details', zone.id, 15)
  await insertLocationView(manager.id, me.id, 'user_details', zone.id, 15, 'data_access')

  const { rows, next } = await world.call(me).settings.locationLooks({})
  expect(next).toBeNull()
  expect(
    rows.map(({ by, kind, wholeZone, times, zone }) => ({ by, kind, wholeZone, times, zone: zone?.id })),
  ).toEqual([
    {
      by: { name: expect.stringMatching(/^Mara /), role: 'zone_manager_rw' },
      kind: 'user_details',
      wholeZone: false,
      times: 3,
      zone: zone.id,
    },
    {
      by: { name: expect.stringMatching(/^Mara /), role: 'zone_manager_rw' },
      kind: 'live_map',
      wholeZone: true,
      times: 1,
      zone: zone.id,
    },
  ])
})

it('views are paged without gaps, and manual log entries by an administrator do not break the list', async () => {
  const { me, manager, zone } = await createPeople()
  for (let hour = 0; hour < 5; hour++)
    await insertLocationView(manager.id, me.id, 'user_details', zone.id, 10 + 60 * hour)
  await insertLocationView(manager.id, me.id, 'user_details', 'no id at all', 10)
  const { settings } = world.call(me)
  const keys: string[] = []
  let cursor: string | undefined
  do {
    const page = await settings.locationLooks({ cursor, limit: 2 })
    keys.push(...page.rows.map(({ key }) => key))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(6)
  expect(await readCode(settings.locationLooks({ cursor: 'xyz' }))).toBe('CURSOR_INVALID')
})

it('only my own stored data is counted, with the configured retention in days', async () => {
  const { me, manager, zone } = await createPeople()
  await insertLocationView(manager.id, me.id, 'user_details', zone.id, 10)
  const { kept } = await world.call(me).settings.kept()
  const findCategory = (category: string) => kept.find(it => it.category === category)
  // One membership in a zone, and one in the organisation that every installation has.
  expect(findCategory('memberships')).toEqual({ category: 'memberships', rows: 2, days: null })
  expect(findCategory('readings')).toEqual({ category: 'readings', rows: null, days: 90 })
  expect(findCategory('visits')).toEqual({ category: 'visits', rows: 0, days: 90 })
  expect(findCategory('sessions')?.rows).toBeNull()
  expect(kept.map(it => it.category)).toEqual(personalDataKinds)
  expect([
    findCategory('messages')?.rows,
    findCategory('answers')?.rows,
    findCategory('alerts')?.days,
  ]).toEqual([0, 0, 180])
  expect(findCategory('security_events')).toMatchObject({ rows: expect.any(Number), days: 730 })
  expect(findCategory('security_events')?.rows).toBeGreaterThan(0)
})

it('groups, messages, folders and templates are counted according to their labels', async () => {
  const { manager, zone } = await createPeople()
  const managerDataBefore = (await world.call(manager).settings.kept()).kept
  const { group } = await world
    .call(manager)
    .groups.create({ zoneId: zone.id, requestId: crypto.randomUUID(), name: 'Riggers' })
  await world
    .call(manager)
    .groupMessages.send({ groupId: group.id, requestId: crypto.randomUUID(), text: 'Hello', fileId: null })
  await world.call(manager).documents.createFolder({ zoneId: zone.id, name: 'Plans' })
  await world.db.pool.query(
    `insert into broadcast_templates (zone_id, name, title, message, priority, created_by)
       values ($1, 'Fire', 'Fire', 'Leave.', 'high', $2)`,
    [zone.id, manager.id],
  )
  const addedRows = Object.fromEntries(
    (await world.call(manager).settings.kept()).kept.map(({ category, rows }) => [
      category,
      (rows ?? 0) - (managerDataBefore.find(it => it.category === category)?.rows ?? 0),
    ]),
  )
  expect(addedRows).toMatchObject({ memberships: 1, messages: 1, files: 1, broadcasts: 1, hazards: 0 })
})

it('views of the whole zone up to the end of a membership stay listed after the person is unlinked', async () => {
  const { me, manager, zone } = await createPeople()
  await insertLocationView(manager.id, null, 'live_map', zone.id, 30)
  const listKinds = async () => (await world.call(me).settings.locationLooks({})).rows.map(it => it.kind)
  expect(await listKinds()).toEqual(['live_map'])
  await world.call(manager).users.unlink({ zoneId: zone.id, userId: me.id })
  expect(await listKinds()).toEqual(['live_map'])
  // Views after the end of the membership are not listed.
  await world.db.pool.query(
    `insert into security_events (event_type, description, actor_id, metadata)
     values ('location_access', 'A look.', $1, $2)`,
    [manager.id, JSON.stringify({ accessType: 'zone_day_places', zoneId: zone.id })],
  )
  expect(await listKinds()).toEqual(['live_map'])
})
