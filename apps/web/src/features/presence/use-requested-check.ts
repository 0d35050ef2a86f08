import { useEffect, useEffectEvent } from 'react'
import { checkRequest } from '../../lib/check-request.ts'

/**
 * Starts the check requested by the round button, on this page or on another one that led here. Does nothing if `isRequested` is
 * false.
 */
export function useRequestedCheck(isRequested: boolean, start: () => Promise<void>) {
  const startIfRequested = useEffectEvent(() => {
    if (checkRequest.take()) void start()
  })
  useEffect(() => {
    if (!isRequested) return
    // Deferred, because strict mode unmounts the component once during mount, which would cancel the check.
    const timer = setTimeout(startIfRequested)
    const unsubscribe = checkRequest.subscribe(startIfRequested)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [isRequested])
}
