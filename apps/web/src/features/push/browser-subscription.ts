import { workerReady } from '../../installed/register-worker.ts'

/** The URL and keys with which the server sends push messages to this browser. */
export type BrowserSubscription = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

let last: Promise<unknown> = Promise.resolve()
/** Runs tasks one at a time, so that signing out and right back in does not remove the new subscription with the old one. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work)
  last = done.catch(() => undefined)
  return done
}

/** Subscribes this browser with the installation's key. A subscription with another key is useless and is replaced. */
export const subscribeBrowser = (publicKey: string): Promise<BrowserSubscription> =>
  inTurn(async () => {
    const { pushManager } = await workerReady()
    const existing = await pushManager.getSubscription()
    if (existing && hasKey(existing, publicKey)) return toBrowserSubscription(existing)
    await existing?.unsubscribe()
    return toBrowserSubscription(
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    )
  })

/** Unsubscribes, and clears notifications and the icon's badge, because somebody else may sign in next. */
export const leaveBrowser = (): Promise<void> =>
  inTurn(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration) return
    for (const notification of await registration.getNotifications()) notification.close()
    await navigator.clearAppBadge?.().catch(() => undefined)
    const existing = await registration.pushManager.getSubscription()
    await existing?.unsubscribe()
  })

function toBrowserSubscription(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer()))
  return btoa(key).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}
