import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { consentVersion } from '@muster/domain/consent.ts'
import { deliveryPausesS, maxWebhooks } from '@muster/domain/webhook.ts'
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebhookQueue } from '../../jobs/webhook-queue.ts'
import { createWebhookQueue } from '../../jobs/webhook-queue.ts'
import { unroutablePublicAddress } from '../../lib/testing/bad-host.ts'
import { readCode } from '../../testing/caller.ts'
import { insideTestBox, outsideTestBox, type TestUser, type TestZone } from '../../testing/factories.ts'
import { createManualWebhookQueue } from '../../testing/manual-webhook-queue.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { storeEvents } from '../badges/store-events.ts'
import { createDelivery } from './deliver.ts'
import { followFeed } from './follow-feed.ts'
import { createWebhooks } from './webhooks.ts'

// One file, because all tests share one receiver and one queue.

type ReceivedRequest = { readonly headers: IncomingHttpHeaders; readonly body: string }

const log = pino({ level: 'silent' })
const queue = createManualWebhookQueue()
let muster: Awaited<ReturnType<typeof createTestServices>>
let admin: TestUser
let zone: TestZone
let receiver: Server
let address: string
let responseStatuses: number[]
let receivedRequests: ReceivedRequest[]
let deliver: ReturnType<typeof createDelivery>

beforeAll(async () => {
  muster = await createTestServices({ webhookQueue: queue, env: { WEBHOOK_ALLOW_PRIVATE: true } })
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      receivedRequests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(responseStatuses.shift() ?? 200).end('thanks\0')
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
  responseStatuses = []
  receivedRequests = []
  queue.orders.length = 0
  admin = await muster.make.user({ role: 'admin' })
  zone = await muster.make.zone()
  deliver = createDelivery({ db: muster.db, queue, allowPrivate: true })
})
afterEach(() => muster.db.pool.query('delete from webhooks'))

const callWebhooks = () => muster.call(admin).webhooks
const createSettings = (overrides: object = {}) => ({
  name: 'Gate',
  address,
  kinds: ['presence.entered' as const, 'membership.added' as const, 'zone.updated' as const],
  zoneIds: null,
  ...overrides,
})
const startWebhooks = (webhookQueue: WebhookQueue) =>
  createWebhooks({ db: muster.db, webhookQueue, env: { WEBHOOK_ALLOW_PRIVATE: true }, log })
const createWebhook = (webhook: ReturnType<typeof createSettings>) =>
  callWebhooks().create({ ...webhook, requestId: crypto.randomUUID() })
const followOnce = (pageSize?: number) =>
  followFeed({ db: muster.db, queue, log, ...(pageSize ? { pageSize } : {}) })
/** Default values for the fields of an entry or exit. */
const presencePayload = {
  ...{ name: null, role: null, was: 'outside', listed: null, entryTime: null, durationMinutes: null },
  ...{ accuracyMeters: null, source: 'device', visitId: null },
}
const insertEvent = (kind: string, payload: object, topic = `zone:${zone.id}`) =>
  muster.db.pool.query('insert into feed_events (topic, kind, payload) values ($1, $2, $3)', [
    topic,
    kind,
    JSON.stringify({ zoneId: zone.id, ...(kind === 'presence.changed' && presencePayload), ...payload }),
  ])
const insertZoneChanged = () => insertEvent('zone.changed', {})
/** Runs the queued jobs, whether or not they are due. */
async function runQueuedJobs() {
  const orders = queue.orders.splice(0)
  for (const { id } of orders) {
    await muster.db.pool.query('update webhook_deliveries set next_try_at = now() where id = $1', [id])
    await muster.db.pool.query('update webhooks set paused_until = null')
    await deliver(id)
  }
  return orders
}
const readDeliveryLog = async (webhookId: string) => (await callWebhooks().deliveries({ webhookId })).rows

