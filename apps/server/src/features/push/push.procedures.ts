import { msg } from '@lingui/core/runtime-macro'
import type { PushNotice } from '@muster/contract/push.ts'
import { maxPushDevices } from '@muster/domain/push.ts'
import type { Actor } from '../../db/actor.ts'
import type { Tx } from '../../db/database.ts'
import { render } from '../../lib/texts/render.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import {
  type DeviceRow,
  deleteDevice,
  findOwnSubscription,
  findSameSubscription,
  insertSubscription,
  listDevices,
  lockOwner,
  type NewSubscription,
} from './push.queries.ts'
import { deviceView } from './push.view.ts'
import { createPushSender } from './push-sender.ts'
import { requireSubscription } from './require-subscription.ts'

/** Stores the subscription of the session's browser; an identical one stays unchanged. Throws PUSH_DEVICES_FULL. */
async function subscribe(
  tx: Tx,
  actor: Actor,
  subscription: NewSubscription,
  userAgent: string,
): Promise<DeviceRow> {
  await lockOwner(tx, actor.userId)
  const existing = await findSameSubscription(tx, actor, subscription)
  if (existing) return existing
  const otherDevices = (await listDevices(tx)).filter(it => it.session_id !== actor.sessionId)
  if (otherDevices.length >= maxPushDevices) throw fail('PUSH_DEVICES_FULL')
  return insertSubscription(tx, actor, subscription, userAgent)
}

/** Rate limit per person for turning devices on or off. */
const changeRate = { name: 'push-devices', points: 60, seconds: 60 * 60 }
const testRate = { name: 'push-test', points: 10, seconds: 60 }

const toTestNotice = (language: string): PushNotice => ({
  title: render(msg`Notifications are on`, language),
  body: render(msg`This is a test. Alerts from your zones look like this.`, language),
  url: '#/settings/notifications',
  tag: 'test',
  urgency: 'high',
})

/** Procedures that manage notifications on the actor's own devices. */
export function pushProcedures(platform: Platform) {
  const sender = createPushSender(platform)
  const allowPrivate = platform.env.PUSH_ALLOW_PRIVATE
  return {
    key: api.push.key
      .use(signedIn(null, { withoutTx: 'it is known from the start' }))
      .handler(() => ({ publicKey: platform.vapidKeys.publicKey })),

    subscribe: api.push.subscribe
      .use(signedIn(null, { rateLimit: changeRate }))
      .handler(async ({ context: { tx, actor, headers }, input }) => {
        requireSubscription(input, allowPrivate)
        const userAgent = headers.get('user-agent')?.slice(0, 400) ?? ''
        return deviceView(await subscribe(tx, actor, input, userAgent), actor)
      }),

    unsubscribe: api.push.unsubscribe
      .use(signedIn(null, { rateLimit: changeRate }))
      .handler(async ({ context: { tx }, input: { deviceId } }) => {
        if (!(await deleteDevice(tx, deviceId))) throw fail('NOT_FOUND')
        return { removed: true as const }
      }),

    devices: api.push.devices.use(signedIn()).handler(async ({ context: { tx, actor } }) => {
      const devices = (await listDevices(tx)).map(row => deviceView(row, actor))
      return { devices: devices.sort((a, b) => Number(b.current) - Number(a.current)) }
    }),

    test: api.push.test
      .use(signedIn(null, { withoutTx: 'it waits for a push service', rateLimit: testRate }))
      .handler(async ({ context: { db, actor }, input: { deviceId } }) => {
        const { subscription, language } = await db.asActor(actor, async tx => ({
          subscription: await findOwnSubscription(tx, deviceId),
          language: await readOwnLanguage(tx),
        }))
        if (!subscription) throw fail('NOT_FOUND')
        return { outcome: await sender.send(subscription, toTestNotice(language)) }
      }),
  }
}
