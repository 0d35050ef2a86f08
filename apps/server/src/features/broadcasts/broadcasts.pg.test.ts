import type { Role } from '@muster/domain/role.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { broadcastsEvents } from './broadcasts.events.ts'
import { noteUnreachable, releaseDueBroadcasts } from './broadcasts.queries.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let ann: TestUser
let bob: TestUser

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
  await make.assign(ann, zone)
  await make.assign(bob, zone)
})

const form = (over: object = {}) => ({
  zoneId: zone.id,
  requestId: crypto.randomUUID(),
  title: 'Storm at noon',
  message: 'Come in.',
  ...over,
})
const send = (over: object = {}, who = manager) => muster.call(who).broadcasts.send(form(over))
const get = (broadcastId: string, who = manager) => muster.call(who).broadcasts.get({ broadcastId })
const titles = async (who: TestUser, over: object = {}) =>
  (await muster.call(who).broadcasts.list({ zoneId: zone.id, ...over })).rows.map(it => it.title)
const alertsOf = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows.filter(it => it.type === 'broadcast').map(it => it.title)
const inside = (who: TestUser) =>
  muster.db.pool.query(
    'update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), received_at = now(), latitude = 1, longitude = 1 where user_id = $1',
    [who.id],
  )
const dueNow = async () => {
  await muster.db.pool.query(
    `update broadcasts set send_at = now() - interval '1 second' where state = 'scheduled'`,
  )
  return muster.db.asOwner('a test', releaseDueBroadcasts)
}

