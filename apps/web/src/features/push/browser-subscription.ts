import { workerReady } from '../../installed/register-worker.ts'

/** The address and keys the server needs to send to this browser. */
export type BrowserSubscription = {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

let last: Promise<unknown> = Promise.resolve()
/** Runs one after the other: somebody who signs out and in again at once must not lose the new subscription with the old. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work)
  last = done.catch(() => undefined)
  return done
}

/** The subscription of this browser under the key of the installation. One under another key is of no use and is replaced. */
export const subscribeBrowser = (publicKey: string): Promise<BrowserSubscription> =>
  inTurn(async () => {
    const { pushManager } = await workerReady()
    const kept = await pushManager.getSubscription()
    if (kept && isUnder(kept, publicKey)) return asSent(kept)
    await kept?.unsubscribe()
    return asSent(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  })

/** Ends it, takes what is shown off the screen and the number off the icon: the next person may be somebody else. */
export const leaveBrowser = (): Promise<void> =>
  inTurn(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration) return
    for (const shown of await registration.getNotifications()) shown.close()
    await navigator.clearAppBadge?.().catch(() => undefined)
    const kept = await registration.pushManager.getSubscription()
    await kept?.unsubscribe()
  })

function asSent(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
}

function isUnder({ options }: PushSubscription, publicKey: string): boolean {
  const key = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer()))
  return btoa(key).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}
