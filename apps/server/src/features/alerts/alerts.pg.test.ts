import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { testServices } from '../../testing/test-services.ts'
import { testWorld } from '../../testing/test-world.ts'
import { createAlertWorker } from './alert-worker.ts'
import { processOrder, takeDeliveries } from './deliveries.queries.ts'

const muster = testServices()
const { zone, ann } = testWorld(muster, { ann: 'app_user' }, { name: 'Yard' })

beforeEach(async () => {
  await raise({ type: 'zone_assignment', title: 'You were added to Yard' })
})

type AlertOverrides = { source?: string; type?: string; title?: string; facts?: object; people?: string[] }
const raise = (overrides: AlertOverrides = {}) =>
  muster.db.pool.query(
    'select raise_alerts($1, $2, to_jsonb($3::text), to_jsonb($4::text), $5, $6, $7::uuid[])',
    [
      overrides.type ?? 'system',
      zone.id,
      overrides.title ?? 'Something',
      'happened',
      overrides.facts ?? {},
      overrides.source ?? crypto.randomUUID(),
      overrides.people ?? [ann.id],
    ],
  )
const listOwnAlerts = async (overrides: object = {}) => (await muster.call(ann).alerts.list(overrides)).rows
const readCounts = () => muster.call(ann).alerts.counts()

it('an event appears in the inbox once', async () => {
  expect((await listOwnAlerts()).map(it => [it.type, it.title, it.isRead])).toEqual([
    ['zone_assignment', 'You were added to Yard', false],
  ])
  await raise({ source: 'one' })
  await raise({ source: 'one' })
  expect((await listOwnAlerts()).map(it => it.title)).toEqual(['Something', 'You were added to Yard'])
})

it('an answered location request is one alert, which names the person and is deleted with them', async () => {
  const manager = await muster.make.user()
  await muster.make.assign(manager, zone, 'zone_manager_rw')
  const listAnswerAlerts = async () =>
    (await muster.call(manager).alerts.list({})).rows
      .filter(it => it.type === 'system')
      .map(it => [it.title, it.description, it.metadata.personId])
  const { requestId } = await muster
    .call(manager)
    .presence.requestTracking({ zoneId: zone.id, userId: ann.id })
  await muster.call(ann).presence.answerTrackingRequest({ requestId, accept: false })
  expect(await listAnswerAlerts()).toEqual([['Ann Test declined to share their position', 'Yard', ann.id]])
  const ownRequest = await muster.call(ann).presence.requestTracking({ zoneId: zone.id })
  await muster.call(manager).presence.answerTrackingRequest({ requestId: ownRequest.requestId, accept: true })
  expect((await listOwnAlerts())[0]).toMatchObject({
    title: 'Your location request was accepted',
    description: 'Yard: start sharing when you’re there.',
    metadata: {},
  })
  await muster.db.pool.query('delete from auth.users where id = $1', [ann.id])
  expect(await listAnswerAlerts()).toEqual([])
})

it('alerts are marked as read one by one or all together, only by their owner', async () => {
  await raise()
  expect(await readCounts()).toEqual({ all: 2, unread: 2, markable: 2 })
  const [firstAlert] = await listOwnAlerts()
  const stranger = await muster.make.user()
  const alertId = firstAlert?.id ?? ''
  expect(await readCode(muster.call(stranger).alerts.markRead({ alertId }))).toBe('NOT_FOUND')
  expect(await muster.call(ann).alerts.markRead({ alertId })).toEqual({ isRead: true })
  expect((await listOwnAlerts({ unread: true })).map(it => it.title)).toEqual(['You were added to Yard'])
  expect(await muster.call(ann).alerts.markRead({ alertId, read: false })).toEqual({ isRead: false })
  expect(await muster.call(ann).alerts.markAllRead()).toEqual({ marked: 2 })
  expect(await readCounts()).toEqual({ all: 2, unread: 0, markable: 0 })
})

