import { maxPushDevices, maxPushEndpointLength, type PushUrgency, pushOutcomes } from '@muster/domain/push.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { exactText } from './texts.ts'

const { signedIn } = callsTagged('push')

/** A person's device that receives notifications: one session in one browser. */
export const pushDevice = z.object({
  id,
  userAgent: z.string(),
  createdAt: instant,
  /** When a push service last accepted a notification for this device, to the minute; null if none was ever accepted. */
  lastSentAt: instant.nullable(),
  /** True for the device of the calling session. */
  current: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

/** Encrypted in transit. It may appear on a locked screen, so it never contains a position or a PIN. */
export type PushNotice = {
  readonly title: string
  readonly body: string
  /** The page within the app that a tap opens, such as `#/alerts`. */
  readonly url: string
  /** A new notification replaces an earlier one with the same tag, even one that has not reached the device yet. */
  readonly tag: string
  /** Removes earlier notifications whose tag begins with this, because what they say is over. */
  readonly ends?: string
  /** `high` keeps the notification on the screen until it is dismissed. Notifications of any urgency wake the phone. */
  readonly urgency: PushUrgency
  /** The number on the app's icon. 0 removes the number; if omitted, it stays unchanged. */
  readonly badge?: number
}

const deviceRef = z.strictObject({ deviceId: id })

export const push = {
  key: signedIn('GET /push/key', 'get_push_key', 'Get the public key that browsers subscribe with').output(
    z.object({ publicKey: z.string() }),
  ),
  /** Until the session ends. Replaces its previous subscription and any other account's in this browser. Repeatable. */
  subscribe: signedIn('PUT /push/subscription', 'subscribe_to_push', 'Turn on notifications on this device')
    .input(
      z.strictObject({
        endpoint: exactText(maxPushEndpointLength),
        p256dh: exactText(100),
        auth: exactText(50),
      }),
    )
    .output(pushDevice)
    .errors(pick('PUSH_DEVICES_FULL', 'PUSH_SUBSCRIPTION_INVALID')),
  unsubscribe: signedIn(
    'DELETE /push/devices/{deviceId}',
    'unsubscribe_from_push',
    'Turn off notifications on a device',
  )
    .input(deviceRef)
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** Lists the caller's devices that receive notifications: this session's device first, then the others, newest first. */
  devices: signedIn(
    'GET /push/devices',
    'list_push_devices',
    "List one's own devices that are sent notifications",
  ).output(z.object({ devices: z.array(pushDevice).max(maxPushDevices) })),
  /** Returns the push service's result. */
  test: signedIn('POST /push/devices/{deviceId}/test', 'test_push', 'Send a test notification to a device')
    .input(deviceRef)
    .output(z.object({ outcome: z.enum(pushOutcomes) }))
    .errors(pick('NOT_FOUND')),
}
