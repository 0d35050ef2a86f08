import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isCompactScreen } from '../layout/use-screen.ts'

/** Things that Back closes, last opened first. */
const open: { readonly close: () => void }[] = []

/** Settled once the browser has undone the last step back that closed something. */
let undone = Promise.resolve()

/** Long enough for a navigation that begins with the closing, such as that of a link in a menu, in milliseconds. */
const navigationMs = 50

/** Goes from the second entry of the first page back to its first one, so that the next Back is not lost on it. */
async function leaveSecondEntry({ history }: RegisteredRouter) {
  await undone
  await new Promise(resolve => setTimeout(resolve, navigationMs))
  if (open.length === 0 && history.location.state.overlaid) history.back({ ignoreBlocker: true })
}

/**
 * On phones, tablets and touch screens Back closes what was opened last (a menu, a preview, a dialog) before it leaves the page. Only for what
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
    if (!opened || !router || !isCompactScreen()) return
    const self = { close: () => latest.current() }
    open.push(self)
    const unblock = router.history.block({
      // Whichever of them is asked first, the last one opened is closed.
      blockerFn: ({ action }) => {
        if (action !== 'BACK') {
          // A link from outside, such as that of a notification, leads away from what is open here.
          if (action === 'FORWARD') for (const one of open.toReversed()) one.close()
          return false
        }
        undone = new Promise(resolve => window.addEventListener('popstate', () => resolve(), { once: true }))
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
      void leaveSecondEntry(router)
    }
  }, [opened, router])
}
