import { describe, expect, it } from 'vitest'
import { write } from '../../live/write.ts'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, type TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { alertDueHazards } from './alert-due-hazards.ts'

const muster = testServices()
const { zone, manager, ann, bob, viewer } = testWorld(muster, {
  manager: { firstName: 'Mia', in: 'zone_manager_rw' },
  ann: 'app_user',
  bob: 'app_user',
  viewer: { firstName: 'Vic', in: 'zone_manager_ro' },
})

const createForm = (overrides: object = {}) => ({
  zoneId: zone.id,
  requestId: crypto.randomUUID(),
  title: 'Leaking valve',
  description: 'Oil at the second pump',
  position: null,
  ...overrides,
})
const report = async (user = ann, overrides: object = {}) =>
  (await muster.call(user).hazards.report(createForm(overrides))).hazardId
const get = (hazardId: string, user = manager) => muster.call(user).hazards.get({ zoneId: zone.id, hazardId })
const setStatus = (user: TestUser, hazardId: string, from: string, to: string, note = '') =>
  muster.call(user).hazards.setStatus({ zoneId: zone.id, hazardId, from, to, note } as never)
const list = async (overrides: object = {}, user = manager) =>
  (await muster.call(user).hazards.list({ zoneId: zone.id, ...overrides })).rows.map(row => row.title)
const listAlerts = async (user: TestUser) =>
  (await muster.call(user).alerts.list({})).rows.filter(it => it.type === 'hazard_alert').map(it => it.title)