it('an alert of a type that was turned off is stored as read', async () => {
  await muster.call(ann).alerts.setPreference({ type: 'system', inbox: false, push: false, mail: false })
  await raise()
  expect(await readCounts()).toEqual({ all: 2, unread: 1, markable: 1 })
  expect((await muster.call(ann).alerts.preferences()).types.find(it => it.type === 'system')).toMatchObject({
    inbox: false,
  })
})

it('an alert of a type turned off only in the inbox is still pushed and emailed until it is read', async () => {
  await muster.call(ann).alerts.setPreference({ type: 'system', inbox: false, push: false, mail: true })
  await raise()
  const request = { channel: 'mail', urgency: 'ordinary', limit: 10, busy: [] } as const
  const takeNextDeliveries = () => muster.db.asOwner('a test', tx => takeDeliveries(tx, request))
  const takeOwnDeliveries = async () => (await takeNextDeliveries()).filter(it => it.user_id === ann.id)
  expect(await takeOwnDeliveries()).toMatchObject([{ channel: 'mail', was_read: false }])
  await muster.db.pool.query('update alert_deliveries set taken_until = null')
  const [alert] = (await listOwnAlerts()).filter(it => it.type === 'system')
  await muster.call(ann).alerts.markRead({ alertId: alert?.id ?? '' })
  expect(await takeOwnDeliveries()).toMatchObject([{ channel: 'mail', was_read: true }])
})

it('an alert is not pushed or emailed in quiet hours, unless it is urgent', async () => {
  const formatClockTime = (hoursAhead: number) =>
    new Date(Date.now() + hoursAhead * 3_600_000).toISOString().slice(11, 16)
  const hours = { from: formatClockTime(-1), until: formatClockTime(1), timeZone: 'UTC' }
  expect(
    await readCode(muster.call(ann).alerts.setQuietHours({ quietHours: { ...hours, timeZone: 'No/Where' } })),
  ).toBe('TIME_ZONE_UNKNOWN')
  await muster.call(ann).alerts.setQuietHours({ quietHours: hours })
  await muster.call(ann).alerts.setPreference({ type: 'system', inbox: true, push: true, mail: true })
  await raise()
  await raise({ facts: { urgent: true } })
  const { rows } = await muster.db.pool.query<{ urgent: boolean; waits: boolean }>(
    `select coalesce(a.metadata ? 'urgent', false) as urgent, d.next_try_at > now() as waits
     from alert_deliveries d join user_alerts a on a.id = d.alert_id where a.user_id = $1 order by 1`,
    [ann.id],
  )
  expect(rows).toEqual([
    { urgent: false, waits: true },
    { urgent: true, waits: false },
  ])
})

