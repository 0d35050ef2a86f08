import { type PushUrgency, pushDevicesMost, pushEndpointMost, pushOutcomes } from '@muster/domain/push.ts'
import { z } from 'zod'
import { callsTagged } from './base.ts'
import { pick } from './errors.ts'
import { id, instant } from './ids.ts'
import { exactText } from './texts.ts'

const { signedIn } = callsTagged('push')

/** A device of the person that is sent notifications: one session in one browser. */
export const pushDevice = z.object({
  id,
  userAgent: z.string(),
  createdAt: instant,
  /** When a notification was last taken for it, to within a minute; null until the first one. */
  lastSentAt: instant.nullable(),
  /** The session that asks. */
  current: z.boolean(),
})
export type PushDevice = z.infer<typeof pushDevice>

/**
 * A notification as the service worker reads it, encrypted on its way. It may stand on a locked screen: no position and no PIN is
 * ever in it.
 */
export type PushNotice = {
  readonly title: string
  readonly body: string
  /** Where a tap leads, within the app: `#/alerts`. */
  readonly url: string
  /** A notice of the same tag takes the place of the one before it, also while the device cannot be reached. */
  readonly tag: string
  /** `high` stays on the screen until somebody closes it. Every notice is sent in a way that wakes the phone. */
  readonly urgency: PushUrgency
  /** The number on the app's icon; 0 takes it away, without it the number stays. */
  readonly badge?: number
}

const one = z.strictObject({ deviceId: id })

export const push = {
  /** The public key of this installation, by which a push service knows who sends. */
  key: signedIn('GET /push/key', 'get_push_key', 'Get the public key that browsers subscribe with').output(
    z.object({ publicKey: z.string() }),
  ),
  /**
   * Sends notifications to this session's browser until the session ends. The subscription replaces the session's former one, and that
   * of whoever used the browser before. Sent again it changes nothing.
   */
  subscribe: signedIn('PUT /push/subscription', 'subscribe_to_push', 'Turn on notifications on this device')
    .input(
      z.strictObject({
        endpoint: exactText(pushEndpointMost),
        p256dh: exactText(100),
        auth: exactText(50),
      }),
    )
    .output(pushDevice)
    .errors(pick('PUSH_DEVICES_FULL', 'PUSH_SUBSCRIPTION_INVALID')),
  /** Nothing is sent to the device any more. */
  unsubscribe: signedIn(
    'DELETE /push/devices/{deviceId}',
    'unsubscribe_from_push',
    'Turn off notifications on a device',
  )
    .input(one)
    .output(z.object({ removed: z.literal(true) }))
    .errors(pick('NOT_FOUND')),
  /** One's own, this session's first, then the newest. */
  devices: signedIn(
    'GET /push/devices',
    'list_push_devices',
    "List one's own devices that are sent notifications",
  ).output(z.object({ devices: z.array(pushDevice).max(pushDevicesMost) })),
  /** Sends a test notification, and says what the push service answered. */
  test: signedIn('POST /push/devices/{deviceId}/test', 'test_push', 'Send a test notification to a device')
    .input(one)
    .output(z.object({ outcome: z.enum(pushOutcomes) }))
    .errors(pick('NOT_FOUND')),
}
