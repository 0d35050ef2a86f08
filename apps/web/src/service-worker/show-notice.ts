import type { ShownNotice } from './read-notice.ts'

type Worker = Pick<ServiceWorkerGlobalScope, 'registration' | 'navigator'>

/** Shows a notice in place of the one with its tag, and sets the number on the app's icon. */
export async function showNotice({ registration, navigator }: Worker, notice: ShownNotice): Promise<void> {
  const { title, body, url, tag, urgent, badge } = notice
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    data: { url },
    // One that takes the place of another would come without a sound.
    renotify: true,
    requireInteraction: urgent,
  }
  await registration.showNotification(title, options)
  // The icon of an app that is not installed shows no number.
  if (badge !== undefined && 'setAppBadge' in navigator) await navigator.setAppBadge(badge).catch(() => {})
}
