import { useCallback, useEffect, useRef } from 'react'

/** The signal ends work that a button starts and that must not outlive it. Call it in event handlers, not while rendering. */
export function useWhileMounted(): () => AbortSignal {
  const controller = useRef(new AbortController())
  useEffect(() => {
    // Effects may run twice; after the first clean-up a new controller is needed.
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return useCallback(() => controller.current.signal, [])
}
