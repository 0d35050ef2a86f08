import { useCallback, useEffect, useRef } from 'react'

/**
 * A signal that aborts when the component goes: for what was begun by its buttons and must not go on without it. Ask for it
 * in event handlers, not while rendering.
 */
export function useWhileMounted(): () => AbortSignal {
  const controller = useRef(new AbortController())
  useEffect(() => {
    // Effects may run twice: what the first clean-up ended begins anew.
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return useCallback(() => controller.current.signal, [])
}
