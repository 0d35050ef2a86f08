import { useSyncExternalStore } from 'react'

/** Whether this browser can be sent notifications at this address. */
export const canPush = (): boolean =>
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

type PushPermission = NotificationPermission | 'unsupported'

const permission = (): PushPermission => (canPush() ? Notification.permission : 'unsupported')

/** The permission as the browser has it now, also when the person changes it in the browser's settings. */
export const usePushPermission = (): PushPermission => useSyncExternalStore(subscribe, permission)

function subscribe(onChange: () => void): () => void {
  if (!canPush()) return () => {}
  const leave = new AbortController()
  const until = { signal: leave.signal }
  // Not every browser says that it changed; who changes it comes back to the page.
  window.addEventListener('focus', onChange, until)
  void navigator.permissions?.query({ name: 'notifications' }).then(
    status => status.addEventListener('change', onChange, until),
    () => undefined,
  )
  return () => leave.abort()
}
