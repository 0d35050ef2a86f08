import type { AnyRouter } from '@tanstack/react-router'

/** Pause in milliseconds between two screens in browsers without idle callbacks. */
const pauseMs = 200

const waitForIdle = () =>
  new Promise<void>(done => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => done(), { timeout: 5_000 })
    else setTimeout(done, pauseMs)
  })

/** A lazily loaded screen, which has `preload` until its chunk has loaded. */
type Preloadable = { preload?: () => unknown }
type ScreenRouter = Pick<AnyRouter, 'subscribe' | 'routesById'>

/**
 * Preloads the other screens one by one in idle moments after the first page has rendered, so that each opens immediately, even
 * offline. Does nothing if the browser's data saver is on; hovering a link still preloads. If one screen fails, the others would
 * fail too, so preloading stops until the next page has rendered or the network is back.
 */
export function preloadScreens(router: ScreenRouter): void {
  let isRunning = false
  const preloadRemaining = async () => {
    if (isRunning) return
    isRunning = true
    await fetchScreens(router)
    isRunning = false
  }
  router.subscribe('onRendered', () => void preloadRemaining())
  window.addEventListener('online', () => void preloadRemaining())
}

async function fetchScreens(router: ScreenRouter): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const route of Object.values<AnyRouter['routesById'][string]>(router.routesById)) {
    const screen = route.options.component as Preloadable | undefined
    if (!screen?.preload) continue
    await waitForIdle()
    if (!navigator.onLine) return
    // The screen may already have been loaded if it was opened meanwhile.
    await screen.preload?.()
    const isLoaded = !('preload' in screen) || screen.preload === undefined
    if (!isLoaded) return
  }
}
