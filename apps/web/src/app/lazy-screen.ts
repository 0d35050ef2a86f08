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
        throw notLoaded('This page was not loaded yet, and there is no network.', error)
      }
      if (await serverAnswers()) throw error
      throw notLoaded('This page was not loaded yet, and the server does not answer.', error)
    })
  return lazyRouteComponent(loadHere, name)
}

/** Its words are for the person. */
function notLoaded(words: string, cause: unknown): Error {
  const error = new Error(words, { cause })
  error.name = 'NotLoaded'
  return error
}

/** Whether the server is there: the page itself can be had from it. */
async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
