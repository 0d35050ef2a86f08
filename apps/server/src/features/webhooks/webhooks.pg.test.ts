import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { consentVersion } from '@muster/domain/consent.ts'
import { deliveryPauses, webhooksMost } from '@muster/domain/webhook.ts'
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookQueue } from '../../jobs/webhook-queue.ts'
import { createWebhookQueue } from '../../jobs/webhook-queue.ts'
import { publicWithoutRoute } from '../../lib/testing/bad-host.ts'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, outsideTestBox, type TestUser, type TestZone } from '../../testing/factories.ts'
import { createManualWebhookQueue } from '../../testing/manual-webhook-queue.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { createDelivery } from './deliver.ts'
import { followFeed } from './follow-feed.ts'
import { createWebhooks } from './webhooks.ts'

// One file, because all tests share one receiver and one queue.

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }

const log = pino({ level: 'silent' })
const queue = createManualWebhookQueue()
let muster: Awaited<ReturnType<typeof createTestServices>>
let admin: TestUser
let zone: TestZone
let receiver: Server
let address: string
let answers: number[]
let received: Received[]
let deliver: ReturnType<typeof createDelivery>

beforeAll(async () => {
  muster = await createTestServices({ webhookQueue: queue, env: { WEBHOOK_ALLOW_PRIVATE: true } })
  receiver = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      answer.writeHead(answers.shift() ?? 200).end('thanks\0')
    })
  })
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/muster`
})
afterAll(async () => {
  receiver.close()
  await muster.stop()
})
beforeEach(async () => {
  answers = []
  received = []
  queue.orders.length = 0
  admin = await muster.make.user({ role: 'admin' })
  zone = await muster.make.zone()
  deliver = createDelivery({ db: muster.db, queue, allowPrivate: true })
})
afterEach(() => muster.db.pool.query('delete from webhooks'))

const call = () => muster.call(admin).webhooks
const settings = (over: object = {}) => ({
  name: 'Gate',
  address,
  kinds: ['presence.entered' as const, 'membership.added' as const, 'zone.updated' as const],
  zoneIds: null,
  ...over,
})
const startWebhooks = (webhookQueue: WebhookQueue) =>
  createWebhooks({ db: muster.db, webhookQueue, env: { WEBHOOK_ALLOW_PRIVATE: true }, log })
const create = (webhook: ReturnType<typeof settings>) =>
  call().create({ ...webhook, requestId: crypto.randomUUID() })
const follow = (pageSize?: number) =>
  followFeed({ db: muster.db, queue, log, ...(pageSize ? { pageSize } : {}) })
/** Default values for the fields of an entry or exit. */
const ofPresence = {
  ...{ name: null, role: null, was: 'outside', listed: null, entryTime: null, durationMinutes: null },
  ...{ accuracyMeters: null, source: 'device', visitId: null },
}
const event = (kind: string, payload: object, topic = `zone:${zone.id}`) =>
  muster.db.pool.query('insert into feed_events (topic, kind, payload) values ($1, $2, $3)', [
    topic,
    kind,
    JSON.stringify({ zoneId: zone.id, ...(kind === 'presence.changed' && ofPresence), ...payload }),
  ])
const zoneChanged = () => event('zone.changed', {})
/** Runs the queued jobs, whether or not they are due. */
async function runOrders() {
  const orders = queue.orders.splice(0)
  for (const { id } of orders) {
    await muster.db.pool.query('update webhook_deliveries set next_try_at = now() where id = $1', [id])
    await muster.db.pool.query('update webhooks set paused_until = null')
    await deliver(id)
  }
  return orders
}
const readLog = async (webhookId: string) => (await call().deliveries({ webhookId })).rows

describe('an event', () => {
  it('is delivered once with a signature, and appears in the log', async () => {
    const { webhook, secret } = await create(settings())
    const user = await muster.make.user()
    await muster.make.assign(user, zone)
    expect(await follow()).toBe('done')
    await runOrders()
    expect(received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const payload = JSON.parse(body)
    expect(payload).toMatchObject({
      type: 'membership.added',
      zone: { id: zone.id },
      person: { id: user.id, role: 'app_user' },
      sequence: expect.any(Number),
    })
    const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['muster-signature'])) ?? []
    expect(mac).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
    expect(headers['muster-event-id']).toBe(payload.id)
    expect(await readLog(webhook.id)).toMatchObject([
      {
        state: 'delivered',
        status: 200,
        attempts: 1,
        response: 'thanks',
        body,
        eventId: payload.id,
        nextTryAt: null,
      },
    ])
    await follow()
    expect(queue.orders).toEqual([])
  })

  it('is sent for the start and end of position sharing, but not for a pause', async () => {
    await create(settings({ kinds: ['sharing.started', 'sharing.ended'] }))
    const user = await muster.make.user({ firstName: 'Ann' })
    await muster.make.assign(user, zone)
    const { presence } = muster.call(user)
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const { startedAt } = await presence.startSharing({ zoneId: zone.id, endsAt })
    await presence.pauseSharing({ paused: true })
    await presence.pauseSharing({ paused: false })
    await presence.endSharing()
    await follow()
    await runOrders()
    const payloads = received.map(({ body }) => JSON.parse(body)).sort((a, b) => a.sequence - b.sequence)
    const person = { id: user.id, name: 'Ann Test' }
    expect(payloads).toMatchObject([
      { type: 'sharing.started', occurredAt: startedAt, zone: { id: zone.id }, person, endsAt },
      { type: 'sharing.ended', zone: { id: zone.id }, person },
    ])
  })

  it('reports an exit if a person inside withdraws their consent, and nothing if they are outside', async () => {
    await create(settings({ kinds: ['presence.left'] }))
    const [inside, outside] = [
      await muster.make.user({ firstName: 'Ann' }),
      await muster.make.user({ firstName: 'Bob' }),
    ]
    for (const [person, at] of [
      [inside, insideTestBox],
      [outside, outsideTestBox],
    ] as const) {
      await muster.make.assign(person, zone)
      await muster.call(person).presence.checkUserInZone({
        zoneId: zone.id,
        id: crypto.randomUUID(),
        ...at,
        accuracyMeters: 5,
        capturedAt: new Date(Date.now() - 150_000).toISOString(),
      })
      await muster.call(person).consents.withdraw()
    }
    await muster.call(inside).consents.give({ version: consentVersion, at: 'settings' })
    await follow()
    await runOrders()
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      {
        id: expect.any(String),
        sequence: expect.any(Number),
        occurredAt: expect.any(String),
        type: 'presence.left',
        zone: { id: zone.id, name: zone.name },
        person: { id: inside.id, name: 'Ann Test' },
        enteredAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        durationMinutes: 2,
      },
    ])
  })

  it('reaches only webhooks that subscribe to its kind and zone, and were added before it', async () => {
    await zoneChanged()
    const other = await muster.make.zone()
    const all = await create(settings())
    const ofOther = await create(settings({ zoneIds: [other.id] }))
    const ofAnother = await create(settings({ kinds: ['zone.deleted'] }))
    await zoneChanged()
    await event('presence.changed', { change: 'left', userId: admin.id, at: new Date().toISOString() })
    // The copy on a person's topic is not a second event.
    await event('zone.changed', {}, `user:${admin.id}`)
    await follow()
    const counts = await Promise.all([all, ofOther, ofAnother].map(it => readLog(it.webhook.id)))
    expect(counts.map(rows => rows.length)).toEqual([1, 0, 0])
  })

  it('is not delivered later if it happened while the webhook was off', async () => {
    const { webhook } = await create(settings())
    await call().update({ ...settings(), webhookId: webhook.id, active: false })
    expect(await follow()).toBe('idle')
    await zoneChanged()
    await call().update({ ...settings(), webhookId: webhook.id, active: true })
    await follow()
    expect(await readLog(webhook.id)).toEqual([])
    await zoneChanged()
    await follow()
    expect(await readLog(webhook.id)).toHaveLength(1)
  })

  it('is never lost, whether the follower fails or restarts, or the event commits late', async () => {
    const { webhook } = await create(settings())
    for (let count = 0; count < 5; count++) await zoneChanged()
    const failing = { add: () => Promise.reject(new Error('no queue')) }
    await expect(followFeed({ db: muster.db, queue: failing, log })).rejects.toThrow('no queue')
    expect(await readLog(webhook.id)).toEqual([])
    expect([await follow(2), await follow(2), await follow(2)]).toEqual(['more', 'more', 'done'])
    expect(await readLog(webhook.id)).toHaveLength(5)
    // An event with a lower number commits after one with a higher number.
    const late = await muster.db.pool.connect()
    await late.query('begin')
    await late.query('insert into feed_events (topic, kind, payload) values ($1, $2, $3)', [
      `zone:${zone.id}`,
      'zone.changed',
      JSON.stringify({ zoneId: zone.id }),
    ])
    await zoneChanged()
    await follow()
    await late.query('commit')
    late.release()
    await follow()
    const deliveries = await readLog(webhook.id)
    expect(deliveries).toHaveLength(7)
    expect(new Set(deliveries.map(it => it.eventId)).size).toBe(7)
    expect(queue.orders).toHaveLength(7)
  })

  it('is queued once if two nodes read at the same time', async () => {
    const { webhook } = await create(settings())
    for (let count = 0; count < 20; count++) await zoneChanged()
    const nodes = async () => {
      while ((await follow(3)) !== 'done');
    }
    await Promise.all([nodes(), nodes()])
    expect(queue.orders).toHaveLength(20)
    expect(new Set(queue.orders.map(it => it.id)).size).toBe(20)
    expect(await readLog(webhook.id)).toHaveLength(20)
  })
})

describe('a request repeated after a lost response', () => {
  const createInput = (over: object = {}) => ({ ...settings(over), requestId: crypto.randomUUID() })
  const listSecrets = async () =>
    (await muster.db.pool.query('select id, secret, previous_secret from webhooks order by id')).rows

  it('adds no second webhook, and returns a secret that replaces the first', async () => {
    const sent = createInput()
    const webhook = await call().create(sent)
    const again = await call().create(sent)
    expect(again.webhook).toEqual(webhook.webhook)
    expect(again.secret).not.toBe(webhook.secret)
    expect(await listSecrets()).toEqual([
      { id: webhook.webhook.id, secret: again.secret, previous_secret: null },
    ])
    const { rows } = await muster.db.pool.query(
      `select description from security_events where event_type = 'webhook_changed' and actor_id = $1 order by description`,
      [admin.id],
    )
    expect(rows.map(it => it.description)).toEqual([
      'The webhook "Gate" was added.',
      'The webhook "Gate" was given a new secret.',
    ])
  })

  it('adds one webhook if sent concurrently, and returns the valid secret', async () => {
    const sent = createInput()
    const answered = await Promise.all(Array.from({ length: 4 }, () => call().create(sent)))
    const [stored, ...more] = await listSecrets()
    expect(more).toEqual([])
    expect(answered.map(it => it.secret)).toContain(stored.secret)
  })

  it('returns its webhook even if the limit has been reached', async () => {
    const sent = createInput()
    const { webhook } = await call().create(sent)
    for (let count = 1; count < webhooksMost; count++) await create(settings())
    expect((await call().create(sent)).webhook.id).toBe(webhook.id)
    expect(await readCode(call().create(createInput()))).toBe('WEBHOOKS_FULL')
  })

  it('is refused with different content, or after the secret was replaced, and keeps the current secret', async () => {
    const sent = createInput()
    const { webhook } = await call().create(sent)
    expect(await readCode(call().create({ ...sent, name: 'Another gate' }))).toBe('REQUEST_ID_TAKEN')
    expect(await readCode(call().create({ ...sent, zoneIds: [zone.id] }))).toBe('REQUEST_ID_TAKEN')
    const { secret } = await call().rotateSecret({ webhookId: webhook.id })
    expect(await readCode(call().create(sent))).toBe('REQUEST_ID_TAKEN')
    expect(await listSecrets()).toMatchObject([{ secret }])
  })

  it('changes nothing if the person may no longer add webhooks', async () => {
    const sent = createInput()
    const { secret } = await call().create(sent)
    await muster.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [admin.id])
    expect(await readCode(call().create(sent))).toBe('FORBIDDEN')
    expect(await listSecrets()).toMatchObject([{ secret }])
  })

  it('is a different request when somebody else sends it, and leaves the first unchanged', async () => {
    const sent = createInput()
    const { webhook, secret } = await call().create(sent)
    const other = await muster.make.user({ role: 'admin' })
    const theirs = await muster.call(other).webhooks.create(sent)
    expect(theirs.webhook.id).not.toBe(webhook.id)
    expect((await listSecrets()).find(it => it.id === webhook.id)).toMatchObject({ secret })
  })
})

describe('a delivery', () => {
  async function one() {
    const { webhook, secret } = await create(settings())
    await zoneChanged()
    await follow()
    return { webhook, secret, webhookId: webhook.id }
  }

  it('is retried for a day with growing pauses, and then abandoned', async () => {
    const { webhookId } = await one()
    answers = Array(20).fill(500)
    const pauses: number[] = []
    while (queue.orders.length > 0) {
      await runOrders()
      const [next] = queue.orders
      if (next) pauses.push(Math.round((next.at.getTime() - Date.now()) / 1_000))
    }
    expect(pauses.length).toBe(deliveryPauses.length)
    for (const [index, pause] of deliveryPauses.entries())
      expect(Math.abs((pauses[index] ?? 0) - pause), String(pause)).toBeLessThan(20)
    expect(await readLog(webhookId)).toMatchObject([
      { state: 'given_up', attempts: 8, status: 500, problem: 'It was answered with 500', nextTryAt: null },
    ])
    expect(new Set(received.map(it => it.headers['muster-event-id'])).size).toBe(1)
    // The failures span less than a day, so the webhook stays active.
    expect((await call().list()).webhooks).toMatchObject([{ active: true, failingSince: expect.any(String) }])
  })

  it('is sent once despite duplicate jobs or two nodes at once', async () => {
    await one()
    const [{ id } = { id: '' }] = queue.orders
    await Promise.all([deliver(id), deliver(id)])
    await deliver(id)
    expect(received).toHaveLength(1)
  })

  it('is taken over by another node if its node dies', async () => {
    await one()
    const [{ id } = { id: '' }] = queue.orders
    await muster.db.pool.query(
      `update webhook_deliveries set taken_until = now() + interval '1 minute' where id = $1`,
      [id],
    )
    await deliver(id)
    expect(received).toEqual([])
    await muster.db.pool.query('update webhook_deliveries set taken_until = now() where id = $1', [id])
    await deliver(id)
    expect(received).toHaveLength(1)
  })

  it('is queued again if its job is lost', async () => {
    await one()
    const [{ id } = { id: '' }] = queue.orders.splice(0)
    const catchUp = () => startWebhooks(queue).catchUp(new AbortController().signal)
    await catchUp()
    expect(queue.orders).toEqual([])
    await muster.db.pool.query(
      `update webhook_deliveries set next_try_at = now() - interval '1 hour' where id = $1`,
      [id],
    )
    await catchUp()
    expect(queue.orders.map(it => it.id)).toEqual([id])
  })

  it('can be sent again on request, as the same event', async () => {
    const { webhookId } = await one()
    await runOrders()
    const [delivered] = await readLog(webhookId)
    await call().resend({ deliveryId: delivered?.id ?? '' })
    await runOrders()
    expect(received).toHaveLength(2)
    expect(received[0]?.body).toBe(received[1]?.body)
    expect(await readLog(webhookId)).toHaveLength(1)
  })

  it('is never sent to a private address unless allowed, whatever the host name resolves to', async () => {
    const { webhookId } = await one()
    await muster.db.pool.query(
      `update webhooks set address = 'https://hooks.example:${new URL(address).port}'`,
    )
    deliver = createDelivery({
      db: muster.db,
      queue,
      allowPrivate: false,
      find: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    await runOrders()
    expect(received).toEqual([])
    expect(await readLog(webhookId)).toMatchObject([
      { state: 'waiting', status: null, problem: 'The address leads nowhere on the open internet' },
    ])
  })

  it('is postponed while its webhook is paused, without counting as an attempt', async () => {
    const { webhookId } = await one()
    answers = [500, 500, 500]
    for (let tries = 0; tries < 3; tries++) await runOrders()
    const [{ id } = { id: '' }] = queue.orders.splice(0)
    await muster.db.pool.query('update webhook_deliveries set next_try_at = now()')
    await deliver(id)
    expect(received).toHaveLength(3)
    expect(await readLog(webhookId)).toMatchObject([{ state: 'waiting', attempts: 3 }])
    expect(queue.orders.map(it => it.id)).toEqual([id])
  })

  it('is also signed with the former secret for a day after it was replaced', async () => {
    const { webhookId, secret } = await one()
    const renewed = await call().rotateSecret({ webhookId })
    await runOrders()
    const { headers, body } = received[0] ?? { headers: {}, body: '' }
    const [time = '', ...macs] = String(headers['muster-signature']).split(',')
    const createMac = (key: string) =>
      `v1=${createHmac('sha256', key)
        .update(`${time.slice(2)}.${body}`)
        .digest('hex')}`
    expect(macs).toEqual([createMac(renewed.secret), createMac(secret)])
    await muster.db.pool.query('update webhooks set previous_until = now()')
    await call().test({ webhookId })
    await runOrders()
    expect(String(received[1]?.headers['muster-signature']).split(',')).toHaveLength(2)
  })

  it("is still signed with the receiver's secret if the new one was lost with its response and requested again", async () => {
    const { webhookId, secret } = await one()
    await call().rotateSecret({ webhookId })
    const renewed = await call().rotateSecret({ webhookId })
    const secrets = async () => {
      const { rows } = await muster.db.pool.query(
        'select secret, previous_secret from webhooks where id = $1',
        [webhookId],
      )
      return rows
    }
    expect(await secrets()).toEqual([{ secret: renewed.secret, previous_secret: secret }])
    await muster.db.pool.query(`update webhooks set previous_until = previous_until - interval '16 minutes'`)
    const later = await call().rotateSecret({ webhookId })
    expect(await secrets()).toEqual([{ secret: later.secret, previous_secret: renewed.secret }])
  })
})

it('a webhook without a success for a day is switched off, and the security log and the delivery log say why', async () => {
  const { webhook } = await create(settings())
  await zoneChanged()
  await follow()
  answers = Array(20).fill(503)
  for (let tries = 0; tries < 7; tries++) await runOrders()
  await zoneChanged()
  await follow()
  await muster.db.pool.query(`update webhooks set failing_since = now() - interval '25 hours'`)
  await runOrders()
  expect((await call().list()).webhooks).toMatchObject([{ active: false, gaveUp: true }])
  const { rows } = await muster.db.pool.query(
    `select severity, metadata from security_events where event_type = 'webhook_switched_off'`,
  )
  expect(rows).toEqual([{ severity: 'medium', metadata: { webhookId: webhook.id } }])
  expect(received).toHaveLength(8)
  expect((await readLog(webhook.id)).map(it => [it.state, it.problem])).toEqual([
    ['given_up', 'The webhook is switched off'],
    ['given_up', 'It was answered with 503'],
  ])
  // A ping can still be sent to check the receiver. Switching the webhook on resets its failures.
  answers = []
  await call().test({ webhookId: webhook.id })
  await runOrders()
  expect(JSON.parse(received.at(-1)?.body ?? '{}')).toMatchObject({ type: 'ping' })
  expect(await call().update({ ...settings(), webhookId: webhook.id, active: true })).toMatchObject({
    active: true,
    gaveUp: false,
    failingSince: null,
  })
})

describe('a webhook', () => {
  it('shows its secret to nobody, not even in SQL', async () => {
    const { secret, webhook } = await create(settings())
    expect(JSON.stringify(await call().list())).not.toContain(secret)
    const asAdmin = (work: string) =>
      muster.db.asActor({ userId: admin.id, sessionId: admin.sessionId }, tx =>
        tx.executeQuery(CompiledQuery.raw(work)),
      )
    await expect(asAdmin('select secret from webhooks')).rejects.toThrow('permission denied')
    await expect(asAdmin('select previous_secret from webhooks')).rejects.toThrow('permission denied')
    await expect(asAdmin(`update webhook_deliveries set state = 'delivered'`)).rejects.toThrow(
      'permission denied',
    )
    expect(webhook.id).toBeTruthy()
  })

  it('is refused beyond the limit', async () => {
    await muster.db.pool.query(
      `insert into webhooks (name, address, secret, kinds)
       select 'x', 'https://example.org', 'x', array['zone.created'] from generate_series(1, $1::int)`,
      [webhooksMost],
    )
    expect(await readCode(create(settings()))).toBe('WEBHOOKS_FULL')
  })

  it('is refused with an invalid URL', async () => {
    expect(await readCode(create(settings({ address: 'ftp://example.org' })))).toBe('WEBHOOK_ADDRESS_INVALID')
    expect(await readCode(call().test({ webhookId: zone.id }))).toBe('NOT_FOUND')
    expect(await readCode(call().resend({ deliveryId: zone.id }))).toBe('NOT_FOUND')
  })
})

it('the log is paged, newest first', async () => {
  const { webhook } = await create(settings())
  for (let count = 0; count < 5; count++) await call().test({ webhookId: webhook.id })
  const first = await call().deliveries({ webhookId: webhook.id, limit: 3 })
  const second = await call().deliveries({ webhookId: webhook.id, limit: 3, cursor: first.next ?? '' })
  const times = [...first.rows, ...second.rows].map(it => it.createdAt)
  expect([first.rows.length, second.rows.length, second.next]).toEqual([3, 2, null])
  expect(times).toEqual(times.toSorted().reverse())
})

it('an entry is delivered promptly and once while two nodes follow the feed and run jobs', {
  timeout: 60_000,
}, async () => {
  const nodes = await Promise.all(
    [1, 2].map(async () => {
      const boss = new PgBoss({
        connectionString: muster.databaseUrl,
        schedule: false,
        max: 2,
      })
      boss.on('error', () => undefined)
      await boss.start()
      const jobs = createWebhookQueue(log)
      const webhooks = startWebhooks(jobs)
      await jobs.workOn(boss, 0.5)
      const unsubscribe = muster.services.reader.subscribe(webhooks.listener)
      return {
        async stop() {
          unsubscribe()
          await webhooks.stop()
          await boss.stop({ timeout: 2_000 })
        },
      }
    }),
  )
  await muster.services.reader.start()
  try {
    await create(settings())
    const user = await muster.make.user()
    await muster.make.assign(user, zone)
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 30_000, interval: 100 })
    for (let count = 0; count < 10; count++) await zoneChanged()
    await vi.waitFor(() => expect(received).toHaveLength(11), { timeout: 30_000, interval: 100 })
    expect(new Set(received.map(it => it.headers['muster-event-id'])).size).toBe(11)
  } finally {
    await Promise.all(nodes.map(node => node.stop()))
  }
})

describe('after an account is deleted', () => {
  const name = 'Ann "the\\crane" Rao'
  /** Creates a person in the zone and publishes their entry. */
  async function somebody() {
    const user = await muster.make.user({ firstName: name })
    await event('presence.changed', {
      change: 'entered',
      userId: user.id,
      name,
      role: 'app_user',
      at: new Date().toISOString(),
      source: 'device',
    })
    return user
  }
  const remove = (userId: string) => muster.call(admin).accounts.remove({ userId })
  const bodies = async () => {
    const { rows } = await muster.db.pool.query<{ body: string; response: string | null }>(
      `select body, response from webhook_deliveries where kind = 'presence.entered' order by id`,
    )
    return rows.map(({ body, response }) => ({ person: JSON.parse(body).person, response }))
  }

  it('the name is removed from pending and past deliveries, and other names are kept', async () => {
    await create(settings())
    const [removed, stays] = [await somebody(), await somebody()]
    await follow()
    await runOrders()
    await event('presence.changed', {
      change: 'entered',
      userId: removed.id,
      name,
      role: 'app_user',
      at: new Date().toISOString(),
    })
    await follow()
    await remove(removed.id)
    const all = await bodies()
    const nameless = { id: removed.id, name: null, role: 'app_user' }
    // Deliveries inserted by one statement have no order.
    expect(all.filter(({ person }) => person.id === removed.id)).toEqual([
      { person: nameless, response: null },
      { person: nameless, response: null },
    ])
    expect(all.filter(({ person }) => person.id !== removed.id)).toEqual([
      { person: { id: stays.id, name, role: 'app_user' }, response: 'thanks' },
    ])
    await runOrders()
    expect(received.at(-1)?.body).not.toContain('crane')
  })

  it('the name is missing from deliveries that are created later', async () => {
    await create(settings())
    const removed = await somebody()
    await remove(removed.id)
    await follow()
    expect(await bodies()).toEqual([
      { person: { id: removed.id, name: null, role: 'app_user' }, response: null },
    ])
  })

  it('the name is missing from deliveries that are being created at that moment', async () => {
    const { webhook } = await create(settings())
    const removedUser = await somebody()
    const writer = await muster.db.pool.connect()
    await writer.query('begin')
    await writer.query('select from webhook_cursor for update')
    const removed = remove(removedUser.id)
    await vi.waitFor(async () => {
      const { rows } = await muster.db.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%auth%users%'`,
      )
      expect(rows).toHaveLength(1)
    })
    const body = JSON.stringify({ person: { id: removedUser.id, name, role: 'app_user' } })
    await writer.query(
      `insert into webhook_deliveries (webhook_id, event_id, kind, body) values ($1, 'late', 'presence.entered', $2)`,
      [webhook.id, body],
    )
    await writer.query('commit')
    writer.release()
    await removed
    expect((await bodies()).map(({ person }) => person.name)).toEqual([null])
  })
})

