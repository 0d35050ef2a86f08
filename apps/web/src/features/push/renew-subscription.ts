import { api } from '../../lib/api.ts'
import { type BrowserSubscription, subscribeBrowser, unsubscribeBrowser } from './browser-subscription.ts'

const storageKey = 'muster.push'

/** The person who turned notifications on in this browser, and their session at that time. */
type PushChoice = { readonly userId: string; readonly sessionId: string }

/** Outlives the session, so that notifications are on again when the same person signs in: people rely on them. */
export const pushChoice = {
  get(): PushChoice | undefined {
    try {
      const { userId, sessionId } = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
      return typeof userId === 'string' && typeof sessionId === 'string' ? { userId, sessionId } : undefined
    } catch {
      return undefined
    }
  },
  save({ userId, sessionId }: PushChoice) {
    localStorage.setItem(storageKey, JSON.stringify({ userId, sessionId }))
  },
  forget() {
    localStorage.removeItem(storageKey)
  },
}

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
