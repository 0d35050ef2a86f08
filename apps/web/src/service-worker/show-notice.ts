import type { ShownNotice } from './read-notice.ts'

type Worker = Pick<ServiceWorkerGlobalScope, 'registration' | 'navigator'>

/** Shows a notification in place of an earlier one with the same tag, removes those that it ends, and sets the badge on the app's icon. */
export async function showNotice({ registration, navigator }: Worker, notice: ShownNotice): Promise<void> {
  const { title, body, url, tag, ends, urgent, badge } = notice
  const options: NotificationOptions & { renotify: boolean } = {
    body,
    tag,
    data: { url },
    // Without this, a notification that replaces another would be silent.
    renotify: true,
    requireInteraction: urgent,
  }
  if (ends !== undefined)
    for (const earlier of await registration.getNotifications())
      if (earlier.tag !== tag && earlier.tag.startsWith(ends)) earlier.close()
  await registration.showNotification(title, options)
  // Only the icon of an installed app has a badge.
  if (badge !== undefined && 'setAppBadge' in navigator) await navigator.setAppBadge(badge).catch(() => {})
}
