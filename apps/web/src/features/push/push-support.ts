import { useSyncExternalStore } from 'react'

/** True if this browser can receive notifications on this origin. */
export const canPush = (): boolean =>
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

type PushPermission = NotificationPermission | 'unsupported'

const getPermission = (): PushPermission => (canPush() ? Notification.permission : 'unsupported')

/** Returns the browser's current permission, and follows changes made in the browser's settings. */
export const usePushPermission = (): PushPermission => useSyncExternalStore(subscribe, getPermission)

function subscribe(onChange: () => void): () => void {
  if (!canPush()) return () => {}
  const controller = new AbortController()
  const listenerOptions = { signal: controller.signal }
  // Not every browser reports a change of permission, but the page regains the focus after one.
  window.addEventListener('focus', onChange, listenerOptions)
  void navigator.permissions?.query({ name: 'notifications' }).then(
    status => status.addEventListener('change', onChange, listenerOptions),
    () => undefined,
  )
  return () => controller.abort()
}