describe('reporting', () => {
  it('stores a repeated report once, as open', async () => {
    const submittedForm = createForm({ position: { ...insideTestBox, accuracyMeters: 8 } })
    const { hazardId } = await muster.call(ann).hazards.report(submittedForm)
    expect(await muster.call(ann).hazards.report(submittedForm)).toEqual({ hazardId })
    expect(await readCode(muster.call(ann).hazards.report({ ...submittedForm, title: 'Another' }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    const hazard = await get(hazardId, ann)
    expect(hazard).toMatchObject({
      severity: 'medium',
      status: 'open',
      position: insideTestBox,
      reportedBy: { id: ann.id, name: 'Ann Test' },
      maySet: ['closed'],
      mayManage: false,
      mayAttach: true,
    })
    expect(hazard.steps.map(it => it.kind)).toEqual(['reported'])
    expect((await muster.call(ann).hazards.onMap({ zoneId: zone.id })).pins).toHaveLength(1)
  })

  it('records both the time of a report made offline and the time of its arrival', async () => {
    const reportedAt = Date.now()
    const delayedHazard = await get(await report(ann, { waitedMs: 2 * 3_600_000 }))
    const createdAt = Date.parse(delayedHazard.createdAt)
    expect(Math.abs(createdAt - (reportedAt - 2 * 3_600_000))).toBeLessThan(10_000)
    expect(delayedHazard.steps.map(it => it.at)).toEqual([delayedHazard.createdAt])
    expect(Math.abs(Date.parse(delayedHazard.receivedAt ?? '') - reportedAt)).toBeLessThan(10_000)
    expect((await get(await report(ann, { waitedMs: 5_000 }))).receivedAt).toBeNull()
  })

  it('alerts the managers and, for high severity, everybody else in the zone except the reporter', async () => {
    await report()
    expect(await listAlerts(manager)).toEqual(['Medium: Leaking valve'])
    expect(await listAlerts(viewer)).toEqual(['Medium: Leaking valve'])
    expect([await listAlerts(bob), await listAlerts(ann)]).toEqual([[], []])
    await report(ann, { severity: 'critical', title: 'Gas' })
    expect(await listAlerts(bob)).toEqual(['Critical: Gas'])
    expect(await listAlerts(ann)).toEqual([])
  })

  it.each(['worker', 'supervisor', 'manager'] as const)(
    'is available to a %s, who can follow that report and no other',
    async role => {
      const person = await muster.make.user({ firstName: 'Wes', role })
      await muster.make.assign(person, zone, role)
      await report(ann)
      const id = await report(person, { title: 'Broken ladder' })
      expect(await list({}, person)).toEqual(['Broken ladder'])
      expect(await muster.call(person).hazards.count({ zoneId: zone.id })).toMatchObject({ open: 1 })
      expect(await get(id, person)).toMatchObject({ maySet: ['closed'], mayAttach: true })
      await muster.call(person).hazards.comment({
        zoneId: zone.id,
        hazardId: id,
        requestId: crypto.randomUUID(),
        note: 'By the door',
      })
      await setStatus(manager, id, 'open', 'in_progress')
      expect(await listAlerts(person)).toEqual(['Broken ladder'])
      await report(ann, { severity: 'critical', title: 'Gas' })
      expect(await listAlerts(person)).toEqual(['Broken ladder'])
      const otherHazardId = await report(ann)
      expect(await readCode(get(otherHazardId, person))).toBe('HAZARD_NOT_FOUND')
      expect(await readCode(setStatus(person, otherHazardId, 'open', 'closed'))).toBe('HAZARD_NOT_FOUND')
    },
  )

  it('makes hazards searchable by words, severity and status, newest first, page by page', async () => {
    await report(ann, { title: 'First', severity: 'low' })
    await report(ann, { title: 'Second', description: 'A broken ladder' })
    await report(ann, { title: 'Third', severity: 'critical' })
    expect(await list()).toEqual(['Third', 'Second', 'First'])
    expect(await list({ search: 'ladd' })).toEqual(['Second'])
    expect(await list({ severity: 'low' })).toEqual(['First'])
    expect(await list({ status: 'closed' })).toEqual([])
    const page = await muster.call(manager).hazards.list({ zoneId: zone.id, limit: 2 })
    expect(await list({ limit: 2, cursor: page.next ?? '' })).toEqual(['First'])
  })
})

describe('the life of a hazard', () => {
  it('goes to closed and back, and each step records the person, time and reason', async () => {
    const id = await report()
    await setStatus(manager, id, 'open', 'in_progress', 'Sent two people')
    expect(await muster.call(manager).hazards.count({ zoneId: zone.id })).toEqual({
      open: 0,
      unsettled: 1,
      overdue: 0,
    })
    await setStatus(manager, id, 'in_progress', 'resolved')
    await setStatus(manager, id, 'resolved', 'closed')
    await setStatus(manager, id, 'closed', 'open', 'It leaks again')
    const { steps, status } = await get(id)
    expect(status).toBe('open')
    expect(steps.map(it => [it.status, it.by.name, it.note])).toEqual([
      [null, 'Ann Test', ''],
      ['in_progress', 'Mia Test', 'Sent two people'],
      ['resolved', 'Mia Test', ''],
      ['closed', 'Mia Test', ''],
      ['open', 'Mia Test', 'It leaks again'],
    ])
    // Each step alerts the reporter.
    expect(await listAlerts(ann)).toHaveLength(4)
  })

  it('refuses steps that are not permitted, unknown, or based on an outdated status', async () => {
    const id = await report()
    expect(await readCode(setStatus(bob, id, 'open', 'closed'))).toBe('FORBIDDEN')
    expect(await readCode(setStatus(ann, id, 'open', 'in_progress'))).toBe('FORBIDDEN')
    expect(await readCode(setStatus(viewer, id, 'open', 'closed'))).toBe('FORBIDDEN')
    expect(await readCode(setStatus(manager, id, 'open', 'open'))).toBe('HAZARD_STEP_ILLEGAL')
    await setStatus(ann, id, 'open', 'closed')
    expect(await readCode(setStatus(manager, id, 'open', 'in_progress'))).toBe('HAZARD_CHANGED')
    expect(await readCode(setStatus(manager, id, 'closed', 'resolved'))).toBe('HAZARD_STEP_ILLEGAL')
  })

  it('accepts only one of two concurrent steps', async () => {
    const id = await report()
    const codes = await Promise.all([
      readCode(setStatus(manager, id, 'open', 'in_progress')),
      readCode(setStatus(ann, id, 'open', 'closed')),
    ])
    expect(codes.toSorted()).toEqual(['HAZARD_CHANGED', undefined])
  })

  it('can be discussed by its reporter and managers, with each comment stored once', async () => {
    const id = await report()
    const comment = { zoneId: zone.id, hazardId: id, requestId: crypto.randomUUID(), note: 'Bring sand' }
    await muster.call(ann).hazards.comment(comment)
    await muster.call(ann).hazards.comment(comment)
    expect(
      await readCode(muster.call(bob).hazards.comment({ ...comment, requestId: crypto.randomUUID() })),
    ).toBe('FORBIDDEN')
    expect((await get(id)).steps.map(it => it.note)).toEqual(['', 'Bring sand'])
  })

  it('alerts its assignee immediately, and again before it is due', async () => {
    const id = await report()
    const assign = (userId: string | null, dueAt: string | null = null) =>
      muster.call(manager).hazards.assign({ zoneId: zone.id, hazardId: id, userId, dueAt })
    const stranger = await muster.make.user()
    expect(await readCode(assign(stranger.id))).toBe('NOT_ASSIGNED')
    await assign(bob.id, new Date(Date.now() + 30 * 60_000).toISOString())
    const alertDue = () => muster.db.asOwner('a test', tx => write(tx, alertDueHazards))
    expect([await alertDue(), await alertDue()]).toEqual([1, 0])
    expect((await listAlerts(bob)).toSorted()).toEqual([
      'Assigned to you: Leaking valve',
      'Due soon: Leaking valve',
    ])
    expect((await get(id)).assignee).toEqual({ id: bob.id, name: 'Bob Test' })
    await assign(null)
    expect((await get(id)).assignee).toBeNull()
  })

  it('alerts the managers before it is due while nobody is assigned', async () => {
    const hazardId = await report(ann)
    const dueAt = new Date(Date.now() + 30 * 60_000).toISOString()
    await muster.call(manager).hazards.assign({ zoneId: zone.id, hazardId, userId: null, dueAt })
    const alertDue = () => muster.db.asOwner('a test', tx => write(tx, alertDueHazards))
    expect([await alertDue(), await alertDue()]).toEqual([1, 0])
    expect(await listAlerts(manager)).toContain('Due soon: Leaking valve')
    expect(await listAlerts(ann)).toEqual([])
  })
})

it('a hazard cannot be seen outside its zone', async () => {
  const id = await report()
  const otherZone = await muster.make.zone()
  const stranger = await muster.make.user()
  await muster.make.assign(stranger, otherZone, 'zone_manager_rw')
  const otherZoneInput = { zoneId: otherZone.id, hazardId: id }
  expect(await readCode(muster.call(stranger).hazards.get(otherZoneInput))).toBe('HAZARD_NOT_FOUND')
  const admin = await muster.make.user({ role: 'super_admin' })
  expect((await muster.call(admin).hazards.list({})).rows.map(row => row.id)).toContain(id)
})

it('a hazard is deleted with its zone', async () => {
  await report()
  const admin = await muster.make.user({ role: 'super_admin' })
  const removal = await muster.call(admin).zones.remove({ zoneId: zone.id })
  expect(removal.removes).toContainEqual({ what: 'hazards', count: 1 })
})

it('a hazard alerts nobody who has left the zone, not even its assignee', async () => {
  const hazardId = await report(ann)
  const dueSoon = new Date(Date.now() + 60_000).toISOString()
  await muster.call(manager).hazards.assign({ zoneId: zone.id, hazardId, userId: bob.id, dueAt: dueSoon })
  expect(await listAlerts(bob)).toEqual(['Assigned to you: Leaking valve'])
  for (const user of [ann, bob])
    await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
      user.id,
      zone.id,
    ])
  // Both are invited again, so any function that does not check whether they may see hazards would alert them.
  for (const user of [ann, bob]) await muster.make.invite(user, zone, manager)
  await muster.db.asOwner('a test', tx => write(tx, alertDueHazards))
  await setStatus(manager, hazardId, 'open', 'resolved')
  expect([await listAlerts(ann), await listAlerts(bob)]).toEqual([[], []])
})

it("open screens are updated when a hazard's assignee deletes their account", async () => {
  const hazardId = await report(ann)
  await muster.call(manager).hazards.assign({ zoneId: zone.id, hazardId, userId: bob.id, dueAt: null })
  const admin = await muster.make.user({ role: 'super_admin' })
  await muster.call(admin).accounts.remove({ userId: bob.id })
  const { rows } = await muster.db.pool.query(
    `select topic from feed_events where kind = 'hazard.changed' and payload ->> 'hazardId' = $1
      and payload ->> 'change' = 'assigned' order by seq`,
    [hazardId],
  )
  const topics = [`zone:${zone.id}`, 'admin']
  expect(rows.map(it => it.topic)).toEqual([...topics, ...topics])
})

it('a hazard provides its files only within its zone', async () => {
  const [hazardId, otherZone] = [await report(ann), await muster.make.zone()]
  await muster.make.assign(ann, otherZone)
  const { rows } = await muster.db.pool.query(
    `insert into stored_files (request_id, path, name, media_type, size_bytes, hazard_id)
     values (uuid_v7(), 'hazard-attachments/x/' || gen_random_uuid(), 'a.pdf', 'application/pdf', 1, $1) returning id`,
    [hazardId],
  )
  const getFileLink = (zoneId: string) =>
    muster.call(ann).hazards.fileLink({ zoneId, hazardId, fileId: rows[0]?.id })
  expect((await getFileLink(zone.id)).url).toContain('/files/hazard-attachments/')
  expect(await readCode(getFileLink(otherZone.id))).toBe('HAZARD_NOT_FOUND')
})

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()
const setDue = (ids: string[], at: string) =>
  muster.db.pool.query('update hazards set due_at = $2 where id = any($1)', [ids, at])

it('a new due time in the past is refused, and an existing one may stay', async () => {
  const [hazardId, dueYesterday] = [await report(ann), yesterday()]
  const assign = (dueAt: string, userId = bob.id) =>
    muster.call(manager).hazards.assign({ zoneId: zone.id, hazardId, userId, dueAt })
  expect(await readCode(assign(dueYesterday))).toBe('DUE_TIME_PAST')
  await assign(new Date(Date.now() + 60_000).toISOString())
  await setDue([hazardId], dueYesterday)
  await assign(dueYesterday, ann.id)
  expect(await get(hazardId, manager)).toMatchObject({ assignee: { id: ann.id }, dueAt: dueYesterday })
  expect(await readCode(assign(new Date(Date.parse(dueYesterday) + 1_000).toISOString()))).toBe(
    'DUE_TIME_PAST',
  )
})

describe('the filters of a manager', () => {
  const assign = (hazardId: string, userId: string | null, dueAt: string | null = null) =>
    muster.call(manager).hazards.assign({ zoneId: zone.id, hazardId, userId, dueAt })

  it('find overdue, own, reported and unassigned hazards among the unsettled ones, page by page', async () => {
    await report(ann, { title: 'Unassigned' })
    const [assignedToMeId, assignedToBobId, overdueId, resolvedId] = [
      await report(ann, { title: 'Mine' }),
      await report(ann, { title: 'Of Bob' }),
      await report(ann, { title: 'Mine and late' }),
      await report(ann, { title: 'Mine, late and done' }),
    ]
    await assign(assignedToMeId, manager.id, new Date(Date.now() + 86_400_000).toISOString())
    await assign(assignedToBobId, bob.id)
    for (const id of [overdueId, resolvedId]) await assign(id, manager.id)
    await setDue([assignedToBobId, overdueId, resolvedId], yesterday())
    await setStatus(manager, resolvedId, 'open', 'resolved')
    expect(await list({ overdue: true })).toEqual(['Mine and late', 'Of Bob'])
    expect(await list({ assigned: 'me' })).toEqual(['Mine and late', 'Mine'])
    expect(await list({ assigned: 'me' }, bob)).toEqual(['Of Bob'])
    expect(await list({ assigned: 'nobody' })).toEqual(['Unassigned'])
    expect(await list({ assigned: 'me', overdue: true })).toEqual(['Mine and late'])
    expect(await list({ assigned: 'me', status: 'resolved' })).toEqual(['Mine, late and done'])
    const page = await muster.call(manager).hazards.list({ zoneId: zone.id, assigned: 'me', limit: 1 })
    expect(page.rows.map(row => row.title)).toEqual(['Mine and late'])
    expect(await list({ assigned: 'me', limit: 1, cursor: page.next ?? '' })).toEqual(['Mine'])
    expect(await list({ assigned: 'me_or_nobody' })).toEqual(['Mine and late', 'Mine', 'Unassigned'])
    expect(await list({ assigned: 'nobody', overdue: true })).toEqual([])
    await muster.db.pool.query('update hazards set due_at = $2 where title = $1', ['Unassigned', yesterday()])
    expect(await list({ assigned: 'nobody', overdue: true })).toEqual(['Unassigned'])
    await report(bob, { title: 'Reported by Bob' })
    expect(await list({ reportedByMe: true }, bob)).toEqual(['Reported by Bob'])
    expect(await list({ reportedByMe: true, status: 'resolved' }, ann)).toEqual(['Mine, late and done'])
    expect(await list({ reportedByMe: true }, ann)).not.toContain('Mine, late and done')
    const admin = await muster.make.user({ role: 'super_admin' })
    const unassignedPage = await muster.call(admin).hazards.list({ assigned: 'nobody', limit: 200 })
    expect(unassignedPage.rows.map(row => row.title)).toContain('Unassigned')
    expect(unassignedPage.rows.map(row => row.title)).not.toContain('Mine')
  })

  it('list own unsettled hazards first, on every page size', async () => {
    const ids: Record<string, string> = {}
    for (const title of ['Oldest', 'Own old', 'Own done', 'Middle', 'Own new', 'Newest'])
      ids[title] = await report(ann, { title })
    for (const title of ['Own old', 'Own done', 'Own new']) await assign(ids[title] ?? '', manager.id)
    await setStatus(manager, ids['Own done'] ?? '', 'open', 'closed')
    const ownFirst = ['Own new', 'Own old', 'Newest', 'Middle', 'Own done', 'Oldest']
    expect(await list({ mineFirst: true })).toEqual(ownFirst)
    for (const limit of [1, 2, 3]) {
      const titles: string[] = []
      let cursor: string | undefined
      do {
        const page = await muster.call(manager).hazards.list({
          ...{ zoneId: zone.id, mineFirst: true as const, limit },
          ...(cursor && { cursor }),
        })
        titles.push(...page.rows.map(row => row.title))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(titles).toEqual(ownFirst)
    }
  })
})

describe('changing several hazards', () => {
  const changeMany = (hazardIds: string[], change: object, user = manager) =>
    muster.call(user).hazards.changeMany({ zoneId: zone.id, hazardIds, change } as never)

  it('assigns them, sets their due time without an assignee, and skips those without such a step', async () => {
    const ids = [await report(ann), await report(ann), await report(ann)]
    const dueAt = new Date(Date.now() + 86_400_000).toISOString()
    expect(await changeMany([...ids, ...ids], { dueAt })).toMatchObject({ changed: 3, skipped: 0 })
    expect(await get(ids[0] ?? '')).toMatchObject({ assignee: null, dueAt })
    await changeMany(ids, { assigneeId: bob.id })
    expect(await changeMany(ids, { assigneeId: bob.id })).toEqual({ changed: 0, skipped: 3, undo: [] })
    expect(await get(ids[2] ?? '')).toMatchObject({ assignee: { id: bob.id }, dueAt })
    await setStatus(manager, ids[1] ?? '', 'open', 'closed')
    expect(await changeMany([...ids, crypto.randomUUID()], { status: 'in_progress' })).toMatchObject({
      changed: 2,
      skipped: 2,
    })
    expect((await Promise.all(ids.map(id => get(id)))).map(it => it.status)).toEqual([
      'in_progress',
      'closed',
      'in_progress',
    ])
  })

  it('returns what restores the statuses, assignees and due times that there were before, even a past time', async () => {
    const ids = [await report(ann), await report(ann), await report(ann)]
    const [open = '', started = '', resolved = ''] = ids
    await setStatus(manager, started, 'open', 'in_progress')
    await setStatus(manager, resolved, 'open', 'resolved')
    await changeMany([open], { assigneeId: bob.id })
    await muster.db.pool.query(`update hazards set due_at = now() - interval '1 day' where id = $1`, [open])
    const readAll = async () =>
      (await Promise.all(ids.map(id => get(id)))).map(({ status, assignee, dueAt }) => ({
        status,
        assignee,
        dueAt,
      }))
    const before = await readAll()
    for (const change of [
      { status: 'closed' },
      { assigneeId: ann.id },
      { dueAt: new Date(Date.now() + 60_000).toISOString() },
    ]) {
      const { undo } = await changeMany(ids, change)
      expect(await readAll()).not.toEqual(before)
      for (const { to, ids: hazardIds } of undo) await changeMany(hazardIds, to)
      expect(await readAll()).toEqual(before)
    }
  })

  it('raises one alert for an assignee of many', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => report(ann)))
    await changeMany(ids, { assigneeId: bob.id })
    expect(await listAlerts(bob)).toEqual(['5 hazards assigned to you'])
    await changeMany(ids.slice(0, 2), { assigneeId: ann.id })
    expect(await listAlerts(ann)).toHaveLength(2)
  })

  it('alerts a person who sees only their own hazards about these, and nobody else is offered theirs', async () => {
    const vic = await muster.make.user({ firstName: 'Vic' })
    await muster.make.assign(vic, zone, 'worker')
    const ownIds = [await report(vic, { title: 'My ladder' }), await report(vic, { title: 'My rope' })]
    const ids = [...ownIds, ...(await Promise.all(Array.from({ length: 3 }, () => report(ann))))]
    await changeMany(ids, { assigneeId: vic.id })
    const { rows } = await muster.call(vic).alerts.list({})
    expect(rows.map(it => it.title).filter(it => it.includes('assigned'))).toEqual([
      '2 hazards assigned to you',
    ])
    expect(rows[0]?.metadata.hazardId).toBeOneOf(ownIds)
    const listCandidates = async (hazardId: string) =>
      (await muster.call(manager).hazards.candidates({ zoneId: zone.id, hazardId })).people.map(
        it => it.userId,
      )
    expect(await listCandidates(ownIds[0] ?? '')).toContain(vic.id)
    expect(await listCandidates(ids[4] ?? '')).not.toContain(vic.id)
  })

  it('changes nothing if the change is refused, and leaves hazards of other zones alone', async () => {
    const [id, otherZone, stranger] = [await report(ann), await muster.make.zone(), await muster.make.user()]
    await muster.make.assign(ann, otherZone)
    const otherId = await report(ann, { zoneId: otherZone.id })
    for (const assigneeId of [stranger.id, crypto.randomUUID()])
      expect(await readCode(changeMany([id], { assigneeId }))).toBe('NOT_ASSIGNED')
    expect(await readCode(changeMany([id], { dueAt: yesterday() }))).toBe('DUE_TIME_PAST')
    expect(await readCode(changeMany([id], { status: 'closed' }, ann))).toBe('FORBIDDEN')
    expect(await changeMany([otherId], { status: 'closed' })).toMatchObject({ changed: 0, skipped: 1 })
    expect(await get(id)).toMatchObject({ status: 'open', assignee: null, dueAt: null })
  })
})

