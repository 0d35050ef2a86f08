import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf } from '../../testing/caller.ts'
import type { TestUser, TestZone } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { takeDeliveries } from '../alerts/deliveries.queries.ts'

let muster: Awaited<ReturnType<typeof createTestServices>>
let zone: TestZone
let manager: TestUser
let viewer: TestUser
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
  viewer = await make.user({ firstName: 'Vic' })
  ann = await make.user({ firstName: 'Ann' })
  bob = await make.user({ firstName: 'Bob' })
  await make.assign(manager, zone, 'zone_manager_rw')
  await make.assign(viewer, zone, 'zone_manager_ro')
  await make.assign(ann, zone)
  await make.assign(bob, zone)
})

const answers = [
  { text: 'Out', meaning: 'safe' as const },
  { text: 'Stuck', meaning: 'help' as const },
  { text: 'At home', meaning: 'neutral' as const },
]
const ask = (over: object = {}, who = manager) =>
  muster.call(who).broadcasts.send({
    zoneId: zone.id,
    requestId: crypto.randomUUID(),
    title: 'Leave the yard',
    message: 'North gate.',
    priority: 'urgent',
    answers,
    ...over,
  })
const reply = (who: TestUser, broadcastId: string, text: string) =>
  muster.call(who).broadcasts.answer({ broadcastId, answer: text })
const alertsOf = async (who: TestUser) =>
  (await muster.call(who).alerts.list({})).rows
    .filter(it => it.type === 'broadcast')
    .map(it => [it.title, it.metadata.urgent ?? false, it.isRead])
const openOf = async (who: TestUser) =>
  (await muster.call(who).broadcasts.openQuestions()).questions.map(it => it.title)
const phone = (who: TestUser, number: string) =>
  muster.db.pool.query('update user_profiles set phone = $2 where id = $1', [who.id, number])

describe('the meaning of an answer', () => {
  it('is kept with the question, and plain texts of older apps mean what the default answers mean', async () => {
    const { broadcastId } = await ask()
    expect((await muster.call(ann).broadcasts.get({ broadcastId })).answers).toEqual(answers)
    const old = await ask({ answers: ['I am safe', 'I need help', 'On my way'] })
    expect(
      (await muster.call(ann).broadcasts.get({ broadcastId: old.broadcastId })).answers.map(it => it.meaning),
    ).toEqual(['safe', 'help', 'neutral'])
  })

  it('is neutral in rows of an older version', async () => {
    const { broadcastId } = await ask()
    await muster.db.pool.query(`update broadcasts set answer_meanings = '{}' where id = $1`, [broadcastId])
    expect((await reply(ann, broadcastId, 'Stuck')).answer).toBe('Stuck')
    const { rows } = await muster.call(manager).broadcasts.recipients({ broadcastId })
    expect(rows.find(it => it.userId === ann.id)?.meaning).toBe('neutral')
    expect(await alertsOf(manager)).toEqual([])
  })
})

