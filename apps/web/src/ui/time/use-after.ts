import { useEffect, useState } from 'react'

/** Delay in milliseconds before a spinner or skeleton is shown: sooner, it would only flash. */
export const unseenMs = 300

/** Returns false for the first `ms` milliseconds, then true. Avoids a flashing spinner. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
