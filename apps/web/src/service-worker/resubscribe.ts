type Worker = Pick<ServiceWorkerGlobalScope, 'registration'>
/** The event as defined by the Push API, which TypeScript's library does not declare. */
export type PushSubscriptionChangeEvent = {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

/** The app sends the new subscription to the server the next time it is opened, because the worker may have no session. */
export async function resubscribe(
  { registration }: Worker,
  event: PushSubscriptionChangeEvent,
): Promise<void> {
  if (event.newSubscription) return
  const applicationServerKey = event.oldSubscription?.options.applicationServerKey
  if (!applicationServerKey) return
  await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}