describe('sending', () => {
  it('reaches everybody else of the zone once, however often it is sent', async () => {
    const sent = form()
    const first = await muster.call(manager).broadcasts.send(sent)
    expect(first.people).toBe(2)
    expect(await muster.call(manager).broadcasts.send(sent)).toEqual(first)
    expect(await codeOf(muster.call(manager).broadcasts.send({ ...sent, message: 'x' }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    expect([await alertsOf(ann), await alertsOf(bob), await alertsOf(manager)]).toEqual([
      ['Storm at noon'],
      ['Storm at noon'],
      [],
    ])
    expect((await get(first.broadcastId)).figures).toMatchObject({ people: 2, delivered: 2, queued: 0 })
  })

  it('is for who may broadcast there', async () => {
    expect(await codeOf(send({}, ann))).toBe('FORBIDDEN')
    expect(await codeOf(send({ zoneId: null }))).toBe('FORBIDDEN')
    const other = await muster.make.zone()
    expect(await codeOf(send({ zoneId: other.id }))).toBe('ZONE_NOT_FOUND')
  })

  it('goes to roles, groups or those who are inside, as the preview said, and stays with them', async () => {
    const { group } = await muster.call(manager).groups.create({
      zoneId: zone.id,
      requestId: crypto.randomUUID(),
      name: 'Team A',
      members: [bob.id],
    })
    await inside(ann)
    const preview = (over: object) => muster.call(manager).broadcasts.preview({ zoneId: zone.id, ...over })
    expect(await preview({})).toEqual({ people: 2 })
    expect(await preview({ targetGroups: [group.id] })).toEqual({ people: 1 })
    expect(await preview({ insideOnly: true })).toEqual({ people: 1 })
    expect(await preview({ targetRoles: ['zone_manager_ro'] })).toEqual({ people: 0 })
    await send({ title: 'To the team', targetGroups: [group.id] })
    await send({ title: 'To those inside', insideOnly: true })
    await send({ title: 'To all' })
    expect(await alertsOf(bob)).toEqual(['To all', 'To the team'])
    expect(await titles(ann)).toEqual(['To all', 'To those inside'])
    expect(await titles(manager, { group: group.id })).toEqual(['To the team'])
    expect(await titles(manager, { group: 'none' })).toEqual(['To all', 'To those inside'])
    // Whoever comes later reads what went to all users, and nothing else.
    const late = await muster.make.user()
    await muster.make.assign(late, zone)
    expect(await titles(late)).toEqual(['To all'])
    expect(await codeOf(send({ targetGroups: [crypto.randomUUID()] }))).toBe('GROUP_NOT_FOUND')
  })

  it('waits for its time, can be taken back until then, and of who may not send any more it is', async () => {
    const later = { sendAt: new Date(Date.now() + 3_600_000).toISOString() }
    const { broadcastId } = await send({ ...later, title: 'Recalled' })
    await send({ ...later, title: 'Sent' })
    expect(await titles(ann)).toEqual([])
    await muster.call(manager).broadcasts.recall({ broadcastId })
    expect(await dueNow()).toBe(1)
    expect(await dueNow()).toBe(0)
    expect(await titles(ann)).toEqual(['Sent'])
    expect(await codeOf(muster.call(manager).broadcasts.recall({ broadcastId }))).toBe('BROADCAST_SENT')
    await send({ ...later, title: 'Of nobody' })
    await muster.db.pool.query(`update user_profiles set status = 'suspended' where id = $1`, [manager.id])
    expect(await dueNow()).toBe(1)
    expect(await titles(ann)).toEqual(['Sent'])
  })
})

describe('answers', () => {
  it('are counted live, the last one of each person, and who has not answered is reminded', async () => {
    const { broadcastId } = await send({ answers: ['Safe', 'Need help'] })
    await muster.call(ann).broadcasts.see({ broadcastId })
    const answer = (who: TestUser, words: string) =>
      muster.call(who).broadcasts.answer({ broadcastId, answer: words })
    expect(await codeOf(answer(ann, 'Maybe'))).toBe('ANSWER_UNKNOWN')
    await answer(ann, 'Need help')
    await answer(ann, 'Safe')
    // It was made before the two and came after them: the one made last stays, and is what is answered.
    const late = { broadcastId, answer: 'Need help', waitedMs: 60_000 }
    expect(await muster.call(ann).broadcasts.answer(late)).toEqual({ answer: 'Safe' })
    expect(await codeOf(answer(manager, 'Safe'))).toBe('BROADCAST_NOT_FOUND')
    expect(await get(broadcastId)).toMatchObject({
      figures: { people: 2, answered: 1, delivered: 1 },
      answerCounts: [
        { answer: 'Safe', meaning: 'neutral', people: 1 },
        { answer: 'Need help', meaning: 'neutral', people: 0 },
      ],
    })
    const waiting = await muster.call(manager).broadcasts.recipients({ broadcastId, waiting: true })
    expect(waiting.rows.map(it => it.name)).toEqual(['Bob Test'])
    expect(await muster.call(manager).broadcasts.remind({ broadcastId })).toEqual({ people: 1 })
    expect(await codeOf(muster.call(manager).broadcasts.remind({ broadcastId }))).toBe('REMINDED_ALREADY')
    expect(await alertsOf(bob)).toEqual(['Reminder: Storm at noon'])
    expect(await alertsOf(ann)).toEqual(['Storm at noon'])
  })

  it('and who they are of is for who may send there', async () => {
    const { broadcastId } = await send({ answers: ['Safe'] })
    expect(await codeOf(muster.call(ann).broadcasts.recipients({ broadcastId }))).toBe('BROADCAST_NOT_FOUND')
    expect((await get(broadcastId, ann)).figures).toBeNull()
    expect(await codeOf(muster.call(ann).broadcasts.remind({ broadcastId }))).toBe('FORBIDDEN')
  })
})

it('five hundred people are alerted by a job, each once', async () => {
  await muster.db.pool.query(
    `with people as (
       insert into auth.users (id, name, email, sign_up)
       select gen_random_uuid(), 'Many', 'many-' || n || '-' || $1 || '@test.example',
         jsonb_build_object('firstName', 'Many', 'lastName', n::text, 'role', 'app_user', 'userCode', 'MUS-' || upper($1) || n, 'phone', '', 'dateOfBirth', '1990-01-01')
       from generate_series(1, 500) n returning id)
     select count(*) from people`,
    [zone.id.slice(-6)],
  )
  await muster.db.pool.query(
    `insert into zone_assignments (user_id, zone_id, role, accepted_at)
     select id, $1, 'app_user', now() from user_profiles where first_name = 'Many'`,
    [zone.id],
  )
  const { broadcastId, people } = await send()
  expect(people).toBe(502)
  expect((await get(broadcastId)).figures).toMatchObject({ people: 502, queued: 502 })
  await muster.services.alerts.catchUp()
  await muster.services.alerts.catchUp()
  expect((await get(broadcastId)).figures).toMatchObject({ people: 502, delivered: 502 })
  const { rows } = await muster.db.pool.query<{ alerts: number; orders: number }>(
    `select (select count(*) from user_alerts where source = $1) as alerts, (select count(*) from alert_orders) as orders`,
    [`broadcast:${broadcastId}`],
  )
  expect(rows).toEqual([{ alerts: 502, orders: 0 }])
})

it('says of who was suspended before it came that they could not be reached', async () => {
  const { broadcastId } = await send()
  await muster.db.pool.query(
    `update broadcast_recipients set state = 'queued' where broadcast_id = $1 and user_id = $2`,
    [broadcastId, bob.id],
  )
  await muster.db.pool.query('delete from user_alerts where user_id = $1', [bob.id])
  await muster.db.asOwner('a test', noteUnreachable)
  expect((await get(broadcastId)).figures).toMatchObject({ delivered: 1, unreachable: 1, queued: 0 })
})

it('is counted in all, today, this week and by priority; templates are kept for the zone', async () => {
  await send({ priority: 'urgent' })
  await send()
  const since = {
    today: new Date(Date.now() - 60_000).toISOString(),
    week: new Date(Date.now() - 60_000).toISOString(),
  }
  expect(await muster.call(ann).broadcasts.statistics({ zoneId: zone.id, ...since })).toMatchObject({
    today: 2,
    thisWeek: 2,
    byPriority: { urgent: 1, normal: 1, low: 0 },
  })
  const template = {
    zoneId: zone.id,
    name: 'Storm',
    title: 'Storm',
    message: 'Come in',
    answers: ['I am safe'],
  }
  const { templateId } = await muster.call(manager).broadcasts.saveTemplate(template)
  const kept = async (who: TestUser) =>
    (await muster.call(who).broadcasts.templates({ zoneId: zone.id })).templates
  expect(await kept(manager)).toMatchObject([
    { id: templateId, name: 'Storm', answers: [{ text: 'I am safe', meaning: 'safe' }] },
  ])
  expect(await codeOf(kept(ann))).toBe('FORBIDDEN')
  expect(await codeOf(muster.call(ann).broadcasts.removeTemplate({ templateId }))).toBe('NOT_FOUND')
  await muster.call(manager).broadcasts.removeTemplate({ templateId })
  expect(await kept(manager)).toEqual([])
})

it('is taken back when the zone is closed as its time comes, and its sender is told', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { broadcastId } = await send({ sendAt: later })
  await muster.db.pool.query(`update zones set status = 'suspended' where id = $1`, [zone.id])
  expect(await dueNow()).toBe(1)
  const { rows } = await muster.db.pool.query('select state from broadcasts where id = $1', [broadcastId])
  expect(rows).toEqual([{ state: 'recalled' }])
  expect((await muster.call(manager).alerts.list({})).rows[0]).toMatchObject({
    type: 'system',
    title: 'Not sent: Storm at noon',
  })
})

it('ends with the membership: who left neither reads it nor is reminded', async () => {
  const { broadcastId } = await send({ targetRoles: ['app_user'] })
  expect((await get(broadcastId, ann)).title).toBe('Storm at noon')
  await muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
    ann.id,
    zone.id,
  ])
  expect(await codeOf(get(broadcastId, ann))).toBe('BROADCAST_NOT_FOUND')
  expect(await muster.call(manager).broadcasts.remind({ broadcastId })).toEqual({ people: 1 })
  expect(await alertsOf(ann)).toEqual(['Storm at noon'])
})

