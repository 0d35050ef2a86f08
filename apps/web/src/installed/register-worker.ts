/** The development server serves the worker as an unbuilt module. */
const [address, type] = import.meta.env.DEV
  ? (['/dev-sw.js?dev-sw', 'module'] as const)
  : (['/sw.js', 'classic'] as const)

let registrationPromise: Promise<ServiceWorkerRegistration> | undefined

/** Registers it on the first call. Rejects if the browser refuses; the next call then tries again. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  registrationPromise ??= navigator.serviceWorker.register(address, { type, updateViaCache: 'none' })
  try {
    return await registrationPromise
  } catch (error) {
    registrationPromise = undefined
    throw error
  }
}

/** Resolves to the registration once the service worker is ready for messages. Rejects if the browser refuses. */
export async function waitForWorker(): Promise<ServiceWorkerRegistration> {
  await registerWorker()
  return navigator.serviceWorker.ready
}