it('an unreachable receiver does not delay others, and is retried', async () => {
  const find = async () => [publicWithoutRoute]
  const failing = createDelivery({ db: muster.db, queue, allowPrivate: false, find })
  const { webhook } = await create(settings({ address: 'https://hooks.example/' }))
  await create(settings())
  for (let count = 0; count < 3; count++) await zoneChanged()
  await follow()
  const waiting = () =>
    muster.db.pool.query<{ id: string; webhookId: string; state: string; problem: string | null }>(
      'select id, webhook_id as "webhookId", state, problem from webhook_deliveries order by state',
    )
  // The jobs run a batch concurrently.
  const batch = (await waiting()).rows.map(({ id, webhookId }) =>
    webhookId === webhook.id ? failing(id) : deliver(id),
  )
  await Promise.all(batch)
  const { rows } = await waiting()
  expect(rows.map(({ state }) => state)).toEqual([...Array(3).fill('delivered'), ...Array(3).fill('waiting')])
  for (const { problem } of rows.slice(3)) expect(problem).toMatch(/connect|EINVAL|ENETUNREACH/)
  expect(received).toHaveLength(3)
})

it('a slow receiver does not delay others', { timeout: 60_000 }, async () => {
  const releases: (() => void)[] = []
  const slow = createServer((_request, answer) => releases.push(() => answer.end())).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  const boss = new PgBoss({ connectionString: muster.databaseUrl, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const jobs = createWebhookQueue(log)
    jobs.onDelivery(createDelivery({ db: muster.db, queue: jobs, allowPrivate: true }))
    await jobs.workOn(boss, 0.5)
    const atSlow = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
    const { webhook } = await create(settings({ address: atSlow }))
    await create(settings())
    for (let count = 0; count < 40; count++) await zoneChanged()
    await followFeed({ db: muster.db, queue: jobs, log })
    await vi.waitFor(() => expect(received).toHaveLength(40), { timeout: 8_000, interval: 100 })
    const waiting = () =>
      muster.db.pool.query(
        `select count(*) filter (where taken_until > now()) as taken, count(*) as all
         from webhook_deliveries where webhook_id = $1 and state = 'waiting'`,
        [webhook.id],
      )
    // A delivery beyond the limit is briefly claimed until it is postponed.
    await vi.waitFor(async () => expect((await waiting()).rows).toEqual([{ taken: 8, all: 40 }]), 15_000)
    expect(releases).toHaveLength(8)
  } finally {
    await muster.db.pool.query('delete from webhooks')
    for (const answer of releases) answer()
    await boss.stop({ timeout: 2_000 })
    slow.close()
  }
})

it('a claimed delivery without an outcome is queued again', async () => {
  const { webhook } = await create(settings())
  const ping = await call().test({ webhookId: webhook.id })
  queue.orders.length = 0
  const webhooks = startWebhooks(queue)
  const takeUntil = (until: string) =>
    muster.db.pool.query(`update webhook_deliveries set taken_until = now() + $2::interval where id = $1`, [
      ping.id,
      until,
    ])
  await takeUntil('50 seconds')
  await webhooks.catchUp(new AbortController().signal)
  expect(queue.orders).toEqual([])
  await takeUntil('-1 seconds')
  await webhooks.catchUp(new AbortController().signal)
  expect(queue.orders.map(({ id }) => id)).toEqual([ping.id])
})

describe('after a database clock that was an hour fast is corrected', () => {
  const catchUp = () => startWebhooks(queue).catchUp(new AbortController().signal)
  async function one() {
    await create(settings())
    await zoneChanged()
    await follow()
    const [{ id } = { id: '' }] = queue.orders.splice(0)
    return id
  }

  it('a claimed delivery can be claimed again, because no claim lasts an hour', async () => {
    const id = await one()
    await muster.db.pool.query(`update webhook_deliveries set taken_until = now() + interval '1 hour'`)
    await catchUp()
    expect(queue.orders.map(it => it.id)).toEqual([id])
    await deliver(id)
    expect(received).toHaveLength(1)
  })

  it('a webhook is not paused, because no pause lasts an hour', async () => {
    const id = await one()
    await muster.db.pool.query(`update webhooks set paused_until = now() + interval '1 hour'`)
    await deliver(id)
    expect(received).toHaveLength(1)
  })
})