it('urgent alerts are emailed if email is set up, are retried, and end in one state', async () => {
  await muster.db.pool.query('update auth.users set email_verified = true where id = $1', [ann.id])
  const sentMails: string[] = []
  let shouldFail = true
  const mailer = {
    send: async ({ to, text }: { to: string; text: string }) => {
      if (shouldFail) throw new Error('not now')
      sentMails.push(to, text)
    },
  }
  const env = { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://muster.example' }
  const push = { listSubscriptions: async () => [], send: async () => 'sent' as const, admit: () => 0 }
  const worker = createAlertWorker({ db: muster.db, mailer, push, env, log: { warn: () => undefined } })
  await raise({ facts: { urgent: true } })
  const readDeliveries = async () =>
    (
      await muster.db.pool.query<{ state: string; attempts: number }>(
        `select d.state, d.attempts from alert_deliveries d join user_alerts a on a.id = d.alert_id where a.user_id = $1`,
        [ann.id],
      )
    ).rows
  const catchUp = async () => {
    await worker.catchUp()
    await worker.idle()
  }
  await catchUp()
  expect(await readDeliveries()).toEqual([{ state: 'waiting', attempts: 1 }])
  await catchUp()
  expect(await readDeliveries()).toEqual([{ state: 'waiting', attempts: 1 }])
  shouldFail = false
  await muster.db.pool.query('update alert_deliveries set next_try_at = now()')
  await catchUp()
  await catchUp()
  expect(await readDeliveries()).toEqual([{ state: 'sent', attempts: 2 }])
  expect(sentMails).toEqual([ann.email, expect.stringContaining('https://muster.example/#/alerts')])
})

it('two concurrent workers carry out each order once', async () => {
  const otherUsers = await Promise.all(Array.from({ length: 3 }, () => muster.make.user()))
  await muster.db.pool.query(
    `insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
     select $1, 'system', '"Many"', '""', '{}', 'order-' || n, $2::uuid[] from generate_series(1, 20) n`,
    [zone.id, otherUsers.map(it => it.id)],
  )
  await Promise.all([muster.services.alerts.catchUp(), muster.services.alerts.catchUp()])
  for (const otherUser of otherUsers)
    expect(await muster.call(otherUser).alerts.counts()).toEqual({ all: 20, unread: 20, markable: 20 })
})

describe('an order for many people', () => {
  const addOrder = (users: readonly TestUser[], title: string, facts: object = {}) =>
    muster.db.pool.query(
      `insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
       values ($1, 'system', to_jsonb($2::text), '""', $3, $4, $5::uuid[])`,
      [zone.id, title, facts, crypto.randomUUID(), users.map(it => it.id)],
    )
  /** An order that also names people who do not exist, to fill parts of 500. */
  const addLongOrder = (title: string) =>
    muster.db.pool.query(
      `insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
       select $1, 'system', to_jsonb($2::text), '""', '{}', $3,
         array_agg(case when n % 500 = 0 then $4::uuid else gen_random_uuid() end order by n) from generate_series(1, 1200) n`,
      [zone.id, title, crypto.randomUUID(), ann.id],
    )
  const listTitles = async () =>
    (await listOwnAlerts()).map(it => it.title).filter(it => it !== 'You were added to Yard')

  it('is carried out in parts, and an urgent one comes in between', async () => {
    const runPart = () => muster.db.asOwner('a test', tx => processOrder(tx))
    await addLongOrder('Ordinary')
    await runPart()
    expect(await listTitles()).toEqual(['Ordinary'])
    await addOrder([ann], 'Evacuate', { urgent: true })
    await runPart()
    expect(await listTitles()).toEqual(['Evacuate', 'Ordinary'])
    expect([await runPart(), await runPart(), await runPart()]).toEqual([true, true, false])
    expect(await listTitles()).toEqual(['Evacuate', 'Ordinary'])
  })

  it('delays no other if it fails', async () => {
    await addOrder([ann], 'Broken', { urgent: true, broadcastId: 'none' })
    await addOrder([ann], 'Whole')
    await muster.services.alerts.catchUp()
    expect(await listTitles()).toEqual(['Whole'])
    await muster.db.pool.query('delete from alert_orders')
  })

  it('is carried out at once when an emergency is declared, and soon after anything else', async () => {
    await muster.services.reader.start()
    const people = await muster.db.pool.query<{ id: string }>(
      `insert into auth.users (name, email, sign_up)
       select 'Crowd', 'crowd-' || n || '@muster.example',
         jsonb_build_object('firstName', 'Crowd', 'lastName', 'Person' || n, 'phone', '', 'role', 'app_user', 'userCode', 'CROWD-' || n)
       from generate_series(1, 301) n returning id`,
    )
    const ids = people.rows.map(it => it.id)
    await muster.db.pool.query(
      `insert into zone_assignments (user_id, zone_id, role, accepted_at) select id, $2, 'app_user', now() from unnest($1::uuid[]) id`,
      [ids, zone.id],
    )
    const manager = await muster.make.user()
    await muster.make.assign(manager, zone, 'zone_manager_rw')
    const { emergencyId } = await muster.call(manager).emergencies.declare({
      ...{ zoneId: zone.id, kind: 'welfare', drill: true, requestId: crypto.randomUUID() },
    })
    const countCalled = async () =>
      (
        await muster.db.pool.query(
          'select from user_alerts where user_id = any($1) and metadata ->> $2 = $3',
          [ids, 'emergencyId', emergencyId],
        )
      ).rowCount
    await expect.poll(countCalled).toBe(301)
    await addOrder([ann], 'Something else')
    await muster.db.pool.query(
      `insert into feed_events (topic, kind, payload) values ($1, 'alerts.changed', jsonb_build_object('userId', $2::text))`,
      [`user:${ann.id}`, ann.id],
    )
    await expect.poll(listTitles).toContain('Something else')
  })
})

describe('after removal from a zone', () => {
  const raiseNews = (people = [ann.id], overrides: object = {}) =>
    raise({ type: 'hazard_alert', people, ...overrides })
  const removeMembership = () =>
    muster.db.pool.query('delete from zone_assignments where user_id = $1 and zone_id = $2', [
      ann.id,
      zone.id,
    ])

  it('the inbox keeps alerts about the membership and the account, and none about that zone', async () => {
    await raiseNews()
    await raise({ facts: { personId: ann.id } })
    await raise()
    const countEvents = async () =>
      (
        await muster.db.pool.query(`select 1 from feed_events where topic = $1 and kind = 'alerts.changed'`, [
          `user:${ann.id}`,
        ])
      ).rowCount
    const eventCountBefore = await countEvents()
    await removeMembership()
    expect((await listOwnAlerts()).map(it => [it.type, it.title])).toEqual([
      ['system', 'Something'],
      ['zone_assignment', 'You were added to Yard'],
    ])
    expect(await countEvents()).toBe((eventCountBefore ?? 0) + 1)
  })

  it('a pending order writes no alert for the former member', async () => {
    const bob = await muster.make.user({ firstName: 'Bob' })
    await muster.make.assign(bob, zone)
    // In one transaction, because the worker may look for orders at any moment.
    await muster.db.asOwner('the order waits while the membership ends', async tx => {
      await sql`insert into alert_orders (zone_id, type, title, description, metadata, source, user_ids)
        values (${zone.id}, 'hazard_alert', '"Many"', '""', '{}', ${crypto.randomUUID()}, ${[ann.id, bob.id]}::uuid[])`.execute(
        tx,
      )
      await tx
        .deleteFrom('zone_assignments')
        .where('user_id', '=', ann.id)
        .where('zone_id', '=', zone.id)
        .execute()
    })
    await muster.services.alerts.catchUp()
    expect((await listOwnAlerts()).map(it => it.title)).not.toContain('Many')
    expect((await muster.call(bob).alerts.list({})).rows.map(it => it.title)).toContain('Many')
  })

  it('admins of all zones keep the news of a zone they leave', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    await muster.make.assign(admin, zone)
    await raiseNews([admin.id])
    await muster.db.pool.query('delete from zone_assignments where user_id = $1', [admin.id])
    expect((await muster.call(admin).alerts.list({})).rows.map(it => it.title)).toContain('Something')
  })

  it('an upgrade removes news of zones that people left before it', async () => {
    const admin = await muster.make.user({ role: 'admin' })
    const member = await muster.make.user()
    await muster.make.assign(member, zone)
    for (const { id } of [ann, admin, member])
      await muster.db.pool.query(
        `insert into user_alerts (user_id, zone_id, type, title, source)
         select $1, $2, type, type, $3 || type from unnest(array['hazard_alert', 'system']) type`,
        [id, zone.id, crypto.randomUUID()],
      )
    await muster.db.pool.query('alter table zone_assignments disable trigger follow_assignment_removed')
    await removeMembership()
    await muster.db.pool.query('alter table zone_assignments enable trigger follow_assignment_removed')
    const migrationUrl = new URL(
      '../../db/migrations/0071-forget-alerts-of-former-zones.sql',
      import.meta.url,
    )
    await muster.db.pool.query(await readFile(migrationUrl, 'utf8'))
    const listAlerts = async (who: TestUser) =>
      (await muster.call(who).alerts.list({})).rows.map(it => it.title).toSorted()
    expect(await listAlerts(ann)).toEqual(['You were added to Yard', 'system'])
    expect(await listAlerts(admin)).toEqual(['hazard_alert', 'system'])
    expect(await listAlerts(member)).toEqual(['hazard_alert', 'system'])
  })
})
