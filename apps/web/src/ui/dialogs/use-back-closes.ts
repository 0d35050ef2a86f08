import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isWideScreen } from '../layout/use-screen.ts'

/** What Back closes, the last one opened first. */
const open: { readonly close: () => void }[] = []

/**
 * On phones and small tablets Back closes what was opened last (a menu, a preview, a dialog) before it leaves the page. Only for what
 * the address does not keep: what it keeps, Back closes without this. `close` may refuse, and nothing happens then.
 */
export function useBackCloses(opened: boolean, close: () => void): void {
  // Absent only where a test renders a component without the app.
  const router: RegisteredRouter | null = useRouter({ warn: false })
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened || !router || isWideScreen()) return
    const self = { close: () => latest.current() }
    open.push(self)
    const unblock = router.history.block({
      // Whichever of them is asked first, the last one opened is closed.
      blockerFn: ({ action }) => {
        // A link from outside, such as that of a notification, is taken for a step back: only its entry has no state.
        if (action !== 'BACK' || window.history.state === null) return false
        open.at(-1)?.close()
        return true
      },
      enableBeforeUnload: false,
    })
    // Back on the first page would leave the app without asking anybody: it gets an entry to come back from.
    if (!router.history.canGoBack())
      void router.navigate({ to: '.', search: true, state: { overlaid: true }, resetScroll: false })
    return () => {
      unblock()
      open.splice(open.indexOf(self), 1)
    }
  }, [opened, router])
}
