import { waitForWorker } from '../../installed/register-worker.ts'

export type BrowserSubscription = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

let lastTask: Promise<unknown> = Promise.resolve()
/** Runs tasks one at a time, so that signing out and right back in does not remove the new subscription with the old one. */
function runInSequence<T>(task: () => Promise<T>): Promise<T> {
  const result = lastTask.then(task, task)
  lastTask = result.catch(() => undefined)
  return result
}

/** Subscribes this browser with the installation's key. A subscription with another key is useless and is replaced. */
export const subscribeBrowser = (publicKey: string): Promise<BrowserSubscription> =>
  runInSequence(async () => {
    const { pushManager } = await waitForWorker()
    const existingSubscription = await pushManager.getSubscription()
    if (existingSubscription && hasKey(existingSubscription, publicKey))
      return toBrowserSubscription(existingSubscription)
    await existingSubscription?.unsubscribe()
    return toBrowserSubscription(
      await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
    )
  })

/** Unsubscribes this browser and clears its notifications and the icon's badge, because somebody else may sign in next. */
export const unsubscribeBrowser = (): Promise<void> =>
  runInSequence(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration) return
    for (const notification of await registration.getNotifications()) notification.close()
    await navigator.clearAppBadge?.().catch(() => undefined)
    const existingSubscription = await registration.pushManager.getSubscription()
    await existingSubscription?.unsubscribe()
  })

function toBrowserSubscription(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer()))
  return btoa(key).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}
