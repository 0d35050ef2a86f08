import { api } from '../../lib/api.ts'
import { type BrowserSubscription, leaveBrowser, subscribeBrowser } from './browser-subscription.ts'
import { type PushWish, pushWish } from './push-wish.ts'

/** Subscribes this browser for the session of now, and remembers that the person wants it. */
export async function turnOn(me: PushWish): Promise<BrowserSubscription> {
  const { publicKey } = await api.push.key()
  const subscription = await subscribeBrowser(publicKey)
  await api.push.subscribe(subscription)
  pushWish.keep(me)
  return subscription
}

/** Ends it in this browser; the server is told by its own call. */
export async function turnOff(): Promise<void> {
  pushWish.forget()
  await leaveBrowser()
}

/**
 * Once the app is open: turns notifications on again in a new session of who wanted them here, and tells the server where the browser
 * has a new subscription. Removed on another device, or by new keys of the installation, they stay off until somebody turns them on.
 */
export async function keepSubscribed(me: PushWish): Promise<void> {
  const wish = pushWish.get()
  if (wish?.userId !== me.userId || Notification.permission !== 'granted') return
  if (wish.sessionId === me.sessionId) {
    const { devices } = await api.push.devices()
    if (!devices.some(it => it.current)) return turnOff()
  }
  await turnOn(me)
}
