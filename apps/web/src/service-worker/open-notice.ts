type Worker = Pick<ServiceWorkerGlobalScope, 'clients' | 'registration'>

/** Leads to where the notice is about: in the window the person used last, else in a new one. */
export async function openNotice({ clients, registration }: Worker, data: unknown): Promise<void> {
  const address = addressOf(data, registration.scope)
  const [last] = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A window that was opened before this worker was there, or is just closing, cannot be led anywhere.
  const led = await last
    ?.focus()
    .then(window => window.navigate(address))
    .catch(() => undefined)
  if (!led) await clients.openWindow(address)
}

/** The address within the app that a notice names; the beginning of the app for whatever lies elsewhere. */
export function addressOf(data: unknown, scope: string): string {
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined
  return typeof url === 'string' && url.startsWith('#/') ? new URL(url, scope).href : scope
}
