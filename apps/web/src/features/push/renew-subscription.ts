import { api } from '../../lib/api.ts'
import { type BrowserSubscription, subscribeBrowser, unsubscribeBrowser } from './browser-subscription.ts'
import { type PushChoice, pushChoice } from './push-choice.ts'

/** Subscribes this browser, registers the subscription for the current session, and remembers the person's choice. */
export async function turnOnPush(me: PushChoice): Promise<BrowserSubscription> {
  const { publicKey } = await api.push.key()
  const subscription = await subscribeBrowser(publicKey)
  await api.push.subscribe(subscription)
  pushChoice.save(me)
  return subscription
}

/** Forgets the choice and unsubscribes this browser. The server is informed by a separate call. */
export async function turnOffPush(): Promise<void> {
  pushChoice.forget()
  await unsubscribeBrowser()
}

/**
 * Renews the subscription when the app opens or a person signs in, if they turned notifications on in this browser and still permit
 * them. This covers new sessions and changed subscriptions. If the device was removed, either elsewhere or because the installation
 * has new keys, notifications stay off until somebody turns them on.
 */
export async function renewSubscription(me: PushChoice): Promise<void> {
  const choice = pushChoice.get()
  if (choice?.userId !== me.userId || Notification.permission !== 'granted') return
  if (choice.sessionId === me.sessionId) {
    const { devices } = await api.push.devices()
    if (!devices.some(it => it.current)) return turnOffPush()
  }
  await turnOnPush(me)
}