it('is told to screens as it is to be read: one that waits to nobody who may not send', async () => {
  const { broadcastId } = await send()
  await muster.call(manager).broadcasts.remind({ broadcastId })
  const { rows } = await muster.db.pool.query(
    `select payload from feed_events where kind = 'broadcast.changed' and topic = $1 and payload ->> 'broadcastId' = $2 order by seq`,
    [`zone:${zone.id}`, broadcastId],
  )
  const [sent, again] = rows.map(({ payload }) => ({ kind: 'broadcast.changed' as const, ...payload }))
  expect([sent?.reminded, again?.reminded]).toEqual([false, true])
  const { seenBy } = broadcastsEvents['broadcast.changed']
  const as = (role: Role, userId = ann.id) => ({ role, userId, linkTo: (path: string) => path })
  const waiting = { ...sent, state: 'scheduled' }
  expect(seenBy(as('zone_manager_rw'), waiting)).toBe(true)
  expect(seenBy(as('zone_manager_ro', manager.id), waiting)).toBe(true)
  for (const role of ['zone_manager_ro', 'client_admin', 'admin', 'app_user'] as const)
    expect(seenBy(as(role), waiting), role).toBe(false)
  expect(seenBy(as('zone_manager_ro'), sent)).toBe(true)
  expect(seenBy(as('app_user'), sent)).toMatchObject({ title: '' })
})

it('to all zones is for who sees them all, and reaches everybody', async () => {
  const admin = await muster.make.user({ role: 'super_admin' })
  expect((await send({ zoneId: null, title: 'To the world' }, admin)).people).toBeGreaterThanOrEqual(3)
  expect(await titles(ann)).toEqual(['To the world'])
  const { rows } = await muster.db.pool.query(
    `select topic from feed_events where kind = 'broadcast.changed' and payload ->> 'zoneId' is null order by topic`,
  )
  expect(rows.map(it => it.topic)).toEqual(['admin', 'everyone', `user:${admin.id}`])
})