describe('the candidates for a hazard', () => {
  it('are the people inside first, then those with a skill that the hazard or the search mentions', async () => {
    const hazardId = await report(ann, { description: 'Needs an electrician' })
    const outside = await muster.make.user({ firstName: 'Zoe' })
    await muster.make.assign(outside, zone)
    const invited = await muster.make.user({ firstName: 'Ivo' })
    await muster.make.invite(invited, zone, manager)
    await muster.db.pool.query(`update user_profiles set skills = '{Electrician}' where id = $1`, [
      outside.id,
    ])
    await muster.db.pool.query(
      'update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now() where user_id = $1',
      [bob.id],
    )
    const listNames = async (input: object) =>
      (await muster.call(manager).hazards.candidates({ zoneId: zone.id, ...input })).people.map(
        it => `${it.firstName}${it.inside ? ' inside' : ''}${it.hasSkill ? ' skilled' : ''}`,
      )
    expect(await listNames({ hazardId })).toEqual(['Bob inside', 'Zoe skilled', 'Ann', 'Mia', 'Vic'])
    expect(await listNames({})).toEqual(['Bob inside', 'Ann', 'Mia', 'Vic', 'Zoe'])
    expect(await listNames({ search: 'electr' })).toEqual(['Zoe skilled'])
    expect(await listNames({ search: 'zoe electr' })).toEqual(['Zoe'])
    expect(await readCode(muster.call(ann).hazards.candidates({ zoneId: zone.id }))).toBe('FORBIDDEN')
  })
})