describe('a call for help', () => {
  it('alerts the sender and those who look after the zone urgently and once, until it is withdrawn', async () => {
    const { broadcastId } = await ask()
    await reply(ann, broadcastId, 'Stuck')
    await reply(ann, broadcastId, 'Stuck')
    const help = ['Ann Test needs help', true, false]
    expect(await alertsOf(manager)).toEqual([help])
    expect((await alertsOf(viewer))[0]).toEqual(help)
    expect((await alertsOf(bob)).map(([title]) => title)).toEqual(['Leave the yard'])
    const [alert] = (await muster.call(manager).alerts.list({})).rows
    expect(alert?.metadata).toMatchObject({ answerTo: broadcastId, personId: ann.id, meaning: 'help' })
    await reply(ann, broadcastId, 'Out')
    expect(await alertsOf(manager)).toEqual([['Ann Test is safe now', false, false]])
    await reply(ann, broadcastId, 'Stuck')
    expect(await alertsOf(manager)).toEqual([help])
  })

  it('does not reach the people of another zone', async () => {
    const stranger = await muster.make.user()
    await muster.make.assign(stranger, await muster.make.zone(), 'zone_manager_rw')
    const { broadcastId } = await ask()
    await reply(ann, broadcastId, 'Stuck')
    expect(await alertsOf(stranger)).toEqual([])
  })

  it('to a question to all zones reaches the managers of the own zones and the sender', async () => {
    const admin = await muster.make.user({ role: 'super_admin' })
    const { broadcastId } = await ask({ zoneId: null }, admin)
    await reply(ann, broadcastId, 'Stuck')
    const help = ['Ann Test needs help', true, false]
    expect(await alertsOf(admin)).toEqual([help])
    expect((await alertsOf(manager))[0]).toEqual(help)
    const { rows } = await muster.call(admin).broadcasts.recipients({ broadcastId, answer: 'Stuck' })
    expect(rows).toMatchObject([{ userId: ann.id, meaning: 'help', zone: { id: zone.id } }])
  })

  it('has telephone numbers on the device before it is made: the sender’s first, then a manager’s', async () => {
    const lead = await muster.make.user({ firstName: 'Lea' })
    await muster.make.assign(lead, zone, 'zone_manager_rw')
    await phone(manager, '+91 11 5550 0100')
    await phone(lead, '+91 11 5550 0300')
    await phone(viewer, '+91 11 5550 0200')
    const { broadcastId } = await ask()
    const contacts = [
      { name: 'Mia Test', phone: '+91 11 5550 0100' },
      { name: 'Lea Test', phone: '+91 11 5550 0300' },
    ]
    const [question] = (await muster.call(ann).broadcasts.openQuestions()).questions
    expect(question?.contacts).toEqual(contacts)
    expect((await muster.call(ann).broadcasts.get({ broadcastId })).contacts).toEqual(contacts)
    const toldOf = async (over: object) => {
      const sent = await ask(over)
      return (await muster.call(ann).broadcasts.get({ broadcastId: sent.broadcastId })).contacts
    }
    expect(await toldOf({ priority: 'high', targetRoles: [] })).toEqual([])
    expect(await toldOf({ answers: [] })).toEqual([])
    expect((await muster.call(viewer).broadcasts.get({ broadcastId })).contacts).toEqual(contacts)
    expect((await muster.call(manager).broadcasts.get({ broadcastId })).contacts).toEqual([])
  })

  it('says to the person how many were alerted, who has seen it and whom to call, and to nobody else', async () => {
    await phone(manager, '+91 11 5550 0100')
    await phone(viewer, '+91 11 5550 0200')
    const { broadcastId } = await ask()
    const helpFor = async (who: TestUser) => (await muster.call(who).broadcasts.get({ broadcastId })).help
    await reply(bob, broadcastId, 'Out')
    await reply(ann, broadcastId, 'Stuck')
    const contacts = [{ name: 'Mia Test', phone: '+91 11 5550 0100' }]
    expect(await helpFor(ann)).toEqual({ alerted: 2, seenBy: [], contacts })
    expect([await helpFor(bob), await helpFor(manager)]).toEqual([null, null])
    const [alert] = (await muster.call(manager).alerts.list({})).rows
    await muster.call(manager).alerts.markRead({ alertId: alert?.id ?? '' })
    expect(await helpFor(ann)).toEqual({ alerted: 2, seenBy: ['Mia Test'], contacts })
    await reply(ann, broadcastId, 'Out')
    expect(await helpFor(ann)).toBeNull()
  })
})

describe('the recipients', () => {
  it('stand in the order in which somebody must act, over all pages, and filter by answer', async () => {
    const cleo = await muster.make.user({ firstName: 'Cleo' })
    await muster.make.assign(cleo, zone)
    const { broadcastId } = await ask()
    await reply(ann, broadcastId, 'Out')
    await reply(bob, broadcastId, 'At home')
    await reply(cleo, broadcastId, 'Stuck')
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await muster.call(manager).broadcasts.recipients({ broadcastId, limit: 1, cursor })
      names.push(...page.rows.map(it => it.name))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(names).toEqual(['Cleo Test', 'Vic Test', 'Bob Test', 'Ann Test'])
    const safe = await muster.call(manager).broadcasts.recipients({ broadcastId, answer: 'Out' })
    expect(safe.rows.map(it => it.name)).toEqual(['Ann Test'])
  })

  it('are seen by read-only managers, who cannot remind, and say where they are', async () => {
    const { broadcastId } = await ask()
    await reply(ann, broadcastId, 'Stuck')
    await muster.db.pool.query(
      `update presence_tracking set is_inside_zone = true, entry_time = now(), captured_at = now(), received_at = now(),
         latitude = 1, longitude = 1 where user_id = $1`,
      [ann.id],
    )
    const [first] = (await muster.call(viewer).broadcasts.recipients({ broadcastId })).rows
    expect(first).toMatchObject({
      name: 'Ann Test',
      meaning: 'help',
      zone: { id: zone.id },
      presence: { word: 'inside' },
    })
    const detail = await muster.call(viewer).broadcasts.get({ broadcastId })
    expect(detail).toMatchObject({ mayManage: false, figures: { people: 3, answered: 1 } })
    expect(await codeOf(muster.call(viewer).broadcasts.remind({ broadcastId }))).toBe('FORBIDDEN')
    const progress = async (who: TestUser) =>
      (await muster.call(who).broadcasts.list({ zoneId: zone.id })).rows
        .filter(it => it.id === broadcastId)
        .map(it => it.progress)
    expect(await progress(viewer)).toEqual([{ people: 3, answered: 1, help: 1 }])
    expect(await progress(ann)).toEqual([null])
  })
})

