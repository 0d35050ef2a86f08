import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The library's `refetchInterval` restarts with each patch, so under steady events it never fires. Pauses while the page is hidden. */
export function useRefetchInterval(
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>,
  { everyMs, enabled = true }: { everyMs: number; enabled?: boolean },
) {
  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(() => {
      if (focusManager.isFocused()) void refetch({ cancelRefetch: false })
    }, everyMs)
    return () => clearInterval(timer)
  }, [refetch, everyMs, enabled])
}
