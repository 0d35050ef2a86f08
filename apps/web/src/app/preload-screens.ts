import type { AnyRouter } from '@tanstack/react-router'

/** Pages begun in between wait no longer than this for a screen that is fetched ahead, in milliseconds. */
const restMs = 200

const rest = () =>
  new Promise<void>(done => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, restMs)
  })

/** A screen in a chunk of its own has it until the chunk has come. */
type Preloads = { preload?: () => unknown }
type Screens = Pick<AnyRouter, 'subscribe' | 'routesById'>

/**
 * Once the first page stands, fetches the other screens one by one in idle moments: each is then there at once, and also
 * when the network is gone. Not where the person asked their browser to save data; pointing at a link still does it.
 * Where one does not come, the others would not either: it goes on with the next page, or when the network is back.
 */
export function preloadScreens(router: Screens): void {
  let under = false
  const goOn = async () => {
    if (under) return
    under = true
    await fetchScreens(router)
    under = false
  }
  router.subscribe('onRendered', () => void goOn())
  window.addEventListener('online', () => void goOn())
}

async function fetchScreens(router: Screens): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const route of Object.values<AnyRouter['routesById'][string]>(router.routesById)) {
    const screen = route.options.component as Preloads | undefined
    if (!screen?.preload) continue
    await rest()
    if (!navigator.onLine) return
    // Whoever opened it meanwhile has it already.
    await screen.preload?.()
    const hasCome = !('preload' in screen) || screen.preload === undefined
    if (!hasCome) return
  }
}
