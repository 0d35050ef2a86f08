import { lazyRouteComponent } from '@tanstack/react-router'
import { serverAnswers } from '../lib/server-answers.ts'

/** A page whose code is not here, and how it is asked for again, which answers whether it came. Its words are for the person. */
export class NotLoaded extends Error {
  override name = 'NotLoaded'
  readonly again: () => Promise<boolean>
  constructor(words: string, { cause, again }: { cause: unknown; again: () => Promise<boolean> }) {
    super(words, { cause })
    this.again = again
  }
}

/**
 * A screen in a chunk of its own, by the name it is exported under. After an update of the server the old chunk is gone:
 * the router then reloads the page, once. Not while nobody answers, where a reload would leave nothing at all.
 */
export function lazyScreen<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  const loadHere = () =>
    load().catch(async cause => {
      const again = async () => {
        await screen.preload?.()
        return screen.preload === undefined
      }
      if (!navigator.onLine)
        throw new NotLoaded('This page was not loaded yet, and there is no network.', { cause, again })
      if (await serverAnswers()) throw cause
      throw new NotLoaded('This page was not loaded yet, and the server does not answer.', { cause, again })
    })
  const screen = lazyRouteComponent(loadHere, name)
  return screen
}
