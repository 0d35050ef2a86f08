import type { AnyRouter } from '@tanstack/react-router'

/**
 * Pause between two screens where the browser has no idle callbacks, in milliseconds: pages opened meanwhile wait no longer than
 * that.
 */
const restMs = 200

const rest = () =>
  new Promise<void>(done => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, restMs)
  })

/** A lazily loaded screen has `preload` until its chunk has loaded. */
type Preloads = { preload?: () => unknown }
type Screens = Pick<AnyRouter, 'subscribe' | 'routesById'>

/**
 * Preloads the other screens one by one in idle moments after the first page has rendered, so that each opens at once, also
 * offline. Not with the browser's data saver on; hovering a link still preloads. If one fails, the others would too: it continues
 * with the next page, or when the network is back.
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
    // Already loaded if it was opened meanwhile.
    await screen.preload?.()
    const isLoaded = !('preload' in screen) || screen.preload === undefined
    if (!isLoaded) return
  }
}
