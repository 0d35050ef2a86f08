import type { WorkerMessage } from './worker-messages.ts'

/** Milliseconds between checks for a new version on a page that stays open. */
const checkIntervalMs = 60 * 60 * 1_000
/** Milliseconds to wait for the new version to take control before the page is reloaded anyway. */
const takeOverTimeoutMs = 3_000

/**
 * Watches for new versions of the app that are installed but waiting, and calls `onReady` for each that the page does not run
 * already. The page keeps running the old version until the person wants the update. `entry`: the URL of the page's main script,
 * which identifies the version it runs. Returns a function that stops watching.
 */
export function watchForUpdate(
  registration: ServiceWorkerRegistration,
  { entry, onReady }: { entry: string; onReady: () => void },
): () => void {
  let notifiedWorker: ServiceWorker | undefined
  let checkedAt = Date.now()
  const checkWaitingWorker = async () => {
    const { waiting } = registration
    // Without an active worker this is the first version, which becomes active without waiting.
    if (!waiting || waiting === notifiedWorker || !registration.active) return
    notifiedWorker = waiting
    if (!(await isSameVersion(waiting, entry))) onReady()
  }
  const watchInstalling = () =>
    registration.installing?.addEventListener('statechange', () => void checkWaitingWorker())
  const checkIfDue = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkIntervalMs) return
    checkedAt = Date.now()
    registration.update().catch(() => undefined)
  }
  void checkWaitingWorker()
  registration.addEventListener('updatefound', watchInstalling)
  document.addEventListener('visibilitychange', checkIfDue)
  return () => {
    registration.removeEventListener('updatefound', watchInstalling)
    document.removeEventListener('visibilitychange', checkIfDue)
  }
}

/** Resolves to true if the page already runs the waiting version, which then takes control if no other page is open. */
function isSameVersion(waiting: ServiceWorker, entry: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    waiting.postMessage({ type: 'IS_OPEN', entry } satisfies WorkerMessage, [port2])
  })
}

export async function applyUpdate(): Promise<void> {
  const container = navigator.serviceWorker
  const waitingWorker = (await container?.getRegistration())?.waiting
  if (waitingWorker) {
    const controllerChange = new Promise<void>(resolve => {
      container.addEventListener('controllerchange', () => resolve(), { once: true })
      setTimeout(resolve, takeOverTimeoutMs)
    })
    waitingWorker.postMessage({ type: 'TAKE_OVER' } satisfies WorkerMessage)
    await controllerChange
  }
  window.location.reload()
}
