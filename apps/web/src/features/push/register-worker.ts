/** The development server serves the worker as a module, without building it. */
const [address, type] = import.meta.env.DEV
  ? (['/dev-sw.js?dev-sw', 'module'] as const)
  : (['/sw.js', 'classic'] as const)

let registering: Promise<ServiceWorkerRegistration> | undefined

/** The service worker, ready to receive; asked for the first time it is registered. Rejects where the browser will not have it. */
export async function workerReady(): Promise<ServiceWorkerRegistration> {
  registering ??= navigator.serviceWorker.register(address, { type, updateViaCache: 'none' })
  try {
    await registering
  } catch (error) {
    registering = undefined
    throw error
  }
  return navigator.serviceWorker.ready
}
