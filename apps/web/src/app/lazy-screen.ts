import { t } from '@lingui/core/macro'
import { lazyRouteComponent } from '@tanstack/react-router'
import { isServerReachable } from '../lib/is-server-reachable.ts'

/** The message is shown to the person; `again` retries and resolves to true on success. */
export class ScreenNotLoadedError extends Error {
  override name = 'NotLoaded'
  readonly again: () => Promise<boolean>
  constructor(message: string, { cause, again }: { cause: unknown; again: () => Promise<boolean> }) {
    super(message, { cause })
    this.again = again
  }
}

/**
 * Creates a lazily loaded screen from its export name. After a server update the old chunk is gone, so the router reloads the page
 * once, but not while the server is unreachable, because a reload would then leave no page at all.
 */
export function lazyScreen<T extends Record<string, unknown>, K extends keyof T>(
  load: () => Promise<T>,
  name: K,
) {
  const loadWithRetry = () =>
    load().catch(async cause => {
      const retry = async () => {
        await screen.preload?.()
        return screen.preload === undefined
      }
      if (!navigator.onLine)
        throw new ScreenNotLoadedError(t`This page can’t load because you’re offline.`, {
          cause,
          again: retry,
        })
      if (await isServerReachable()) throw cause
      throw new ScreenNotLoadedError(t`This page can’t load because the server isn’t responding.`, {
        cause,
        again: retry,
      })
    })
  const screen = lazyRouteComponent(loadWithRetry, name)
  return screen
}
