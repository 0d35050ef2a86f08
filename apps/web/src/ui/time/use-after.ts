import { useEffect, useState } from 'react'

/** Milliseconds before a spinner or skeleton is shown; any sooner, it might only flash. */
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
