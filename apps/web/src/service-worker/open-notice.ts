type Worker = Pick<ServiceWorkerGlobalScope, 'clients' | 'registration'>

/** Opens the notification's target in the most recently used window, or in a new one. */
export async function openNotice({ clients, registration }: Worker, data: unknown): Promise<void> {
  const address = toAddress(data, registration.scope)
  const [lastClient] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A window that was opened before this worker, or is just closing, cannot be navigated.
  const navigation = await lastClient
    ?.focus()
    .then(window => window.navigate(address))
    .catch(() => undefined)
  if (!navigation) await clients.openWindow(address)
}

/** Returns the URL within the app named by a notification; the start page for any other URL. */
export function toAddress(data: unknown, scope: string): string {
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined
  return typeof url === 'string' && url.startsWith('#/') ? new URL(url, scope).href : scope
}