describe('an urgent question', () => {
  it('is open until it is answered, and ends with the membership', async () => {
    await ask({ priority: 'high', title: 'Not urgent' })
    await ask({ answers: [], title: 'No question' })
    const { broadcastId } = await ask()
    await ask({ title: 'The newest' })
    expect(await openOf(ann)).toEqual(['The newest', 'Leave the yard'])
    expect(await openOf(manager)).toEqual([])
    await muster.call(ann).broadcasts.see({ broadcastId })
    await reply(ann, broadcastId, 'Out')
    expect(await openOf(ann)).toEqual(['The newest'])
    await muster.db.pool.query('delete from zone_assignments where user_id = $1', [bob.id])
    expect(await openOf(bob)).toEqual([])
  })

  it('leaves its alert unread by any act until it is answered', async () => {
    const { broadcastId } = await ask()
    await ask({ priority: 'normal', title: 'News', answers: [] })
    const inbox = async () =>
      (await muster.call(ann).alerts.list({ unread: true })).rows.filter(it => it.type === 'broadcast')
    expect((await muster.call(ann).alerts.markAllRead()).marked).toBeGreaterThan(0)
    const [alert, ...others] = await inbox()
    expect([alert?.title, others]).toEqual(['Leave the yard', []])
    expect(await muster.call(ann).alerts.markRead({ alertId: alert?.id ?? '' })).toEqual({ isRead: false })
    await reply(ann, broadcastId, 'Out')
    expect(await inbox()).toEqual([])
  })

  it('does not keep its recipient from reading a call for help, and is not counted as markable', async () => {
    const colleague = await muster.make.user({ firstName: 'Cy' })
    await muster.make.assign(colleague, zone, 'zone_manager_rw')
    await ask({ title: 'For managers too' }, colleague)
    const { broadcastId } = await ask()
    await reply(ann, broadcastId, 'Stuck')
    const mine = muster.call(manager).alerts
    const alert = (await mine.list({ unread: true })).rows.find(it => it.title === 'Ann Test needs help')
    const { unread, markable = 0 } = await mine.counts()
    expect(unread - markable).toBe(1)
    expect(await mine.markRead({ alertId: alert?.id ?? '' })).toEqual({ isRead: true })
    await mine.markAllRead()
    expect(await mine.counts()).toMatchObject({ unread: 1, markable: 0 })
  })

  it('is reminded of in the place of its first alert, and no longer once it is answered', async () => {
    await muster.db.pool.query('update auth.users set email_verified = true where id = $1', [ann.id])
    const { broadcastId } = await ask()
    await muster.call(manager).broadcasts.remind({ broadcastId })
    expect((await alertsOf(ann)).map(([title]) => title)).toEqual(['Reminder: Leave the yard'])
    await reply(ann, broadcastId, 'Out')
    expect(await alertsOf(ann)).toEqual([['Reminder: Leave the yard', true, true]])
    const due = await muster.db.asOwner('a test', tx =>
      takeDeliveries(tx, { channel: 'mail', urgent: true, most: 100, busy: [] }),
    )
    expect(due.filter(it => it.user_id === ann.id).map(it => it.was_read)).toEqual([true])
    await muster.db.pool.query(
      `update broadcasts set reminded_at = now() - interval '1 hour' where id = $1`,
      [broadcastId],
    )
    await muster.call(manager).broadcasts.remind({ broadcastId })
    expect(await alertsOf(ann)).toEqual([['Reminder: Leave the yard', true, true]])
  })
})
