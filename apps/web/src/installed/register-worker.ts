/** The development server serves the worker as a module, without building it. */
const [address, type] = import.meta.env.DEV
  ? (['/dev-sw.js?dev-sw', 'module'] as const)
  : (['/sw.js', 'classic'] as const)

let registering: Promise<ServiceWorkerRegistration> | undefined

/** The registration of the service worker; asked for the first time it is made. Rejects where the browser will not have it. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  registering ??= navigator.serviceWorker.register(address, { type, updateViaCache: 'none' })
  try {
    return await registering
  } catch (error) {
    registering = undefined
    throw error
  }
}

/** The service worker, ready to receive. Rejects where the browser will not have it. */
export async function workerReady(): Promise<ServiceWorkerRegistration> {
  await registerWorker()
  return navigator.serviceWorker.ready
}
