import type { AnyRouter } from '@tanstack/react-router'

/** Pages begun in between wait no longer than this for a screen that is fetched ahead, in milliseconds. */
const restMs = 200

const rest = () =>
  new Promise<void>(done => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, restMs)
  })

type Preloads = { preload?: () => unknown }

/**
 * Once the first page stands, fetches the other screens one by one in idle moments: each is then there at once, and also
 * when the network is gone. Not where the person asked their browser to save data; pointing at a link still does it.
 */
export function preloadScreens(router: AnyRouter): () => void {
  return router.subscribe('onRendered', () => void fetchOnce(router))
}

const begun = new WeakSet<AnyRouter>()

async function fetchOnce(router: AnyRouter): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (begun.has(router) || connection?.saveData) return
  begun.add(router)
  for (const route of Object.values<AnyRouter['routesById'][string]>(router.routesById)) {
    await rest()
    await (route.options.component as Preloads | undefined)?.preload?.()
  }
}
