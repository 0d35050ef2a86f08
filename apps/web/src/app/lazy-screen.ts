import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A screen in a chunk of its own, by the name it is exported under. After an update of the server the old chunk is gone:
 * the router then reloads the page, once. Not without a network, where a reload would leave nothing at all.
 */
export function lazyScreen<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  const loadHere = () =>
    load().catch(error => {
      if (navigator.onLine) throw error
      throw new Error('This page was not loaded yet, and there is no network.', { cause: error })
    })
  return lazyRouteComponent(loadHere, name)
}
