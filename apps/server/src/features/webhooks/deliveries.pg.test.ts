import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliveryPausesS } from '@muster/domain/webhook.ts'
import { PgBoss } from 'pg-boss'
import { describe, expect, it, vi } from 'vitest'
import { createWebhookQueue } from '../../jobs/webhook-queue.ts'
import { unroutablePublicAddress } from '../../lib/testing/bad-host.ts'
import { createDelivery } from './deliver.ts'
import { followFeed } from './follow-feed.ts'
import {
  createSettings,
  log,
  prepareWebhooks,
  queue,
  receivedRequests,
  receiver,
  responseStatuses,
} from './testing/prepare-webhooks.ts'

const {
  muster,
  deliver,
  callWebhooks,
  startWebhooks,
  createWebhook,
  followOnce,
  insertZoneChanged,
  runQueuedJobs,
  readDeliveryLog,
} = prepareWebhooks()

describe('a delivery', () => {
  async function createPendingDelivery() {
    const { webhook, secret } = await createWebhook(createSettings())
    await insertZoneChanged()
    await followOnce()
    return { webhook, secret, webhookId: webhook.id }
  }

  it('is retried for a day with growing pauses, and then abandoned', async () => {
    const { webhookId } = await createPendingDelivery()
    responseStatuses.push(...Array(20).fill(500))
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
      `update webhooks set address = 'https://hooks.example:${new URL(receiver.address).port}'`,
    )
    const publicDelivery = createDelivery({
      db: muster.db,
      queue,
      allowPrivate: false,
      find: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    await runQueuedJobs(publicDelivery)
    expect(receivedRequests).toEqual([])
    expect(await readDeliveryLog(webhookId)).toMatchObject([
      { state: 'waiting', status: null, problem: 'The address leads nowhere on the open internet' },
    ])
  })

  it('is postponed while its webhook is paused, without counting as an attempt', async () => {
    const { webhookId } = await createPendingDelivery()
    responseStatuses.push(500, 500, 500)
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
  responseStatuses.push(...Array(20).fill(503))
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
  responseStatuses.length = 0
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
