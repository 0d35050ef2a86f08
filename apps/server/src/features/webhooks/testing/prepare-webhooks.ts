import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { WebhookQueue } from '../../../jobs/webhook-queue.ts'
import { createManualWebhookQueue } from '../../../testing/manual-webhook-queue.ts'
import { testServices } from '../../../testing/test-services.ts'
import { testWorld } from '../../../testing/test-world.ts'
import { createDelivery } from '../deliver.ts'
import { followFeed } from '../follow-feed.ts'
import { createWebhooks } from '../webhooks.ts'

type ReceivedRequest = { readonly headers: IncomingHttpHeaders; readonly body: string }
export const log = pino({ level: 'silent' })
export const queue = createManualWebhookQueue()
export const receiver = { address: '' }
export const responseStatuses: number[] = []
export const receivedRequests: ReceivedRequest[] = []
export const createSettings = (overrides: object = {}) => ({
  name: 'Gate',
  address: receiver.address,
  kinds: ['presence.entered' as const, 'membership.added' as const, 'zone.updated' as const],
  zoneIds: null,
  ...overrides,
})
/** Default values for the fields of an entry or exit. */
const presencePayload = {
  ...{ name: null, role: null, was: 'outside', listed: null, entryTime: null, durationMinutes: null },
  ...{ accuracyMeters: null, source: 'device', visitId: null },
}

/** Prepares a zone, an admin, and a receiver that stores what webhooks send to it. */
export function prepareWebhooks() {
  const muster = testServices({ webhookQueue: queue, env: { WEBHOOK_ALLOW_PRIVATE: true } })
  const { zone, admin } = testWorld(muster, { admin: { role: 'admin' } })
  let server: Server
  let delivery: ReturnType<typeof createDelivery>
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', chunk => chunks.push(chunk))
      request.on('end', () => {
        receivedRequests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(responseStatuses.shift() ?? 200).end('thanks\0')
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    receiver.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/muster`
  })
  afterAll(() => void server.close())
  beforeEach(async () => {
    responseStatuses.length = 0
    receivedRequests.length = 0
    queue.orders.length = 0
    delivery = createDelivery({ db: muster.db, queue, allowPrivate: true })
  })
  afterEach(() => muster.db.pool.query('delete from webhooks'))
  const deliver = (id: string) => delivery(id)
  const callWebhooks = () => muster.call(admin).webhooks
  const startWebhooks = (webhookQueue: WebhookQueue) =>
    createWebhooks({ db: muster.db, webhookQueue, env: { WEBHOOK_ALLOW_PRIVATE: true }, log })
  const createWebhook = (webhook: ReturnType<typeof createSettings>) =>
    callWebhooks().create({ ...webhook, requestId: crypto.randomUUID() })
  const followOnce = (pageSize?: number) =>
    followFeed({ db: muster.db, queue, log, ...(pageSize ? { pageSize } : {}) })
  const insertEvent = (kind: string, payload: object, topic = `zone:${zone.id}`) =>
    muster.db.pool.query('insert into feed_events (topic, kind, payload) values ($1, $2, $3)', [
      topic,
      kind,
      JSON.stringify({ zoneId: zone.id, ...(kind === 'presence.changed' && presencePayload), ...payload }),
    ])
  const insertZoneChanged = () => insertEvent('zone.changed', {})
  /** Runs the queued jobs, whether or not they are due. */
  async function runQueuedJobs(runJob = deliver) {
    const orders = queue.orders.splice(0)
    for (const { id } of orders) {
      await muster.db.pool.query('update webhook_deliveries set next_try_at = now() where id = $1', [id])
      await muster.db.pool.query('update webhooks set paused_until = null')
      await runJob(id)
    }
    return orders
  }
  const readDeliveryLog = async (webhookId: string) => (await callWebhooks().deliveries({ webhookId })).rows
  return {
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
  }
}
