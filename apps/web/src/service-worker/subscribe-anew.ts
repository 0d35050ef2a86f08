type Worker = Pick<ServiceWorkerGlobalScope, 'registration'>
/** The event as the Push API says it; the types of the library do not have it. */
export type SubscriptionChange = {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

/**
 * Subscribes again where the browser ended the subscription. The server hears of it from the app when it is opened next: a worker
 * has no session to say it with.
 */
export async function subscribeAnew({ registration }: Worker, event: SubscriptionChange): Promise<void> {
  if (event.newSubscription) return
  const applicationServerKey = event.oldSubscription?.options.applicationServerKey
  if (!applicationServerKey) return
  await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}
