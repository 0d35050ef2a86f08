import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A screen in a chunk of its own, by the name it is exported under. After an update of the server the old chunk is gone:
 * the router then reloads the page, once. Not while nobody answers, where a reload would leave nothing at all.
 */
export function lazyScreen<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  const loadHere = () =>
    load().catch(async error => {
      if (!navigator.onLine) {
        throw new Error('This page was not loaded yet, and there is no network.', { cause: error })
      }
      if (await serverAnswers()) throw error
      throw new Error('This page was not loaded yet, and the server does not answer.', { cause: error })
    })
  return lazyRouteComponent(loadHere, name)
}

/** Whether the server is there: the page itself can be had from it. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
