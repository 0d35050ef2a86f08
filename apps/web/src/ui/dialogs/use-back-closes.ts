import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isCompactScreen } from '../layout/use-screen.ts'

/** The open overlays that Back closes, in the order in which they were opened. */
const openOverlays: { readonly close: () => void }[] = []

/** Settles once the browser has undone the last step back that closed an overlay. */
let pendingNavigation = Promise.resolve()

/** The histories that are going back, because overlays that close together need a single step. */
const leavingHistories = new WeakSet<object>()

/** Milliseconds to wait for a navigation that starts while an overlay closes, for example by a link in a menu. */
const navigationDelayMs = 50

/**
 * Removes the history entry that `useBackCloses` added to the first page, by going back, so that the person's next Back is not
 * wasted on it. The first page takes over what has changed in the URL meanwhile, such as a filter. Does nothing while an overlay is
 * open.
 */
async function leaveSecondEntry({ history }: RegisteredRouter) {
  await pendingNavigation
  await new Promise(resolve => setTimeout(resolve, navigationDelayMs))
  const { href, pathname, state } = history.location
  if (openOverlays.length > 0 || !state.overlaid || leavingHistories.has(history)) return
  leavingHistories.add(history)
  const unsubscribe = history.subscribe(() => {
    unsubscribe()
    leavingHistories.delete(history)
    if (history.location.href !== href && history.location.pathname === pathname)
      history.replace(href, { ...state, overlaid: undefined }, { ignoreBlocker: true })
  })
  history.back({ ignoreBlocker: true })
}

/**
 * Makes Back close the last opened overlay (a menu, a list, a preview, a dialog) before it leaves the page. Only for overlays that
 * are not in the URL, because Back already closes those. If `close` refuses, nothing happens. On a wide screen without touch, Back
 * on the first page leaves the app as in any other site.
 */
export function useBackCloses(opened: boolean, close: () => void): void {
  // Null only where a test renders a component without the app.
  const router: RegisteredRouter | null = useRouter({ warn: false })
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })
  useEffect(() => {
    if (!opened || !router || !(isCompactScreen() || router.history.canGoBack())) return
    const overlay = { close: () => latestClose.current() }
    openOverlays.push(overlay)
    const unblock = router.history.block({
      // Whichever blocker runs first, the last opened overlay closes.
      blockerFn: ({ action }) => {
        if (action !== 'BACK') {
          // A link from outside, such as one in a push notification, leaves all open overlays behind.
          if (action === 'FORWARD') for (const openOverlay of openOverlays.toReversed()) openOverlay.close()
          return false
        }
        pendingNavigation = new Promise(resolve =>
          window.addEventListener('popstate', () => resolve(), { once: true }),
        )
        openOverlays.at(-1)?.close()
        return true
      },
      enableBeforeUnload: false,
    })
    // Back on the first page would leave the app without calling the blocker, so this adds an entry to go back from.
    if (!router.history.canGoBack())
      void router.navigate({ to: '.', search: true, state: { overlaid: true }, resetScroll: false })
    return () => {
      unblock()
      openOverlays.splice(openOverlays.indexOf(overlay), 1)
      void leaveSecondEntry(router)
    }
  }, [opened, router])
}
