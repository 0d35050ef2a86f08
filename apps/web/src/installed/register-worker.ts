/** The development server serves the worker as an unbuilt module. */
const [address, type] = import.meta.env.DEV
  ? (['/dev-sw.js?dev-sw', 'module'] as const)
  : (['/sw.js', 'classic'] as const)

let registering: Promise<ServiceWorkerRegistration> | undefined

/** Registers the service worker on the first call, and returns the registration. Rejects if the browser refuses. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  registering ??= navigator.serviceWorker.register(address, { type, updateViaCache: 'none' })
  try {
    return await registering
  } catch (error) {
    registering = undefined
    throw error
  }
}

/** Resolves to the registration once the service worker is ready for messages. Rejects if the browser refuses. */
export async function workerReady(): Promise<ServiceWorkerRegistration> {
  await registerWorker()
  return navigator.serviceWorker.ready
}