describe('an event', () => {
  it('is delivered once with a signature, and appears in the log', async () => {
    const { webhook, secret } = await createWebhook(createSettings())
    const user = await muster.make.user()
    await muster.make.assign(user, zone)
    expect(await followOnce()).toBe('done')
    await runQueuedJobs()
    expect(receivedRequests).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receivedRequests
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
    expect(await readDeliveryLog(webhook.id)).toMatchObject([
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
    await followOnce()
    expect(queue.orders).toEqual([])
  })

  it('is sent for visitors who sign in and are signed out, without their telephone number', async () => {
    await createWebhook(createSettings({ kinds: ['visitor.signed_in', 'visitor.signed_out'] }))
    const { visitors } = muster.call(admin)
    const { visitId } = await visitors.add({
      ...{ zoneId: zone.id, name: 'Vera Visitor', company: 'Acme', phone: '+49 30 1234', hostId: null },
      requestId: crypto.randomUUID(),
    })
    await visitors.signOut({ zoneId: zone.id, visitId })
    await followOnce()
    await runQueuedJobs()
    expect(receivedRequests.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'visitor.signed_in', visitId, visitor: { name: 'Vera Visitor', company: 'Acme' }, way: 'hand' },
      { type: 'visitor.signed_out', visitId, ended: 'manager', zone: { id: zone.id } },
    ])
    expect(receivedRequests.some(({ body }) => body.includes('1234'))).toBe(false)
  })

  it('is sent for the start and end of position sharing, but not for a pause', async () => {
    await createWebhook(createSettings({ kinds: ['sharing.started', 'sharing.ended'] }))
    const user = await muster.make.user({ firstName: 'Ann' })
    await muster.make.assign(user, zone)
    const { presence } = muster.call(user)
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const { startedAt } = await presence.startSharing({ zoneId: zone.id, endsAt })
    await presence.pauseSharing({ paused: true })
    await presence.pauseSharing({ paused: false })
    await presence.endSharing()
    await followOnce()
    await runQueuedJobs()
    const payloads = receivedRequests
      .map(({ body }) => JSON.parse(body))
      .sort((a, b) => a.sequence - b.sequence)
    const person = { id: user.id, name: 'Ann Test' }
    expect(payloads).toMatchObject([
      { type: 'sharing.started', occurredAt: startedAt, zone: { id: zone.id }, person, endsAt },
      { type: 'sharing.ended', zone: { id: zone.id }, person },
    ])
  })

  it('reports an exit if a person inside withdraws their consent, and nothing if they are outside', async () => {
    await createWebhook(createSettings({ kinds: ['presence.left'] }))
    const [enteredUser, outsideUser] = [
      await muster.make.user({ firstName: 'Ann' }),
      await muster.make.user({ firstName: 'Bob' }),
    ]
    for (const [person, at] of [
      [enteredUser, insideTestBox],
      [outsideUser, outsideTestBox],
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
    await muster.call(enteredUser).consents.give({ version: consentVersion, at: 'settings' })
    await followOnce()
    await runQueuedJobs()
    expect(receivedRequests.map(({ body }) => JSON.parse(body))).toEqual([
      {
        id: expect.any(String),
        sequence: expect.any(Number),
        occurredAt: expect.any(String),
        type: 'presence.left',
        zone: { id: zone.id, name: zone.name },
        person: { id: enteredUser.id, name: 'Ann Test' },
        enteredAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        durationMinutes: 2,
      },
    ])
  })

  it('reaches only webhooks that subscribe to its kind and zone, and were added before it', async () => {
    await insertZoneChanged()
    const otherZone = await muster.make.zone()
    const allZonesWebhook = await createWebhook(createSettings())
    const otherZoneWebhook = await createWebhook(createSettings({ zoneIds: [otherZone.id] }))
    const deletionWebhook = await createWebhook(createSettings({ kinds: ['zone.deleted'] }))
    await insertZoneChanged()
    await insertEvent('presence.changed', { change: 'left', userId: admin.id, at: new Date().toISOString() })
    // The copy on a person's topic is not a second event.
    await insertEvent('zone.changed', {}, `user:${admin.id}`)
    await followOnce()
    const logs = await Promise.all(
      [allZonesWebhook, otherZoneWebhook, deletionWebhook].map(it => readDeliveryLog(it.webhook.id)),
    )
    expect(logs.map(rows => rows.length)).toEqual([1, 0, 0])
  })

  it('about an emergency is marked as a drill or not, and reaches the webhooks of its zones without waiting for a receiver', async () => {
    const kinds = ['emergency.declared', 'emergency.help', 'emergency.all_clear'] as const
    const zoneWebhook = await createWebhook(createSettings({ kinds, zoneIds: [zone.id] }))
    const otherZone = await muster.make.zone()
    const otherWebhook = await createWebhook(createSettings({ kinds, zoneIds: [otherZone.id] }))
    const everyWebhook = await createWebhook(createSettings({ kinds }))
    const caller = await muster.make.user({ role: 'super_admin' })
    const worker = await muster.make.user({ firstName: 'Ana' })
    await muster.make.assign(worker, zone)
    for (const [zoneId, drill] of [
      [zone.id, true],
      [null, false],
    ] as const) {
      const { emergencyId } = await muster
        .call(caller)
        .emergencies.declare({ zoneId, kind: 'welfare', drill, requestId: crypto.randomUUID() })
      // Nobody reads the feed or answers meanwhile.
      await muster
        .call(worker)
        .emergencies.answer({ emergencyId, state: 'help', requestId: crypto.randomUUID() })
      await muster.call(caller).emergencies.allClear({ emergencyId })
    }
    await followOnce()
    const readBodies = async ({ webhook }: { webhook: { id: string } }) =>
      (await readDeliveryLog(webhook.id))
        .map(it => JSON.parse(it.body))
        .sort((one, other) => one.sequence - other.sequence)
    const ofDrill = [
      { type: 'emergency.declared', drill: true, zone: { id: zone.id }, emergency: { kind: 'welfare' } },
      { type: 'emergency.help', drill: true, needsHelp: true, person: { id: worker.id, name: 'Ana Test' } },
      { type: 'emergency.all_clear', drill: true, zone: { id: zone.id } },
    ]
    expect(await readBodies(zoneWebhook)).toMatchObject([
      ...ofDrill,
      ...ofDrill.map(it => ({ ...it, drill: false })),
    ])
    // The call for all zones is one event for each zone, and the call for help one for the person's zone.
    const ofOtherZone = [
      { type: 'emergency.declared', drill: false, zone: { id: otherZone.id } },
      { type: 'emergency.all_clear', drill: false, zone: { id: otherZone.id } },
    ]
    expect(await readBodies(otherWebhook)).toMatchObject(ofOtherZone)
    const bodies = await readBodies(everyWebhook)
    expect(bodies.filter(it => it.zone?.id === zone.id)).toHaveLength(6)
    expect(bodies.filter(it => it.zone?.id === otherZone.id)).toHaveLength(2)
    expect(bodies.filter(it => it.type === 'emergency.help')).toHaveLength(2)
  })

  it('about a badge is sent once for each reading, and is not written while no webhook receives it', async () => {
    const keeper = await muster.make.user({ role: 'super_admin' })
    const { row } = await muster
      .call(keeper)
      .badges.createKey({ zoneId: zone.id, name: 'Gate', requestId: crypto.randomUUID() })
    const sender = { keyId: row.id, zoneId: zone.id, lastUsedAt: null }
    const now = Date.now()
    const read = (badge: string, direction: 'in' | 'out', minutesAgo: number) => ({
      ...{ badge, direction, reader: 'Gate 2' },
      at: new Date(now - minutesAgo * 60_000).toISOString(),
    })
    const countEvents = async () =>
      (await muster.db.pool.query(`select from feed_events where kind = 'badge.read'`)).rows.length
    await storeEvents(muster.db, sender, [read('9', 'in', 90)])
    expect(await countEvents()).toBe(0)

    const worker = await muster.make.user({ firstName: 'Ana' })
    await muster.make.assign(worker, zone)
    await muster.call(keeper).badges.assign({
      zoneId: zone.id,
      badges: [
        { number: '1', userId: worker.id },
        { number: '2', name: 'Cem Kaya' },
      ],
    })
    const { webhook } = await createWebhook(createSettings({ kinds: ['badge.in', 'badge.out'] }))
    const events = [read('1', 'in', 20), read('2', 'in', 10), read('9', 'out', 5)]
    await storeEvents(muster.db, sender, events)
    await storeEvents(muster.db, sender, [...events, read('2', 'out', 15)])
    await followOnce()
    const bodies = (await readDeliveryLog(webhook.id)).map(it => JSON.parse(it.body))
    expect(bodies.sort((one, other) => one.sequence - other.sequence)).toMatchObject([
      { type: 'badge.in', badge: '1', person: { id: worker.id, name: 'Ana Test' }, latest: true },
      {
        type: 'badge.in',
        badge: '2',
        person: { id: null, name: 'Cem Kaya' },
        reader: 'Gate 2',
        latest: true,
      },
      { type: 'badge.out', badge: '9', person: null, latest: true, zone: { id: zone.id } },
      { type: 'badge.out', badge: '2', latest: false, occurredAt: new Date(now - 15 * 60_000).toISOString() },
    ])
  })

  it('is not delivered later if it happened while the webhook was off', async () => {
    const { webhook } = await createWebhook(createSettings())
    await callWebhooks().update({ ...createSettings(), webhookId: webhook.id, active: false })
    expect(await followOnce()).toBe('idle')
    await insertZoneChanged()
    await callWebhooks().update({ ...createSettings(), webhookId: webhook.id, active: true })
    await followOnce()
    expect(await readDeliveryLog(webhook.id)).toEqual([])
    await insertZoneChanged()
    await followOnce()
    expect(await readDeliveryLog(webhook.id)).toHaveLength(1)
  })

  it('is never lost, whether the follower fails or restarts, or the event commits late', async () => {
    const { webhook } = await createWebhook(createSettings())
    for (let count = 0; count < 5; count++) await insertZoneChanged()
    const failingQueue = { add: () => Promise.reject(new Error('no queue')) }
    await expect(followFeed({ db: muster.db, queue: failingQueue, log })).rejects.toThrow('no queue')
    expect(await readDeliveryLog(webhook.id)).toEqual([])
    expect([await followOnce(2), await followOnce(2), await followOnce(2)]).toEqual(['more', 'more', 'done'])
    expect(await readDeliveryLog(webhook.id)).toHaveLength(5)
    // An event with a lower number commits after one with a higher number.
    const lateClient = await muster.db.pool.connect()
    await lateClient.query('begin')
    await lateClient.query('insert into feed_events (topic, kind, payload) values ($1, $2, $3)', [
      `zone:${zone.id}`,
      'zone.changed',
      JSON.stringify({ zoneId: zone.id }),
    ])
    await insertZoneChanged()
    await followOnce()
    await lateClient.query('commit')
    lateClient.release()
    await followOnce()
    const deliveries = await readDeliveryLog(webhook.id)
    expect(deliveries).toHaveLength(7)
    expect(new Set(deliveries.map(it => it.eventId)).size).toBe(7)
    expect(queue.orders).toHaveLength(7)
  })

  it('is queued once if two nodes read at the same time', async () => {
    const { webhook } = await createWebhook(createSettings())
    for (let count = 0; count < 20; count++) await insertZoneChanged()
    const readAsNode = async () => {
      while ((await followOnce(3)) !== 'done');
    }
    await Promise.all([readAsNode(), readAsNode()])
    expect(queue.orders).toHaveLength(20)
    expect(new Set(queue.orders.map(it => it.id)).size).toBe(20)
    expect(await readDeliveryLog(webhook.id)).toHaveLength(20)
  })
})

describe('a request repeated after a lost response', () => {
  const createInput = (overrides: object = {}) => ({
    ...createSettings(overrides),
    requestId: crypto.randomUUID(),
  })
  const listSecrets = async () =>
    (await muster.db.pool.query('select id, secret, previous_secret from webhooks order by id')).rows

  it('adds no second webhook, and returns a secret that replaces the first', async () => {
    const webhookInput = createInput()
    const firstResponse = await callWebhooks().create(webhookInput)
    const repeatedResponse = await callWebhooks().create(webhookInput)
    expect(repeatedResponse.webhook).toEqual(firstResponse.webhook)
    expect(repeatedResponse.secret).not.toBe(firstResponse.secret)
    expect(await listSecrets()).toEqual([
      { id: firstResponse.webhook.id, secret: repeatedResponse.secret, previous_secret: null },
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
    const webhookInput = createInput()
    const responses = await Promise.all(Array.from({ length: 4 }, () => callWebhooks().create(webhookInput)))
    const [storedWebhook, ...otherWebhooks] = await listSecrets()
    expect(otherWebhooks).toEqual([])
    expect(responses.map(it => it.secret)).toContain(storedWebhook.secret)
  })

  it('returns its webhook even if the limit has been reached', async () => {
    const webhookInput = createInput()
    const { webhook } = await callWebhooks().create(webhookInput)
    for (let count = 1; count < maxWebhooks; count++) await createWebhook(createSettings())
    expect((await callWebhooks().create(webhookInput)).webhook.id).toBe(webhook.id)
    expect(await readCode(callWebhooks().create(createInput()))).toBe('WEBHOOKS_FULL')
  })

  it('is refused with different content, or after the secret was replaced, and keeps the current secret', async () => {
    const webhookInput = createInput()
    const { webhook } = await callWebhooks().create(webhookInput)
    expect(await readCode(callWebhooks().create({ ...webhookInput, name: 'Another gate' }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    expect(await readCode(callWebhooks().create({ ...webhookInput, zoneIds: [zone.id] }))).toBe(
      'REQUEST_ID_TAKEN',
    )
    const { secret } = await callWebhooks().rotateSecret({ webhookId: webhook.id })
    expect(await readCode(callWebhooks().create(webhookInput))).toBe('REQUEST_ID_TAKEN')
    expect(await listSecrets()).toMatchObject([{ secret }])
  })

  it('changes nothing if the person may no longer add webhooks', async () => {
    const webhookInput = createInput()
    const { secret } = await callWebhooks().create(webhookInput)
    await muster.db.pool.query(`update user_profiles set role = 'app_user' where id = $1`, [admin.id])
    expect(await readCode(callWebhooks().create(webhookInput))).toBe('FORBIDDEN')
    expect(await listSecrets()).toMatchObject([{ secret }])
  })

  it('is a different request when somebody else sends it, and leaves the first unchanged', async () => {
    const webhookInput = createInput()
    const { webhook, secret } = await callWebhooks().create(webhookInput)
    const otherAdmin = await muster.make.user({ role: 'admin' })
    const otherAdminWebhook = await muster.call(otherAdmin).webhooks.create(webhookInput)
    expect(otherAdminWebhook.webhook.id).not.toBe(webhook.id)
    expect((await listSecrets()).find(it => it.id === webhook.id)).toMatchObject({ secret })
  })
})

describe('a delivery', () => {
  async function createPendingDelivery() {
    const { webhook, secret } = await createWebhook(createSettings())
    await insertZoneChanged()
    await followOnce()
    return { webhook, secret, webhookId: webhook.id }
  }

  it('is retried for a day with growing pauses, and then abandoned', async () => {
    const { webhookId } = await createPendingDelivery()
    responseStatuses = Array(20).fill(500)
    const pauses: number[] = []
    while (queue.orders.length > 0) {
      await runQueuedJobs()
      const [nextOrder] = queue.orders
      if (nextOrder) pauses.push(Math.round((nextOrder.at.getTime() - Date.now()) / 1_000))
    }
    expect(pauses.length).toBe(deliveryPausesS.length)
    for (const [index, pause] of deliveryPausesS.entries())
      expect(Math.abs((pauses[index] ?? 0) - pause), String(pause)).toBeLessThan(20)
    expect(await readDeliveryLog(webhookId)).toMatchObject([
      { state: 'given_up', attempts: 8, status: 500, problem: 'Responded with 500', nextTryAt: null },
    ])
    expect(new Set(receivedRequests.map(it => it.headers['muster-event-id'])).size).toBe(1)
    // The failures span less than a day, so the webhook stays active.
    expect((await callWebhooks().list()).webhooks).toMatchObject([
      { active: true, failingSince: expect.any(String) },
    ])
  })

  it('is sent once despite duplicate jobs or two nodes at once', async () => {
    await createPendingDelivery()
    const [{ id } = { id: '' }] = queue.orders
    await Promise.all([deliver(id), deliver(id)])
    await deliver(id)
    expect(receivedRequests).toHaveLength(1)
  })

  it('is taken over by another node if its node dies', async () => {
    await createPendingDelivery()
    const [{ id } = { id: '' }] = queue.orders
    await muster.db.pool.query(
      `update webhook_deliveries set taken_until = now() + interval '1 minute' where id = $1`,
      [id],
    )
    await deliver(id)
    expect(receivedRequests).toEqual([])
    await muster.db.pool.query('update webhook_deliveries set taken_until = now() where id = $1', [id])
    await deliver(id)
    expect(receivedRequests).toHaveLength(1)
  })

  it('is queued again if its job is lost', async () => {
    await createPendingDelivery()
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
    const { webhookId } = await createPendingDelivery()
    await runQueuedJobs()
    const [loggedDelivery] = await readDeliveryLog(webhookId)
    await callWebhooks().resend({ deliveryId: loggedDelivery?.id ?? '' })
    await runQueuedJobs()
    expect(receivedRequests).toHaveLength(2)
    expect(receivedRequests[0]?.body).toBe(receivedRequests[1]?.body)
    expect(await readDeliveryLog(webhookId)).toHaveLength(1)
  })

  it('is never sent to a private address unless allowed, whatever the host name resolves to', async () => {
    const { webhookId } = await createPendingDelivery()
    await muster.db.pool.query(
      `update webhooks set address = 'https://hooks.example:${new URL(address).port}'`,
    )
    deliver = createDelivery({
      db: muster.db,
      queue,
      allowPrivate: false,
      find: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    await runQueuedJobs()
    expect(receivedRequests).toEqual([])
    expect(await readDeliveryLog(webhookId)).toMatchObject([
      { state: 'waiting', status: null, problem: 'The address leads nowhere on the open internet' },
    ])
  })

  it('is postponed while its webhook is paused, without counting as an attempt', async () => {
    const { webhookId } = await createPendingDelivery()
    responseStatuses = [500, 500, 500]
    for (let attempt = 0; attempt < 3; attempt++) await runQueuedJobs()
    const [{ id } = { id: '' }] = queue.orders.splice(0)
    await muster.db.pool.query('update webhook_deliveries set next_try_at = now()')
    await deliver(id)
    expect(receivedRequests).toHaveLength(3)
    expect(await readDeliveryLog(webhookId)).toMatchObject([{ state: 'waiting', attempts: 3 }])
    expect(queue.orders.map(it => it.id)).toEqual([id])
  })

  it('is also signed with the former secret for a day after it was replaced', async () => {
    const { webhookId, secret } = await createPendingDelivery()
    const rotation = await callWebhooks().rotateSecret({ webhookId })
    await runQueuedJobs()
    const { headers, body } = receivedRequests[0] ?? { headers: {}, body: '' }
    const [time = '', ...macs] = String(headers['muster-signature']).split(',')
    const createMac = (key: string) =>
      `v1=${createHmac('sha256', key)
        .update(`${time.slice(2)}.${body}`)
        .digest('hex')}`
    expect(macs).toEqual([createMac(rotation.secret), createMac(secret)])
    await muster.db.pool.query('update webhooks set previous_until = now()')
    await callWebhooks().test({ webhookId })
    await runQueuedJobs()
    expect(String(receivedRequests[1]?.headers['muster-signature']).split(',')).toHaveLength(2)
  })

  it("is still signed with the receiver's secret if the new one was lost with its response and requested again", async () => {
    const { webhookId, secret } = await createPendingDelivery()
    await callWebhooks().rotateSecret({ webhookId })
    const rotation = await callWebhooks().rotateSecret({ webhookId })
    const readSecrets = async () => {
      const { rows } = await muster.db.pool.query(
        'select secret, previous_secret from webhooks where id = $1',
        [webhookId],
      )
      return rows
    }
    expect(await readSecrets()).toEqual([{ secret: rotation.secret, previous_secret: secret }])
    await muster.db.pool.query(`update webhooks set previous_until = previous_until - interval '16 minutes'`)
    const laterRotation = await callWebhooks().rotateSecret({ webhookId })
    expect(await readSecrets()).toEqual([{ secret: laterRotation.secret, previous_secret: rotation.secret }])
  })
})

it('a webhook without a success for a day is switched off, and the security log and the delivery log say why', async () => {
  const { webhook } = await createWebhook(createSettings())
  await insertZoneChanged()
  await followOnce()
  responseStatuses = Array(20).fill(503)
  for (let attempt = 0; attempt < 7; attempt++) await runQueuedJobs()
  await insertZoneChanged()
  await followOnce()
  await muster.db.pool.query(`update webhooks set failing_since = now() - interval '25 hours'`)
  await runQueuedJobs()
  expect((await callWebhooks().list()).webhooks).toMatchObject([{ active: false, gaveUp: true }])
  const { rows } = await muster.db.pool.query(
    `select severity, metadata from security_events where event_type = 'webhook_switched_off'`,
  )
  expect(rows).toEqual([{ severity: 'medium', metadata: { webhookId: webhook.id } }])
  expect(receivedRequests).toHaveLength(8)
  expect((await readDeliveryLog(webhook.id)).map(it => [it.state, it.problem])).toEqual([
    ['given_up', 'disabled'],
    ['given_up', 'Responded with 503'],
  ])
  // A ping can still be sent to check the receiver. Switching the webhook on resets its failures.
  responseStatuses = []
  await callWebhooks().test({ webhookId: webhook.id })
  await runQueuedJobs()
  expect(JSON.parse(receivedRequests.at(-1)?.body ?? '{}')).toMatchObject({ type: 'ping' })
  expect(
    await callWebhooks().update({ ...createSettings(), webhookId: webhook.id, active: true }),
  ).toMatchObject({
    active: true,
    gaveUp: false,
    failingSince: null,
  })
})

describe('a webhook', () => {
  it('shows its secret to nobody, not even in SQL', async () => {
    const { secret, webhook } = await createWebhook(createSettings())
    expect(JSON.stringify(await callWebhooks().list())).not.toContain(secret)
    const queryAsAdmin = (statement: string) =>
      muster.db.asActor({ userId: admin.id, sessionId: admin.sessionId }, tx =>
        tx.executeQuery(CompiledQuery.raw(statement)),
      )
    await expect(queryAsAdmin('select secret from webhooks')).rejects.toThrow('permission denied')
    await expect(queryAsAdmin('select previous_secret from webhooks')).rejects.toThrow('permission denied')
    await expect(queryAsAdmin(`update webhook_deliveries set state = 'delivered'`)).rejects.toThrow(
      'permission denied',
    )
    expect(webhook.id).toBeTruthy()
  })

  it('is refused beyond the limit', async () => {
    await muster.db.pool.query(
      `insert into webhooks (name, address, secret, kinds)
       select 'x', 'https://example.org', 'x', array['zone.created'] from generate_series(1, $1::int)`,
      [maxWebhooks],
    )
    expect(await readCode(createWebhook(createSettings()))).toBe('WEBHOOKS_FULL')
  })

  it('is refused with an invalid URL', async () => {
    expect(await readCode(createWebhook(createSettings({ address: 'ftp://example.org' })))).toBe(
      'WEBHOOK_ADDRESS_INVALID',
    )
    expect(await readCode(callWebhooks().test({ webhookId: zone.id }))).toBe('NOT_FOUND')
    expect(await readCode(callWebhooks().resend({ deliveryId: zone.id }))).toBe('NOT_FOUND')
  })
})

it('the log is paged, newest first', async () => {
  const { webhook } = await createWebhook(createSettings())
  for (let count = 0; count < 5; count++) await callWebhooks().test({ webhookId: webhook.id })
  const firstPage = await callWebhooks().deliveries({ webhookId: webhook.id, limit: 3 })
  const secondPage = await callWebhooks().deliveries({
    webhookId: webhook.id,
    limit: 3,
    cursor: firstPage.next ?? '',
  })
  const times = [...firstPage.rows, ...secondPage.rows].map(it => it.createdAt)
  expect([firstPage.rows.length, secondPage.rows.length, secondPage.next]).toEqual([3, 2, null])
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
    await createWebhook(createSettings())
    const user = await muster.make.user()
    await muster.make.assign(user, zone)
    await vi.waitFor(() => expect(receivedRequests).toHaveLength(1), { timeout: 30_000, interval: 100 })
    for (let count = 0; count < 10; count++) await insertZoneChanged()
    await vi.waitFor(() => expect(receivedRequests).toHaveLength(11), { timeout: 30_000, interval: 100 })
    expect(new Set(receivedRequests.map(it => it.headers['muster-event-id'])).size).toBe(11)
  } finally {
    await Promise.all(nodes.map(node => node.stop()))
  }
})

describe('after an account is deleted', () => {
  const name = 'Ann "the\\crane" Rao'
  /** Creates a person and publishes that they entered the zone. */
  async function createInsideUser() {
    const user = await muster.make.user({ firstName: name })
    await insertEvent('presence.changed', {
      change: 'entered',
      userId: user.id,
      name,
      role: 'app_user',
      at: new Date().toISOString(),
      source: 'device',
    })
    return user
  }
  const removeAccount = (userId: string) => muster.call(admin).accounts.remove({ userId })
  const listBodies = async () => {
    const { rows } = await muster.db.pool.query<{ body: string; response: string | null }>(
      `select body, response from webhook_deliveries where kind = 'presence.entered' order by id`,
    )
    return rows.map(({ body, response }) => ({ person: JSON.parse(body).person, response }))
  }

  it('the name is removed from pending and past deliveries, and other names are kept', async () => {
    await createWebhook(createSettings())
    const [removedUser, stayingUser] = [await createInsideUser(), await createInsideUser()]
    await followOnce()
    await runQueuedJobs()
    await insertEvent('presence.changed', {
      change: 'entered',
      userId: removedUser.id,
      name,
      role: 'app_user',
      at: new Date().toISOString(),
    })
    await followOnce()
    await removeAccount(removedUser.id)
    const allBodies = await listBodies()
    const namelessPerson = { id: removedUser.id, name: null, role: 'app_user' }
    // Deliveries inserted by one statement have no order.
    expect(allBodies.filter(({ person }) => person.id === removedUser.id)).toEqual([
      { person: namelessPerson, response: null },
      { person: namelessPerson, response: null },
    ])
    expect(allBodies.filter(({ person }) => person.id !== removedUser.id)).toEqual([
      { person: { id: stayingUser.id, name, role: 'app_user' }, response: 'thanks' },
    ])
    await runQueuedJobs()
    expect(receivedRequests.at(-1)?.body).not.toContain('crane')
  })

  it('the name is missing from deliveries that are created later', async () => {
    await createWebhook(createSettings())
    const removedUser = await createInsideUser()
    await removeAccount(removedUser.id)
    await followOnce()
    expect(await listBodies()).toEqual([
      { person: { id: removedUser.id, name: null, role: 'app_user' }, response: null },
    ])
  })

  it('the name is missing from deliveries that are being created at that moment', async () => {
    const { webhook } = await createWebhook(createSettings())
    const removedUser = await createInsideUser()
    const writerClient = await muster.db.pool.connect()
    await writerClient.query('begin')
    await writerClient.query('select from webhook_cursor for update')
    const removal = removeAccount(removedUser.id)
    await vi.waitFor(async () => {
      const { rows } = await muster.db.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%auth%users%'`,
      )
      expect(rows).toHaveLength(1)
    })
    const body = JSON.stringify({ person: { id: removedUser.id, name, role: 'app_user' } })
    await writerClient.query(
      `insert into webhook_deliveries (webhook_id, event_id, kind, body) values ($1, 'late', 'presence.entered', $2)`,
      [webhook.id, body],
    )
    await writerClient.query('commit')
    writerClient.release()
    await removal
    expect((await listBodies()).map(({ person }) => person.name)).toEqual([null])
  })
})

it('an unreachable receiver does not delay others, and is retried', async () => {
  const find = async () => [unroutablePublicAddress]
  const failingDelivery = createDelivery({ db: muster.db, queue, allowPrivate: false, find })
  const { webhook } = await createWebhook(createSettings({ address: 'https://hooks.example/' }))
  await createWebhook(createSettings())
  for (let count = 0; count < 3; count++) await insertZoneChanged()
  await followOnce()
  const readDeliveries = () =>
    muster.db.pool.query<{ id: string; webhookId: string; state: string; problem: string | null }>(
      'select id, webhook_id as "webhookId", state, problem from webhook_deliveries order by state',
    )
  // Attempt them concurrently, as the jobs do with a batch.
  const deliveries = (await readDeliveries()).rows.map(({ id, webhookId }) =>
    webhookId === webhook.id ? failingDelivery(id) : deliver(id),
  )
  await Promise.all(deliveries)
  const { rows } = await readDeliveries()
  expect(rows.map(({ state }) => state)).toEqual([...Array(3).fill('delivered'), ...Array(3).fill('waiting')])
  for (const { problem } of rows.slice(3)) expect(problem).toMatch(/connect|EINVAL|ENETUNREACH/)
  expect(receivedRequests).toHaveLength(3)
})

it('a slow receiver does not delay others', { timeout: 60_000 }, async () => {
  const pendingResponses: (() => void)[] = []
  const slowReceiver = createServer((_request, response) =>
    pendingResponses.push(() => response.end()),
  ).listen(0, '127.0.0.1')
  await once(slowReceiver, 'listening')
  const boss = new PgBoss({ connectionString: muster.databaseUrl, schedule: false, max: 2 })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const jobs = createWebhookQueue(log)
    jobs.onDelivery(createDelivery({ db: muster.db, queue: jobs, allowPrivate: true }))
    await jobs.workOn(boss, 0.5)
    const slowAddress = `http://127.0.0.1:${(slowReceiver.address() as AddressInfo).port}/`
    const { webhook } = await createWebhook(createSettings({ address: slowAddress }))
    await createWebhook(createSettings())
    for (let count = 0; count < 40; count++) await insertZoneChanged()
    await followFeed({ db: muster.db, queue: jobs, log })
    await vi.waitFor(() => expect(receivedRequests).toHaveLength(40), { timeout: 8_000, interval: 100 })
    const countWaiting = () =>
      muster.db.pool.query(
        `select count(*) filter (where taken_until > now()) as taken, count(*) as all
         from webhook_deliveries where webhook_id = $1 and state = 'waiting'`,
        [webhook.id],
      )
    // A delivery beyond the limit is briefly claimed until it is postponed.
    await vi.waitFor(async () => expect((await countWaiting()).rows).toEqual([{ taken: 8, all: 40 }]), 15_000)
    expect(pendingResponses).toHaveLength(8)
  } finally {
    await muster.db.pool.query('delete from webhooks')
    for (const release of pendingResponses) release()
    await boss.stop({ timeout: 2_000 })
    slowReceiver.close()
  }
})

it('a claimed delivery without an outcome is queued again', async () => {
  const { webhook } = await createWebhook(createSettings())
  const ping = await callWebhooks().test({ webhookId: webhook.id })
  queue.orders.length = 0
  const webhooks = startWebhooks(queue)
  const setTakenUntil = (takenUntil: string) =>
    muster.db.pool.query(`update webhook_deliveries set taken_until = now() + $2::interval where id = $1`, [
      ping.id,
      takenUntil,
    ])
  await setTakenUntil('50 seconds')
  await webhooks.catchUp(new AbortController().signal)
  expect(queue.orders).toEqual([])
  await setTakenUntil('-1 seconds')
  await webhooks.catchUp(new AbortController().signal)
  expect(queue.orders.map(({ id }) => id)).toEqual([ping.id])
})

describe('after a database clock that was an hour fast is corrected', () => {
  const catchUp = () => startWebhooks(queue).catchUp(new AbortController().signal)
  async function createPendingDelivery() {
    await createWebhook(createSettings())
    await insertZoneChanged()
    await followOnce()
    const [{ id } = { id: '' }] = queue.orders.splice(0)
    return id
  }

  it('a claimed delivery can be claimed again, because no claim lasts an hour', async () => {
    const id = await createPendingDelivery()
    await muster.db.pool.query(`update webhook_deliveries set taken_until = now() + interval '1 hour'`)
    await catchUp()
    expect(queue.orders.map(it => it.id)).toEqual([id])
    await deliver(id)
    expect(receivedRequests).toHaveLength(1)
  })

  it('a webhook is not paused, because no pause lasts an hour', async () => {
    const id = await createPendingDelivery()
    await muster.db.pool.query(`update webhooks set paused_until = now() + interval '1 hour'`)
    await deliver(id)
    expect(receivedRequests).toHaveLength(1)
  })
})
