import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Asks a query again every so many milliseconds while it shows, whatever events patch meanwhile. The library's `refetchInterval`
 * begins anew with each patch: under steady events it would never ask. Nothing is asked while the page is hidden.
 */
export function useAskedAgain(
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
