import { isIP } from 'node:net'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { maxWebhooks, webhookAddressProblem } from '@muster/domain/webhook.ts'
import { z } from 'zod'
import { isPublicAddress } from '../../lib/public-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { insertSecretOnce } from '../../rpc/once.ts'
import { createCursors } from '../../rpc/paging.ts'
import { audit } from '../security/index.ts'
import { createSecret } from './sign-delivery.ts'
import {
  deleteWebhook,
  findWebhookByRequest,
  hasWebhook,
  insertPing,
  insertWebhook,
  isSameWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhooks,
  renewLostSecret,
  replaceSecret,
  retryDelivery,
  toOrder,
  updateWebhook,
} from './webhooks.queries.ts'
import { deliveryView, webhookView } from './webhooks.view.ts'

/** Throws WEBHOOK_ADDRESS_INVALID by the text alone; the host name is resolved and checked at each delivery. */
export function requireAddress(address: string, allowPrivate: boolean): void {
  const problem =
    webhookAddressProblem(address, allowPrivate) ?? (allowPrivate ? undefined : findInternalProblem(address))
  if (problem) throw fail('WEBHOOK_ADDRESS_INVALID', undefined, problem)
}

function findInternalProblem(address: string): MessageDescriptor | undefined {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  const isInternal = isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host)
  return isInternal ? msg`Use a public address, not one on this server or a private network` : undefined
}

/** Rate limit per person for changes, pings and redeliveries. */
const changeLimit = { name: 'webhooks', points: 60, seconds: 60 }

const deliveryCursors = createCursors('webhook-deliveries', [z.uuid(), 'id'])

/** Procedures that manage the external URLs that receive events, and list their deliveries. */
export function webhooksProcedures({ webhookQueue: queue, env }: Platform) {
  const allowPrivate = env.WEBHOOK_ALLOW_PRIVATE
  const editorProcedure = signedIn('manage_webhooks', { rateLimit: changeLimit })
  const orderingProcedure = signedIn('manage_webhooks', {
    rateLimit: changeLimit,
    asOwner: 'requests may not write deliveries or their jobs',
  })
  return {
    list: api.webhooks.list
      .use(signedIn('manage_webhooks'))
      .handler(async ({ context: { tx } }) => ({ webhooks: (await listWebhooks(tx)).map(webhookView) })),

    create: api.webhooks.create.use(editorProcedure).handler(async ({ context: { tx, actor }, input }) => {
      requireAddress(input.address, allowPrivate)
      const secret = createSecret()
      const webhook = { ...input, secret, createdBy: actor.userId }
      await lockWebhooks(tx)
      const { row, created } = await insertSecretOnce({
        most: maxWebhooks,
        createFullError: () => fail('WEBHOOKS_FULL'),
        list: () => listWebhooks(tx),
        find: () => findWebhookByRequest(tx, webhook),
        isSame: it => isSameWebhook(it, webhook),
        insert: () => insertWebhook(tx, webhook),
        renew: () => renewLostSecret(tx, webhook),
      })
      await audit(tx, created ? 'webhook_changed:added' : 'webhook_changed:new_secret', {
        actorId: actor.userId,
        webhookId: row.id,
        host: new URL(row.address).host,
        words: { name: row.name },
      })
      return { webhook: webhookView(row), secret }
    }),

    update: api.webhooks.update
      .use(editorProcedure)
      .handler(async ({ context: { tx, actor }, input: { webhookId, ...settings } }) => {
        requireAddress(settings.address, allowPrivate)
        const row = await updateWebhook(tx, webhookId, settings)
        if (!row) throw fail('NOT_FOUND')
        await audit(tx, 'webhook_changed:saved', {
          actorId: actor.userId,
          webhookId,
          host: new URL(row.address).host,
          active: row.active,
          words: { name: row.name },
        })
        return webhookView(row)
      }),

    rotateSecret: api.webhooks.rotateSecret
      .use(orderingProcedure)
      .handler(async ({ context: { tx, actor }, input: { webhookId } }) => {
        const secret = createSecret()
        const name = await replaceSecret(tx, webhookId, secret)
        if (name === undefined) throw fail('NOT_FOUND')
        await audit(tx, 'webhook_changed:new_secret', { actorId: actor.userId, webhookId, words: { name } })
        return { secret }
      }),

    remove: api.webhooks.remove
      .use(editorProcedure)
      .handler(async ({ context: { tx, actor }, input: { webhookId } }) => {
        const name = await deleteWebhook(tx, webhookId)
        if (name === undefined) throw fail('NOT_FOUND')
        await audit(tx, 'webhook_changed:removed', { actorId: actor.userId, webhookId, words: { name } })
        return { removed: true as const }
      }),

    test: api.webhooks.test
      .use(orderingProcedure)
      .handler(async ({ context: { tx }, input: { webhookId } }) => {
        if (!(await hasWebhook(tx, webhookId))) throw fail('NOT_FOUND')
        const ping = await insertPing(tx, webhookId, new Date())
        await queue.add([toOrder(ping)], tx)
        return deliveryView(ping)
      }),

    deliveries: api.webhooks.deliveries
      .use(signedIn('manage_webhooks'))
      .handler(async ({ context: { tx }, input: { webhookId, cursor, limit } }) => {
        if (!(await hasWebhook(tx, webhookId))) throw fail('NOT_FOUND')
        const page = await deliveryCursors.read({ cursor, limit }, it => listDeliveries(tx, webhookId, it))
        return page.map(deliveryView)
      }),

    resend: api.webhooks.resend
      .use(orderingProcedure)
      .handler(async ({ context: { tx }, input: { deliveryId } }) => {
        const row = await retryDelivery(tx, deliveryId)
        if (!row) throw fail('NOT_FOUND')
        await queue.add([toOrder(row)], tx)
        return deliveryView(row)
      }),
  }
}
