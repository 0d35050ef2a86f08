import { createHmac } from 'node:crypto'
import { consentVersion } from '@muster/domain/consent.ts'
import { PgBoss } from 'pg-boss'
import { describe, expect, it, vi } from 'vitest'
import { createWebhookQueue } from '../../jobs/webhook-queue.ts'
import { insideTestBox, outsideTestBox } from '../../testing/factories.ts'
import { storeEvents } from '../badges/store-events.ts'
import { followFeed } from './follow-feed.ts'
import { createSettings, log, prepareWebhooks, queue, receivedRequests } from './testing/prepare-webhooks.ts'

const {
  muster,
  zone,
  admin,
  deliver,
  callWebhooks,
  startWebhooks,
  createWebhook,
  followOnce,
  insertEvent,
  insertZoneChanged,
  runQueuedJobs,
  readDeliveryLog,
} = prepareWebhooks()

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
