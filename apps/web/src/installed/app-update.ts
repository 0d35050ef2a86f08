import type { WorkerMessage } from './worker-messages.ts'

/** How often a page that stays open asks whether there is a new version, in milliseconds. */
const askedEveryMs = 60 * 60 * 1_000
/** A new version has so long to take over before the page is loaded anew all the same, in milliseconds. */
const takeOverMs = 3_000

/**
 * Watches for a version of the app that is installed and waits. `onReady` is called for each; the page stays as it is until the person
 * wants it otherwise. `entry`: the first script of this page, which says whether the page itself came with that version. Answers
 * how to stop.
 */
export function watchForUpdate(
  registration: ServiceWorkerRegistration,
  { entry, onReady }: { entry: string; onReady: () => void },
): () => void {
  let told: ServiceWorker | undefined
  let askedAt = Date.now()
  const look = async () => {
    const { waiting } = registration
    // The very first version waits for nobody.
    if (!waiting || waiting === told || !registration.active) return
    told = waiting
    if (!(await knows(waiting, entry))) onReady()
  }
  const found = () => registration.installing?.addEventListener('statechange', () => void look())
  const seen = () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < askedEveryMs) return
    askedAt = Date.now()
    registration.update().catch(() => undefined)
  }
  void look()
  registration.addEventListener('updatefound', found)
  document.addEventListener('visibilitychange', seen)
  return () => {
    registration.removeEventListener('updatefound', found)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Whether the page came with the version that waits, which then takes over if no other page is open. */
function knows(waiting: ServiceWorker, entry: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data === true)
    waiting.postMessage({ type: 'IS_OPEN', entry } satisfies WorkerMessage, [port2])
  })
}

/** Loads the page with the newest version there is. */
export async function takeUpdate(): Promise<void> {
  const container = navigator.serviceWorker
  const waiting = (await container?.getRegistration())?.waiting
  if (waiting) {
    const taken = new Promise<void>(resolve => {
      container.addEventListener('controllerchange', () => resolve(), { once: true })
      setTimeout(resolve, takeOverMs)
    })
    waiting.postMessage({ type: 'TAKE_OVER' } satisfies WorkerMessage)
    await taken
  }
  window.location.reload()
}
