import { useEffect, useEffectEvent } from 'react'
import type { PageRequest } from './page-request.ts'

/** Does what was requested, on this page or on another one that led here. Does nothing if `isReady` is false. */
export function usePageRequest(request: PageRequest, isReady: boolean, act: () => void) {
  const actIfRequested = useEffectEvent(() => {
    if (request.take()) act()
  })
  useEffect(() => {
    if (!isReady) return
    // Deferred, because strict mode unmounts the component once during mount, which would cancel the act.
    const timer = setTimeout(actIfRequested)
    const unsubscribe = request.subscribe(actIfRequested)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [request, isReady])
}
